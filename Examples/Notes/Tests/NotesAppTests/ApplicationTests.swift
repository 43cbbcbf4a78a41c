import Foundation
import NotesApp
import NotesCommandLine
import Stitcher
import StitcherDrawing
import Testing

extension OwnGraph {
  /// Tests of whole runs of the application.
  @Suite("The application")
  struct ApplicationTests {
    /// The folder of all databases.
    private let folder: ScratchFolder

    /// Creates the folder.
    init() throws {
      folder = try ScratchFolder()
    }

    @Test("Notes stay from run to run")
    func days() async throws {
      #expect(await run("sign-in", "ana", "--create").output == "Signed in as ana: 0 notes.")
      #expect(await run("add", "Plum cake", "--tag", "Baking", "--body", "On a tray.").code.isGood)
      #expect(await run("add", "Piped", "--body", "-", input: "From a pipe.").code.isGood)
      let list = await run("list", "--tag", "baking")
      #expect(list.output.contains("Plum cake  baking"))
      #expect(!list.output.contains("Piped"))
      #expect(await run("search", "pipe").output.contains("From a pipe."))
      #expect(await run("search", "plumm", "caek").output == "Nothing found.")
      #expect(await run("search", "plumm", "caek", "--fuzzy").output.contains("Plum cake"))
      #expect(await run("sign-out").output == "Signed out ana.")
      #expect(await run("sign-in", "ana").output == "Signed in as ana: 2 notes.")
    }

    @Test("A note is removed by the start of its identifier")
    func removal() async throws {
      _ = await run("sign-in", "ana", "--create")
      let added = await run("add", "Short-lived").output.split(separator: " ")
      let id = String(added[1])
      #expect(await run("remove", id).output == "Removed \(id) Short-lived")
      #expect(await run("list").output == "No notes.")
      #expect(await run("remove", id).code == .noNote)
    }

    @Test("A file of notes is imported as a whole or not at all")
    func importing() async throws {
      _ = await run("sign-in", "ana", "--create")
      let good = "== A\nauthor: Ana\ndate: 2024-01-01 10:00\n\nText\n"
      try good.write(toFile: folder.path("good.txt"), atomically: true, encoding: .utf8)
      try (good + "== B\n").write(
        toFile: folder.path("bad.txt"), atomically: true, encoding: .utf8)
      #expect(await run("add", "--from", folder.path("good.txt")).output == "Imported 1 notes.")
      let bad = await run("add", "--from", folder.path("bad.txt"))
      #expect(bad.code == .data)
      #expect(bad.errors.contains("bad.txt', line 6: 'B' has no author"))
      #expect(await run("sign-in", "ana").output == "Signed in as ana: 1 note.")
    }

    @Test("Sync reports what it did")
    func sync() async throws {
      _ = await run("sign-in", "ana", "--create")
      _ = await run("add", "A")
      let other = folder.path("other.sqlite")
      let missing = await run("sync", other)
      #expect(missing.code == .noInput)
      #expect(missing.errors.contains("--create makes one"))
      #expect(await run("sync", other, "--create").output.hasPrefix("1  pushed"))
      #expect(await run("sync", other).output.hasPrefix("0  pushed"))
    }

    @Test("The graph is shown with its rules, with a session and without")
    func graph() async throws {
      let before = await run("graph")
      #expect(before.output.contains("Type[EventRecorder]"))
      #expect(before.output.hasSuffix("10 registrations."))
      _ = await run("sign-in", "ana", "--create")
      let after = await run("graph")
      #expect(after.output.contains("✓ whoever is signed in can search"))
      #expect(after.output.hasSuffix("18 registrations."))
    }

