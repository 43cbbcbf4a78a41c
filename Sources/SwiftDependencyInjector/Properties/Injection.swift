internal import StitcherEngine

/// How a property gets its instance; copies of the property share it.
final class Injection<Abstraction>: @unchecked Sendable {
  // Safe: constants, and a value that the engine guards.

  /// Where the implementation is looked for.
  let context: Context

  /// The property's place.
  private let file: String, line: Int

  /// The instance that was found when the property was created; `.some(nil)` if there was none.
  private let eager: Abstraction??

  /// The instance that is found at the first read.
  private let lazy: LazyValue<Abstraction>?

  /// Resolves at once or at the first read.
  init(
    _ injection: InjectionType, _ instantiation: InstantiationType, file: String, line: Int,
    context: InjectionContext, key: String?
  ) {
    let context = Contexts.context(context, declaredIn: file)
    self.context = context
    self.file = file
    self.line = line
    switch instantiation {
    case .regular:
      lazy = nil
      do {
        eager = try context.draw(Abstraction.self, injection, key)
      } catch {
        context.explain(error, Abstraction.self)
        eager = .some(nil)
        logFailure()
      }
    case .lazy:
      eager = nil
      lazy = LazyValue(.type(Self.self)) { try context.draw(Abstraction.self, injection, key) }
      InjectorLog.info(
        "\(printed(Abstraction.self)) injected as 'lazy' in \(FileName(file).name) at line \(line)"
          + " is waiting to first call to be instantiate")
    }
  }

  /// The instance, or nil if there is none, which is logged.
  var instance: Abstraction? {
    do { if let lazy { return try lazy.get() } } catch {
      context.explain(error, Abstraction.self)
    }
    if case .some(.some(let eager)) = eager { return eager }
    logFailure()
    return nil
  }

  /// Logs that there is no instance.
  private func logFailure() {
    InjectorLog.error(
      .noImplementationFoundOnInjection(printed(Abstraction.self), file: file, line: line))
  }
}
