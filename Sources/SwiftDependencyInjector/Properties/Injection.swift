internal import StitcherEngine

/// The storage of an injected property: its injection and the resulting instance, shared by copies
/// of the property.
final class Injection<Abstraction>: @unchecked Sendable {
  // Safe: the properties are constants, and `LazyValue` protects the value.

  /// The context in which the implementation is looked up.
  let context: Context

  /// The source location of the property.
  private let file: String, line: Int

  /// The injected instance, created at the first access.
  private let value: LazyValue<Abstraction>

  /// The error of an injection that failed when the property was created; `nil` if it succeeded, or
  /// for a lazy property.
  private let finalError: (any Error)?

  /// Creates the injection of a property, which resolves its instance now or at the first read of
  /// the property.
  init(
    _ injection: InjectionType, _ instantiation: InstantiationType, file: String, line: Int,
    context: InjectionContext, key: String?
  ) {
    let context = Contexts.context(context, declaredIn: file)
    self.context = context
    self.file = file
    self.line = line
    let home = CapturedGraph()
    value = LazyValue(.type(Self.self)) {
      try home.runOfProperty { try context.resolve(Abstraction.self, injection, key) }
    }
    switch instantiation {
    case .regular:
      do {
        _ = try value.get()
        finalError = nil
      } catch {
        finalError = error
        context.explain(error, Abstraction.self)
        logFailure()
      }
    case .lazy:
      finalError = nil
      InjectorLog.info(
        "\(printed(Abstraction.self)) injected as 'lazy' in \(FileName(file).name) at line \(line)"
          + " is waiting to first call to be instantiate")
    }
  }

  /// Returns the injected instance.
  ///
  /// - Throws: The error of the injection, after logging it.
  @inline(__always)
  func get() throws -> Abstraction {
    do {
      if finalError == nil { return try value.get() }
    } catch {
      context.explain(error, Abstraction.self)
      logFailure()
      throw error
    }
    logFailure()
    throw finalError ?? NoInstance(Abstraction.self, "")
  }

  /// Logs that the injection has provided no instance, with the source location of the property.
  private func logFailure() {
    InjectorLog.error(
      .noImplementationFoundOnInjection(printed(Abstraction.self), file: file, line: line))
  }
}
