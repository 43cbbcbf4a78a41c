internal import StitcherContainers
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
    return .some(collection.collect(all) as! SomeDependency)
  }
}

extension DependencyContainingCollection {
  /// The type of the elements.
  fileprivate static var elementType: any Any.Type { Element.self }

  /// Returns the collection of instances that were asked for as elements.
  fileprivate static func collect(_ all: [any Sendable]) -> any DependencyContainingCollection {
    Self(all.map { $0 as! Element })
  }
}
