import StitcherEngine
import Testing

@Suite struct RegistrationSetTests {
  @Test(arguments: [0, 1, 6, 7, 8, 100, 5_000]) func keepsTheOrderOfInsertion(count: Int) {
    let all = (0..<count).map { number in Registration.name("\(number)") { number } }
    var set = RegistrationSet()
    let added = all.map { set.insert($0) }
    #expect(!added.contains(false))
    #expect(set.registrations.elementsEqual(all, by: ===))
    var reserved = RegistrationSet(minimumCapacity: count)
    for registration in all { reserved.insert(registration) }
    #expect(reserved.registrations.elementsEqual(all, by: ===))
  }

  @Test(arguments: [3, 40, 3_000]) func findsAllByEachKeyInOrder(count: Int) {
    var set = RegistrationSet()
    for number in 0..<count {
      let registration: Registration =
        switch number % 3 {
        case 0:
          .type(Int.self, also: [Double.self, Int.self]) { (_: KeyPath<String, Int>) in number }
        case 1: .name("name \(number)") { number }
        default: .value(number) { number }
        }
      let isNew = number % 3 != 0 || number == 0
      let isAdded = set.insert(registration)
      #expect(isAdded == isNew)
    }
    for number in 0..<count where number % 3 != 0 {
      let key: LookupKey =
        number % 3 == 1 ? .name("name \(number)") : .value(TypedValueKey(number))
      #expect(found(key, in: set) == 1)
    }
    #expect(found(.type(Int.self), in: set) == 1)
    #expect(found(.type(Double.self), in: set) == 1)
    #expect(found(.type(String.self), in: set) == 0)
    #expect(found(.name("missing"), in: set) == 0)
  }

  @Test(arguments: [2, 30]) func keepsTheFirstOfEqualRegistrations(padding: Int) {
    var set = RegistrationSet()
    for number in 0..<padding { set.insert(.name("padding \(number)") { 0 }) }
    let first = Registration.type(Int.self) { 1 }
    let candidates: [Registration] = [
      first,
      .type(Int.self) { 2 },
      .type(Int.self, scope: .singleton) { 3 },
      .type(Int.self, isEager: true) { 4 },
      .type(Int.self, also: [Double.self]) { 5 },
      .type(Int.self) { (_: Int) in 6 },
    ]
    let added = candidates.map { set.insert($0) }
    #expect(added == [true, false, true, true, true, true])
    #expect(set.equal(of: .type(Int.self) { 7 }) === first)
    #expect(set.registrations.count == padding + 5)
  }

  @Test(arguments: [2, 30]) func keepsTheFirstOfANameOrValueWithTheSameParameters(padding: Int) {
    var set = RegistrationSet()
    for number in 0..<padding { set.insert(.type(Int.self, also: types(number)) { 0 }) }
    let candidates: [Registration] = [
      .name("n") { 1 },
      .name("n", scope: .singleton) { "other type" },
      .name("n") { (_: Int) in 2 },
      .value(1) { 1 },
      .value(1.0) { "other type" },
      .value(1) { (_: Int) in 2 },
    ]
    let added = candidates.map { set.insert($0) }
    #expect(added == [true, false, true, true, false, true])
  }

  @Test func comparesListsOfTypesInOrder() {
    #expect(Locator.types([Int.self, Double.self]) == Locator.types([Int.self, Double.self]))
    #expect(Locator.types([Int.self, Double.self]) != Locator.types([Double.self, Int.self]))
    #expect(Locator.types([Int.self, Double.self]) != .type(Int.self))
    #expect(Locator.types([Int.self]) == .type(Int.self))
    #expect(Locator.name("a") != .value("a"))
  }

  @Test func treatsAllManagedScopesAsEqual() {
    let one = Registration.type(Int.self, scope: .managed(Lifetime())) { 1 }
    let other = Registration.type(Int.self, scope: .managed(Lifetime())) { 2 }
    #expect(one.isEqual(to: other))
    #expect(!one.isEqual(to: .type(Int.self, scope: .singleton) { 1 }))
  }

  @Test func unitesInOrderAndKeepsTheFirst() {
    let a = Registration.name("a") { 1 }
    let b = Registration.name("b") { 2 }
    let otherB = Registration.name("b") { 3 }
    let c = Registration.name("c") { 4 }
    var set: RegistrationSet = [a, b]
    set.formUnion([otherB, c])
    #expect(set.registrations.elementsEqual([a, b, c], by: ===))
    set.formUnion([])
    #expect(set.registrations.count == 3)
    var empty = RegistrationSet()
    empty.formUnion(set)
    #expect(empty.registrations.elementsEqual([a, b, c], by: ===))
  }

  @Test func doesNotChangeItsCopies() {
    var set = RegistrationSet()
    for number in 0..<10 { set.insert(.name("\(number)") { number }) }
    let copy = set
    for number in 10..<200 { set.insert(.name("\(number)") { number }) }
    #expect(copy.registrations.count == 10)
    #expect(found(.name("100"), in: copy) == 0)
    #expect(found(.name("9"), in: copy) == 1)
    #expect(found(.name("100"), in: set) == 1)
  }

  /// Returns the number of registrations that a key finds.
  private func found(_ key: LookupKey, in set: RegistrationSet) -> Int {
    var count = 0
    _ = set.first(key) { _ in
      count += 1
      return false
    }
    return count
  }

  /// Returns a list of types that differs for each number.
  private func types(_ number: Int) -> [any Any.Type] {
    (0..<5).map { (number >> $0) & 1 == 0 ? Float.self : Double.self }
  }
}
