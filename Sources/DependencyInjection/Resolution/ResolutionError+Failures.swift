internal import StitcherEngine

extension ResolutionError {
  /// The number of arguments that factories are documented for.
  private static let maximum = 3

  /// Turns a failure of the engine into an error with the documented text; leaves other errors
  /// as they are.
  ///
  /// - Parameters:
  ///   - error: What the engine or a factory has thrown.
  ///   - request: What was asked for.
  ///   - container: The container that was asked.
  static func explaining(
    _ error: any Error, _ request: RegistrationKey, in container: @autoclosure () -> Any
  ) -> any Error {
    guard let failure = error as? ResolutionFailure else { return error }
    let count = request.arguments.count
    switch failure.reason {
    case .missing where count > maximum:
      return tooManyArguments(message: "Maximum number of arguments is \(maximum). Got \(count).")
    case .missing where !failure.registrations.isEmpty:
      let registered = RegistrationKey(
        type: request.type, arguments: failure.registrations[0].parameterTypes)
      return unmatchingArgumentType(
        message: "Registration of type \(registered)"
          + " doesn't accept arguments of type \(request)")
    case .cycle(let path):
      return dependencyNotRegistered(
        message: "Dependency of type \(request) can't be created in container \(container())"
          + " because it needs itself: \(path.map(\.text).joined(separator: " -> "))")
    case .mismatched(let found, _):
      return dependencyNotRegistered(
        message: "Dependency of type \(request) wasn't registered in container \(container())"
          + ", only one that makes \(String(reflecting: found))")
    case .isolated(let factory):
      return dependencyNotRegistered(
        message: "Dependency of type \(request) can't be created in container \(container()) here."
          + " \(factory)")
    case .missing, .multiple, .asynchronous, .captive, .ended:
      return dependencyNotRegistered(
        message: "Dependency of type \(request) wasn't registered in container \(container())")
    }
  }

  /// Returns the value of an expression, or stops the program with the text of the error
  /// that it throws.
  @inline(__always)
  static func trapping<Value>(_ expression: @autoclosure () throws -> Value) -> Value {
    do { return try expression() } catch { trap(error) }
  }

  /// Stops the program with the text of an error.
  static func trap(_ error: any Error) -> Never {
    // Unlike a precondition, this prints the text in release builds, too.
    fatalError((error as? ResolutionError)?.localizedDescription ?? "\(error)")
  }
}

extension Locator {
  /// The locator as an error's path has it; other front ends' may be on the path as well.
  fileprivate var text: String {
    if let registrationKey { return registrationKey.description }
    return switch keys[0] {
    case .type(let type): String(reflecting: type)
    case .name(let name): "\"\(name)\""
    case .value(let value): "\(value.erased)"
    }
  }
}
