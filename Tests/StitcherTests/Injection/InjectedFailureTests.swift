import Stitcher
import Testing

/// What a failed property prints, in debug and in release.
@Suite(.timeLimit(.minutes(2))) struct InjectedFailureTests {
  // Inside of an exit test, all lines are the line of the test; so the properties stand here.

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

  /// Whether a program printed a message, with all of its lines, as its fatal error.
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
        No container is active. Activate one before injecting.
        """)
  }

  @Test func aDependencyThatIsMissingFurtherInStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let container = DependencyContainer { Dependency { Outer(try DependencyGraph.inject()) } }
      DependencyGraph.activate(container) {}
      _ = OuterHolder().outer
    }
    expect(
      result,
      printed: """
        \(#fileID):\(Self.outerLine): Fatal error: InjectionError: No dependency could be found for Type[Missing]. Recovery: Please consider registering a dependency that matches Type[Missing] in an active dependency container.
        Injected by the property at \(#fileID):\(Self.outerLine).
        None of the 1 active registrations comes close.
        """)
  }

  @Test func anUnknownErrorHasNoRecovery() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      enum Broken: Error, CustomStringConvertible {
        case now
        var description: String { "broken" }
      }
      let container = DependencyContainer {
        Dependency(named: "broken") { () throws -> Int in throw Broken.now }
      }
      DependencyGraph.activate(container) {}
      _ = BrokenHolder().number
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains("Fatal error: InjectionError: Unknown error. Details: broken, "))
    #expect(!output.contains("Recovery:"))
    #expect(output.contains("\nInjected by the property at \(#fileID):\(Self.brokenLine)."))
  }
}
