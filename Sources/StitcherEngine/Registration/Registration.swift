internal import Synchronization

/// A description of one dependency: how it is found, made and kept.
///
/// A registration does not change. Only the cell that holds its instance is filled in later, so that
/// an idle registration stays small.
package class Registration: @unchecked Sendable {
  // Safe: stored properties are constants; the cell's address and the hook's cache are atomic.

  /// What the registration is found by.
  package let locator: Locator

  /// How long its instance lives.
  package let scope: Scope

  /// Whether the instance is made on activation.
  package let isEager: Bool

  /// The types of the factory's parameters.
  package let parameterTypes: [any Any.Type]

  /// Whether the factory declares to return a class.
  let producesObjects: Bool

  /// The address of the type that the factory declares to return.
  let producedBits: UInt

  /// Where it was registered.
  package let location: SourceLocation

  /// The cell, and the bits of ``CellLink`` that say what became of it.
  let cellBits = Atomic<UInt>(0)

  /// The last dynamic type for which no hook was found, mixed with the salt of the graph's hook, so
  /// that the next look is a comparison.
  let plainType = Atomic<UInt>(0)

  /// Creates a registration; called by the typed subclasses.
  init(
    locator: Locator, scope: Scope, isEager: Bool, parameterTypes: [any Any.Type],
    location: SourceLocation,
    producesObjects: Bool, producedBits: UInt
  ) {
    self.producesObjects = producesObjects
    self.producedBits = producedBits
    self.locator = locator
    self.scope = scope
    self.isEager = isEager
    self.parameterTypes = parameterTypes
    self.location = location
  }

  deinit { CellLink.discard(cellBits.load(ordering: .relaxed)) }

  /// The type that the factory declares to return.
  package var producedType: any Any.Type { fatalError("overridden") }

  /// Runs the factory with arguments of the right types and wraps the result.
  func makeInstance(_ arguments: [Any]) throws -> Instance { fatalError("overridden") }

  /// Runs the factory with arguments of the right types.
  func makeAny(_ arguments: [Any]) throws -> Any { fatalError("overridden") }

  /// Whether the scope keeps instances.
  package var isStored: Bool { scope.rank != 0 }

  /// Whether the factory is asynchronous.
  var isAsynchronous: Bool { false }

  /// Whether activation creates the instance: eager, kept, and without parameters.
  package var canInstantiateEagerly: Bool { isEager && isStored && parameterTypes.isEmpty }

  /// Whether both take parameters of the same types in the same order.
  package func hasSameParameters(as other: Registration) -> Bool {
    parameterTypes.count == other.parameterTypes.count
      && zip(parameterTypes, other.parameterTypes).allSatisfy { $0 == $1 }
  }

  /// Whether both describe the same dependency, whatever their factories do.
  package func isEqual(to other: Registration) -> Bool {
    self === other
      || (scope.rank == other.scope.rank && isEager == other.isEager
        && producedType == other.producedType && hasSameParameters(as: other)
        && locator == other.locator)
  }

  /// Whether a container that has this one leaves the newcomer out: an equal one, or, by name and
  /// by value, one with the same parameters.
  func supersedes(_ newcomer: Registration) -> Bool {
    switch locator.storage {
    case .name, .value: hasSameParameters(as: newcomer) && locator == newcomer.locator
    case .type, .types, .keys: isEqual(to: newcomer)
    }
  }
}

/// A registration whose factory's types are known.
package final class TypedRegistration<Produced, each Parameter>: Registration, @unchecked Sendable {
  // Safe: see `Registration`; the factory is `@Sendable`.

  /// Makes an instance.
  package let factory: @Sendable (repeat each Parameter) throws -> Produced

  /// Creates a registration.
  package init(
    locator: Locator, scope: Scope, isEager: Bool = false,
    location: SourceLocation,
    factory: @escaping @Sendable (repeat each Parameter) throws -> Produced
  ) {
    self.factory = factory
    var types: [any Any.Type] = []
    for type in repeat (each Parameter).self { types.append(type) }
    super.init(
      locator: locator, scope: scope, isEager: isEager, parameterTypes: types, location: location,
      producesObjects: Produced.self is AnyObject.Type, producedBits: typeBits(Produced.self))
  }

  package override var producedType: any Any.Type { Produced.self }

  override func makeInstance(_ arguments: [Any]) throws -> Instance {
    TypedInstance(try make(arguments))
  }

  override func makeAny(_ arguments: [Any]) throws -> Any { try make(arguments) }

  /// Runs the factory with arguments that the caller has checked.
  private func make(_ arguments: [Any]) throws -> Produced {
    var position = 0
    func next<Argument>(_ type: Argument.Type) -> Argument {
      defer { position += 1 }
      // The types were compared before, so this succeeds.
      return arguments[position] as! Argument
    }
    return try factory(repeat next((each Parameter).self))
  }
}
