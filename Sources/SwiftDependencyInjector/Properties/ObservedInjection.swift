internal import StitcherEngine

/// The current implementation of an observed property, with its subscriptions; shared by copies of
/// the property.
@usableFromInline
final class ObservedInjection<Abstraction>: Sendable {
  /// The context in which the implementation is looked up.
  private let context: Context

  /// The source location of the property.
  private let file: String, line: Int

  /// The text that identifies the property in messages.
  private let id: String

  /// The current implementation of the observed property.
  ///
  /// Its readers are inlined where the abstraction is known, so that no generic metadata is looked
  /// up.
  @usableFromInline let held: Held<Publication<Abstraction>>

  /// The signal that sends new implementations to the property; `nil` if it could not be created.
  private let publications: PublicationsOf<Abstraction>?

  /// The subscription that stores each new implementation in the property.
  private let subscription: Cancellation?

  /// The subscription that releases the property's implementation when the context is destroyed.
  private let end: Cancellation

  /// Subscribes the property to new implementations, and injects the first instance.
  init(file: String, line: Int, context: InjectionContext) {
    let context = Contexts.context(context, declaredIn: file)
    let home = CapturedGraph()
    let id =
      "\(FileName(file).withoutExtension):\(printed(Abstraction.self)):\(Self.makeIdentifier())"
    let held = Held(of: Abstraction.self) {
      try home.runOfProperty { try Self.make(in: context) }
    }
    self.context = context
    self.file = file
    self.line = line
    self.id = id
    self.held = held
    publications = context.publications(of: Abstraction.self)
    subscription = publications?.signal.subscribe { Self.hold($0, of: context, in: held, id) }
    end = context.ends.subscribe { held.drop { context.hasEnded(since: $0.version) } }
    request()
  }

  /// Returns the property's instance, after injecting and storing one if it holds none; if the
  /// injection fails, logs the reason and returns `nil`.
  @usableFromInline
  @inline(never)
  func requested() -> Abstraction? {
    instanceOrError().instance
  }

  /// Returns the property's instance, after injecting and storing one if it holds none; if the
  /// injection fails, logs a problem and returns the error.
  ///
  /// The error is `nil` if the injection fails because the abstraction is not registered.
  private func instanceOrError() -> (instance: Abstraction?, error: (any Error)?) {
    let error = request()
    if let publication = try? held.value() { return (publication.instance, nil) }
    InjectorLog.error(
      .noImplementationFoundOnInjection(printed(Abstraction.self), file: file, line: line))
    return (nil, error)
  }

  /// Returns the property's instance, after injecting and storing one if it holds none; stops the
  /// program if the injection fails.
  @usableFromInline
  @inline(never)
  func forced() -> Abstraction {
    let (instance, error) = instanceOrError()
    if let instance { return instance }
    InjectionProblem.stop(
      Abstraction.self, context.name, because: error, alternative: "@ObservedInjectable")
  }

  /// A publisher of the implementations that are sent after the one that the property holds.
  var publisher: ImplementationPublisher<Abstraction> {
    ImplementationPublisher(publications, after: (try? held.value().version) ?? 0)
  }

  /// Injects and stores an instance if the property holds none; returns the error if the injection
  /// fails.
  ///
  /// Several threads may call this method at once.
  @discardableResult
  private func request() -> (any Error)? {
    let name = printed(Abstraction.self)
    let context = context
    do {
      try held.fill()
      // If thread B destroys the context before this line, the instance is released here. If thread
      // B does so later, its signal releases the instance.
      held.drop { context.hasEnded(since: $0.version) }
      InjectorLog.info(
        "New implementation of '\(name)' with a not nil value received on subscriber: \(id)")
      InjectorLog.info(
        "New implementation of '\(name)' was published succesfully to subscriber with id: \(id)")
      return nil
    } catch let error as NoDefaultKey {
      return error.reason
    } catch {
      if !(error is NoInstance) { context.explain(error, Abstraction.self) }
      InjectorLog.error(.noImplementationFoundForPublish(name))
      return error
    }
  }

  /// The error for an abstraction without a default key. The lookup of the key has logged the
  /// problem.
  private struct NoDefaultKey: Error {
    /// The error of the ended graph, if the default key is missing because the context's graph has
    /// ended; otherwise `nil`.
    let reason: (any Error)?
  }

  /// Creates an instance of the default implementation for one property.
  private static func make(in context: Context) throws -> Publication<Abstraction> {
    let name = printed(Abstraction.self)
    context.ensureExists()
    guard let current = context.registry.defaultKey(of: Abstraction.self) else {
      InjectorLog.error(.noPublisherFound(name))
      do { try context.graph.checkHasNotEnded() } catch {
        context.explain(error, Abstraction.self)
        throw NoDefaultKey(reason: error)
      }
      InjectorLog.error(.abstractionNotFound(name, context.name))
      throw NoDefaultKey(reason: nil)
    }
    let instance = try context.resolve(Abstraction.self, .regular, current.key)
    return Publication(instance: instance, version: current.version)
  }

  /// Stores a published instance in the property, unless its key is no longer the default one, or
  /// the context was destroyed.
  ///
  /// Thread A may publish an instance after thread B has published one with a later key. A property
  /// that subscribes between the two must not store the older instance.
  private static func hold(
    _ new: Publication<Abstraction>, of context: Context,
    in held: Held<Publication<Abstraction>>, _ id: String
  ) {
    guard context.registry.defaultKey(of: Abstraction.self)?.version == new.version else { return }
    held.set(new) { $0.version > new.version }
    // If thread B destroys the context before this line, the instance is released here. If thread B
    // does so later, its signal releases the instance.
    held.drop { context.hasEnded(since: $0.version) }
    InjectorLog.info(
      "New implementation of '\(printed(Abstraction.self))' with a not nil value received on"
        + " subscriber: \(id)")
  }

  /// Returns a random identifier in the format of a UUID.
  private static func makeIdentifier() -> String {
    let digits = (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16, uppercase: true) }
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { digits[$0].joined() }
      .joined(separator: "-")
  }
}

/// The value of an observed property, which can be created, replaced and released.
@usableFromInline
final class Held<Value>: Sendable {
  /// The storage of the property's value. Reading it never creates a value.
  private let lazy: LazyValue<Value>

  /// Creates an empty storage, which creates its value later by calling the given closure.
  ///
  /// - Parameters:
  ///   - type: The type for error messages.
  ///   - make: The closure that creates the value in ``fill()``.
  init(of type: any Any.Type, _ make: @escaping () throws -> Value) {
    lazy = LazyValue(.type(type), factory: make)
  }

  /// Returns the value that the storage holds.
  ///
  /// - Throws: An error if the storage is empty.
  @usableFromInline
  func value() throws -> Value { try lazy.present() }

  /// Creates the value if the storage is empty. If several threads call this method, only one of
  /// them creates the value.
  ///
  /// - Throws: The error of the creation.
  func fill() throws { _ = try lazy.get() }

  /// Releases the value of the property if it satisfies the given condition.
  func drop(where isOld: (Value) -> Bool) { lazy.clear(where: isOld) }

  /// Replaces the value of the property, unless the present value satisfies the given condition.
  func set(_ value: Value, unless isNewer: (Value) -> Bool) { lazy.set(value, unless: isNewer) }
}
