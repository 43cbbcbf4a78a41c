internal import StitcherEngine

// The asynchronous variants of the functions in `Graph+Unwrapping.swift`.

extension Graph {
  /// Resolves, in a task, the only dependency that is registered for the given type.
  ///
  /// If the type is an optional or a collection, its wrapped type or element type is looked up as
  /// well.
  ///
  /// - Throws: The error of the lookup or of the factory.
  nonisolated(nonsending) func findAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList
  ) async throws -> SomeDependency {
    do { return try await resolve(.type(type), as: type, parameters) } catch {
      return try await findUnwrapped(type, parameters, insteadOf: error)
    }
  }

  /// Resolves the type as an optional or a collection, if the error says that the type itself was
  /// not found. Throws any other error.
  ///
  /// This is a separate function, because it looks up the metadata of generic types.
  ///
  /// - Parameter error: The error of the lookup of the type itself.
  @inline(never)
  private nonisolated(nonsending) func findUnwrapped<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList, insteadOf error: any Error
  ) async throws -> SomeDependency {
    guard isMissing(type, error) else { throw error }
    if let found = try await unwrapAsync(type, parameters) { return found }
    guard let optional = type as? any OptionalDependency.Type else { throw error }
    // `absent` is the `nil` of the optional type, so the cast succeeds.
    return optional.absent as! SomeDependency
  }

  /// Resolves, in a task, the only dependency of the given type, even if the type is an optional or
  /// a collection; `nil` if there is none.
  ///
  /// - Throws: The error of the lookup or of the factory.
  nonisolated(nonsending) func findPresentAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList
  ) async throws -> SomeDependency? {
    if let own = try await findCompositeAsync(SomeDependency?.self, of: type, parameters) {
      return own
    }
    do { return try await resolve(.type(type), as: type, parameters) } catch {
      if !isMissing(type, error) { throw error }
    }
    if let found = try await unwrapAsync(type, parameters) { return found }
    // A dependency may be registered as the optional itself.
    let optional = SomeDependency?.self
    do { return try await resolve(.type(optional), as: optional, parameters) } catch {
      if !isMissing(optional, error) { throw error }
      return nil
    }
  }

  /// Resolves, in a task, the dependency that is registered as the given collection type itself; if
  /// there is none, collects all dependencies of the element type.
  ///
  /// - Throws: The error of the lookup or of the factory.
  nonisolated(nonsending) func collectAsync<Container: DependencyContainingCollection>(
    _ type: Container.Type, _ parameters: _ArgumentList
  ) async throws -> Container where Container.Element: Sendable {
    let element = Container.Element.self
    if declaresComposite(type, of: element, parameters.types) {
      // The box makes the collection `Sendable`. This is safe, since the collection is only
      // returned to the caller.
      let own: UncheckedSendableBox<Any> = UncheckedSendableBox(
        try await resolve(.type(type), as: (any Sendable).self, parameters))
      return try castHere(own.value)
    }
    return Container(try await resolveAll(element, as: element, parameters, in: nil))
  }

  /// Resolves, in a task, the wrapped type of an optional type, or all elements of a collection
  /// type; `nil` if the given type is neither, or nothing is registered.
  private nonisolated(nonsending) func unwrapAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList
  ) async throws -> SomeDependency? {
    var inner: any Any.Type = type
    while let optional = inner as? any OptionalDependency.Type {
      inner = optional.wrappedType
      do { return try await resolve(.type(inner), as: type, parameters) } catch {
        if !isMissing(inner, error) { throw error }
      }
    }
    guard let collection = inner as? any DependencyContainingCollection.Type else { return nil }
    let all = try await resolveAll(
      collection.elementType, as: (any Sendable).self, parameters, in: nil)
    // A collection of the resolved elements has the requested type.
    return .some(try collection.collect(all) as! SomeDependency)
  }
}

extension DependencyContainingCollection {
  static var elementType: any Any.Type { Element.self }

  /// Creates a collection from instances, after a cast of each one to the element type.
  ///
  /// - Throws: A type mismatch, if a conformance is isolated to another executor.
  fileprivate static func collect(
    _ all: [any Sendable]
  ) throws -> any DependencyContainingCollection {
    Self(try all.map { try cast($0) as Element })
  }
}
