/// A statement in a container.
package indirect enum Statement: Hashable, Sendable {
  /// Registers a declaration.
  case declare(Int)
  /// A group, which a flag enables.
  case group(flag: Int, [Statement])
  /// A condition.
  case when(flag: Int, [Statement], otherwise: [Statement])
}

/// What a container is made of.
package enum Plan: Hashable, Sendable {
  /// Statements.
  case built([Statement])
  /// Containers that come before it.
  case merged([Int])
}

/// A step of a program that uses Stitcher.
package enum StitcherStep: Hashable, Sendable {
  /// A step that the engine's programs have as well; registries are containers.
  case plain(Step)
  /// Activates a container from a task.
  case activateInTask(Int)
  /// Changes observed flags.
  case toggle([Int])
  /// Changes the flag that belongs to a container, and fires the source that the container follows.
  case fire(Int)
  /// Fires the source of a container, although nothing has changed.
  case fireInVain(Int)
  /// Makes a property.
  case property(Int, Ask, reloads: Bool)
  /// Reads a property into a hand.
  case read(Int, hand: Int)
  /// Reloads a property.
  case reload(Int)
  /// Loads a property if need be.
  case loadIfNeeded(Int)
  /// Lets go of a property.
  case release(Int)
  /// Has a property wrapper hold a container.
  case wrap(Int, Int)
  /// Lets go of a property wrapper that holds a container.
  case unwrap(Int)
}

/// A program that uses Stitcher.
package struct StitcherProgram: Hashable, Sendable {
  /// The number of flags that containers observe; then comes one for each container.
  package static let observedFlags = 2
  /// The number of containers.
  package static let containerCount = Program.registryCount
  /// The number of properties, and that of property wrappers that hold containers.
  package static let propertyCount = 3

  /// What can be registered.
  package var declarations: [Declaration]
  /// The containers.
  package var plans: [Plan]
  /// What is done, in order.
  package var steps: [StitcherStep]

  /// Creates a program.
  package init(declarations: [Declaration], plans: [Plan], steps: [StitcherStep]) {
    self.declarations = declarations
    self.plans = plans
    self.steps = steps
  }
}

extension Plan {
  /// Returns what a container is to hold, and which flags were read for it.
  ///
  /// - Parameter flags: The flags that are set.
  func evaluate(_ flags: Set<Int>) -> (declarations: [Int], reads: Set<Int>) {
    guard case .built(let statements) = self else { return ([], []) }
    var reads: Set<Int> = []
    return (Plan.evaluate(statements, flags, &reads), reads)
  }

  /// Returns what statements register.
  private static func evaluate(
    _ statements: [Statement], _ flags: Set<Int>, _ reads: inout Set<Int>
  ) -> [Int] {
    var all: [Int] = []
    for statement in statements {
      switch statement {
      case .declare(let declaration): all.append(declaration)
      case .group(let flag, let inner):
        reads.insert(flag)
        if flags.contains(flag) { all += evaluate(inner, flags, &reads) }
      case .when(let flag, let inner, let other):
        reads.insert(flag)
        all += evaluate(flags.contains(flag) ? inner : other, flags, &reads)
      }
    }
    return all
  }
}

extension [Plan] {
  /// Returns the containers that are rebuilt when some are, those that are merged before
  /// those that merge.
  func affected(by built: Set<Int>) -> [Int] {
    var affected = built
    for (position, plan) in enumerated() {
      if case .merged(let children) = plan, children.contains(where: affected.contains) {
        affected.insert(position)
      }
    }
    return affected.sorted()
  }

  /// Whether a container merges another one, at any depth.
  func merges(_ container: Int, _ other: Int) -> Bool {
    guard case .merged(let children) = self[container] else { return false }
    return children.contains { $0 == other || merges($0, other) }
  }
}
