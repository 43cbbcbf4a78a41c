import Foundation
import StitcherDescription
import StitcherSyntax
import StitcherToolKit
import Testing

/// The answers of the commands about a graph.
@Suite struct CommandTests {
  /// A program: a root needs a service, which needs a store; the clock has no requester.
  private var graph: GraphDescription {
    GraphDescription(
      title: "app",
      nodes: [
        .init(id: "root", kind: .root, keys: [], label: "Screen", scope: ""),
        .init(
          id: "App.Service", keys: ["App.Service"], label: "Service", scope: "shared",
          module: "App", place: .init(file: "A.swift", line: 3), container: "main",
          isComplete: true),
        .init(
          id: "App.Store", keys: ["App.Store<Swift.Int>"], label: "Store<Int>", scope: "singleton",
          place: .init(file: "A.swift", line: 4), isComplete: true),
        .init(
          id: "App.Clock", keys: ["App.Clock"], label: "Clock", scope: "instance",
          place: .init(file: "B.swift", line: 5), isComplete: true),
      ],
      edges: [
        .init(from: "root", to: "App.Service", evidence: [.proven], isLazy: true),
        .init(
          from: "App.Service", to: "App.Store", evidence: [.proven],
          place: .init(file: "A.swift", line: 9)),
      ])
  }

  /// The same program with a problem.
  private var broken: GraphDescription {
    var graph = graph
    graph.problems = [
      .init(
        severity: .error, kind: "missing", message: "nobody registers Log",
        remedy: "register it", place: .init(file: "A.swift", line: 7), nodes: ["App.Service"])
    ]
    return graph
  }

  /// The result of reading some programs.
  private func reading(_ graphs: GraphDescription...) -> Reading {
    Reading(root: "/app", graphs: graphs)
  }

  @Test func `a program without problems is clean`() throws {
    let answer = CheckCommand.answer(reading(graph), ToolOptions())
    #expect(answer.text.isEmpty)
    #expect(answer.summary == "0 errors, 0 warnings; 3 registrations in 1 program")
    #expect(answer.code == .clean)
  }

