import Foundation
import NotesApp
import NotesCommandLine
import NotesDomain
import Testing

extension OwnGraph {
  /// Tests of the whole tour.
  @Suite("The tour")
  struct TourTests {
    @Test("It tells what really happened, and leaves nothing behind")
    func tour() async throws {
      let console = MemoryConsole()
      let application = Application(console: console, environment: [:])
      #expect(await application.run(["tour"]) == .success)
      #expect(console.errors.isEmpty)

      let story = Story(console.output)
      #expect(story.chapters == Array(1...10))
      #expect(story.fact("one recorder for all") == "yes")
      #expect(story.fact("registrations") == "10")
      #expect(story.coldStart.first?.hasPrefix("Type[") == true)
      #expect(story.coldStart.contains { $0.hasPrefix("  Type[") && $0.hasSuffix(")") })
      #expect(story.fact("created") == "\(story.coldStart.count)")
      #expect(console.output.contains("No dependency could be found for Type[NoteStore]."))
      #expect(story.facts("registrations").dropFirst().first == "10, now 18")
      #expect(console.output.contains("the sign-in has returned, the graph has it: nobody waits."))
      #expect(story.fact("injected at once")?.hasPrefix("the account of ana, in ") == true)
      #expect(console.output.contains("enables one group more. The next line has it:"))
      #expect(story.fact("registrations now") == "10")
      #expect(story.fact("notes read")?.hasPrefix("330 in ") == true)
      #expect(story.facts("ways to search").last == "author, tags, text, recent, fuzzy")
      #expect(story.fact("notes here and there") == "330 and 330")
      #expect(story.fact("identical") == "yes")
      #expect(console.output.contains("Last writer wins, honestly"))
      #expect(Int(story.fact("needs seen at the start") ?? "") ?? 0 > 3)
      #expect(story.fact("problems") == "0")
      #expect(story.fact("database before") == "open")
      #expect(story.fact("database after") == "closed")
      #expect(story.fact("meanwhile recorded") == "closed ana/notes.sqlite; ana signed out")
      #expect(story.fact("his notes") == "0")
      #expect(story.facts("registrations").last == "0")

      let folder = try #require(story.fact("databases in"))
      #expect(!FileManager.default.fileExists(atPath: folder))
      #expect(!console.output.contains("\u{1B}"))
      #expect(GraphReport().entries.isEmpty)
    }

    @Test("It keeps its databases on request")
    func keeping() async throws {
      let console = MemoryConsole()
      let application = Application(console: console, environment: [:])
      #expect(await application.run(["tour", "--keep"]) == .success)
      let folder = try #require(Story(console.output).fact("databases in"))
      defer { try? FileManager.default.removeItem(atPath: folder) }
      #expect(FileManager.default.fileExists(atPath: folder + "/ana/notes.sqlite"))
    }
  }
}

/// The parsed output of the tour.
private struct Story {
  /// The lines of the output.
  private let lines: [Substring]

  /// Parses the output.
  init(_ output: String) {
    lines = output.split(separator: "\n")
  }

  /// The numbers of the chapters, in order.
  var chapters: [Int] {
    lines.filter { $0.hasSuffix("──") }.compactMap { Int($0.prefix { $0.isNumber }) }
  }

  /// The lines of the tree of creations at the start.
  var coldStart: [String] {
    let rest = lines.drop { !$0.contains("has recorded its cold start") }.dropFirst(2)
    return rest.prefix { !$0.hasPrefix("    created  ") }.map { String($0.dropFirst(4)) }
  }

  /// Returns the first value of a fact.
  func fact(_ name: String) -> String? { facts(name).first }

  /// Returns all values of a fact, in order.
  func facts(_ name: String) -> [String] {
    let start = "    \(name)  "
    return lines.filter { $0.hasPrefix(start) }.map { line in
      String(line.dropFirst(start.count).drop { $0 == " " })
    }
  }
}
