import Stitcher
import StitcherTesting
import Testing

/// Every way to inject an optional: it is the dependency of the wrapped type, or nil if there is
/// none.
@Suite(.dependencies()) struct OptionalFormTests {
  final class Present: Sendable {}
  struct Sized: Hashable { var size: Int }
  struct Missing: Hashable {}
  struct Failing: Hashable {}
  struct Failure: Error {}

  /// Runs a closure while the services of the tests are registered.
  private func withServices(_ body: () throws -> Void) throws {
    let container = DependencyContainer {
      Dependency { Present() }.scope(.singleton)
      Dependency { (size: Int) in Sized(size: size) }
      Dependency { () throws -> Failing in throw Failure() }
      Dependency { (_: Int) throws -> Failing in throw Failure() }
      Dependency(named: "optional-form") { Sized(size: 0) }
    }
    try withActive(container, body)
  }

  /// Whether a closure throws the factory's error.
  private func throwsFailure(_ body: () throws -> Any?) -> Bool {
    do {
      _ = try body()
      return false
    } catch InjectionError.unknown(let reason) {
      return reason is Failure
    } catch {
      return false
    }
  }

  @Test func theMetatypeOfAnOptionalFindsTheWrappedType() throws {
    try withServices { () throws in
      let present: Present = try DependencyGraph.inject()
      let inferred = try DependencyGraph.inject(byType: Present?.self)
      #expect(inferred as? Present === present)
      let typed: Present? = try DependencyGraph.inject(byType: Present?.self)
      #expect(typed === present)
      let nested: Present?? = try DependencyGraph.inject(byType: Present?.self)
      #expect(nested as? Present === present)
      let sized = try DependencyGraph.inject(byType: Sized?.self, parameters: 1)
      #expect(sized as? Sized == Sized(size: 1))
      let unlabeled = try DependencyGraph.inject(byType: Sized?.self, 2)
      #expect(unlabeled as? Sized == Sized(size: 2))
      let typedSized: Sized? = try DependencyGraph.inject(byType: Sized?.self, parameters: 3)
      #expect(typedSized == Sized(size: 3))
    }
  }

  @Test func whatIsComparedHasToSayItsType() throws {
    try withServices { () throws in
      let present: Present = try DependencyGraph.inject()
      // Swift infers `AnyObject?` from `===`, which the user did not intend.
      let calls: [() throws -> Bool] = [
        { try DependencyGraph.inject() === present },
        { try DependencyGraph.current.inject() === present },
        { try DependencyGraph.inject(parameters: 1) === present },
      ]
      for call in calls {
        let error = #expect(throws: InjectionError.missingDependency(.type("AnyObject"))) {
          try call()
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(
          text.contains(
            """
            If '===' compares the result, the compiler infers 'AnyObject' as its type. Write the \
            type: 'inject() as Basket === basket'.
            """))
      }
      #expect(try DependencyGraph.inject() as Present === present)
    }
  }

  @Test func whatIsRegisteredAsAnyObjectIsFound() throws {
    let object = Present()
    let graph = DependencyGraph.process.isolated {
      Dependency { object }.conforms(to: AnyObject.self)
    }
    #expect(try graph.inject() === object)
  }

  @Test func nestedOptionalsFindTheInnermostType() throws {
    try withServices { () throws in
      let present: Present = try DependencyGraph.inject()
      let two: Present?? = try DependencyGraph.inject()
      #expect(two as? Present === present)
      let three: Present??? = try DependencyGraph.inject()
      #expect(three as? Present === present)
      let typed: Present?? = try DependencyGraph.inject(byType: Present??.self)
      #expect(typed as? Present === present)
      let sized: Sized?? = try DependencyGraph.inject(parameters: 1)
      #expect(sized == Sized(size: 1))
      let unlabeled: Sized?? = try DependencyGraph.inject(byType: Sized??.self, 1)
      #expect(unlabeled == Sized(size: 1))
    }
  }

  @Test func whatIsMissingIsNilAtTheOutermostLevel() throws {
    try withServices { () throws in
      let inferred = try DependencyGraph.inject(byType: Missing?.self)
      #expect(inferred == nil)
      let typed: Missing? = try DependencyGraph.inject(byType: Missing?.self)
      #expect(typed == nil)
      let nested: Missing?? = try DependencyGraph.inject()
      #expect(nested == nil)
      let byType: Missing?? = try DependencyGraph.inject(byType: Missing??.self)
      #expect(byType == nil)
      let three: Missing??? = try DependencyGraph.inject(byType: Missing???.self)
      #expect(three == nil)
      let unmatched = try DependencyGraph.inject(byType: Sized?.self, "text")
      #expect(unmatched == nil)
    }
  }

  @available(*, deprecated, message: "It tests what is deprecated.")
  @Test func aRegisteredOptionalIsFoundUnlessTheWrappedTypeIsRegistered() throws {
    struct Wrapped: Equatable { var number: Int }
    let optional = DependencyContainer {
      Dependency { () -> Wrapped? in Wrapped(number: 1) }
      Dependency { (number: Int) -> Wrapped? in Wrapped(number: number) }
    }
    try withActive(optional) { () throws in
      let typed: Wrapped? = try DependencyGraph.inject(byType: Wrapped?.self)
      #expect(typed == Wrapped(number: 1))
      let inferred = try DependencyGraph.inject(byType: Wrapped?.self)
      #expect(inferred == Wrapped(number: 1))
      let sized: Wrapped? = try DependencyGraph.inject(byType: Wrapped?.self, parameters: 2)
      #expect(sized == Wrapped(number: 2))
      let unlabeled = try DependencyGraph.inject(byType: Wrapped?.self, 3)
      #expect(unlabeled == Wrapped(number: 3))
      let plain: Wrapped? = try DependencyGraph.inject()
      #expect(plain == Wrapped(number: 1))
      _ = try withActive(DependencyContainer { Dependency { Wrapped(number: 4) } }) { () throws in
        #expect(throws: InjectionError.multipleDependencies(.type("Optional<Wrapped>"))) {
          try DependencyGraph.inject(byType: Wrapped?.self) as Wrapped?
        }
      }
    }
  }

  @Test func aFailingFactoryIsNeverHidden() throws {
    try withServices { () throws in
      #expect(throwsFailure { try DependencyGraph.inject() as Failing? as Any })
      #expect(throwsFailure { try DependencyGraph.inject(byType: Failing?.self) as Any })
      #expect(
        throwsFailure { try DependencyGraph.inject(byType: Failing?.self) as Failing? as Any })
      #expect(
        throwsFailure { try DependencyGraph.inject(byType: Failing?.self) as Failing?? as Any })
      #expect(throwsFailure { try DependencyGraph.inject() as Failing?? as Any })
      #expect(throwsFailure { try DependencyGraph.inject(byType: Failing??.self) as Any })
      #expect(
        throwsFailure { try DependencyGraph.inject(byType: Failing?.self, parameters: 1) as Any })
      #expect(throwsFailure { try DependencyGraph.inject(byType: Failing?.self, 1) as Any })
      #expect(throwsFailure { try DependencyGraph.inject(parameters: 1) as Failing?? as Any })
    }
  }

  @available(*, deprecated, message: "It tests what is deprecated.")
  @Test func anOptionalCollectionHoldsAllAndIsNeverNil() throws {
    try withServices { () throws in
      let present: Present = try DependencyGraph.inject()
      #expect(try DependencyGraph.inject(byType: [Present]?.self)?.first === present)
      let typed: [Present]? = try DependencyGraph.inject(byType: [Present]?.self)
      #expect(typed?.first === present)
      let inferred: [Present]? = try DependencyGraph.inject()
      #expect(inferred?.first === present)
      let nested: [Present]?? = try DependencyGraph.inject()
      #expect((nested as? [Present])?.first === present)
      let sized: [Sized]? = try DependencyGraph.inject(byType: [Sized]?.self, parameters: 1)
      #expect(sized == [Sized(size: 1)])
      let unlabeled: [Sized]? = try DependencyGraph.inject(byType: [Sized]?.self, 1)
      #expect(unlabeled == [Sized(size: 1)])
      let none: Set<Missing>?? = try DependencyGraph.inject()
      #expect(none == .some([]))
      #expect(throwsFailure { try DependencyGraph.inject() as [Failing]?? as Any })
    }
  }

  @Test func genericCodeMayAskForAnOptionalOrACollection() throws {
    func one<Value>(_ type: Value.Type) throws -> Value { try DependencyGraph.inject() }
    func maybe<Value>(_ type: Value.Type) throws -> Value? { try DependencyGraph.inject() }
    func sized<Value>(_ type: Value.Type) throws -> Value {
      try DependencyGraph.inject(parameters: 1)
    }
    try withServices { () throws in
      let present: Present = try DependencyGraph.inject()
      #expect(try one(Present?.self) === present)
      #expect(try one(Present??.self) as? Present === present)
      #expect(try one(Missing?.self) == nil)
      #expect(try one([Present].self).first === present)
      #expect(try one([Missing]?.self) == [])
      #expect(try maybe(Present?.self) as? Present === present)
      #expect(try maybe([Present].self)?.first === present)
      #expect(try maybe(Missing?.self) == nil)
      #expect(try sized(Sized?.self) == Sized(size: 1))
      #expect(try sized(Set<Sized>.self) == [Sized(size: 1)])
      #expect(throws: InjectionError.self) { try one(Missing.self) }
      #expect(throwsFailure { try one(Failing?.self) as Any })
      #expect(throwsFailure { try maybe(Failing?.self) as Any })
    }
  }

  /// A property in generic code that does not know that its type is optional.
  struct Holder<Value> {
    @Injected var value: Value
    var loaded: Value {
      get throws {
        try _value.loadIfNeeded()
        return value
      }
    }
  }

  /// A property in generic code, with the type as an argument.
  struct TypedHolder<Value> {
    @Injected(type: Value.self) var value: Value
  }

  /// A property in generic code, with parameters.
  struct SizedHolder<Value> {
    @Injected(1) var value: Value
  }

  @Test func propertiesUnwrapTheirType() throws {
    struct Properties {
      @Injected var optional: Present?
      @Injected var nested: Present??
      @Injected(type: Present??.self) var typed: Present??
      @Injected(1) var sized: Sized?
      @Injected(1) var nestedSized: Sized??
      @Injected(name: "optional-form") var named: Sized?
      @Injected var missing: Missing??
    }
    try withServices { () throws in
      let present: Present = try DependencyGraph.inject()
      let properties = Properties()
      #expect(properties.optional === present)
      #expect(properties.nested as? Present === present)
      #expect(properties.typed as? Present === present)
      #expect(properties.sized == Sized(size: 1))
      #expect(properties.nestedSized == Sized(size: 1))
      #expect(properties.named == Sized(size: 0))
      #expect(properties.missing == nil)
      #expect(Holder<Present?>().value === present)
      #expect(Holder<Present??>().value as? Present === present)
      #expect(Holder<[Present]>().value.first === present)
      #expect(Holder<Missing?>().value == nil)
      #expect(try Holder<Missing?>().loaded == nil)
      #expect(Holder<[Missing]>().value == [])
      #expect(Holder<[String: Int]>().value == [:])
      #expect(TypedHolder<Present?>().value === present)
      #expect(SizedHolder<Sized?>().value == Sized(size: 1))
      #expect(SizedHolder<[Sized]>().value == [Sized(size: 1)])
      #expect(throwsFailure { try Holder<Failing?>().loaded as Any })
      #expect(throwsFailure { try Holder<[Failing]>().loaded as Any })
    }
  }

  @Test func aValueThatAGenericPropertyFindsIsKept() throws {
    let container = DependencyContainer { Dependency { Sized(size: 1) } }
    let holder = Holder<Sized?>()
    #expect(holder.value == nil)
    try withActive(container) { () throws in #expect(holder.value == Sized(size: 1)) }
    #expect(holder.value == Sized(size: 1))
  }

  @Test func aFailingFactoryStopsTheProgramInAGenericProperty() async {
    await #expect(processExitsWith: .failure) {
      DependencyGraph.activate(
        DependencyContainer { Dependency { () throws -> Failing in throw Failure() } })
      _ = Holder<Failing?>().value
    }
  }
}
