import Stitcher
import StitcherTesting
import Testing

/// The fatal error of a property that cannot be injected, in debug and in release builds.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct InjectedFailureTests {
  // Inside an exit test, `#line` is always the line of the test. So the properties are declared
  // here.

  struct Missing {}
  struct Outer {
    init(_ missing: Missing) {}
  }

  static let missingLine: UInt = #line + 2
  struct MissingHolder {
    @Injected var missing: Missing
  }

  static let outerLine: UInt = #line + 2
  struct OuterHolder {
    @Injected var outer: Outer?
  }

  static let brokenLine: UInt = #line + 2
  struct BrokenHolder {
    @Injected(name: "broken") var number: Int
  }

  struct Twice {}
  final class Root: Sendable { init(_ leaf: Leaf) {} }
  final class Leaf: Sendable { init(_ root: Root) {} }

  static let valueLine: UInt = #line + 2
  struct ValueHolder {
    @Injected(value: 403) var number: Int
  }

  static let twiceLine: UInt = #line + 2
  struct TwiceHolder {
    @Injected var twice: Twice?
  }

  static let cardLine: UInt = #line + 2
  struct CardHolder {
    @Injected("card") var outer: Outer
  }

  static let rootLine: UInt = #line + 2
  struct RootHolder {
    @Injected var root: Root
  }

  static let candidatesLine: UInt = #line + 3
  static func makeCandidates() -> DependencyContainer {
    DependencyContainer {
      Dependency { Twice() }
      Dependency { Twice() }.scope(.singleton)
      Dependency { Root(try DependencyGraph.inject()) }
      Dependency { Leaf(try DependencyGraph.inject()) }
      Dependency(for: 404) { 1 }
    }
  }

  /// Expects that a program printed a message, with all of its lines, as its fatal error.
  private func expect(
    _ result: ExitTest.Result?, printed message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex { $0.contains("Fatal error: InjectionError") } ?? lines.endIndex
    let count = message.split(separator: "\n").count
    #expect(
      lines[start...].prefix(count).joined(separator: "\n") == message,
      sourceLocation: sourceLocation)
  }

  @Test func aMissingDependencyStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = MissingHolder().missing
    }
    expect(
      result,
      printed: """
        \(#fileID):\(Self.missingLine): Fatal error: InjectionError: No dependency could be found for Type[Missing]. Recovery: Please consider registering a dependency that matches Type[Missing] in an active dependency container.
        Injected by the property at \(#fileID):\(Self.missingLine).
        No container is active. Activate one before the injection, and retain the object with the @Dependencies property.
        """)
  }

  @Test func aDependencyThatIsMissingFurtherInStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let container = DependencyContainer {
        Dependency(file: "Outer.swift", line: 1) {
          Outer(try DependencyGraph.inject(file: "Outer.swift", line: 2))
        }
      }
      DependencyGraph.activate(container) {}
      _ = OuterHolder().outer
    }
    expect(
      result,
      printed: """
        \(#fileID):\(Self.outerLine): Fatal error: InjectionError: No dependency could be found for Type[Missing]. Recovery: Please consider registering a dependency that matches Type[Missing] in an active dependency container.
        Injected by the property at \(#fileID):\(Self.outerLine).
        Path: Outer → Missing
        Needed by 'Outer', which is registered at Outer.swift:1.
        Injected at Outer.swift:2.
        No active registration has a similar type.
        An injection by a protocol or a superclass finds only registrations with '.conforms(to:)' or '.inherits(from:)'.
        """)
  }

  @Test func aParameterThatIsAlsoANameIsExplained() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      DependencyGraph.activate(DependencyContainer { Dependency(named: "card") { 1 } }) {}
      _ = CardHolder().outer
    }
    expect(
      result,
      printed: """
        \(#fileID):\(Self.cardLine): Fatal error: InjectionError: No dependency could be found for Type[Outer]. Recovery: Please consider registering a dependency that matches Type[Outer] in an active dependency container.
        Injected by the property at \(#fileID):\(Self.cardLine).
        'card' is passed as a parameter; it is also the name of a dependency, which '@Injected(name: "card")' injects.
        No active registration has a similar type.
        """)
  }

  @Test func aParameterThatIsNoNameIsNotExplained() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      DependencyGraph.activate(DependencyContainer { Dependency(named: "cards") { 1 } }) {}
      _ = CardHolder().outer
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Injected by the property at"))
    #expect(!output.contains("is passed as a parameter"))
  }

  @Test func aMissingValueStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      DependencyGraph.activate(InjectedFailureTests.makeCandidates()) {}
      _ = ValueHolder().number
    }
    expect(
      result,
      printed: """
        \(#fileID):\(Self.valueLine): Fatal error: InjectionError: No dependency could be found for Value[403]. Recovery: Please consider registering a dependency that matches Value[403] in an active dependency container.
        Injected by the property at \(#fileID):\(Self.valueLine).
        Closest registrations:
          - Int for 404, parameters (), registered at \(#fileID):\(Self.candidatesLine + 4)
        """)
  }

  @Test func twoCandidatesStopTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      DependencyGraph.activate(InjectedFailureTests.makeCandidates()) {}
      _ = TwiceHolder().twice
    }
    expect(
      result,
      printed: """
        \(#fileID):\(Self.twiceLine): Fatal error: InjectionError: Multiple dependencies found for Type[Twice]. Recovery: Please consider checking whether multiple dependencies are registered for Type[Twice]. Maybe the dependency is registered in multiple active dependency containers.
        Injected by the property at \(#fileID):\(Self.twiceLine).
        Candidates:
          - Twice, parameters (), registered at \(#fileID):\(Self.candidatesLine)
          - Twice, parameters (), registered at \(#fileID):\(Self.candidatesLine + 1)
        Keep one of them, or tell them apart by names, values or parameters.
        """)
  }

  @Test func aCycleStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      DependencyGraph.activate(InjectedFailureTests.makeCandidates()) {}
      _ = RootHolder().root
    }
    expect(
      result,
      printed: """
        \(#fileID):\(Self.rootLine): Fatal error: InjectionError: Dependency cycle detected, Type[Root] -> Type[Leaf] -> Type[Root]. Recovery: Please consider using lazy injection to break the cycle, by using the '@WeakInjected' property wrapper for the reference back.
        Injected by the property at \(#fileID):\(Self.rootLine).
        Needed by 'Leaf', which is registered at \(#fileID):\(Self.candidatesLine + 3).
        Injected at \(#fileID):\(Self.candidatesLine + 3).
        On the path:
          - Root, parameters (), registered at \(#fileID):\(Self.candidatesLine + 2)
          - Leaf, parameters (), registered at \(#fileID):\(Self.candidatesLine + 3)
        For example, 'Leaf' can refer back to it weakly: @WeakInjected var root: Root?
        """)
  }

  @Test func anUnknownErrorHasNoRecovery() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      enum Broken: Error, CustomStringConvertible {
        case now
        var description: String { "broken" }
      }
      let container = DependencyContainer {
        Dependency(named: "broken", file: "Broken.swift", line: 1) { () throws -> Int in
          throw Broken.now
        }
      }
      DependencyGraph.activate(container) {}
      _ = BrokenHolder().number
    }
    expect(
      result,
      printed: """
        \(#fileID):\(Self.brokenLine): Fatal error: InjectionError: Unknown error. Details: broken.
        Injected by the property at \(#fileID):\(Self.brokenLine).
        Thrown by:
          - Int named "broken", parameters (), registered at Broken.swift:1
        """)
  }
}
