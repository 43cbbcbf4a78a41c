/// The checks of the module, which a test can intercept.
package struct Preconditions {
  /// What a check is reported to, whether it holds or not: the condition, the message, the file
  /// and the line.
  package typealias Closure = @Sendable (Bool, String, StaticString, UInt) -> Void

  /// What each check is reported to.
  package static var closure: Closure { interception?.closure ?? defaultPreconditionClosure }

  /// What the checks of a task are reported to: an object, since the optimizer loses the type of
  /// a closure here.
  @TaskLocal private static var interception: Interception?

  /// What checks are reported to instead.
  private final class Interception: Sendable {
    /// What checks are reported to.
    let closure: Closure

    /// Keeps a closure.
    init(_ closure: @escaping Closure) { self.closure = closure }
  }

  /// Has the checks during an operation reported to a closure, in this task only: tests do not
  /// disturb each other.
  @inline(never)
  package static func intercept<Result>(
    with closure: @escaping Closure, during operation: () throws -> Result
  ) rethrows -> Result {
    try $interception.withValue(Interception(closure), operation: operation)
  }

  /// Stops the program if the condition does not hold; in release builds, too, with the message.
  package static let defaultPreconditionClosure: Closure = { condition, message, file, line in
    if !condition { fatalError(message, file: file, line: line) }
  }

  /// Checks that a dependency can be observed; returns whether it can.
  static func checkObservable<Dependency>(_ dependency: Dependency) -> Bool {
    let isObservable = isObservable(dependency)
    closure(
      isObservable, "Cannot observe an object that does not conform to 'AnyObservableObject'",
      #fileID, #line)
    return isObservable
  }
}
