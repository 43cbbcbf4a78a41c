internal import StitcherEngine

/// What an observed property holds, and how it learns of changes; copies of the property share it.
final class ObservedInjection<Abstraction>: Sendable {
  /// Where the implementation is looked for.
  let context: Context

  /// The property's place.
  private let file: String, line: Int

  /// What is held.
  private let holder: Holder

  /// Tells of new implementations, and the subscription to them; nil only if it cannot be made.
  private let publications: PublicationsOf<Abstraction>?, subscription: any AnyObject & Sendable

  /// The instance that a property holds.
  private final class Holder: @unchecked Sendable {
    // Safe: constants, and a value that the engine guards.

    /// An instance, and the number of the change of the default key that it belongs to.
    private typealias Publication = PublicationsOf<Abstraction>.Publication

    /// What messages call the property.
    let id: String

    /// The instance, once there is one.
    private let held = LazyValue<Publication>(.type(Holder.self)) { throw NothingHeld() }

    /// Creates an empty holder.
    init(id: String) { self.id = id }

    /// The instance; nil if there is none.
    var instance: Abstraction? { try? held.get().instance }

    /// Holds an instance, unless a later one is there.
    func hold(_ new: PublicationsOf<Abstraction>.Publication) {
      held.set(new) { $0.version > new.version }
      InjectorLog.info(
        "New implementation of '\(printed(Abstraction.self))' with a not nil value received on"
          + " subscriber: \(id)")
    }
  }

  /// Nothing is held yet.
  private struct NothingHeld: Error {}

  /// Subscribes, and gets an instance.
  init(file: String, line: Int, context: InjectionContext) {
    let name = printed(Abstraction.self)
    let context = Contexts.context(context, declaredIn: file)
    let holder = Holder(
      id: "\(FileName(file).withoutExtension):\(name):\(Self.makeIdentifier())")
    self.context = context
    self.file = file
    self.line = line
    self.holder = holder
    publications = context.publications(of: Abstraction.self)
    subscription = publications?.signal.subscribe { holder.hold($0) } ?? holder
    request()
  }

  /// The instance, or nil if there is none, which is logged.
  var instance: Abstraction? {
    if let instance = holder.instance { return instance }
    request()
    if let instance = holder.instance { return instance }
    InjectorLog.error(
      .noImplementationFoundOnInjection(printed(Abstraction.self), file: file, line: line))
    return nil
  }

  /// Gets an instance of the default implementation for this property alone.
  private func request() {
    let name = printed(Abstraction.self)
    context.ensureExists()
    guard let current = context.registry.defaultKey(of: Abstraction.self) else {
      InjectorLog.error(.noPublisherFound(name))
      return InjectorLog.error(.abstractionNotFound(name, context.name))
    }
    do {
      let instance = try context.draw(Abstraction.self, .regular, current.key)
      holder.hold(.init(version: current.version, instance: instance))
      InjectorLog.info(
        "New implementation of '\(name)' was published succesfully to subscriber with id:"
          + " \(holder.id)")
    } catch {
      if error is ResolutionFailure { context.explain(error, Abstraction.self) }
      InjectorLog.error(.noImplementationFoundForPublish(name))
    }
  }

  /// Returns a random identifier in the usual form.
  private static func makeIdentifier() -> String {
    let digits = (0..<4).map { _ in
      let part = String(UInt32.random(in: .min ... .max), radix: 16, uppercase: true)
      return String(repeating: "0", count: 8 - part.count) + part
    }.joined()
    var identifier = ""
    for (position, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(position) { identifier += "-" }
      identifier.append(digit)
    }
    return identifier
  }
}
