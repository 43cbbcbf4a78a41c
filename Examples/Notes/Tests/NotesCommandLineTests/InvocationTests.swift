import NotesCommandLine
import Testing

/// Tests of parsing command lines.
@Suite("Command lines")
struct InvocationTests {
  @Test(
    "A command line is understood",
    arguments: [
      (["tour"], Command.tour(isKeeping: false)),
      (["tour", "--keep"], .tour(isKeeping: true)),
      (["sign-in", "ana"], .signIn(name: "ana", isCreating: false)),
      (["sign-in", "--create", "ana"], .signIn(name: "ana", isCreating: true)),
      (["sign-out"], .signOut),
      (["add", "Cake"], .add(.init(title: "Cake"))),
      (
        ["add", "--tag", "a", "Cake", "--tag=b=c", "--body", "-"],
        .add(.init(title: "Cake", body: "-", tags: ["a", "b=c"]))
      ),
      (["add", "--", "--not-an-option"], .add(.init(title: "--not-an-option"))),
      (["add", "--from", "x.txt"], .importNotes(path: "x.txt")),
      (["remove", "0a1b"], .remove(id: "0a1b")),
      (["list"], .list(tag: nil, limit: 20)),
      (["list", "--tag", "a", "--limit", "3"], .list(tag: "a", limit: 3)),
      (["search", "plum", "cake"], .search(words: "plum cake", limit: 10, isFuzzy: false)),
      (["search", "x", "--fuzzy", "--limit=1"], .search(words: "x", limit: 1, isFuzzy: true)),
      (["sync", "b.sqlite"], .sync(path: "b.sqlite", isCreating: false)),
      (["sync", "b.sqlite", "--create"], .sync(path: "b.sqlite", isCreating: true)),
      (["graph"], .graph(format: nil, output: nil)),
      (["graph", "--html"], .graph(format: .html, output: nil)),
      (["graph", "--format", "dot", "--output", "g"], .graph(format: .dot, output: "g")),
      ([], .help(command: nil)),
      (["help"], .help(command: nil)),
      (["--help"], .help(command: nil)),
      (["-h"], .help(command: nil)),
      (["help", "sync"], .help(command: "sync")),
      (["sync", "--help"], .help(command: "sync")),
      (["sync", "-h"], .help(command: "sync")),
    ])
  func understood(arguments: [String], command: Command) throws {
    #expect(try Invocation(arguments).command == command)
  }

  @Test(
    "A command line that is not understood is an error that says why",
    arguments: [
      (["frob"], "unknown command 'frob'"),
      (["help", "frob"], "unknown command 'frob'"),
      (["--data", "x"], "a command is missing"),
      (["list", "--frob"], "unknown option '--frob'"),
      (["list", "-x"], "unknown option '-x'"),
      (["list", "--limit"], "--limit N lacks its value"),
      (["list", "--limit", "0"], "'0' for --limit is not a number from 1"),
      (["list", "--limit", "many"], "'many' for --limit is not a number from 1"),
      (["list", "--tag", "a", "--tag", "b"], "--tag was given twice"),
      (["list", "extra"], "'extra' is one argument too many"),
      (["tour", "--keep=yes"], "--keep has no value"),
      (["sign-in"], "'sign-in' lacks NAME"),
      (["sign-out", "ana"], "'ana' is one argument too many"),
      (["search"], "'search' lacks WORD..."),
      (["sync"], "'sync' lacks FILE"),
      (["remove", "a", "b"], "'b' is one argument too many"),
      (
        ["graph", "--format", "png"], "'png' for --format is none of html, mermaid, dot, json, svg"
      ),
      (["graph", "--html", "--format", "dot"], "--html and --format were both given"),
      (["graph", "--output", "g"], "--output goes with --format or --html"),
      (["add"], "'add' wants either TITLE or --from FILE"),
      (["add", "A", "--from", "x"], "'add' wants either TITLE or --from FILE"),
      (["add", "--from", "x", "--tag", "a"], "--from goes with neither --body nor --tag"),
    ])
  func notUnderstood(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Invocation(arguments) }
    #expect(error?.description == message)
  }

  @Test("The folder may stand before the command and after it")
  func folder() throws {
    #expect(try Invocation(["--data", "x", "list"]).dataPath == "x")
    #expect(try Invocation(["--data=x", "list"]).dataPath == "x")
    #expect(try Invocation(["list", "--data", "x"]).dataPath == "x")
    #expect(try Invocation(["list"]).dataPath == nil)
  }

  @Test("An error names the command whose help says more")
  func topic() {
    #expect(#expect(throws: UsageError.self) { try Invocation(["sync"]) }?.command == "sync")
    #expect(#expect(throws: UsageError.self) { try Invocation(["frob"]) }?.command == nil)
  }
}
