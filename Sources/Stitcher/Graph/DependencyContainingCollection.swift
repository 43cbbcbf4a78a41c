/// A collection that an injection can fill with all dependencies of its element type.
public protocol DependencyContainingCollection: Collection {
  /// Creates a collection of elements.
  init<S: Sequence>(_ sequence: S) where S.Element == Self.Element
}

extension Array: DependencyContainingCollection {}

extension Set: DependencyContainingCollection {}
