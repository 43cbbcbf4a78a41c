internal import StitcherEngine

/// Where the registration that is being made is written, and who wants to know what comes of it.
///
/// Those that may be overridden take no place and return nothing, so the forms that call them leave
/// the place here, and take from here what was registered.
struct RegistrationPlace: Sendable {
  /// Where it is written.
  private let location: SourceLocation

  /// What gets to know what was registered.
  private let pending: PendingRegistration?

  /// The place; nil if nobody has left one.
  @TaskLocal private static var current: RegistrationPlace?

  /// Where the registration is written that is being made; unknown if nobody has left that.
  static var location: SourceLocation { current?.location ?? .unknown }

  /// Tells who wants to know what was registered.
  static func tell(of registration: Registration) { current?.pending?.note(registration) }

  /// Calls a closure that registers what is written at a place.
  static func at(_ file: StaticString, _ line: UInt, _ register: () -> Void) {
    let place = Self(location: SourceLocation(file: file, line: line), pending: nil)
    $current.withValue(place, operation: register)
  }

  /// Calls an asynchronous closure that registers what is written at a place.
  static func at(
    _ file: StaticString, _ line: UInt, isolation: isolated (any Actor)? = #isolation,
    _ register: () async -> Void
  ) async {
    let place = Self(location: SourceLocation(file: file, line: line), pending: nil)
    await $current.withValue(place, operation: register)
  }

  /// Calls a closure that registers what is written at a place, and returns what was registered.
  static func registration<Dependency>(
    at file: StaticString, _ line: UInt, _ register: () -> Void
  ) -> ContainerRegistration<Dependency> {
    let pending = PendingRegistration()
    let place = Self(location: SourceLocation(file: file, line: line), pending: pending)
    $current.withValue(place, operation: register)
    return ContainerRegistration(pending)
  }
}

/// What is registered by a call.
final class PendingRegistration: Sendable {
  /// What was registered, and where.
  private let made = Lock<[Registration]>([])

  /// Notes what was registered.
  fileprivate func note(_ registration: Registration) {
    made.withLock { $0.append(registration) }
  }

  /// Gives what was registered, and makes instances of a type, a teardown.
  func set(_ teardown: Teardown, of type: any Any.Type) {
    for registration in made.withLock({ $0 }) where registration.producedType == type {
      registration.setTeardown(teardown)
    }
  }
}
