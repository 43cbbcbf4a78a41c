internal import StitcherEngine

/// A write through a key path, with the dependency that is going to be registered.
///
/// The Swift runtime reads a property before it writes the property through a key path, and drops
/// the result. That read returns the new dependency, so that no default is created.
class KeyPathWrite: @unchecked Sendable {
  // Safe: all properties are constants or atomics, and the dependency is returned at most once.

  /// The write that the current task is performing; `nil` outside of writes.
  @TaskLocal static var current: KeyPathWrite?

  /// The key path of the property.
  private let keyPath: AnyKeyPath

  /// Whether a read has already received the dependency, or the write has ended.
  private let isOver = AtomicBox<Bool>(false)

  /// Creates a write; only the typed subclass calls this initializer.
  fileprivate init(keyPath: AnyKeyPath) { self.keyPath = keyPath }

  /// Ends the write, so that later reads use the map again; returns whether the write was active.
  @discardableResult
  final func end() -> Bool { !isOver.exchange(true) }

  /// Returns the new dependency to the read with which the Swift runtime begins a write through a
  /// key path.
  ///
  /// Returns `nil` if there is no write, the type differs, or the key path leads to a part of the
  /// dependency.
  static func takeDependency<Dependency>(_ type: Dependency.Type) -> Dependency? {
    guard let current, current.end(),
      let write = current as? TypedKeyPathWrite<Dependency>, write.hasOneComponent
    else { return nil }
    return write.dependency
  }

  /// Whether the key path leads to a property of the map; `false` for a part of a dependency, or if
  /// this is unknown.
  private var hasOneComponent: Bool {
    // On older systems, the description of a key path does not name its components.
    guard #available(macOS 13.3, iOS 16.4, tvOS 16.4, watchOS 9.4, *) else { return false }
    let description = keyPath.debugDescription
    guard let start = description.firstIndex(of: ".") else { return false }
    let component = description[start...].dropFirst()
    if component.hasPrefix("<computed "), component.hasSuffix(")>") {
      return component.indices.count { component[$0...].hasPrefix("<computed ") } == 1
    }
    return !component.contains { ".?!<>()[]".contains($0) }
  }
}

/// A write of a dependency with a known type.
private final class TypedKeyPathWrite<Dependency>: KeyPathWrite, @unchecked Sendable {
  // Safe: see `KeyPathWrite`.

  /// The dependency that is going to be registered.
  let dependency: Dependency

  /// Creates a write of a dependency at a key path.
  init(_ dependency: Dependency, keyPath: AnyKeyPath) {
    self.dependency = dependency
    super.init(keyPath: keyPath)
  }
}

/// Writes a dependency through a key path of the map.
@usableFromInline
@inline(never)
func writeDependency<Dependency>(
  _ dependency: Dependency, at keyPath: WritableKeyPath<DependencyMap, Dependency>
) {
  let write = TypedKeyPathWrite(dependency, keyPath: keyPath)
  defer { write.end() }
  KeyPathWrite.$current.withValue(write) {
    // The map is a class instance. The variable exists only since a writable key path requires one.
    var map = DependencyMap.map
    map[keyPath: keyPath] = dependency
  }
}
