internal import StitcherEngine

/// A dependency on its way through a key path.
///
/// The runtime reads a property before it writes it through a key path, and drops what it has read.
/// So that this read does not create a default, it gets the dependency that is going to be written.
class KeyPathWrite: @unchecked Sendable {
  // Safe: constants and an atomic; the dependency is handed over once at most.

  /// The write that the calling code is part of.
  @TaskLocal static var current: KeyPathWrite?

  /// The property that is written, through which the runtime reads it first.
  private let keyPath: AnyKeyPath

  /// Whether nobody may be given the dependency any more.
  private let isOver = AtomicBox<Bool>(false)

  /// Creates a write; called by the typed subclass.
  fileprivate init(keyPath: AnyKeyPath) { self.keyPath = keyPath }

  /// Has what follows be no part of the write; returns whether it was.
  @discardableResult
  final func end() -> Bool { !isOver.exchange(true) }

  /// Returns what the read that comes before the write may get: nil if it wants another type, or
  /// only leads to what is written.
  static func takeDependency<Dependency>(_ type: Dependency.Type) -> Dependency? {
    guard let current, current.end(),
      let write = current as? TypedKeyPathWrite<Dependency>, write.hasOneComponent
    else { return nil }
    return write.dependency
  }

  /// Whether the key path leads to a property of the map, not to a part of one. If that cannot be
  /// told, it does not.
  private var hasOneComponent: Bool {
    // On older systems no text names the components.
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

/// A dependency of a known type on its way through a key path.
private final class TypedKeyPathWrite<Dependency>: KeyPathWrite, @unchecked Sendable {
  // Safe: see `KeyPathWrite`.

  /// What is going to be written, so what a read of the same property may get.
  let dependency: Dependency

  /// Notes what is going to be written where.
  init(_ dependency: Dependency, keyPath: AnyKeyPath) {
    self.dependency = dependency
    super.init(keyPath: keyPath)
  }
}

/// Writes a property of the map.
@usableFromInline
@inline(never)
func writeDependency<Dependency>(
  _ dependency: Dependency, at keyPath: WritableKeyPath<DependencyMap, Dependency>
) {
  let write = TypedKeyPathWrite(dependency, keyPath: keyPath)
  defer { write.end() }
  KeyPathWrite.$current.withValue(write) {
    // The map is an object, so the variable is only what a writable key path asks for.
    var map = DependencyMap.map
    map[keyPath: keyPath] = dependency
  }
}
