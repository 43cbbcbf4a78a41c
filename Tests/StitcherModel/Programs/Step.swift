/// A registration: an object with a declaration.
///
/// The same number is the same object in all registries.
package struct Item: Hashable, Sendable {
  /// The position of the declaration in the program.
  package var declaration: Int
  /// The number of the object.
  package var object: Int

  /// Creates an item.
  package init(_ declaration: Int, _ object: Int) {
    self.declaration = declaration
    self.object = object
  }
}

/// One change of an editable registry's contents.
package enum Edit: Hashable, Sendable {
  /// Adds a registration.
  case insert(Item)
  /// Removes an object.
  case remove(Int)
  /// Replaces an object by another registration, which takes over the instance or not.
  case replace(Int, by: Item, keeping: Bool)
  /// Removes all objects.
  case removeAll
}

/// A change of active registries or kept instances.
package enum Change: Hashable, Sendable {
  /// Replaces the contents of a registry.
  case contents(Int, [Item])
  /// Edits an editable registry.
  case edit(Int, [Edit])
  /// Activates a registry, in the furthest layer or in one beyond it, and creates its eager
  /// instances.
  case activate(Int, isFurther: Bool)
  /// Deactivates a registry.
  case deactivate(Int)
  /// Deactivates all registries.
  case deactivateAll
  /// Ends a lifetime.
  case endLifetime(Int)
  /// Releases unused cells and cached lookups.
  case releaseUnused
  /// Evicts the instance of an object.
  case forget(Int)
  /// Sets the instance of an object.
  case set(Int)
}

/// A step of a program.
package enum Step: Hashable, Sendable {
  /// Resolves, and stores the result in a hand, a variable of the program.
  case ask(Ask, hand: Int)
  /// Changes the graph.
  case change(Change)
  /// Empties a hand, a variable of the program, which releases its instances.
  case drop(hand: Int)
  /// Makes the next runs of a declaration's factory fail.
  case fail(Int, times: Int)
}

/// A program for the engine: declarations and steps.
package struct Program: Hashable, Sendable {
  /// The number of registries; the last ones are editable.
  package static let registryCount = 5
  /// The first editable registry.
  package static let firstEditable = 3
  /// The number of lifetimes.
  package static let lifetimeCount = 2
  /// The number of hands, the variables of a program.
  package static let handCount = 4
  /// The maximum number of factory runs in one step; later ones fail at once.
  package static let fuel = 40

  /// The declarations of the program.
  package var declarations: [Declaration]
  /// The steps, in order.
  package var steps: [Step]

  /// Creates a program.
  package init(declarations: [Declaration], steps: [Step]) {
    self.declarations = declarations
    self.steps = steps
  }
}
