internal import StitcherEngine

/// The source location of the registration call that is running, and the receiver of the
/// registrations that it creates.
///
/// Overridable methods have no parameters for the source location and return nothing. So the
/// calling overload stores the source location in a task-local value, and reads the created
/// registrations from it.
struct RegistrationPlace: Sendable {
  /// The source location of the call.
  private let location: SourceLocation

  /// The receiver of the registrations that the call creates; `nil` if the call does not return
  /// them.
  private let pending: PendingRegistration?

  /// The source location and the receiver of the registration call that is running; `nil` outside
  /// of such calls.
  @TaskLocal private static var current: RegistrationPlace?

  /// The source location of the registration call that is running, or an unknown location outside
  /// of such calls.
  static var location: SourceLocation { current?.location ?? .unknown }

  /// Passes a registration to the receiver of the call that creates it.
  static func record(_ registration: Registration) { current?.pending?.record(registration) }

  /// Calls a closure that registers dependencies, and gives these registrations a source location.
  static func at(_ file: StaticString, _ line: UInt, _ register: () -> Void) {
    let place = Self(location: SourceLocation(file: file, line: line), pending: nil)
    $current.withValue(place, operation: register)
  }

  /// Calls an asynchronous closure that registers dependencies, and gives these registrations a
  /// source location.
  static func at(
    _ file: StaticString, _ line: UInt, isolation: isolated (any Actor)? = #isolation,
    _ register: () async -> Void
  ) async {
    let place = Self(location: SourceLocation(file: file, line: line), pending: nil)
    await $current.withValue(place, operation: register)
  }

  /// Calls a closure that registers a dependency, and returns the registration that it creates.
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

  /// Adds a registration that the call has created.
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
