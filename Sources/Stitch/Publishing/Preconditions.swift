/// The preconditions of the module, which a test can intercept.
package struct Preconditions {
  /// A function that receives each checked condition with its message, file and line.
  package typealias Closure = @Sendable (Bool, String, StaticString, UInt) -> Void

  /// The function that receives the checks of the current task.
  package static var closure: Closure { interception?.closure ?? defaultPreconditionClosure }

  /// The interception in the current task; `nil` if there is none.
  ///
  /// It is an object, since the optimizer loses the type of a closure here.
  @TaskLocal private static var interception: Interception?

  /// An intercepting function, wrapped in an object.
  private final class Interception: Sendable {
    /// The function that receives the checks.
    let closure: Closure

    init(_ closure: @escaping Closure) { self.closure = closure }
  }

  /// Runs an operation. Each precondition that the operation checks is passed to a closure, instead
  /// of stopping the program if the condition is false. Only the current task is affected, so that
  /// parallel tests do not disturb each other.
  @inline(never)
  package static func intercept<Result>(
    with closure: @escaping Closure, during operation: () throws -> Result
  ) rethrows -> Result {
    try $interception.withValue(Interception(closure), operation: operation)
  }

  /// Stops the program with the message if the condition is false, also in release builds.
  package static let defaultPreconditionClosure: Closure = { condition, message, file, line in
    if !condition { fatalError(message, file: file, line: line) }
  }

  /// Checks that a publisher can observe a dependency, and returns the result.
  static func checkObservable<Dependency>(_ dependency: Dependency) -> Bool {
    let isObservable = isObservable(dependency)
    closure(
      isObservable, "Cannot observe an object that does not conform to 'AnyObservableObject'",
      #fileID, #line)
    return isObservable
  }
}
