internal import StitcherEngine

/// A property whose value is resolved at its first read, at most once.
///
/// ```swift
/// final class ProfileModel {
///   @LazyInjected var accounts: any Accounts
///   @LazyInjected(from: Services.container) var clock: any Clock
/// }
/// ```
///
/// The value may be registered after the owner was created. It is kept, also when the container is
/// cleaned. An assigned value takes its place, for this property alone; one that is assigned before
/// the first read is not resolved at all.
///
/// It may be used from any thread, if the value is `Sendable`.
@propertyWrapper
public final class LazyInjected<Dependency> {
  /// The value, and how it is resolved.
  private let value: LazyValue<Dependency>

  /// The file of the property.
  private let file: StaticString

  /// The line of the property.
  private let line: UInt

  /// The value, resolved at the first read, or the last one assigned.
  ///
  /// A read that fails stops the program with the error's text.
  ///
  /// - Complexity: O(1). A value that is there is read without a lock.
  public var wrappedValue: Dependency {
    get { do { return try value.get() } catch { ResolutionError.trap(error, file, line) } }
    set { value.set(newValue) }
  }

  /// Says where the value is resolved; does not resolve it.
  ///
  /// - Parameters:
  ///   - container: The container that is asked for the property's type; it is kept alive.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  public init(
    from container: Container = .shared, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.file = file
    self.line = line
    let home = CapturedGraph.ofProperty
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

// Safe: the value is guarded by the engine.
extension LazyInjected: @unchecked Sendable where Dependency: Sendable {}
