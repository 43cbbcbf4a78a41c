/// A property wrapper that injects the required default implementation of an abstraction, and
/// follows changes of the default key.
///
/// It works like ``ObservedInjectable``, but a failed injection stops the program with a message.
@propertyWrapper
public struct ObservedInject<Abstraction> {
  /// The current implementation of the property, with its subscriptions; shared by copies of the
  /// property.
  @usableFromInline let injection: ObservedInjection<Abstraction>

  /// The current implementation. If there is none, the read stops the program.
  ///
  /// - Complexity: O(1). A live instance is read without a lock.
  @inlinable
  public var wrappedValue: Abstraction {
    do { return try injection.held.value().instance } catch { return injection.forced() }
  }

  /// A publisher of the implementations that the property receives after future changes of the
  /// default key.
  ///
  /// Neither the publisher nor its subscriptions retain the property.
  public var projectedValue: ImplementationPublisher<Abstraction> { injection.publisher }

  /// Creates a property that injects the default implementation of the property's type.
  ///
  /// - Parameters:
  ///   - file: The file of the property. If a test context has the name of this file, without
  ///     extension, it replaces the global context. This is decided when the property is created.
  ///   - line: The line of the property, for messages.
  ///   - context: The context. No other context is searched.
  public init(
    _ file: String = #fileID, _ line: Int = #line, context: InjectionContext = .global
  ) {
    injection = ObservedInjection(file: file, line: line, context: context)
  }
}

extension ObservedInject: Sendable where Abstraction: Sendable {}

/// A property wrapper that injects the optional default implementation of an abstraction, and
/// follows changes of the default key.
///
/// ```swift
/// final class Service {
///   @ObservedInjectable private var repository: Repository?
/// }
///
/// Injector.global.updateDependencyKey(of: Repository.self, newKey: "local")
/// ```
///
/// The instance is created with the property, or at the first read after the abstraction was
/// registered. After a change of the default key, all properties share one new instance. They
/// receive it before the change returns. When the context is destroyed, the properties release the
/// instance.
///
/// The property may be read from any thread, if the implementation is thread-safe.
@propertyWrapper
public struct ObservedInjectable<Abstraction> {
  /// The current implementation of the property, with its subscriptions; shared by copies of the
  /// property.
  @usableFromInline let injection: ObservedInjection<Abstraction>

  /// The current implementation, or `nil` if there is none; the reason is logged.
  ///
  /// - Complexity: O(1). A live instance is read without a lock.
  @inlinable
  public var wrappedValue: Abstraction? {
    do { return try injection.held.value().instance } catch { return injection.requested() }
  }

  /// A publisher of the implementations that the property receives after future changes of the
  /// default key.
  ///
  /// Neither the publisher nor its subscriptions retain the property.
  public var projectedValue: ImplementationPublisher<Abstraction> { injection.publisher }

  /// Creates a property that injects the default implementation of the type that the property's
  /// optional wraps.
  ///
  /// - Parameters:
  ///   - file: The file of the property. If a test context has the name of this file, without
  ///     extension, it replaces the global context. This is decided when the property is created.
  ///   - line: The line of the property, for messages.
  ///   - context: The context. No other context is searched.
  public init(
    _ file: String = #fileID, _ line: Int = #line, context: InjectionContext = .global
  ) {
    injection = ObservedInjection(file: file, line: line, context: context)
  }
}

extension ObservedInjectable: Sendable where Abstraction: Sendable {}