    @Test("The graph is written in languages for graphs")
    func drawing() async throws {
      let json = await run("graph", "--format", "json").output
      let graph = try GraphDescription(json: json)
      #expect(graph.title == "Notes")
      #expect(graph.nodes.count == 10)
      #expect(graph.nodes.contains { $0.id == "NotesAccounts.AccountService" })
      #expect(graph.problems.isEmpty)
      // The search has created its services, so the graph has observed edges.
      #expect(graph.edges.contains { $0.evidence.contains(.observed) })
      _ = await run("sign-in", "ana", "--create")
      let later = try GraphDescription(json: await run("graph", "--format", "json").output)
      #expect(later.difference(from: graph).addedNodes.count == 8)
      #expect(await run("graph", "--format", "mermaid").output.hasPrefix("%% Notes\nflowchart"))
      #expect(await run("graph", "--format", "dot").output.hasPrefix("digraph \"Notes\" {"))
      let path = folder.path("graph.html")
      #expect(await run("graph", "--html", "--output", path).output.isEmpty)
      let page = try String(contentsOfFile: path, encoding: .utf8)
      #expect(page.hasPrefix("<!DOCTYPE html>"))
      let nowhere = folder.path("nowhere/graph.html")
      await expect(.cannotCreate, "graph", "--html", "--output", nowhere)
    }

    @Test("Each kind of failure has an exit code, and a message on standard error")
    func failures() async throws {
      let diary = String(repeating: "Dear diary. ", count: 20)
      try diary.write(toFile: folder.path("diary.txt"), atomically: true, encoding: .utf8)
      await expect(.usage, "frob")
      await expect(.usage, "list", "--limit", "none")
      await expect(.notSignedIn, "list")
      await expect(.notSignedIn, "sign-out")
      await expect(.noUser, "sign-in", "nobody")
      await expect(.usage, "sign-in", "../up", "--create")
      await expect(.cannotCreate, "list", "--data", folder.path("diary.txt"))
      _ = await run("sign-in", "ana", "--create")
      await expect(.usage, "add", "  ")
      await expect(.noInput, "add", "--from", folder.path("nowhere.txt"))
      await expect(.data, "sync", folder.path("diary.txt"))
      await expect(.noNote, "remove", "zzz")
    }

    @Test("A broken database is reported, and one can still sign out")
    func brokenDatabase() async throws {
      _ = await run("sign-in", "ana", "--create")
      _ = await run("add", "A")
      try Data(repeating: 65, count: 4096).write(
        to: URL(filePath: folder.path("data/ana/notes.sqlite")))
      await expect(.data, "list")
      await expect(.data, "add", "B")
      #expect(await run("sign-out").code.isGood)
    }

    @Test("Help goes to standard output, for all commands and for each")
    func help() async throws {
      #expect(await run("--help").output == HelpText(command: nil).text)
      #expect(await run("sync", "--help").output == HelpText(command: "sync").text)
    }

    @Test("The environment may name the folder, and the option is stronger")
    func environment() async throws {
      let console = MemoryConsole()
      let application = Application(
        console: console, environment: ["NOTES_DATA": folder.path("from-environment")])
      #expect(await application.run(["sign-in", "ana", "--create"]).isGood)
      #expect(FileManager.default.fileExists(atPath: folder.path("from-environment")))
      let other = ["--data", folder.path("from-option"), "sign-in", "ana"]
      #expect(await application.run(other) == .noUser)
      #expect(FileManager.default.fileExists(atPath: folder.path("from-option")))
    }

    /// The output of a run.
    private struct Outcome {
      /// The exit code.
      let code: ExitCode

      /// The standard output.
      let output: String

      /// The standard error.
      let errors: String
    }

    /// Runs the application on the databases of the folder.
    private func run(_ arguments: String..., input: String = "") async -> Outcome {
      let console = MemoryConsole()
      let application = Application(
        console: console, environment: ["NOTES_DATA": folder.path("data")], readInput: { input })
      let code = await application.run(arguments)
      return Outcome(code: code, output: console.output, errors: console.errors)
    }

    /// Runs the application, and expects a failure.
    private func expect(
      _ code: ExitCode, _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async {
      let console = MemoryConsole()
      let application = Application(
        console: console, environment: ["NOTES_DATA": folder.path("data")])
      let outcome = await application.run(arguments)
      #expect(outcome == code, sourceLocation: sourceLocation)
      #expect(console.output.isEmpty, sourceLocation: sourceLocation)
      #expect(console.errors.hasPrefix("notes: "), sourceLocation: sourceLocation)
    }
  }
}

extension ExitCode {
  /// Whether the command succeeded.
  fileprivate var isGood: Bool { self == .success }
}
