import StitcherSyntax
import Testing

/// What a scan finds, and what it says about the rest.
@Suite struct ScanTests {
  /// Scans one file.
  private func scan(_ text: String) throws -> RegisterableScan {
    try RegisterableScan([SourceFile(path: "A.swift", text: text)])
  }

  /// Prints entries, one a line.
  private func lines(_ entries: [RegisterableEntry]) -> [String] {
    entries.flatMap { entry -> [String] in
      switch entry {
      case .type(let type): [type.availability.map { "\($0): " }.joined() + type.name]
      case .conditional(let clauses):
        clauses.flatMap { [$0.directive] + lines($0.entries).map { "  " + $0 } } + ["#endif"]
      }
    }
  }

  @Test func allSpellingsOfTheAttributeAreFound() throws {
    let scan = try scan(
      """
      @Registerable class A {}
      @StitcherMacros.Registerable() struct B {}
      @MainActor @Registerable(by: .name("c")) public final class C {}
      @Other enum D {}
      /* @Registerable */ actor E {}
      let text = "@Registerable struct F {}"
      @Registerable actor `default` {}
      """)
    #expect(lines(scan.entries) == ["A", "B", "C", "`default`"])
    #expect(scan.notes.isEmpty)
  }

  @Test func nestedTypesHaveTheirFullNames() throws {
    let scan = try scan(
      """
      @Registerable struct A {
        @Registerable struct B { enum C { @Registerable actor D {} } }
      }
      extension A.B { @Registerable final class E {} }
      extension Elsewhere { enum F { @Registerable struct G {} } }
      """)
    #expect(lines(scan.entries) == ["A", "A.B", "A.B.C.D", "A.B.E", "Elsewhere.F.G"])
  }

