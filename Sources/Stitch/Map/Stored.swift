public import StitcherEngine

/// A wrapper type around the dependency of a key, so that each key has its own type in the engine.
@frozen
@usableFromInline
struct Stored<Key: DependencyKey> {
  /// The dependency: the registered value, or the default.
  let value: Key.Value
}

/// A wrapper type that names the `DependencyKey` of its dependency, for generic code.
protocol StoredDependency: WrapperType {
  /// The key of the dependency, for messages.
  static var key: any DependencyKey.Type { get }

  /// The dependency.
  var anyValue: Any { get }
}

extension Stored: StoredDependency {
  static var key: any DependencyKey.Type { Key.self }

  /// The key, which messages show instead of the wrapper type.
  package static var shownType: any Any.Type { Key.self }

  var anyValue: Any { value }
}

extension Stored: ValueContainer {
  package func contentMismatch(onlyHere: Bool) -> ResolutionFailure.Reason? {
    mismatch(of: value, onlyHere: onlyHere)
  }
}

/// Returns the dependency of a key.
///
/// The function is inlined where the key type is known, so that no generic metadata is looked up at
/// run time.
@inlinable
@inline(__always)
func readDependency<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
  let found = findDependency(ObjectIdentifier(Stored<Key>.self))
  // A structure with one property has the layout of the property, which is cheaper to copy.
  return found.isLive ? found.take(as: Key.Value.self) : createDependency(key)
}

/// Looks a wrapper type up without a lock; returns `.nothing` if the slow path is needed.
@usableFromInline
func findDependency(_ type: ObjectIdentifier) -> _LookupResult {
  // Another thread may release the store of an isolated graph at any time. The slow path retains
  // the store.
  if CurrentGraph.mayBeIsolated, CurrentGraph.isolated != nil { return .nothing }
  guard
    let graph = UnretainedReference<Graph>(
      optional: ProcessWord.mapGraph.word.load(ordering: .acquiring))
  else {
    return .nothing
  }
  let found = graph.with { $0.find(type) }
  // Only the slow path creates a missing instance.
  if !found.isLive { found.unpin() }
  return found
}

/// Returns the dependency of a key on the slow path, and creates the default if necessary.
@usableFromInline
@inline(never)
func createDependency<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
  DependencyStore.current.resolve(key)
}

/// Registers a value as the dependency of a key in the current store.
@usableFromInline
func registerDependency<Key: DependencyKey>(_ value: Key.Value, for key: Key.Type) {
  DependencyStore.current.register(value, for: key)
}
