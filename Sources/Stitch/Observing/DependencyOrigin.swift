/// The origin of an observed dependency: a key path of the map, or a ``Stitchable`` type.
package struct DependencyOrigin<Dependency>: @unchecked Sendable {
  // Safe: the closure only evaluates an immutable key path, or calls the main actor.

  /// The identity of the origin: a key path, or a type.
  let id: AnyHashable

  /// The store that was current when the origin was created; its signal reports registrations.
  let store = DependencyStore.current

  /// The closure that reads the dependency, or writes a new value if there is one.
  let access: (_ newValue: UnsafePointer<Dependency>?) -> Dependency

  /// Creates an origin for a key path of the map.
  package init(_ keyPath: WritableKeyPath<DependencyMap, Dependency>) {
    id = AnyHashable(keyPath)
    access = inCurrentGraph(accessing(keyPath))
  }

  /// Creates an origin for a type. With the scope ``StitchableScope/unique``, each origin has its
  /// own instance.
  @MainActor
  package init<Type: Stitchable>(_ type: Type.Type) where Type.Dependency == Dependency {
    id = AnyHashable(ObjectIdentifier(type))
    access = inCurrentGraph(InjectionSite<Type>().access)
  }

  /// A property of the currently registered dependency.
  package subscript<Subject>(
    keyPath: ReferenceWritableKeyPath<Dependency, Subject>
  ) -> Subject {
    get { access(nil)[keyPath: keyPath] }
    nonmutating set { access(nil)[keyPath: keyPath] = newValue }
  }
}
