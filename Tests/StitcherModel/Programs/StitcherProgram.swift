/// A statement in a container.
package indirect enum Statement: Hashable, Sendable {
  /// Registers a declaration.
  case declare(Int)
  /// A group that a flag enables.
  case group(flag: Int, [Statement])
  /// A condition that depends on a flag.
  case when(flag: Int, [Statement], otherwise: [Statement])
}

/// The contents of a container.
package enum Plan: Hashable, Sendable {
  /// A container with statements.
  case built([Statement])
  /// A container that merges containers with lower numbers.
  case merged([Int])
}

/// A step of a program that uses Stitcher.
package enum StitcherStep: Hashable, Sendable {
  /// A step that programs of the engine have as well; registries are containers.
  case plain(Step)
  /// Activates a container from a task.
  case activateInTask(Int)
  /// Changes observed flags.
  case toggle([Int])
  /// Changes the flag of a container, and fires the change source that the container follows.
  case fire(Int)
  /// Fires the change source of a container without a change.
  case fireInVain(Int)
  /// Creates a property.
  case property(Int, Ask, reloads: Bool)
  /// Reads a property, and stores the result in a hand, a variable of the program.
  case read(Int, hand: Int)
  /// Reloads a property.
  case reload(Int)
  /// Loads a property unless it is loaded.
  case loadIfNeeded(Int)
  /// Releases a property.
  case release(Int)
  /// Creates a property wrapper that holds a container.
  case wrap(Int, Int)
  /// Releases a property wrapper that holds a container.
  case unwrap(Int)
}

/// A program that uses Stitcher.
package struct StitcherProgram: Hashable, Sendable {
  /// The number of observed flags; after them comes one flag for each container.
  package static let observedFlags = 2
  /// The number of containers.
  package static let containerCount = Program.registryCount
  /// The number of properties, and the number of property wrappers that hold containers.
  package static let propertyCount = 3

  /// The declarations of the program.
  package var declarations: [Declaration]
  package var plans: [Plan]
  /// The steps, in order.
  package var steps: [StitcherStep]

  /// Creates a program.
  package init(declarations: [Declaration], plans: [Plan], steps: [StitcherStep]) {
    self.declarations = declarations
    self.plans = plans
    self.steps = steps
  }
}

extension Plan {
  /// Returns the declarations of a container, and the flags that its statements read.
  ///
  /// - Parameter flags: The flags that are set.
  func evaluate(_ flags: Set<Int>) -> (declarations: [Int], reads: Set<Int>) {
    guard case .built(let statements) = self else { return ([], []) }
    var reads: Set<Int> = []
    return (Plan.evaluate(statements, flags, &reads), reads)
  }

  /// Adds the declarations of statements, and the flags that they read.
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
  /// Returns the containers that are rebuilt together with some containers, merged ones before
  /// those that merge them.
  func affected(by built: Set<Int>) -> [Int] {
    var affected = built
    for (position, plan) in enumerated() {
      if case .merged(let children) = plan, children.contains(where: affected.contains) {
        affected.insert(position)
      }
    }
    return affected.sorted()
  }
}
