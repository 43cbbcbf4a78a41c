/// A property with the default implementation of an abstraction, which follows the changes of the
/// default key and has to be there.
///
/// It works like ``ObservedInjectable``, but a read that finds nothing stops the program
/// with a message.
@propertyWrapper
public struct ObservedInject<Abstraction> {
  /// The implementation that counts now, and who hears of the next one.
  @usableFromInline let injection: ObservedInjection<Abstraction>

  /// The implementation. If there is none, the program stops.
  ///
  /// - Complexity: O(1). What is there is read without a lock.
  @inlinable
  public var wrappedValue: Abstraction {
    do { return try injection.held.value().instance } catch { return injection.forced() }
  }

  /// The implementations that the property gets from now on, with changes of the default key.
  ///
  /// The publisher, and what subscribes to it, does not keep the property.
  public var projectedValue: ImplementationPublisher<Abstraction> { injection.publisher }

  /// Injects the default implementation.
  ///
  /// - Parameters:
  ///   - file: The file of the property. If a context of tests is named like it, without its
  ///     extension, when the property is created, that one takes the place of the global context.
  ///   - line: The line of the property, for messages.
  ///   - context: The context. There is no fall back to another one.
  public init(
    _ file: String = #fileID, _ line: Int = #line, context: InjectionContext = .global
  ) {
    injection = ObservedInjection(file: file, line: line, context: context)
  }
}

extension ObservedInject: Sendable where Abstraction: Sendable {}

/// A property with the default implementation of an abstraction, which follows the changes of the
/// default key; nil if there is none.
///
/// ```swift
/// final class Service {
///   @ObservedInjectable private var repository: Repository?
/// }
///
/// Injector.global.updateDependencyKey(of: Repository.self, newKey: "local")
/// ```
///
/// The instance is made when the property is created, or at the first read after the abstraction
/// was registered. With each change of the key all properties get one new instance, which they
/// share, before the change returns. When the context is destroyed, they let go of it.
///
/// It may be read from any thread, if the implementation is safe for that.
@propertyWrapper
public struct ObservedInjectable<Abstraction> {
  /// The implementation that counts now, and who hears of the next one.
  @usableFromInline let injection: ObservedInjection<Abstraction>

  /// The implementation, or nil if there is none, which is logged.
  ///
  /// - Complexity: O(1). What is there is read without a lock.
  @inlinable
  public var wrappedValue: Abstraction? {
    do { return try injection.held.value().instance } catch { return injection.requested() }
  }

  /// The implementations that the property gets from now on, with changes of the default key.
  ///
  /// The publisher, and what subscribes to it, does not keep the property.
  public var projectedValue: ImplementationPublisher<Abstraction> { injection.publisher }

  /// Injects the default implementation.
  ///
  /// - Parameters:
  ///   - file: The file of the property. If a context of tests is named like it, without its
  ///     extension, when the property is created, that one takes the place of the global context.
  ///   - line: The line of the property, for messages.
  ///   - context: The context. There is no fall back to another one.
  public init(
    _ file: String = #fileID, _ line: Int = #line, context: InjectionContext = .global
  ) {
    injection = ObservedInjection(file: file, line: line, context: context)
  }
}

extension ObservedInjectable: Sendable where Abstraction: Sendable {}
