internal import StitcherEngine

/// Where the registration that is being made is written.
///
/// Those that may be overridden take no place, so the forms that call them leave it here.
enum RegistrationPlace {
  /// The place; unknown if nobody has left one.
  @TaskLocal static var current = SourceLocation.unknown

  /// Calls a closure that registers what is written at a place.
  static func at(_ file: StaticString, _ line: UInt, _ register: () -> Void) {
    $current.withValue(SourceLocation(file: file, line: line), operation: register)
  }

  /// Calls an asynchronous closure that registers what is written at a place.
  static func at(
    _ file: StaticString, _ line: UInt, isolation: isolated (any Actor)? = #isolation,
    _ register: () async -> Void
  ) async {
    await $current.withValue(SourceLocation(file: file, line: line), operation: register)
  }
}
