#if DEBUG
  import StitcherTesting
  import Stitcher
  import StitcherEngine
  import Testing

  /// Warnings of an activation about types that do not conform to their registered types.
  @Suite(.timeLimit(.minutes(20)), .dependencies()) struct UnrelatedTypesTests {
    protocol Named {}
    protocol Ordered: AnyObject {}
    struct Value: Named {}
    class Base: Ordered {}
    class Derived: Base {}
    class Other {}

    @Test func typesAreRelatedUnlessTheySayOtherwise() {
      let related: [(any Any.Type, any Any.Type)] = [
        (Value.self, (any Named).self), (Value.self, Any.self), (Value.self, Value.self),
        (Base.self, (any Ordered).self), (Derived.self, (any Ordered).self),
        (Derived.self, Base.self), (Base.self, Base.self), (Base.self, AnyObject.self),
        ((any Named).self, (any Ordered).self), (Value?.self, (any Ordered).self),
        ((() -> Void).self, (any Named).self), (Int.self, (any Named & Sendable)?.self),
        (Int.self, (any Hashable & Sendable).self),
      ]
      for (type, other) in related {
        #expect(isRelated(type, to: other), "\(type) and \(other)")
      }
      let unrelated: [(any Any.Type, any Any.Type)] = [
        (Int.self, (any Named).self), (Other.self, (any Ordered).self),
        (Other.self, (any Named).self), (Base.self, Derived.self), (Base.self, Other.self),
        (Value.self, (any Named & Hashable).self),
      ]
      for (type, other) in unrelated {
        #expect(!isRelated(type, to: other), "\(type) and \(other)")
      }
    }

    static let line: UInt = #line + 3
    static func makeGroup() -> DependencyGroup {
      DependencyGroup {
        Dependency { 1 }.conforms(to: (any Named).self)
        Dependency { Base() }.inherits(from: Other.self)
        Dependency { Value() }.conforms(to: (any Named).self)
        Dependency { Derived() }.inherits(from: Base.self).conforms(to: (any Ordered).self)
      }
    }

    static func makeContainer() -> DependencyContainer {
      DependencyContainer { UnrelatedTypesTests.makeGroup() }
    }

    @Test func anActivationReportsThemOnce() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
      ) {
        DependencyGraph.activate(UnrelatedTypesTests.makeContainer()) {}
        DependencyGraph.activate(UnrelatedTypesTests.makeContainer()) {}
      }
      expectReportedOnce(result)
    }

    @Test func aReplacementReportsThem() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
      ) {
        let property = Dependencies()
        property.setContainer(UnrelatedTypesTests.makeContainer()) {}
      }
      expectReportedOnce(result)
    }

    @Test func aRebuildReportsThem() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
      ) {
        let count = Counter()
        let container = DependencyContainer {
          for _ in 0..<count.value {
            UnrelatedTypesTests.makeGroup()
          }
        }
        DependencyGraph.activate(container) {}
        count.count()
        container.rebuild()
      }
      expectReportedOnce(result)
    }

    /// Expects the printed warnings about a container.
    private func expectReportedOnce(_ result: ExitTest.Result?) {
      let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        told == """
          Stitcher: 'Int' does not conform to 'Named', so that an injection by Type[Named] fails. Registered at \(#fileID):\(Self.line).
            Make it conform, and write '.conforms(to: { $0 as any Named })', which the compiler checks.
          Stitcher: 'Base' does not inherit from 'Other', so that an injection by Type[Other] fails. Registered at \(#fileID):\(Self.line + 1).
            Register it by its superclass.

          """)
    }
  }
#endif
