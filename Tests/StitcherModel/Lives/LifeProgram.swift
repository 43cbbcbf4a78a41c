/// What is asked for in programs of lives.
package enum LifeKey: Int, CaseIterable, Hashable, Sendable {
  /// Types.
  case a, b, c
  /// A name.
  case named
  /// A value.
  case valued
  /// A protocol, by which some of the types are found as well.
  case being

  /// Whether this is a type, which may be absent and of which there may be several.
  var isType: Bool { self != .named && self != .valued }
}

/// A request in a program of lives.
package struct LifeAsk: Hashable, Sendable {
  /// What is asked for.
  package var key: LifeKey
  /// How many are wanted; one of what is no type.
  package var shape: NodeAsk.Shape
  /// Whether the answer is awaited.
  package var isAwaited: Bool

  /// Creates a request.
  package init(_ key: LifeKey, _ shape: NodeAsk.Shape = .one, awaited isAwaited: Bool = true) {
    self.key = key
    self.shape = shape
    self.isAwaited = isAwaited
  }
}

/// What a factory or a decorator asks for.
package struct LifeNeed: Hashable, Sendable {
  /// The request; one that is awaited is not, where that cannot be.
  package var ask: LifeAsk
  /// Whether the instance holds what was found.
  package var keeps: Bool
  /// Whether a failure is ignored.
  package var recovers: Bool

  /// Creates a need.
  package init(_ ask: LifeAsk, keeps: Bool = true, recovers: Bool = false) {
    self.ask = ask
    self.keeps = keeps
    self.recovers = recovers
  }
}

/// What closes the instances of a dependency.
package enum LifeTeardown: Int, CaseIterable, Hashable, Sendable {
  case nothing, synchronous, asynchronous
  /// Asynchronous, with a time limit that is never reached.
  case limited
  /// Asynchronous: it goes on until its time limit ends it.
  case hanging
}

/// A dependency of a program of lives.
package struct LifeDeclaration: Hashable, Sendable {
  /// What it is found by; not the protocol.
  package var key: LifeKey
  /// Whether a type is found by the protocol as well.
  package var isBeing: Bool
  /// How long the instance lives.
  package var scope: NodeScope
  /// What ends the life of a singleton, by its number; nil if nothing does.
  package var lifetime: Int?
  /// Whether the factory has to be awaited.
  package var isAsynchronous: Bool
  /// Whether activation makes the instance.
  package var isEager: Bool
  /// What closes the instances.
  package var teardown: LifeTeardown
  /// What the factory asks for, in order.
  package var needs: [LifeNeed]

  /// Creates a declaration.
  package init(
    _ key: LifeKey, _ scope: NodeScope, isBeing: Bool = false, isAsynchronous: Bool = false,
    isEager: Bool = false, teardown: LifeTeardown = .nothing, lifetime: Int? = nil,
    needs: [LifeNeed] = []
  ) {
    self.key = key
    self.scope = scope
    self.lifetime = lifetime
    self.isBeing = isBeing
    self.isAsynchronous = isAsynchronous
    self.isEager = isEager
    self.teardown = teardown
    self.needs = needs
  }
}

/// A decorator of a program of lives.
package struct LifeDecoration: Hashable, Sendable {
  /// What finds the instances.
  package var key: LifeKey
  /// Whether it has to be awaited.
  package var isAsynchronous: Bool
  /// What it asks for, in order.
  package var needs: [LifeNeed]

  /// Creates a decorator.
  package init(_ key: LifeKey, isAsynchronous: Bool = false, needs: [LifeNeed] = []) {
    self.key = key
    self.isAsynchronous = isAsynchronous
    self.needs = needs
  }
}

/// What a container declares, by numbers.
package struct LifeContainer: Hashable, Sendable {
  /// The dependencies, in order.
  package var declarations: [Int]
  /// The decorators, in order.
  package var decorations: [Int]

  /// Creates a container.
  package init(_ declarations: [Int], decorations: [Int] = []) {
    self.declarations = declarations
    self.decorations = decorations
  }
}

/// What makes an instance, and may fail.
package enum LifeMaker: Hashable, Sendable {
  /// The factory of a declaration.
  case declaration(Int)
  /// A decorator.
  case decoration(Int)
}

/// A step of a program of lives. Graphs are named by slots, of which 0 has one from the start.
package enum LifeStep: Hashable, Sendable {
  /// Makes a graph on the graph of a slot, with containers, in an empty slot.
  case make(Int, on: Int, isIsolated: Bool, [Int])
  /// Activates a container in which nothing asynchronous is eager.
  case activate(Int, in: Int)
  /// Activates a container, and waits for what is eager in it, whatever that comes to.
  case activateInTask(Int, in: Int)
  /// Activates a container unless something fails that is eager in it.
  case activateAndWait(Int, in: Int)
  /// Activates a container in a task that is cancelled as soon as a factory is done but for its
  /// instance.
  case cancelActivation(Int, in: Int, at: Int, LifeInterruption)
  /// Deactivates a container; nobody waits for its teardowns.
  case deactivate(Int, in: Int)
  /// Deactivates a container, and waits for its teardowns.
  case deactivateAndWait(Int, in: Int)
  /// Ends the graph of a slot, and waits for its teardowns.
  case end(Int)
  /// Lets go of the graph of a slot, which nobody else holds.
  case drop(Int)
  /// Ends the lives of the instances that one thing manages, in all graphs.
  case fire(Int)
  /// Asks the graph of a slot, and holds the result in a hand.
  case ask(LifeAsk, of: Int, hand: Int)
  /// Asks in a task that is cancelled as soon as a factory is done but for its instance.
  case interrupt(LifeAsk, of: Int, at: Int, LifeInterruption, hand: Int)
  /// Has the next instances not come about.
  case fail(LifeMaker, times: Int)
  /// Has the next teardowns of a dependency fail.
  case failTeardown(Int, times: Int)
  /// Watches the graph of a slot.
  case observe(Int)
  /// Watches the graph of a slot no more.
  case ignore(Int)
  /// Empties a hand.
  case release(hand: Int)
}

/// How a request is cancelled.
package enum LifeInterruption: Int, CaseIterable, Hashable, Sendable {
  /// The factory notices, and fails.
  case noticed
  /// The factory makes its instance nevertheless.
  case unnoticed
  /// Somebody else waits as well, so that the creation goes on.
  case shared
}

/// A program that makes instances in time: asynchronously, in vain, decorated, watched; and ends
/// their lives.
package struct LifeProgram: Hashable, Sendable {
  /// The number of graphs.
  package static let slotCount = 5
  /// The number of containers and of hands.
  package static let containerCount = 5, handCount = 4
  /// The number of what manages instances.
  package static let lifetimeCount = 2
  /// How many factories may run in one step; later ones fail at once.
  static let fuel = 40

  /// What can be registered.
  package var declarations: [LifeDeclaration]
  /// What decorates.
  package var decorations: [LifeDecoration]
  /// What can be activated.
  package var containers: [LifeContainer]
  /// What is done, in order.
  package var steps: [LifeStep]

  /// Creates a program.
  package init(
    declarations: [LifeDeclaration], decorations: [LifeDecoration], containers: [LifeContainer],
    steps: [LifeStep]
  ) {
    self.declarations = declarations
    self.decorations = decorations
    self.containers = containers
    self.steps = steps
  }
}
