/// A property wrapper that resolves its value when the enclosing instance is created.
///
/// ```swift
/// final class ProfileModel {
///   @Injected var accounts: any Accounts
///   @Injected(from: Services.container) var clock: any Clock
/// }
/// ```
///
/// The value never changes. If it is `Sendable`, it may be read from any thread.
@propertyWrapper
public struct Injected<Dependency> {
  /// The dependency, which was resolved when the enclosing instance was created.
  public let wrappedValue: Dependency

  /// Resolves the value, or stops the program with the text of the error.
  ///
  /// - Parameters:
  ///   - container: The container that resolves the type of the property.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  /// - Complexity: O(1).
  @inlinable
  public init(
    from container: Container = .shared, file: StaticString = #fileID, line: UInt = #line
  ) {
    wrappedValue = container.resolve(file: file, line: line)
  }
}

extension Injected: Sendable where Dependency: Sendable {}
