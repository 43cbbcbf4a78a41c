import Stitcher
import StitcherTesting
import Testing

import let Foundation.STDERR_FILENO

/// Reports about registrations that are ignored because of equal ones.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct DroppedTests {
  struct Plugin {}
  struct Store {}

  // Inside an exit test, `#line` is always the line of the test. So the registrations are declared
  // here.

  static let loopLine: UInt = #line + 3
  static func makeLoop() -> DependencyContainer {
    DependencyContainer {
      for _ in 0..<3 { Dependency { Plugin() } }
    }
  }

  static let groupLine: UInt = #line + 4
  static func makeGroup() -> DependencyContainer {
    DependencyContainer {
      DependencyGroup(for: "Ada") { _ in
        for _ in 0..<2 { Dependency { Plugin() } }
      }
    }
  }

  static let programLine: UInt = #line + 2
  static func makeProgram() -> DependencyContainer {
    DependencyContainer { Dependency { Store() } }
  }

  static let testLine: UInt = #line + 2
  static func makeTest() -> DependencyContainer {
    DependencyContainer { Dependency { Store() } }
  }

  static var loopText: String {
    "Plugin, parameters (), registered at \(#fileID):\(loopLine), more than once. Only the first one is used: add '.id(_:)' with a different value to each, such as '.id(index)'."
  }
  static var groupText: String {
    "Plugin, parameters (), id (Ada), registered at \(#fileID):\(groupLine), more than once. Only the first one is used: add '.id(_:)' with a different value to each, such as '.id(index)'."
  }
  static var testText: String {
    "Store, parameters (), registered at \(#fileID):\(testLine), is not used, since an equal one is registered at \(#fileID):\(programLine). Keep one of them, or tell them apart by '.id(_:)', names, values or parameters. To override a dependency for a while, as in a test, write 'DependencyGraph.withOverrides { … } operation: { … }'."
  }

  @Test func theyAreReportedOnceForEachPlace() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      for _ in 0..<2 {
        let containers = [
          Self.makeLoop(), Self.makeGroup(), Self.makeProgram(), Self.makeTest(),
          Self.makeProgram(),
        ]
        for container in containers { DependencyGraph.activate(container) {} }
        DependencyGraph.deactivateAll()
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = output.split(separator: "\n").filter { $0.contains("parameters ()") }.map(
      String.init)
    #if DEBUG
      let texts = [Self.loopText, Self.groupText, Self.testText]
      #expect(lines == texts.map { "Stitcher: \($0)" })
    #else
      #expect(lines.isEmpty)
    #endif
  }

  @Test func validationHasThem() async {
    await #expect(processExitsWith: .success) {
      let program = Self.makeProgram()
      for container in [Self.makeLoop(), Self.makeGroup(), program, Self.makeTest()] {
        DependencyGraph.activate(container) {}
      }
      // A merged container is present twice, but its registration is one.
      DependencyGraph.activate(DependencyContainer(merging: [program, program])) {}
      DependencyGraph.validate { registrations in
        #expect(registrations.count == 3)
        #expect(
          registrations.dropped
            == [Self.loopText, Self.loopText, Self.groupText, Self.testText])
      }
    }
  }

  @Test func anEndedGraphHasNone() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeLoop()) {}
      let child = DependencyGraph.process.child(named: "ended")
      child.validate { #expect($0.dropped == [Self.loopText, Self.loopText]) }
      try await child.end()
      child.validate { #expect($0.isEmpty && $0.dropped.isEmpty) }
    }
  }

  @Test func aRebuiltContainerReportsThem() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let count = Counter()
      let source = ChangeSource()
      let container = DependencyContainer {
        for _ in 0...count.value {
          Dependency(file: "Loop.swift", line: 1) { Plugin() }
        }
      }.invalidated(tracking: source)
      DependencyGraph.activate(container) {}
      count.count()
      await afterChange {
        source.fire()
      } until: {
        true
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = output.split(separator: "\n").filter { $0.contains("parameters ()") }
    #if DEBUG
      #expect(
        lines == [
          "Stitcher: Plugin, parameters (), registered at Loop.swift:1, more than once. Only the first one is used: add '.id(_:)' with a different value to each, such as '.id(index)'."
        ])
    #else
      #expect(lines.isEmpty)
    #endif
  }

  /// Returns the lines that a program prints about ignored registrations.
  private func told(_ result: ExitTest.Result?) -> [String] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      .split(separator: "\n").filter { $0.contains("parameters ()") }.map(String.init)
  }

  /// Expects that a program has reported the test's store, in debug builds.
  private func expectHintAboutTest(
    _ result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #if DEBUG
      let lines = ["Stitcher: \(Self.testText)"]
    #else
      let lines: [String] = []
    #endif
    #expect(told(result) == lines, sourceLocation: sourceLocation)
  }

  @Test func aContainerThatReplacesAnotherReportsThem() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      DependencyGraph.activate(Self.makeProgram()) {}
      let property = Dependencies()
      property.setContainer(Self.makeTest()) {}
    }
    expectHintAboutTest(result)
  }

  @Test func whatARebuildAddsIsComparedWithOtherContainers() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (count, line) = (Counter(), Self.testLine)
      let rebuilt = DependencyContainer {
        for _ in 0..<count.value { Dependency(line: line) { Store() } }
      }
      DependencyGraph.activate(Self.makeProgram()) {}
      // The container is active only as a part of another one.
      DependencyGraph.activate(DependencyContainer(merging: [rebuilt])) {}
      count.count()
      rebuilt.rebuild()
    }
    expectHintAboutTest(result)
  }
}