  @Test func `a problem has a place to jump to, and a note; programs share it`() throws {
    let answer = CheckCommand.answer(reading(broken, broken), ToolOptions())
    #expect(
      answer.text == """
        /app/A.swift:7:1: error: nobody registers Log [missing]
        /app/A.swift:7:1: note: register it
        """)
    #expect(answer.summary == "1 error, 0 warnings; 3 registrations in 2 programs")
    #expect(answer.code == .problems)
  }

  @Test func `a problem tells who needs whom, each need with its place`() throws {
    var graph = broken
    graph.nodes.append(
      .init(id: "missing: Log", kind: .missing, keys: ["Log"], label: "Log", scope: ""))
    graph.edges = [
      .init(
        from: "root", to: "App.Service", evidence: [.proven], isLazy: true,
        place: .init(file: "Screen.swift", line: 2, column: 4)),
      .init(
        from: "App.Service", to: "missing: Log", evidence: [.proven],
        place: .init(file: "A.swift", line: 7)),
    ]
    graph.problems[0].nodes = ["root", "App.Service", "missing: Log"]
    #expect(
      CheckCommand.answer(reading(graph), ToolOptions()).text == """
        /app/A.swift:7:1: error: nobody registers Log [missing]
        /app/Screen.swift:2:4: note: Screen needs Service
        /app/A.swift:7:1: note: Service needs Log
        /app/A.swift:7:1: note: register it
        """)
    // Nodes of other kinds of problems do not form a path.
    graph.problems[0].kind = "ambiguous"
    #expect(
      CheckCommand.answer(reading(graph), ToolOptions()).text == """
        /app/A.swift:7:1: error: nobody registers Log [ambiguous]
        /app/A.swift:7:1: note: register it
        """)
  }

  @Test func `a missing dependency is told with its path and the registration that fits`() throws {
    let package = try ScratchPackage()
    try package.write(
      """
      import Stitcher
      protocol Clock: Sendable {}
      struct SystemClock: Clock {}
      struct Store: Sendable { init(_ clock: any Clock) {} }
      struct Search: Sendable { init(_ store: Store) {} }
      struct Screen {
        @Injected var search: Search
      }
      let app = DependencyContainer {
        Dependency { SystemClock() }
        Dependency { Store(try DependencyGraph.inject()) }
        Dependency(autowired: Search.init(_:))
      }
      """, to: "Sources/App.swift")
    let program = try ToolchainCompiler().program(
      in: URL(filePath: package.root + "/Sources"))
    let root = package.root + "/Sources"
    var reading = reading(program.description().relative(to: root))
    reading.root = root
    #expect(
      CheckCommand.answer(reading, ToolOptions()).text == """
        \(root)/App.swift:11:26: error: Clock is injected, and nothing in 'App' registers \
        it [missing]
        \(root)/App.swift:7:4: note: Screen needs Search
        \(root)/App.swift:12:3: note: Search needs Store
        \(root)/App.swift:11:26: note: Store needs Clock
        \(root)/App.swift:11:26: note: Add '.conforms(to: (any Clock).self)' to the registration of \
        SystemClock (App.swift:10).
        """)
  }

  @Test func `warnings leave the exit code alone`() throws {
    var graph = broken
    graph.problems[0].severity = .warning
    #expect(CheckCommand.answer(reading(graph), ToolOptions()).code == .clean)
  }

  @Test func `check prints JSON`() throws {
    var options = ToolOptions()
    options.isJSON = true
    let text = CheckCommand.answer(reading(broken), options).text
    #expect(text.contains("\"errors\" : 1"))
    #expect(text.contains("\"message\" : \"nobody registers Log\""))
  }

  @Test(arguments: ["Store", "Store<Int>", "App.Store<Swift.Int>", "App.Store"])
  func `a type is found by its name`(name: String) throws {
    let answer = WhyCommand.answer(name, reading(graph), ToolOptions())
    #expect(
      answer.text == """
        Store<Int> (singleton)
          registered at A.swift:4
          needs: none known
          is needed by:
            Service (at A.swift:9)
          is reached by Screen -> Service -> Store<Int>
        """)
  }

  @Test func `why tells needs, module, container and problems`() throws {
    let answer = WhyCommand.answer("Service", reading(broken), ToolOptions())
    #expect(
      answer.text == """
        Service (shared)
          registered at A.swift:3, module App, container main
          needs:
            Store<Int> (at A.swift:9)
          is needed by:
            Screen (lazily)
          is reached by Screen -> Service
          error: nobody registers Log
        """)
  }

  /// The program with two decorators of the store, of which one is conditional.
  private var decorated: GraphDescription {
    var graph = graph
    func decorator(_ id: String, line: Int) -> GraphDescription.Node {
      .init(
        id: id, kind: .decorator, keys: ["App.Store<Swift.Int>"], label: "Store<Int>",
        scope: "singleton", place: .init(file: "A.swift", line: line))
    }
    graph.nodes += [decorator("App.Store#2", line: 11), decorator("App.Store#3", line: 12)]
    graph.edges = [
      .init(from: "root", to: "App.Service", evidence: [.proven], isLazy: true),
      .init(
        from: "App.Service", to: "App.Store#3", evidence: [.possible],
        place: .init(file: "A.swift", line: 9)),
      .init(from: "App.Store#2", to: "App.Clock", evidence: [.proven]),
      .init(from: "App.Store#2", to: "App.Store", evidence: [.declared]),
      .init(from: "App.Store#3", to: "App.Store#2", evidence: [.possible]),
    ]
    return graph
  }

  @Test func `why tells what decorates a dependency, and what that needs`() throws {
    let answer = WhyCommand.answer("App.Store", reading(decorated), ToolOptions())
    #expect(
      answer.text == """
        Store<Int> (singleton)
          registered at A.swift:4
          needs: none known
          is decorated, the first one innermost:
            for requests of Store<Int>, at A.swift:11, which needs Clock
            for requests of Store<Int>, at A.swift:12 (maybe)
          is reached by Screen -> Service -> decorator of Store<Int> -> decorator of Store<Int> -> Store<Int>

        Store<Int> (singleton, decorates)
          at A.swift:11
          decorates Store<Int>
          needs:
            Clock
            and maybe more: the tool cannot follow all calls of its closure
          is decorated, the first one innermost:
            for requests of Store<Int>, at A.swift:12 (maybe)
          is reached by Screen -> Service -> decorator of Store<Int> -> decorator of Store<Int>

        Store<Int> (singleton, decorates)
          at A.swift:12
          decorates decorator of Store<Int> (maybe)
          needs: none known
            and maybe more: the tool cannot follow all calls of its closure
          is needed by:
            Service (maybe, at A.swift:9)
          is reached by Screen -> Service -> decorator of Store<Int>
        """)
    var options = ToolOptions()
    options.isJSON = true
    struct Explanation: Decodable {
      struct Decorator: Decodable { let needs: [Need] }
      struct Need: Decodable { let to: String }
      let decorators: [Decorator]
    }
    let json = WhyCommand.answer("App.Store", reading(decorated), options).text
    let all = try JSONDecoder().decode([Explanation].self, from: Data(json.utf8))
    let needs = all.map { $0.decorators.map { $0.needs.map(\.to) } }
    #expect(needs == [[["App.Clock"], []], [[]], []])
  }

  @Test func `a decorator that decorates nothing is listed`() throws {
    var reading = reading(graph)
    reading.unused = [
      UnusedRegistration(
        name: "Clock", place: SourcePlace(file: "/app/B.swift", line: 5, column: 3),
        isDecorator: true)
    ]
    let answer = UnusedCommand.answer(reading, ToolOptions())
    #expect(
      answer.text
        == "/app/B.swift:5:3: warning: no registration has the key Clock, which this decorates")
    #expect(answer.summary == "0 unused registrations, 1 idle decorator")
  }

  @Test func `a difference has decorators`() throws {
    let added = DiffCommand.answer(
      from: reading(graph), to: reading(decorated), ToolOptions())
    #expect(
      added.text == """
        app:
        Dependencies: 2 added
        + App.Store#2 (decorator · singleton, A.swift:11)
        + App.Store#3 (decorator · singleton, A.swift:12)
        Needs: 4 added, 1 removed
        + App.Service → App.Store#3 (A.swift:9)
        + App.Store#2 → App.Clock
        + App.Store#2 → App.Store
        + App.Store#3 → App.Store#2
        - App.Service → App.Store (A.swift:9)
        """)
    let removed = DiffCommand.answer(
      from: reading(decorated), to: reading(graph), ToolOptions())
    #expect(removed.summary == "0 added, 2 removed, 0 new problems")
    var options = ToolOptions()
    options.isJSON = true
    struct Change: Decodable {
      struct Difference: Decodable { let addedNodes, removedNodes: [Node] }
      struct Node: Decodable { let id: String }
      let program: String
      let difference: Difference
    }
    let json = DiffCommand.answer(from: reading(graph), to: reading(decorated), options).text
    let changes = try JSONDecoder().decode([Change].self, from: Data(json.utf8))
    #expect(changes.map(\.program) == ["app"])
    #expect(changes.first?.difference.addedNodes.map(\.id) == ["App.Store#2", "App.Store#3"])
    #expect(changes.first?.difference.removedNodes.isEmpty == true)
  }

  @Test func `a type that is not there is told with those that are like it`() throws {
    let answer = WhyCommand.answer("serv", reading(graph), ToolOptions())
    #expect(answer.text == "nothing is registered for 'serv'; there are: Service")
    #expect(answer.code == .problems)
  }

  @Test func `what nothing injects is listed`() throws {
    var reading = reading(graph)
    reading.unused = [
      UnusedRegistration(
        name: "Clock", place: SourcePlace(file: "/app/B.swift", line: 5, column: 3))
    ]
    let answer = UnusedCommand.answer(reading, ToolOptions())
    #expect(answer.text == "/app/B.swift:5:3: warning: nothing injects Clock")
    #expect(answer.summary == "1 unused registration")
    // Like all warnings, they do not change the exit code.
    #expect(answer.code == .clean)
    var options = ToolOptions()
    options.isJSON = true
    let json = UnusedCommand.answer(reading, options)
    #expect(json.code == .clean)
    #expect(
      json.text == """
        [
          {
            "isDecorator" : false,
            "name" : "Clock",
            "place" : {
              "column" : 3,
              "file" : "/app/B.swift",
              "line" : 5
            }
          }
        ]
        """)
  }

  @Test func `what another executable injects is used, and a library says nothing`() throws {
    let package = try ScratchPackage()
    try package.write(
      "import Stitcher\nfunc run() throws { print(try DependencyGraph.inject() as Clock) }",
      to: "Sources/App.swift")
    try package.write(
      """
      import Stitcher
      struct Clock: Sendable {}
      let kit = DependencyContainer { Dependency { Clock() } }
      """, to: "Sources/Kit.swift")
    let facts = try ToolchainCompiler().facts(in: URL(filePath: package.root + "/Sources"))
    let idle = Program(title: "idle", facts: [facts[1]])
    let busy = Program(title: "busy", facts: facts)
    let library = Program(title: "Kit", facts: [facts[1]], isOpen: true)
    #expect(UnusedCommand.unused(in: [idle]).map(\.name) == ["Clock"])
    #expect(UnusedCommand.unused(in: [idle, library]).count == 1)
    #expect(UnusedCommand.unused(in: [idle, busy]).isEmpty)
  }

  @Test func `a graph of one among several programs has to be chosen`() throws {
    let failure = #expect(throws: ToolFailure.self) {
      try GraphCommand.answer(reading(graph, graph), ToolOptions())
    }
    #expect(
      failure?.description
        == "error: the package has several programs: choose with --product: app, app")
  }

  @Test func `a difference has what came, what went and what is wrong now`() throws {
    var new = broken
    new.nodes.removeAll { $0.id == "App.Clock" }
    new.nodes.append(
      .init(id: "App.Date", keys: ["App.Date"], label: "Date", scope: "shared"))
    new.edges.append(.init(from: "App.Service", to: "App.Date", evidence: [.proven]))
    let answer = DiffCommand.answer(
      from: reading(graph), to: reading(new), ToolOptions())
    #expect(
      answer.text == """
        app:
        Dependencies: 1 added, 1 removed
        + App.Date (shared)
        - App.Clock (instance, B.swift:5)
        Needs: 1 added
        + App.Service → App.Date
        /app/A.swift:7:1: error: nobody registers Log [missing]
        /app/A.swift:7:1: note: register it
        """)
    #expect(answer.summary == "1 added, 1 removed, 1 new problem")
    #expect(answer.code == .problems)
  }

  @Test func `places begin at the folder of the package`() {
    var absolute = broken
    absolute.problems[0].place?.file = "/app/A.swift"
    absolute.problems[0].message = "see /app/A.swift:3"
    let relative = absolute.relative(to: "/app")
    #expect(relative.problems[0].place?.file == "A.swift")
    #expect(relative.problems[0].message == "see A.swift:3")
  }
}
