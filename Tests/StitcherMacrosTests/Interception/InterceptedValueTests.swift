#if Macros
  import StitcherMacros
  import Testing

  /// A protocol of values with mutating members; its names collide with those of the generated
  /// type.
  @Intercepted
  protocol Tally {
    var inner: Int { get set }
    var interceptor: String { get nonmutating set }
    var next: Int { mutating get }
    var twin: Self { get }
    mutating func add(_ number: Int) -> Int
    mutating func addLater(_ number: Int) async
    func awaiting() async -> Self
    subscript(newValue: Int) -> Int { get set }
  }

  /// A counter.
  struct Counter: Tally {
    var inner = 0
    var interceptor: String {
      get { "counter" }
      nonmutating set {}
    }
    var next: Int {
      mutating get {
        inner += 1
        return inner
      }
    }
    var twin: Counter { self }
    mutating func add(_ number: Int) -> Int {
      inner += number
      return inner
    }
    mutating func addLater(_ number: Int) async { inner += number }
    func awaiting() async -> Counter { self }
    subscript(newValue: Int) -> Int {
      get { inner + newValue }
      set { inner = newValue }
    }
  }

  /// A protocol of objects with a member that returns an object of the same type.
  @Intercepted
  protocol Node: AnyObject {
    var name: String { get set }
    func next() -> Self
  }

  /// A node that is its own neighbor.
  final class Loop: Node {
    var name = "loop"
    func next() -> Self { self }
  }

  /// The forwarded members of values and objects.
  @Suite struct InterceptedValueTests {
    private let recorder = Recorder()

    @Test func aValueChangesInsideOfItsWrapper() async {
      var tally: any Tally = InterceptedTally(Counter(), by: recorder)
      let copy = tally
      tally.inner = 4
      tally.inner += 1
      #expect(tally.add(2) == 7)
      await tally.addLater(1)
      #expect(tally[2] == 10)
      tally[3] = 20
      #expect(tally.inner == 20)
      #expect(copy.inner == 0)
      #expect(
        recorder.calls == [
          "Tally.inner = 4", "Tally.inner", "Tally.inner = 5", "Tally.add(2)",
          "await Tally.addLater(1)", "Tally[2]", "Tally[3] = 20", "Tally.inner", "Tally.inner",
        ])
    }

    @Test func accessorsKeepTheirModifiers() {
      var tally = InterceptedTally(Counter(), by: recorder)
      #expect(tally.interceptor == "counter")
      let copy = tally
      copy.interceptor = "other"
      #expect(tally.next == 1)
      #expect(tally.next == 2)
      #expect(
        recorder.calls == [
          "Tally.interceptor", "Tally.interceptor = \"other\"", "Tally.next", "Tally.next",
        ])
    }

    @Test func whatReturnsItsOwnKindReturnsAWrapper() async {
      var twin: any Tally = InterceptedTally(Counter(), by: recorder).twin
      #expect(twin is InterceptedTally)
      twin = await twin.awaiting()
      #expect(twin.inner == 0)
      #expect(recorder.calls == ["Tally.twin", "await Tally.awaiting()", "Tally.inner"])
    }

    @Test func anObjectIsWrappedByAnObject() {
      let loop = Loop()
      let node: any Node = InterceptedNode(loop, by: recorder)
      node.next().name = "next"
      #expect(loop.name == "next")
      #expect(recorder.calls == ["Node.next()", "Node.name = \"next\""])
    }
  }
#endif
