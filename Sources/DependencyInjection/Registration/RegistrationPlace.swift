internal import StitcherEngine

/// The place of the current registration call, and the receiver of the created registrations.
///
/// Overridable methods have no parameters for the place and return nothing. So the calling overload
/// stores the place in a task-local value, and reads the created registrations from it.
struct RegistrationPlace: Sendable {
  /// The place of the call.
  private let location: SourceLocation

  /// The receiver of the created registrations; `nil` if the call returns nothing.
  private let pending: PendingRegistration?

  /// The place of the current call; `nil` outside of such calls.
  @TaskLocal private static var current: RegistrationPlace?

  /// The place of the current call; unknown outside of such calls.
  static var location: SourceLocation { current?.location ?? .unknown }

  /// Passes a created registration to the receiver of the current call.
  static func record(_ registration: Registration) { current?.pending?.record(registration) }

  /// Calls a closure that registers dependencies, and makes the place available to the called
  /// methods.
  static func at(_ file: StaticString, _ line: UInt, _ register: () -> Void) {
    let place = Self(location: SourceLocation(file: file, line: line), pending: nil)
    $current.withValue(place, operation: register)
  }

  /// Calls an asynchronous closure that registers dependencies, and makes the place available to
  /// the called methods.
  static func at(
    _ file: StaticString, _ line: UInt, isolation: isolated (any Actor)? = #isolation,
    _ register: () async -> Void
  ) async {
    let place = Self(location: SourceLocation(file: file, line: line), pending: nil)
    await $current.withValue(place, operation: register)
  }

  /// Calls a closure that registers a dependency, and returns the created registration.
  static func registration<Dependency>(
    at file: StaticString, _ line: UInt, _ register: () -> Void
  ) -> ContainerRegistration<Dependency> {
    let pending = PendingRegistration()
    let place = Self(location: SourceLocation(file: file, line: line), pending: pending)
    $current.withValue(place, operation: register)
    return ContainerRegistration(pending)
  }
}

/// The registrations that one call has created.
final class PendingRegistration: Sendable {
  private let made = Lock<[Registration]>([])

  /// Adds a created registration.
  fileprivate func record(_ registration: Registration) {
    made.withLock { $0.append(registration) }
  }

  /// Sets the teardown of the registrations that create instances of a type.
  func set(_ teardown: Teardown, of type: any Any.Type) {
    for registration in made.withLock({ $0 }) where registration.producedType == type {
      registration.setTeardown(teardown)
    }
  }
}
