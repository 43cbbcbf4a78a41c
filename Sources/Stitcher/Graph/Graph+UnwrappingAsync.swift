internal import StitcherEngine

// What `Graph+Unwrapping.swift` does, for whoever awaits.

extension Graph {
  /// Returns the only dependency of a type that takes parameters, or what the type stands for.
  ///
  /// - Throws: What the engine or a factory throws.
  nonisolated(nonsending) func findAsync<SomeDependency: Sendable>(
    _ type: SomeDependency.Type, _ parameters: _ArgumentList
  ) async throws -> SomeDependency {
    do { return try await resolve(.type(type), as: type, parameters) } catch {
      guard isMissing(type, error) else { throw error }
      if let found = try await unwrapAsync(type, parameters) { return found }
      guard let optional = type as? any OptionalDependency.Type else { throw error }
      // The nil of a type is of that type.
      return optional.absent as! SomeDependency
    }
  }

  /// Returns the only dependency of a type that takes parameters, or what the type stands for; nil
  /// if there is none.
  ///
  /// - Throws: What the engine or a factory throws.
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
    // Somebody may have registered the optional itself.
    let optional = SomeDependency?.self
    do { return try await resolve(.type(optional), as: optional, parameters) } catch {
      if !isMissing(optional, error) { throw error }
      return nil
    }
  }

  /// Returns a collection of all dependencies of its element type, or the collection that is
  /// registered itself.
  ///
  /// - Throws: What the engine or a factory throws.
  nonisolated(nonsending) func collectAsync<Container: DependencyContainingCollection>(
    _ type: Container.Type, _ parameters: _ArgumentList
  ) async throws -> Container where Container.Element: Sendable {
    let element = Container.Element.self
    if declaresComposite(type, of: element, parameters.types) {
      // It need not be `Sendable`: it goes no farther than to the caller.
      let own: UncheckedSendableBox<Any> = UncheckedSendableBox(
        try await resolve(.type(type), as: (any Sendable).self, parameters))
      return try castHere(own.value)
    }
    return Container(try await resolveAll(element, as: element, parameters, in: nil))
  }

  /// Returns what there is of the type that an optional wraps, or all of the type of a collection's
  /// elements; nil if the type is neither, or there is nothing.
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
    // A collection of its elements is of the type.
    return .some(try collection.collect(all) as! SomeDependency)
  }
}

extension DependencyContainingCollection {
  /// The type of the elements.
  static var elementType: any Any.Type { Element.self }

  /// Returns the collection of instances that were asked for as elements.
  ///
  /// - Throws: A mismatch, if a conformance is isolated to another executor.
  fileprivate static func collect(
    _ all: [any Sendable]
  ) throws -> any DependencyContainingCollection {
    Self(try all.map { try cast($0) as Element })
  }
}