  @Test func conditionsAreKept() throws {
    let scan = try scan(
      """
      #if DEBUG && canImport(Darwin)
        @Registerable struct A {}
        #if os(Linux)
        struct B {}
        #elseif os(Windows)
        enum C { 
          #if X
          @Registerable struct D {}
          #endif
        }
        #else
        struct E {}
        #endif
      #elseif Y
      struct F {}
      #else
      @Registerable struct A {}
      #endif
      #if Z
      struct G {}
      #endif
      #if W
      @Registerable
      #endif
      struct H {}
      """)
    #expect(
      lines(scan.entries) == [
        "#if DEBUG && canImport(Darwin)", "  A", "  #if os(Linux)", "  #elseif os(Windows)",
        "    #if X", "      C.D", "    #endif", "  #endif", "#elseif Y", "#else", "  A", "#endif",
        "#if W", "  H", "#endif",
      ])
  }

  @Test func typesThatOthersCannotNameAreLeftOut() throws {
    let scan = try scan(
      """
      @Registerable private struct A {}
      fileprivate enum B { @Registerable struct C {} }
      @Registerable public struct D<Item> {
        @Registerable struct E {}
      }
      extension D { @Registerable struct F {} }
      extension B { @Registerable struct G {} }
      private extension Other { @Registerable struct H {} }
      extension Other where Item == Int { @Registerable struct I {} }
      func run() {
        @Registerable struct J {}
      }
      @available(*, unavailable) @Registerable struct K {}
      @Registerable private(set) struct L {}
      """)
    #expect(lines(scan.entries) == ["L"])
    let isPrivate =
      "is left out of the autoregistered dependencies: it is private. Make it internal, or register it in its own file."
    let isGeneric =
      "is left out of the autoregistered dependencies: it is generic. Register its specializations by hand."
    #expect(
      scan.notes.map(\.description) == [
        "A.swift:1:30: note: 'A' \(isPrivate)",
        "A.swift:2:43: note: 'B.C' \(isPrivate)",
        "A.swift:3:29: note: 'D' \(isGeneric)",
        "A.swift:4:24: note: 'D.E' \(isGeneric)",
        "A.swift:6:36: note: 'D.F' \(isGeneric)",
        "A.swift:7:36: note: 'B.G' \(isPrivate)",
        "A.swift:8:48: note: 'Other.H' \(isPrivate)",
        "A.swift:9:58: note: 'Other.I' \(isGeneric)",
        "A.swift:11:24: note: 'J' is left out of the autoregistered dependencies: it is declared in a function.",
        "A.swift:13:49: note: 'K' is left out of the autoregistered dependencies: it is unavailable.",
      ])
  }

  @Test func extendedTypesAreLookedUpInFilesThatDoNotMentionTheAttribute() throws {
    let files = [
      SourceFile(path: "B.swift", text: "extension Box { @Registerable struct Lid {} }"),
      SourceFile(path: "A.swift", text: "struct Box<Item> {}"),
    ]
    let scan = try RegisterableScan(files)
    #expect(scan.entries.isEmpty)
    #expect(scan.notes.map(\.typeName) == ["Box.Lid"])
  }

  @Test func theOrderOfTheFilesDoesNotMatter() throws {
    let files = ["C", "A", "B"].map {
      SourceFile(path: "\($0).swift", text: "@Registerable struct \($0) {}")
    }
    #expect(lines(try RegisterableScan(files).entries) == ["A", "B", "C"])
    #expect(lines(try RegisterableScan(files.reversed()).entries) == ["A", "B", "C"])
  }

  @Test func availabilityIsKept() throws {
    let scan = try scan(
      """
      @available(macOS 16, iOS 19, *)
      enum A {
        @available(macOS, introduced: 17.1, message: "new") @Registerable struct B {}
        @available(*, deprecated) @Registerable struct C {}
        @available(swift 6) @Registerable struct D {}
        @available(watchOS, unavailable) @Registerable struct E {}
      }
      """)
    #expect(
      lines(scan.entries) == [
        "macOS 16, iOS 19, *: macOS 17.1, *: A.B", "macOS 16, iOS 19, *: A.C",
        "macOS 16, iOS 19, *: A.D", "macOS 16, iOS 19, *: A.E",
      ])
  }

  @Test func typesWhoseDeclarationCannotBeParsedAreLeftOut() throws {
    let scan = try scan(
      """
      @Registerable struct A {}
      extension A. { @Registerable struct B {} }
      #if
      @Registerable struct C {}
      #endif
      #if DEBUG
      #else
      #elseif os(Linux)
      @Registerable struct D {}
      #endif
      @Registerable struct {}
      """)
    #expect(lines(scan.entries) == ["A"])
    let isMalformed =
      "is left out of the autoregistered dependencies: its declaration has a syntax error, or a condition around it."
    #expect(scan.notes.map(\.typeName) == ["A..B", "C", "D", ""])
    #expect(scan.notes.allSatisfy { $0.description.hasSuffix(isMalformed) })
  }

  @Test func extendedTypesAreKnownHoweverTheyAreSpelled() throws {
    let scan = try scan(
      """
      private enum A { enum B {} }
      extension A /* of this file */ . B { @Registerable struct C {} }
      extension D<Int> { @Registerable struct E {} }
      extension [Int] { @Registerable struct F {} }
      extension G . H { @Registerable struct I {} }
      """)
    #expect(lines(scan.entries) == ["G.H.I"])
    #expect(scan.notes.map(\.typeName) == ["A.B.C", "D<Int>.E", "[Int].F"])
  }

  @Test func whatCannotBeParsedIsReadAsFarAsItGoes() throws {
    let scan = try scan("@Registerable struct A { init( }\n@Registerable struct B {}")
    #expect(lines(scan.entries).contains("B") || lines(scan.entries) == ["A"])
  }

  @Test func directivesInCommentsAndStringsAreNone() throws {
    let scan = try scan(
      ##"""
      // #if A
      /* #if B /* #if C */ */
      let text = "#if D \(["#if E": "\(1)"]) #if F", raw = #"" #if G"#
      let lines = """
        #if H
        " \(f(")")) "
        """
      let regex = /"#if I/, other = #/ "#if J /#
      let half = 4 / 2 / 1
      enum `#if K` {}
      #if L  // "
      @Registerable struct M {}
      #endif
      @Registerable struct N {}
      """##)
    #expect(lines(scan.entries) == ["#if L", "  M", "#endif", "N"])
    #expect(scan.notes.isEmpty)
  }

  @Test func conditionsOfSeveralLinesAreOne() throws {
    let scan = try scan(
      """
      #if DEBUG &&  // for now
        (os(Linux) ||
        os(Windows))
      @Registerable struct A {}
      #elseif canImport(Other, _version: 1.2) && !swift(<6.0)
      @Registerable struct B {}
      #endif
      #if DEBUG os
      @Registerable struct C {}
      #endif
      """)
    #expect(
      lines(scan.entries) == [
        "#if DEBUG && (os(Linux) || os(Windows))", "  A",
        "#elseif canImport(Other, _version: 1.2) && !swift(<6.0)", "  B", "#endif",
      ])
    #expect(scan.notes.map(\.typeName) == ["C"])
  }

  @Test func clausesMayHoldAttributesCasesAndCalls() throws {
    let scan = try scan(
      """
      #if A
      @available(macOS 99, *)
      #else
      @Registerable
      #endif
      @available(iOS 99, *)
      struct B {
        func f() -> Int {
          switch x {
          #if C
          case 1: return 1
          #else
          case 2: return 2
          #endif
          default:
            return x
              #if D
                .one()
              #else
                .two()
              #endif
          }
        }
      }
      #if E
      @Registerable
      #else
      @Registerable(scope: .singleton)
      #endif
      @Registerable struct F {}
      """)
    #expect(
      lines(scan.entries) == [
        "#if A", "#else", "  iOS 99, *: B", "#endif", "#if E", "  F", "#else", "  F", "#endif",
      ])
  }

  @Test func typesInClosuresAndAccessorsAreLocal() throws {
    let scan = try scan(
      """
      struct A {
        let a = { @Registerable struct B {} }
        var b: Int { @Registerable class C {}; return 1 }
        @Registerable func d() {}
      }
      f { @Registerable @MainActor final class E {} }
      """)
    #expect(scan.entries.isEmpty)
    #expect(scan.notes.map(\.typeName) == ["B", "C", "E"])
    #expect(scan.notes.allSatisfy { $0.reason == "it is declared in a function." })
  }

  @Test func linesAndColumnsAreThoseOfTheSource() throws {
    let scan = try scan("// é\r\n/* ü */ @Registerable struct `é` {}\r\n@Registerable struct B {}")
    let places = scan.entries.map { entry in
      if case .type(let type) = entry { "\(type.name) \(type.place)" } else { "" }
    }
    #expect(places == ["`é` A.swift:2:31", "B A.swift:3:22"])
  }
}
