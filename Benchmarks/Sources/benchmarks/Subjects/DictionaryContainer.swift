internal import Synchronization

/// The baseline: a carefully written container with a locked dictionary, closures and casts, as
/// most containers are.
final class DictionaryContainer: Sendable {
  /// A registration.
  private struct Entry {
    var make: @Sendable () -> Any
    var isSingleton: Bool
    var instance: Any?
  }

  /// The registrations.
  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  /// Creates an empty container.
  init() {}

  /// Registers a dependency.
  func register<Value>(
    _ type: Value.Type, isSingleton: Bool = false, make: @escaping @Sendable () -> Value
  ) {
    entries.withLock {
      $0[ObjectIdentifier(type)] = Entry(make: make, isSingleton: isSingleton)
    }
  }

  /// Returns the dependency of a type.
  func resolve<Value>(_ type: Value.Type = Value.self) -> Value {
    let key = ObjectIdentifier(type)
    let entry = entries.withLock { $0[key] }
    guard let entry else { preconditionFailure("\(type) is not registered") }
    if let instance = entry.instance { return instance as! Value }
    let value = entry.make()
    if entry.isSingleton {
      let kept = Kept(value)
      entries.withLock { $0[key]?.instance = kept.value }
    }
    return value as! Value
  }

  /// A value that is stored in the dictionary.
  private struct Kept: @unchecked Sendable {
    // Safe: the baseline's instances are `Sendable`.
    let value: Any
    init(_ value: Any) { self.value = value }
  }
}

/// The baselines' containers and constants.
enum Baselines {
  /// A dictionary of 200 registrations: the same services, and unused types.
  static let dictionary: DictionaryContainer = {
    let container = DictionaryContainer()
    container.register((any Service).self, isSingleton: true) { LiveService() }
    container.register(Record.self) { Record() }
    container.register((any Recording).self) { Record() }
    for position in 0..<Containers.usualCount - 3 { fill(container, Fillers.type(at: position)) }
    return container
  }()

  /// The singleton without a container.
  static let service: any Service = LiveService()

  /// Registers a type that no benchmark resolves.
  private static func fill<Value>(_ container: DictionaryContainer, _ type: Value.Type) {
    container.register(type) { fatalError("never asked for") }
  }
}
