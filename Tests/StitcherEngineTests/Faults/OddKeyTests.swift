import StitcherEngine
import StitcherTestSupport
import Testing

/// Keys with unusual hashing and equality, and very large numbers of keys.
@Suite(.timeLimit(.minutes(20))) struct OddKeyTests {
  @Test func aMillionRegistrationsAreFound() throws {
    #if DEBUG
      let count = bounded(100_000, sanitized: 20_000)
    #else
      let count = bounded(1_000_000, sanitized: 20_000)
    #endif
    let graph = Graph()
    var set = RegistrationSet()
    for number in 0..<count {
      set.insert(Registration.value(number, scope: .singleton) { number + 1 })
    }
    graph.activate(DeclaredRegistry(contents: set))
    for number in stride(from: 0, to: count, by: count / 1000) {
      #expect(try graph.resolve(value: number, as: Int.self) == number + 1)
    }
    #expect(failure { try graph.resolve(value: count, as: Int.self) } != .none)
    graph.deactivateAll()
    #expect(failure { try graph.resolve(value: 0, as: Int.self) } != .none)
  }

  @Test(arguments: [
    "", " ", "\0", "\0\0", "\n", "a\u{301}", "👩‍👩‍👧‍👦", "🇦🇶", "\u{200B}", "\u{FEFF}", "﷽", "\u{10FFFF}",
    "ς", "ß",
    "name\0", String(repeating: "long", count: 10_000),
  ])
  func aNameOfAnyCharactersIsFound(_ name: String) throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    var set = RegistrationSet()
    set.insert(.name(name) { 1 })
    set.insert(.name(name + "\u{1}") { 2 })
    graph.activate(DeclaredRegistry(contents: set))
    #expect(try graph.resolve(name: name, as: Int.self) == 1)
    #expect(try graph.resolve(name: name + "\u{1}", as: Int.self) == 2)
    #expect(failure { try graph.resolve(name: name + "x", as: Int.self) } != .none)
  }

  /// A key with a hash and an equality that depend on a mutable number.
  private final class Moody: Hashable, Sendable {
    let number: Box<Int>
    init(_ number: Int) { self.number = Box(number) }
    static func == (one: Moody, other: Moody) -> Bool { one.number.value == other.number.value }
    func hash(into hasher: inout Hasher) { hasher.combine(number.value) }
  }

  @Test func aKeyThatChangesDisturbsNoOther() throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let key = Moody(0)
    var set = RegistrationSet()
    set.insert(Registration.value(key) { 1 })
    for number in 1..<100 { set.insert(Registration.value(Moody(number)) { number }) }
    graph.activate(DeclaredRegistry(contents: set))
    #expect(try graph.resolve(value: Moody(0), as: Int.self) == 1)
    key.number.value = 1000
    // The lookup may find the number through a cached entry, but no other dependency.
    let found = try? graph.resolve(value: Moody(0), as: Int.self)
    #expect(found == nil || found == 1)
    _ = try? graph.resolve(value: Moody(1000), as: Int.self)
    for number in 1..<100 {
      #expect(try graph.resolve(value: Moody(number), as: Int.self) == number)
    }
    graph.releaseUnusedStorage()
    #expect(try graph.resolve(value: Moody(99), as: Int.self) == 99)
  }

  /// A key with a mutable number; the test counts its living instances.
  private final class Counted: Hashable, Sendable {
    let number: Box<Int>
    let life: Tracked
    init(_ number: Int, _ lifetimes: Lifetimes) {
      self.number = Box(number)
      life = Tracked(lifetimes)
    }
    static func == (one: Counted, other: Counted) -> Bool { one.number.value == other.number.value }
    func hash(into hasher: inout Hasher) { hasher.combine(0) }
  }

  @Test func keysThatChangeAfterTheyWereAskedWithAreNotCollected() throws {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    graph.activate(
      DeclaredRegistry(contents: [
        .value(Counted(0, lifetimes), scope: .singleton) { 1 },
        .value(Counted(-1, lifetimes)) { 2 },
      ]))
    for number in 1...2000 {
      let key = Counted(0, lifetimes)
      #expect(try graph.resolve(value: key, as: Int.self) == 1)
      // The cached lookup entries do not match the key any more.
      key.number.value = number
    }
    #expect(lifetimes.living < 200)
    #expect(try graph.resolve(value: Counted(-1, lifetimes), as: Int.self) == 2)
  }

  /// A key that resolves a dependency when it is deinitialized.
  private final class Dying: Hashable, Sendable {
    let number: Int
    let onDeinit: @Sendable () -> Void
    init(_ number: Int, onDeinit: @escaping @Sendable () -> Void) {
      self.number = number
      self.onDeinit = onDeinit
    }
    deinit { onDeinit() }
    static func == (one: Dying, other: Dying) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test func aKeyMayInjectWhenItGoes() throws {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let gone = Log<Int>()
    graph.activate(DeclaredRegistry(contents: [.type(Int.self) { 5 }]))
    let extra = DeclaredRegistry(contents: [.name("extra", scope: .singleton) { 6 }])
    @Sendable func key(_ number: Int) -> Dying {
      Dying(number) {
        graph.activate(extra)
        gone.add((try? graph.resolve(Int.self)) ?? 0)
        gone.add((try? graph.resolve(name: "extra", as: Int.self)) ?? 0)
        graph.deactivate(extra)
      }
    }
    do {
      let registry = DeclaredRegistry(contents: [.value(key(1), scope: .singleton) { "one" }])
      graph.activate(registry)
      // The graph keeps the key of an earlier lookup.
      #expect(try graph.resolve(value: key(1), as: String.self) == "one")
      graph.deactivate(registry)
      #expect(gone.entries.allSatisfy { $0 == 5 || $0 == 6 })
    }
    #expect(gone.entries.count == 4)
    #expect(gone.entries.allSatisfy { $0 == 5 || $0 == 6 })
  }

  @Test func namesThatLookDifferentAndAreEqualAreOne() throws {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    let graph = Graph()
    defer { graph.deactivateAll() }
    for (first, second) in [(composed, decomposed), (decomposed, composed)] {
      var set = RegistrationSet()
      let areNew = [set.insert(.name(first) { 1 }), set.insert(.name(second) { 2 })]
      #expect(areNew == [true, false], "the first one keeps its equal out")
      graph.activate(DeclaredRegistry(contents: set))
      for _ in 0..<2 {
        #expect(try graph.resolve(name: first, as: Int.self) == 1)
        #expect(try graph.resolve(name: second, as: Int.self) == 1)
      }
      graph.deactivateAll()
    }
  }
}
