/// A property wrapper that injects a required implementation of an abstraction.
///
/// ```swift
/// final class Service {
///   @Inject private var repository: Repository
/// }
/// ```
///
/// It works like ``Injectable``, but a failed injection stops the program with a message.
@propertyWrapper
public struct Inject<Abstraction> {
  /// The injection of the implementation, shared by copies of the property.
  private let injection: Injection<Abstraction>

  /// The injected implementation. If there is none, the read stops the program.
  ///
  /// - Complexity: O(1). A live instance is read without a lock.
  public var wrappedValue: Abstraction {
    do { return try injection.get() } catch {
      InjectionProblem.stop(
        Abstraction.self, injection.context.name, because: error, alternative: "@Injectable")
    }
  }

  /// Creates a property that injects an implementation of the property's type.
  ///
  /// - Parameters:
  ///   - injectionType: Whether to create a new instance or use the singleton.
  ///   - instantiationType: Whether to inject at the property's creation or at the first read.
  ///   - file: The file of the property. If a test context has the name of this file, without
  ///     extension, it replaces the global context. This is decided when the property is created.
  ///   - line: The line of the property, for messages.
  ///   - context: The context. No other context is searched.
  ///   - key: The key of the implementation; `nil` for the default key at the time of the
  ///     injection.
  public init(
    injection injectionType: InjectionType = .regular,
    instantiation instantiationType: InstantiationType = .lazy,
    _ file: String = #fileID, _ line: Int = #line,
    context: InjectionContext = .global, constrainedTo key: String? = nil
  ) {
    injection = Injection(
      injectionType, instantiationType, file: file, line: line, context: context, key: key)
  }
}

extension Inject: Sendable where Abstraction: Sendable {}

/// A property wrapper that injects an optional implementation of an abstraction: `nil` if there is
/// none.
///
/// ```swift
/// final class Service {
///   @Injectable private var repository: Repository?
///   @Injectable(injection: .singleton, constrainedTo: "local") private var cache: Repository?
/// }
/// ```
///
/// Each property has its own instance, unless it injects the singleton. Copies of a structure share
/// the instance. A change of the default key does not change the instance of a property.
///
/// The property may be read from any thread, if the implementation is thread-safe.
@propertyWrapper
public struct Injectable<Abstraction> {
  /// The injection of the implementation, shared by copies of the property.
  private let injection: Injection<Abstraction>

  /// The injected implementation, or `nil` if there is none; the reason is logged. After a `nil`, a
  /// lazy property injects again at the next read.
  ///
  /// - Complexity: O(1). A live instance is read without a lock.
  public var wrappedValue: Abstraction? { try? injection.get() }

  /// Creates an optional property, which injects an implementation of the type that the optional
  /// wraps.
  ///
  /// - Parameters:
  ///   - injectionType: Whether to create a new instance or use the singleton.
  ///   - instantiationType: Whether to inject at the property's creation or at the first read.
  ///   - file: The file of the property. If a test context has the name of this file, without
  ///     extension, it replaces the global context. This is decided when the property is created.
  ///   - line: The line of the property, for messages.
  ///   - context: The context. No other context is searched.
  ///   - key: The key of the implementation; `nil` for the default key at the time of the
  ///     injection.
  public init(
    injection injectionType: InjectionType = .regular,
    instantiation instantiationType: InstantiationType = .lazy,
    _ file: String = #fileID, _ line: Int = #line,
    context: InjectionContext = .global, constrainedTo key: String? = nil
  ) {
    injection = Injection(
      injectionType, instantiationType, file: file, line: line, context: context, key: key)
  }
}

extension Injectable: Sendable where Abstraction: Sendable {}
