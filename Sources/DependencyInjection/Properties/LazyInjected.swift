internal import StitcherEngine

/// A property wrapper that resolves its value at the first read, at most once.
///
/// ```swift
/// final class ProfileModel {
///   @LazyInjected var accounts: any Accounts
///   @LazyInjected(from: Services.container) var clock: any Clock
/// }
/// ```
///
/// The dependency may be registered after the owner was created. The value is kept, even if the
/// container is cleaned. An assignment replaces the value of this property only. After an
/// assignment before the first read, the value is never resolved.
///
/// If the value is `Sendable`, the property may be used from any thread.
@propertyWrapper
public final class LazyInjected<Dependency> {
  /// The value, created at the first access.
  private let value: LazyValue<Dependency>

  /// The file of the property.
  private let file: StaticString

  /// The line of the property.
  private let line: UInt

  /// The value, resolved at the first read, or the last assigned one.
  ///
  /// If the resolution fails, the read stops the program with the text of the error.
  ///
  /// - Complexity: O(1). A value that was already resolved is read without a lock.
  public var wrappedValue: Dependency {
    get { do { return try value.get() } catch { ResolutionError.trap(error, file, line) } }
    set { value.set(newValue) }
  }

  /// Creates a property for a container, without resolving the value.
  ///
  /// - Parameters:
  ///   - container: The container that resolves the type of the property; it is retained.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  public init(
    from container: Container = .shared, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.file = file
    self.line = line
    let home = CapturedGraph()
    value = LazyValue(.type(Self.self)) {
      do {
        return try home.runOfProperty { container.resolve(file: file, line: line) }
      } catch {
        throw ResolutionError.explaining(
          error, RegistrationKey(Dependency.self), in: type(of: container), container.graph)
      }
    }
  }
}

// Safe: the engine protects the value.
extension LazyInjected: @unchecked Sendable where Dependency: Sendable {}
