import StitcherTestSupport
import SwiftDependencyInjector
import Testing

/// A long chain of implementations, on a thread with a small stack.
@Suite(.timeLimit(.minutes(20))) struct StackTests {
  /// Whether a log line reports a creation that found the stack full.
  private static func isExhaustion(_ line: String, of name: String, innermost: String) -> Bool {
    let start =
      "::: DEPENDENCY INJECTOR ERROR: CreationFailed -> '\(name)' can't be created. The stack of this thread is"
      + " full: creating 'Int' has led to '\(innermost)"
    let end =
      " nested creations. If the chain is endless, break it by injecting a dependency lazily, when it is"
      + " used. If it is finite, create 'Int' on a thread with a larger stack."
    return line.hasPrefix(start) && line.hasSuffix(end)
      && line.dropFirst(start.count).dropLast(end.count).contains("' through ")
  }

  /// Registers a chain of implementations; the last one, which finds no further one, calls a
  /// closure.
  private static func register(
    _ injector: Injector, atTheEnd: @escaping @Sendable () -> Void = {}
  ) {
    let isDone = Counter()
    let implementations = (0..<10_000).map { number -> (String, () -> Int?) in
      (
        "\(number)",
        {
          if let next: Int = injector.getSafe(constrainedTo: "\(number + 1)") { return next + 1 }
          if isDone.increment() == 0 { atTheEnd() }
          return nil
        }
      )
    }
    injector.register(
      Int.self, defaultDependency: "0",
      implementations: Dictionary(uniqueKeysWithValues: implementations))
  }

  @Test func areNilAndLogged() {
    let injector = Injector.build(context: freshContext())
    defer { injector.destroy() }
    Self.register(injector)
    let logged = Worker(stackSize: 1 << 20) {
      lines { #expect(injector.getSafe() as Int? == nil) }
    }.join()
    #expect(
      logged.first.map {
        Self.isExhaustion($0, of: "Int", innermost: "'Int' with the key '")
      } == true, "\(logged.first ?? "")")
  }

  /// Calls a closure deeper on the stack.
  @inline(never)
  @Sendable private static func further(_ count: Int, _ body: () -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 16) { memory in
      memory[0] = 1
      if count == 0 { body() } else { further(count - 1, body) }
    }
  }

  @Test func ofAnObservedPropertyAreNilAndLogged() {
    let context = freshContext()
    let injector = Injector.build(context: context)
    defer { injector.destroy() }
    injector.register(String.self) { "text" }
    let logged = Log<[String]>()
    Self.register(injector) {
      Self.further(50) {
        logged.add(
          lines {
            let property = ObservedInjectable<String>("Module/Place.swift", 3, context: context)
            #expect(property.wrappedValue == nil)
          })
      }
    }
    Worker(stackSize: 1 << 20) { lines { _ = injector.getSafe() as Int? }.count }.join()
    let own = logged.entries.first ?? []
    #expect(
      own.first.map { Self.isExhaustion($0, of: "String", innermost: "String") } == true,
      "\(own)")
    #expect(
      own.dropFirst().first
        == problem(
          "NoImplementationFoundForPublish",
          "No registered implementation found for 'String' abstraction. Publish could not be completed."
        ))
  }
}
