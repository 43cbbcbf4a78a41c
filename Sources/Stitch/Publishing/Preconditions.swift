internal import Observation

/// The checks of the module, which a test can intercept.
package struct Preconditions {
  /// What a check is reported to, whether it holds or not: the condition, the message, the file and the line.
  package typealias Closure = @Sendable (Bool, String, StaticString, UInt) -> Void

  /// What each check is reported to. It is replaced for a task, so that tests do not disturb each other.
  @TaskLocal package static var closure: Closure = defaultPreconditionClosure

  /// Stops the program if the condition does not hold; in release builds, too, with the message.
  package static let defaultPreconditionClosure: Closure = { condition, message, file, line in
    if !condition { fatalError(message, file: file, line: line) }
  }

  /// Checks that a dependency can be observed; returns whether it can.
  static func checkObservable<Dependency>(_ dependency: Dependency) -> Bool {
    let isObservable = dependency is any Observable
    closure(
      isObservable, "Cannot observe an object that does not conform to 'AnyObservableObject'",
      #fileID, #line)
    return isObservable
  }
}
