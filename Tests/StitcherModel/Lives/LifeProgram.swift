/// A key of life-cycle programs.
package enum LifeKey: Int, CaseIterable, Hashable, Sendable {
  /// Types.
  case a, b, c
  /// A name.
  case named
  /// A value.
  case valued
  /// A protocol, by which some of the types are found as well.
  case being

  /// Whether the key is a type: only a type may be absent, or have several candidates.
  var isType: Bool { self != .named && self != .valued }
}

/// A request in a life-cycle program.
package struct LifeAsk: Hashable, Sendable {
  /// The requested key.
  package var key: LifeKey
  /// The number of requested instances; always one for a name or a value.
  package var shape: NodeAsk.Shape
  /// Whether the request is asynchronous.
  package var isAwaited: Bool

  /// Creates a request.
  package init(_ key: LifeKey, _ shape: NodeAsk.Shape = .one, awaited isAwaited: Bool = true) {
    self.key = key
    self.shape = shape
    self.isAwaited = isAwaited
  }
}

/// A request of a factory or a decorator.
package struct LifeNeed: Hashable, Sendable {
  /// The request; in a synchronous factory it is synchronous, too.
  package var ask: LifeAsk
  /// Whether the instance holds the found instances.
  package var keeps: Bool
  /// Whether the factory ignores a failure.
  package var recovers: Bool

  /// Creates a need.
  package init(_ ask: LifeAsk, keeps: Bool = true, recovers: Bool = false) {
    self.ask = ask
    self.keeps = keeps
    self.recovers = recovers
  }
}

/// The kind of teardown of a dependency's instances.
package enum LifeTeardown: Int, CaseIterable, Hashable, Sendable {
  case nothing, synchronous, asynchronous
  /// An asynchronous teardown with a time limit that is never exceeded.
  case limited
  /// An asynchronous teardown that runs until its time limit cancels it.
  case hanging
}

/// A dependency of a life-cycle program.
package struct LifeDeclaration: Hashable, Sendable {
  /// The key of the dependency; never the protocol.
  package var key: LifeKey
  /// Whether the protocol finds the type as well.
  package var isBeing: Bool
  /// The scope of the instance.
  package var scope: NodeScope
  /// The number of the lifetime that manages a singleton, or `nil`.
  package var lifetime: Int?
  /// Whether the factory is asynchronous.
  package var isAsynchronous: Bool
  /// Whether an activation creates the instance.
  package var isEager: Bool
  /// The kind of teardown.
  package var teardown: LifeTeardown
  /// The requests of the factory, in order.
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

/// A decorator of a life-cycle program.
package struct LifeDecoration: Hashable, Sendable {
  /// The key of the decorated instances.
  package var key: LifeKey
  /// Whether the decorator is asynchronous.
  package var isAsynchronous: Bool
  /// The requests of the decorator, in order.
  package var needs: [LifeNeed]

  /// Creates a decorator.
  package init(_ key: LifeKey, isAsynchronous: Bool = false, needs: [LifeNeed] = []) {
    self.key = key
    self.isAsynchronous = isAsynchronous
    self.needs = needs
  }
}

/// A container, with the numbers of its declarations and decorators.
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

/// A factory or a decorator, which may fail.
package enum LifeMaker: Hashable, Sendable {
  /// The factory of a declaration.
  case declaration(Int)
  /// A decorator.
  case decoration(Int)
}

/// A step of a life-cycle program. Slots identify graphs; slot 0 holds a graph from the start.
package enum LifeStep: Hashable, Sendable {
  /// Creates a child of the graph of a slot, with containers, in an empty slot.
  case make(Int, on: Int, isIsolated: Bool, [Int])
  /// Activates a container without asynchronous eager instances.
  case activate(Int, in: Int)
  /// Activates a container, and waits for its eager instances, whether they succeed or fail.
  case activateInTask(Int, in: Int)
  /// Activates a container unless one of its eager instances fails.
  case activateAndWait(Int, in: Int)
  /// Activates a container in a task that is cancelled just before the instance of a factory
  /// exists.
  case cancelActivation(Int, in: Int, at: Int, LifeInterruption)
  /// Deactivates a container without waiting for its teardowns.
  case deactivate(Int, in: Int)
  /// Deactivates a container, and waits for its teardowns.
  case deactivateAndWait(Int, in: Int)
  /// Ends the graph of a slot, and waits for its teardowns.
  case end(Int)
  /// Releases the graph of a slot, which has no other references.
  case drop(Int)
  /// Ends a lifetime, and with it the managed instances in all graphs.
  case fire(Int)
  /// Resolves from the graph of a slot, and stores the result in a hand, a variable of the program.
  case ask(LifeAsk, of: Int, hand: Int)
  /// Resolves in a task that is cancelled just before the instance of a factory exists.
  case interrupt(LifeAsk, of: Int, at: Int, LifeInterruption, hand: Int)
  /// Makes the next runs of a factory or a decorator fail.
  case fail(LifeMaker, times: Int)
  /// Makes the next teardowns of a dependency fail.
  case failTeardown(Int, times: Int)
  /// Subscribes to the events of the graph of a slot.
  case observe(Int)
  /// Cancels the subscription to the graph of a slot.
  case ignore(Int)
  /// Empties a hand, a variable of the program, which releases its instances.
  case release(hand: Int)
}

/// The way in which a request is cancelled.
package enum LifeInterruption: Int, CaseIterable, Hashable, Sendable {
  /// The factory notices the cancellation, and fails.
  case noticed
  /// The factory ignores the cancellation, and makes its instance.
  case unnoticed
  /// A second request waits for the same creation, so the creation continues.
  case shared
}

/// A program with asynchronous and failing creations, decorators, observers and teardowns.
package struct LifeProgram: Hashable, Sendable {
  /// The number of slots for graphs.
  package static let slotCount = 5
  /// The numbers of containers and of hands, the variables of a program.
  package static let containerCount = 5, handCount = 4
  /// The number of lifetimes that manage instances.
  package static let lifetimeCount = 2
  /// The maximum number of factory runs in one step; later ones fail at once.
  static let fuel = 40

  /// The declarations of the program.
  package var declarations: [LifeDeclaration]
  /// The decorators of the program.
  package var decorations: [LifeDecoration]
  /// The containers of the program.
  package var containers: [LifeContainer]
  /// The steps, in order.
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
