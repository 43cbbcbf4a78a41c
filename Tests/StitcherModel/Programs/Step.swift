/// A registration: an object that has a declaration.
///
/// The same number is the same object, in whatever registry.
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
  /// Takes an object out.
  case remove(Int)
  /// Puts a registration in the place of an object, with or without its instance.
  case replace(Int, by: Item, keeping: Bool)
  /// Takes everything out.
  case removeAll
}

/// A change of what is active or kept.
package enum Change: Hashable, Sendable {
  /// Replaces the contents of a registry.
  case contents(Int, [Item])
  /// Edits an editable registry.
  case edit(Int, [Edit])
  /// Activates a registry, in the furthest layer or in one beyond it, and creates
  /// the eager instances.
  case activate(Int, isFurther: Bool)
  /// Deactivates a registry.
  case deactivate(Int)
  /// Deactivates all registries.
  case deactivateAll
  /// Ends a lifetime.
  case endLifetime(Int)
  /// Forgets what is gone.
  case releaseUnused
  /// Forgets the instance of an object.
  case forget(Int)
  /// Sets the instance of an object.
  case set(Int)
}

/// A step of a program.
package enum Step: Hashable, Sendable {
  /// Asks, and holds the result in a hand.
  case ask(Ask, hand: Int)
  /// Changes the graph.
  case change(Change)
  /// Empties a hand.
  case drop(hand: Int)
  /// Has the next runs of the factories of a declaration fail.
  case fail(Int, times: Int)
}

/// What a program consists of.
package struct Program: Hashable, Sendable {
  /// The number of registries; the last ones are editable.
  package static let registryCount = 5
  /// The first editable registry.
  package static let firstEditable = 3
  /// The number of lifetimes.
  package static let lifetimeCount = 2
  /// The number of hands.
  package static let handCount = 4
  /// How many factories may run in one step; later ones fail at once.
  package static let fuel = 40

  /// What can be registered.
  package var declarations: [Declaration]
  /// What is done, in order.
  package var steps: [Step]

  /// Creates a program.
  package init(declarations: [Declaration], steps: [Step]) {
    self.declarations = declarations
    self.steps = steps
  }
}
