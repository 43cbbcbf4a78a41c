public import StitcherEngine

/// The dependency of a key, as a type of its own: so that the engine finds it by type.
@frozen
@usableFromInline
struct Stored<Key: DependencyKey> {
  /// What was registered for the key, or its default.
  let value: Key.Value
}

/// Says of a type which key it belongs to.
protocol StoredDependency: WrapperType {
  /// The key whose dependency the type stores, for messages.
  static var key: any DependencyKey.Type { get }

  /// What is stored.
  var anyValue: Any { get }
}

extension Stored: StoredDependency {
  static var key: any DependencyKey.Type { Key.self }

  /// The key.
  package static var shownType: any Any.Type { Key.self }

  var anyValue: Any { value }
}

extension Stored: ValueContainer {
  package var isContentUsableAnywhere: Bool { isUsableAnywhere(value) }
  package func checkContentIsUsableHere() throws { try checkIsUsableHere(value) }
}

/// Reads the dependency of a key.
///
/// It is inlined into who knows the key, so that no metadata of generic types is looked up at run
/// time.
@inlinable
@inline(__always)
func readDependency<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
  let found = findDependency(ObjectIdentifier(Stored<Key>.self))
  // A structure of one property is where the property is, which is cheaper to copy.
  return found.isLive ? found.take(as: Key.Value.self) : createDependency(key)
}

/// Finds the dependency that a type stores.
@usableFromInline
func findDependency(_ type: ObjectIdentifier) -> _LookupResult {
  // The store of an isolated graph may be let go of at any time, so it is asked while it is held.
  if CurrentGraph.mayBeIsolated, CurrentGraph.isolated != nil { return .nothing }
  guard
    let graph = UnretainedReference<Graph>(
      optional: ProcessWord.mapGraph.word.load(ordering: .acquiring))
  else {
    return .nothing
  }
  let found = graph.with { $0.find(type) }
  // What is not there yet is looked for anew, so that it is created in one place.
  if !found.isLive { found.unpin() }
  return found
}

/// Returns the dependency of a key where it was not found at once.
@usableFromInline
@inline(never)
func createDependency<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
  DependencyStore.current.resolve(key)
}

/// Makes a value the dependency of a key.
@usableFromInline
func registerDependency<Key: DependencyKey>(_ value: Key.Value, for key: Key.Type) {
  DependencyStore.current.register(value, for: key)
}
