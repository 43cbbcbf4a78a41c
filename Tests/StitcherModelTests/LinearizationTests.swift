import StitcherModel
import Testing

/// The search for an order of concurrent operations.
///
/// In each history, a thread receives an instance before and after a change that deactivates its
/// container.
@Suite struct LinearizationTests {
  private typealias Operation = History.Operation

  /// Whether an order explains that the instance has stayed.
  private static func isExplained(
    _ deactivation: Operation, _ others: [Operation]...
  ) -> Bool? {
    let threads = [
      [
        change(.contents(1, [Item(0, 0)]), 0, 1), change(.contents(2, [Item(0, 1)]), 2, 3),
        change(.activate(1, isFurther: false), 4, 5), request(6), deactivation, request(30),
      ]
    ]
    let program = ConcurrentProgram(
      declarations: [Declaration(.name(.composed), makes: .objectA, .singleton)], setup: [],
      threads: Array(repeating: [], count: others.count + 1), epilogue: [])
    var search = Linearization(History(threads: threads + others, living: [0]))
    return search.exists(for: program)
  }

  private static func change(_ change: Change, _ start: Int, _ end: Int) -> Operation {
    Operation(step: .change(change), result: nil, start: start, end: end)
  }

  private static func request(_ start: Int) -> Operation {
    Operation(
      step: .ask(.name(.composed, as: .objectA), hand: 0), result: .answered(.found([0])),
      start: start, end: start + 1)
  }

  @Test(arguments: [1, 2])
  func anInstanceStaysIfAnEqualRegistrationIsActivatedDuringTheDeactivation(container: Int) {
    func isExplained(_ start: Int, _ end: Int) -> Bool? {
      Self.isExplained(
        Self.change(.deactivate(1), 10, 13),
        [Self.change(.activate(container, isFurther: false), start, end)])
    }
    #expect(isExplained(11, 12) == true)
    #expect(isExplained(12, 15) == true)
    #expect(isExplained(14, 15) == false)
  }

  @Test func anInstanceDoesNotStayForAnotherActivation() {
    let deactivation = Self.change(.deactivate(1), 10, 13)
    #expect(
      Self.isExplained(
        deactivation, [Self.change(.activate(0, isFurther: false), 11, 12)],
        [Self.change(.activate(1, isFurther: false), 14, 15)]) == false)
  }

  @Test func anInstanceStaysIfAnotherChangeAdoptsTheNewContents() {
    let removal = Self.change(.contents(1, []), 10, 13)
    let activation = [Self.change(.activate(2, isFurther: false), 15, 16)]
    #expect(
      Self.isExplained(removal, [Self.change(.activate(0, isFurther: false), 11, 20)], activation)
        == true)
    #expect(
      Self.isExplained(removal, [Self.change(.activate(0, isFurther: false), 11, 14)], activation)
        == false)
  }

  @Test func anInstanceStaysIfNewerContentsHaveItsRegistrationAgain() {
    func isExplained(_ start: Int, _ end: Int) -> Bool? {
      Self.isExplained(
        Self.change(.contents(1, []), 10, 13),
        [Self.change(.contents(1, [Item(0, 2)]), start, end)])
    }
    #expect(isExplained(11, 12) == true)
    #expect(isExplained(14, 15) == false)
  }
}
