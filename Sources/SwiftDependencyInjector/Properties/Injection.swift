internal import StitcherEngine

/// How a property gets its instance; copies of the property share it.
final class Injection<Abstraction>: @unchecked Sendable {
  // Safe: constants, and a value that the engine guards.

  /// Where the implementation is looked for.
  let context: Context

  /// The property's place.
  private let file: String, line: Int

  /// The instance, and how it is found.
  private let value: LazyValue<Abstraction>

  /// Why there is no instance, and none is looked for any more; nil if one is.
  private let finalError: (any Error)?

  /// Resolves at once or at the first read.
  init(
    _ injection: InjectionType, _ instantiation: InstantiationType, file: String, line: Int,
    context: InjectionContext, key: String?
  ) {
    let context = Contexts.context(context, declaredIn: file)
    self.context = context
    self.file = file
    self.line = line
    let home = CapturedGraph.ofProperty
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

  /// Returns the instance.
  ///
  /// - Throws: An error if there is none, after logging it.
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

  /// Logs that there is no instance.
  private func logFailure() {
    InjectorLog.error(
      .noImplementationFoundOnInjection(printed(Abstraction.self), file: file, line: line))
  }
}
