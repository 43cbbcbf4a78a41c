import StitcherEngine
import StitcherTestSupport
import Testing

/// Keys that nobody would choose, and very many of them.
@Suite(.timeLimit(.minutes(5))) struct OddKeyTests {
  @Test func aMillionRegistrationsAreFound() throws {
    #if DEBUG
      let count = 100_000
    #else
      let count = 1_000_000
    #endif
    let graph = Graph()
    var set = RegistrationSet()
    for number in 0..<count {
      set.insert(Registration.value(number, scope: .singleton) { number + 1 })
    }
    graph.activate(Registry(contents: set))
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
    graph.activate(Registry(contents: set))
    #expect(try graph.resolve(name: name, as: Int.self) == 1)
    #expect(try graph.resolve(name: name + "\u{1}", as: Int.self) == 2)
    #expect(failure { try graph.resolve(name: name + "x", as: Int.self) } != .none)
  }

  /// A key whose hash follows a number that changes.
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
    graph.activate(Registry(contents: set))
    #expect(try graph.resolve(value: Moody(0), as: Int.self) == 1)
    key.number.value = 1000
    // The engine may remember where it found the number, but finds nothing else.
    let found = try? graph.resolve(value: Moody(0), as: Int.self)
    #expect(found == nil || found == 1)
    _ = try? graph.resolve(value: Moody(1000), as: Int.self)
    for number in 1..<100 {
      #expect(try graph.resolve(value: Moody(number), as: Int.self) == number)
    }
    graph.releaseUnusedStorage()
    #expect(try graph.resolve(value: Moody(99), as: Int.self) == 99)
  }
}
