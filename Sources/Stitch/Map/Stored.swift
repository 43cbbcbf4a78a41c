public import StitcherEngine
internal import Synchronization

/// The dependency of a key, as a type of its own: so that the engine finds it by type.
@frozen
@usableFromInline
struct Stored<Key: DependencyKey> {
  /// What was registered for the key, or its default.
  let value: Key.Value
}

/// Says of a type which key it belongs to.
protocol StoredDependency {
  /// The key whose dependency the type stores, for messages.
  static var key: any DependencyKey.Type { get }
}

extension Stored: StoredDependency {
  static var key: any DependencyKey.Type { Key.self }
}

/// What the engine found for a key.
@frozen
@usableFromInline
struct Found {
  /// The address of the ``Stored`` value, or nil if there is none yet.
  @usableFromInline let address: UnsafeMutableRawPointer?

  /// The read section in which the value may be copied, if there is an address.
  @usableFromInline let section: _ReadSection?
}

/// Reads the dependency of a key.
///
/// It is inlined into who knows the key, so that no metadata of generic types is looked up at run
/// time.
@inlinable
@inline(__always)
func readDependency<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
  let found = findDependency(ObjectIdentifier(Stored<Key>.self))
  guard let address = found.address, let section = found.section else {
    return createDependency(key)
  }
  // A structure of one property is where the property is, which is cheaper to copy.
  let value = address.assumingMemoryBound(to: Key.Value.self).pointee
  section.end()
  return value
}

/// Finds the dependency that a type stores.
@usableFromInline
func findDependency(_ type: ObjectIdentifier) -> Found {
  guard let graph = UnsafeRawPointer(bitPattern: liveGraph.load(ordering: .acquiring)) else {
    return Found(address: nil, section: nil)
  }
  let access = Unmanaged<Graph>.fromOpaque(graph)._withUnsafeGuaranteedRef { $0.find(type) }
  // The only registration of the type keeps its value strongly, so nothing else is found, and
  // nothing is pinned.
  guard access.kind == StitcherEngine.Found.Kind.copy else {
    return Found(address: nil, section: nil)
  }
  return Found(address: access.address, section: .current(on: access.record))
}

/// Returns the dependency of a key where it was not found at once.
@usableFromInline
@inline(never)
func createDependency<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
  DependencyStore.resolve(key)
}

/// Makes a value the dependency of a key.
@usableFromInline
func registerDependency<Key: DependencyKey>(_ value: Key.Value, for key: Key.Type) {
  DependencyStore.register(value, for: key)
}
