internal import StitcherEngine

extension ResolutionError {
  /// The largest number of arguments that the documentation promises.
  private static let maximum = 3

  /// Converts the internal error of a failed resolution to an error with the documented text;
  /// returns other errors unchanged.
  ///
  /// The details of the request are recorded for ``description``.
  ///
  /// - Parameters:
  ///   - error: The internal error of the resolution, or the error of a factory.
  ///   - request: The key of the request.
  ///   - container: The type of the container.
  ///   - graph: The graph of the container.
  ///   - context: The context of the requesting factory, if that is asynchronous.
  static func explaining(
    _ error: any Error, _ request: RegistrationKey, in container: any Any.Type, _ graph: Graph,
    _ context: AsyncResolutionContext? = nil
  ) -> any Error {
    guard let failure = error as? ResolutionFailure else { return error }
    let explained = explaining(failure, request, in: String(reflecting: container))
    FailureTrace(
      of: error, key: .type(request.type), place: .unknown, graph: graph,
      ContainerWording(), in: context
    ).note(for: explained.localizedDescription)
    return explained
  }

  /// Converts the internal error of a failed creation to an error with the documented text; returns
  /// other errors unchanged.
  static func explaining(
    _ error: any Error, creating registration: Registration, in container: any Any.Type
  ) -> any Error {
    guard let failure = error as? ResolutionFailure else { return error }
    let key =
      registration.locator.registrationKey
      ?? RegistrationKey(type: registration.producedType, arguments: [])
    return explaining(failure, key, in: String(reflecting: container))
  }

  /// Converts the internal error of a failed resolution to an error with the documented text.
  private static func explaining(
    _ failure: ResolutionFailure, _ request: RegistrationKey, in container: String
  ) -> ResolutionError {
    let count = request.arguments.count
    let text: String
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
      text =
        "can't be created in container \(container) because it needs itself:"
        + " \(path.map(\.text).joined(separator: " -> "))"
    case .mismatched where failure.isolatedConformance != nil:
      text =
        "can't be created in container \(container) here. \(failure.isolatedConformance ?? "")"
    case .mismatched(let found, _):
      text =
        "wasn't registered in container \(container), only a registration of"
        + " \(String(reflecting: found))"
    case .isolated(let factory):
      text = "can't be created in container \(container) here. \(factory)"
    case .ended(let end) where end.isHost:
      text = "can't be resolved in container \(container). \(end)"
    case .ended:
      text =
        "can't be resolved in container \(container) because that container, or one of its parents,"
        + " has ended"
    case .missing, .multiple, .asynchronous, .captive, .scopeRequired:
      text = "wasn't registered in container \(container)"
    }
    return dependencyNotRegistered(message: "Dependency of type \(request) \(text)")
  }

  /// Returns the value of an expression; if it throws, stops the program with the text of the
  /// error.
  @inlinable
  @inline(__always)
  static func trapping<Value>(
    _ expression: @autoclosure () throws -> Value, _ file: StaticString, _ line: UInt
  ) -> Value {
    do { return try expression() } catch { trap(error, file, line) }
  }

  /// Records the source location of a failed resolution for the description of its error, and
  /// returns the error.
  @usableFromInline
  @inline(never)
  static func placed(_ error: any Error, _ file: StaticString, _ line: UInt) -> any Error {
    if let error = error as? ResolutionError {
      FailureTrace.note(
        SourceLocation(file: file, line: line), for: error.localizedDescription)
    }
    return error
  }

  /// Stops the program with the text of an error and the source location of the resolution.
  @usableFromInline
  @inline(never)
  static func trap(_ error: any Error, _ file: StaticString, _ line: UInt) -> Never {
    // Unlike a precondition, `fatalError` prints the text in release builds, too.
    fatalError("\(error)", file: file, line: line)
  }
}

extension Locator {
  /// The text of the locator in errors and events: its registration key, or its first key if
  /// another module has created it.
  var text: String {
    if let registrationKey { return registrationKey.description }
    return switch keys[0] {
    case .type(let type): String(reflecting: type)
    case .name(let name): "\"\(name)\""
    case .value(let value): "\(value.erased)"
    }
  }
}
