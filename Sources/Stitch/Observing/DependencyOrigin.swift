/// Where an observed dependency comes from.
package struct DependencyOrigin<Dependency>: @unchecked Sendable {
  // Safe: the closure only evaluates a key path, which never changes, or asks the main actor.

  /// What tells origins apart: a key path, or the identity of a type.
  let id: AnyHashable

  /// The store that is current where the origin is made, which tells of registrations.
  let store = DependencyStore.current

  /// Reads the dependency, or writes it if there is a new one.
  let access: (_ newValue: UnsafePointer<Dependency>?) -> Dependency

  /// An origin that is a property of the map.
  package init(_ keyPath: WritableKeyPath<DependencyMap, Dependency>) {
    id = AnyHashable(keyPath)
    access = inCurrentGraph(accessing(keyPath))
  }

  /// An origin that is a type; each has an instance of its own if the type's
  /// scope is ``StitchableScope/unique``.
  @MainActor
  package init<Type: Stitchable>(_ type: Type.Type) where Type.Dependency == Dependency {
    id = AnyHashable(ObjectIdentifier(type))
    access = inCurrentGraph(InjectionSite<Type>().access)
  }

  /// A property of the dependency that is registered when this is used.
  package subscript<Subject>(
    keyPath: ReferenceWritableKeyPath<Dependency, Subject>
  ) -> Subject {
    get { access(nil)[keyPath: keyPath] }
    nonmutating set { access(nil)[keyPath: keyPath] = newValue }
  }
}
