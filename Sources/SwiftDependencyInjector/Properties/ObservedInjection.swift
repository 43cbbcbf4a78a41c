internal import StitcherEngine

/// What an observed property holds, and how it learns of changes; copies of the property share it.
@usableFromInline
final class ObservedInjection<Abstraction>: Sendable {
  /// Where the implementation is looked for.
  private let context: Context

  /// The property's place.
  private let file: String, line: Int

  /// What messages call the property.
  private let id: String

  /// What is held. Who reads it is inlined into who knows the type, so that no metadata of generic
  /// types is looked up.
  @usableFromInline let held: Held<Publication<Abstraction>>

  /// Tells of new implementations; nil only if it cannot be made.
  private let publications: PublicationsOf<Abstraction>?

  /// Puts each new implementation in the place of the last one.
  private let subscription: SignalSubscription<Publication<Abstraction>>?

  /// Lets go of the last implementation when the context is destroyed.
  private let end: SignalSubscription<Void>

  /// Subscribes, and gets an instance.
  init(file: String, line: Int, context: InjectionContext) {
    let context = Contexts.context(context, declaredIn: file)
    let home = CapturedGraph.ofProperty
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

  /// Asks for an instance where none is held, and returns it; nil if there is none,
  /// which is logged.
  @usableFromInline
  @inline(never)
  func requested() -> Abstraction? {
    instanceOrError().instance
  }

  /// Asks for an instance where none is held; if there is none, that is logged.
  private func instanceOrError() -> (instance: Abstraction?, error: (any Error)?) {
    let error = request()
    if let publication = try? held.value() { return (publication.instance, nil) }
    InjectorLog.error(
      .noImplementationFoundOnInjection(printed(Abstraction.self), file: file, line: line))
    return (nil, error)
  }

  /// Asks for an instance where none is held, and returns it; stops the program if there is none.
  @usableFromInline
  @inline(never)
  func forced() -> Abstraction {
    let (instance, error) = instanceOrError()
    if let instance { return instance }
    InjectionProblem.stop(
      Abstraction.self, context.name, because: error, alternative: "@ObservedInjectable")
  }

  /// What is published after the implementation that is held now.
  var publisher: ImplementationPublisher<Abstraction> {
    ImplementationPublisher(publications, after: (try? held.value().version) ?? 0)
  }

  /// Asks for an instance where none is held, as one of several threads; returns why there is none.
  @discardableResult
  private func request() -> (any Error)? {
    let name = printed(Abstraction.self)
    let context = context
    do {
      try held.fill()
      // Who destroys the context from here on finds it.
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

  /// No implementation is the default, which was logged.
  private struct NoDefaultKey: Error {
    /// Why that is so, if the context has ended.
    let reason: (any Error)?
  }

  /// Makes an instance of the default implementation for one property alone.
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

  /// Holds an instance, unless its key is not the default one any more, or the context was
  /// destroyed.
  ///
  /// A thread may publish an instance late, when a later key is already published. The property
  /// that subscribes in between has no instance of the later key yet.
  private static func hold(
    _ new: Publication<Abstraction>, of context: Context,
    in held: Held<Publication<Abstraction>>, _ id: String
  ) {
    guard context.registry.defaultKey(of: Abstraction.self)?.version == new.version else { return }
    held.set(new) { $0.version > new.version }
    // Who destroys the context from here on finds it.
    held.drop { context.hasEnded(since: $0.version) }
    InjectorLog.info(
      "New implementation of '\(printed(Abstraction.self))' with a not nil value received on"
        + " subscriber: \(id)")
  }

  /// Returns a random identifier in the usual form.
  private static func makeIdentifier() -> String {
    let digits = (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16, uppercase: true) }
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { digits[$0].joined() }
      .joined(separator: "-")
  }
}

/// The value that a property holds, once there is one.
@usableFromInline
final class Held<Value>: Sendable {
  /// Where the value lives. A read makes none.
  private let lazy: LazyValue<Value>

  /// Holds nothing.
  ///
  /// - Parameters:
  ///   - type: The type that errors name.
  ///   - make: Makes the value that ``fill()`` asks for.
  init(of type: any Any.Type, _ make: @escaping () throws -> Value) {
    lazy = LazyValue(.type(type), factory: make)
  }

  /// Returns the value.
  ///
  /// - Throws: An error if there is none.
  @usableFromInline
  func value() throws -> Value { try lazy.present() }

  /// Has a value made, unless there is one. Of several threads, one makes it.
  ///
  /// - Throws: What making the value has thrown.
  func fill() throws { _ = try lazy.get() }

  /// Lets go of the value, if a condition holds for it.
  func drop(where isOld: (Value) -> Bool) { lazy.clear(where: isOld) }

  /// Holds a value, unless the present one stays.
  func set(_ value: Value, unless isNewer: (Value) -> Bool) { lazy.set(value, unless: isNewer) }
}
