internal import StitcherEngine

/// The dependency of a key, as a type of its own: so that the engine finds it by type.
@usableFromInline
@frozen
struct Stored<Key: DependencyKey>: StoredDependency {
  /// The dependency.
  @usableFromInline let value: Key.Value

  /// Stores a dependency.
  @usableFromInline
  init(value: Key.Value) { self.value = value }

  static var key: any DependencyKey.Type { Key.self }
}

/// Says of a type which key it belongs to.
protocol StoredDependency {
  /// The key.
  static var key: any DependencyKey.Type { get }
}

/// Where a live dependency is.
@usableFromInline
@frozen
struct Found {
  /// The address of the ``Stored`` value, or nil if there is none yet. If it is not, ``endReading()`` follows, and nothing that is
  /// not ours runs before.
  @usableFromInline let address: UnsafeMutableRawPointer?

  /// Creates a find.
  @usableFromInline
  init(address: UnsafeMutableRawPointer?) { self.address = address }
}

/// Reads the dependency of a key.
///
/// It is inlined into who knows the key, so that no metadata of generic types is looked up at run time.
@inlinable
@inline(__always)
func readDependency<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
  guard let address = findDependency(ObjectIdentifier(Stored<Key>.self)).address else {
    return createDependency(key)
  }
  let value = address.assumingMemoryBound(to: Stored<Key>.self).pointee.value
  endReading()
  return value
}

/// Makes a value the dependency of a key.
@usableFromInline
func registerDependency<Key: DependencyKey>(_ value: Key.Value, for key: Key.Type) {
  DependencyStore.register(value, for: key)
}

/// Finds the dependency that a type stores.
@usableFromInline
func findDependency(_ type: ObjectIdentifier) -> Found {
  let access = DependencyStore.graph.access(type)
  // The only registration of the type keeps its value strongly, so nothing else is found, and nothing is pinned.
  return Found(address: access.kind == Access.Kind.copy ? access.address : nil)
}

/// Ends what ``findDependency(_:)`` has begun.
@usableFromInline
func endReading() { ThreadRecord.current.endReading() }

/// Returns the dependency of a key where it was not found at once.
@usableFromInline
@inline(never)
func createDependency<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
  DependencyStore.resolve(key)
}
