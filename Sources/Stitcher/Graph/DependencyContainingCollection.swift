/// A collection that an injection can fill with all dependencies of its element type.
///
/// ```swift
/// let sources: [any Searchable] = try DependencyGraph.inject()
/// ```
///
/// Arrays and sets are such collections. Others need only declare that they conform, if they
/// have the initializer.
public protocol DependencyContainingCollection: Collection {
  /// Creates a collection of elements.
  ///
  /// - Parameter sequence: The elements in the order of activation, then of declaration.
  init<S: Sequence>(_ sequence: S) where S.Element == Self.Element
}

extension Array: DependencyContainingCollection {}

extension Set: DependencyContainingCollection {}
