/// A property with an implementation of an abstraction, which has to be there.
///
/// ```swift
/// final class Service {
///   @Inject private var repository: Repository
/// }
/// ```
///
/// It works like ``Injectable``, but a read that finds nothing stops the program with a message.
@propertyWrapper
public struct Inject<Abstraction> {
  /// How the instance is found.
  private let injection: Injection<Abstraction>

  /// The implementation. If there is none, the program stops.
  ///
  /// - Complexity: O(1). What is there is read without a lock.
  public var wrappedValue: Abstraction {
    do { return try injection.get() } catch {
      InjectionProblem.stop(
        Abstraction.self, injection.context.name, because: error, alternative: "@Injectable")
    }
  }

  /// Injects an implementation.
  ///
  /// - Parameters:
  ///   - injectionType: Whether a new instance is made.
  ///   - instantiationType: When that happens.
  ///   - file: The file of the property. If a context of tests is named like it, without its
  ///     extension, when the property is created, that one takes the place of the global context.
  ///   - line: The line of the property, for messages.
  ///   - context: The context. There is no fall back to another one.
  ///   - key: The key of the implementation; nil for the one that is the default when the
  ///     instance is made.
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

/// A property with an implementation of an abstraction, or nil if there is none.
///
/// ```swift
/// final class Service {
///   @Injectable private var repository: Repository?
///   @Injectable(injection: .singleton, constrainedTo: "local") private var cache: Repository?
/// }
/// ```
///
/// Every property has an instance of its own, unless it asks for a singleton; copies of a structure
/// share theirs. A change of the default key does not change what a property holds.
///
/// It may be read from any thread, if the implementation is safe for that.
@propertyWrapper
public struct Injectable<Abstraction> {
  /// How the instance is found.
  private let injection: Injection<Abstraction>

  /// The implementation, or nil if there is none, which is logged. A lazy property looks again at
  /// the next read then.
  ///
  /// - Complexity: O(1). What is there is read without a lock.
  public var wrappedValue: Abstraction? { try? injection.get() }

  /// Injects an implementation.
  ///
  /// - Parameters:
  ///   - injectionType: Whether a new instance is made.
  ///   - instantiationType: When that happens.
  ///   - file: The file of the property. If a context of tests is named like it, without its
  ///     extension, when the property is created, that one takes the place of the global context.
  ///   - line: The line of the property, for messages.
  ///   - context: The context. There is no fall back to another one.
  ///   - key: The key of the implementation; nil for the one that is the default when the
  ///     instance is made.
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
