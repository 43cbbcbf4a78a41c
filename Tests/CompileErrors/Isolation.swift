import Stitcher

// The compiler's errors for factories that are not safe to run on any thread, in Swift 6 mode: in
// each builder, a capture of a value that is not Sendable, and a call of the main actor.

final class Log {
  var lines: [Int] = []
}

struct Entry: Sendable {
  let count: Int
}

@MainActor final class Window {
  init() {}
}

func captures(_ log: Log) {
  _ = DependencyContainer { Dependency { Entry(count: log.lines.count) } }
  _ = DependencyGroup { Dependency { Entry(count: log.lines.count) } }
  _ = DependencyGraph.process.child { Dependency { Entry(count: log.lines.count) } }
  _ = DependencyGraph.process.isolated { Dependency { Entry(count: log.lines.count) } }
  DependencyGraph.withOverrides {
    Dependency { Entry(count: log.lines.count) }
  } operation: {
  }
  _ = DependencyFactory.Provider { Entry(count: log.lines.count) }
}
// error: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure [#SendableClosureCaptures]
// error: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure [#SendableClosureCaptures]
// error: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure [#SendableClosureCaptures]
// error: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure [#SendableClosureCaptures]
// error: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure [#SendableClosureCaptures]
// error: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure [#SendableClosureCaptures]
// error: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure [#SendableClosureCaptures]

func capturesOfAStatement(_ log: Log) {
  _ = DependencyContainer { Entry(count: log.lines.count) }
}
// error: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure [#SendableClosureCaptures]
// error: implicit capture of 'log' requires that 'Log' conforms to 'Sendable'

struct Program {
  @Dependencies var container = DependencyContainer { Dependency { Window() } }
}
// error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context [#ActorIsolatedCall]

nonisolated func callsOfTheMainActor() {
  _ = DependencyContainer { Dependency { Window() }.scope(.singleton) }
  _ = DependencyContainer { DependencyGroup { Dependency { Window() } } }
  _ = DependencyContainer { Window() }
  _ = DependencyContainer(merging: [DependencyContainer { Dependency { Window() } }])
  _ = DependencyGraph.process.child { Dependency { Window() } }
  DependencyGraph.withOverrides {
    Dependency { Window() }
  } operation: {
  }
  _ = DependencyFactory.Provider { Window() }
}
// error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context [#ActorIsolatedCall]
// error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context [#ActorIsolatedCall]
// error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context [#ActorIsolatedCall]
// error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context [#ActorIsolatedCall]
// error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context [#ActorIsolatedCall]
// error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context [#ActorIsolatedCall]
// error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context [#ActorIsolatedCall]
