import DependencyInjection
import StitcherTestSupport
import StitcherTesting
import Testing

/// `@Injected` and `@LazyInjected`.
@Suite(.timeLimit(.minutes(20))) struct InjectedTests {
  enum Containers {
    private static let stored = Box<Container?>(nil)
    static var late: Container! {
      get { stored.value }
      set { stored.value = newValue }
    }
    static let fixed = Container()
  }

  struct Eager {
    // Without an argument, the property would use the shared container.
    let property: Injected<Tracked>
    init(_ container: Container) { property = Injected(from: container) }
    var tracked: Tracked { property.wrappedValue }
  }
  struct Lazy {
    @LazyInjected var tracked: Tracked
    init(_ container: Container) { _tracked = LazyInjected(from: container) }
    func read() -> Tracked { tracked }
  }
  struct Late {
    @Injected(from: Containers.late) var number: Int
    @LazyInjected(from: Containers.late) var text: String
  }
  struct FromShared {
    @Injected var name: SharedName
    @LazyInjected var other: SharedName
  }
  final class SharedName: Sendable {}

  @Test func injectedResolvesWhenItsOwnerIsCreatedAndNeverAgain() {
    let lifetimes = Lifetimes()
    let container = Container()
    container.register(in: .new) { _ in Tracked(lifetimes) }
    let owner = Eager(container)
    #expect(lifetimes.inits == 1)
    #expect(owner.tracked === owner.tracked)
    container.clean()
    #expect(owner.tracked.number == 0)
    #expect(lifetimes.inits == 1)
  }

  @Test func lazyInjectedResolvesAtTheFirstReadAndNeverAgain() {
    let lifetimes = Lifetimes()
    let container = Container()
    let owner = Lazy(container)
    container.register(in: .new) { _ in Tracked(lifetimes) }
    #expect(lifetimes.inits == 0)
    #expect(owner.read() === owner.tracked)
    let copy = owner
    #expect(copy.tracked === owner.tracked)
    container.clean()
    #expect(owner.tracked === copy.tracked)
    #expect(lifetimes.inits == 1)
  }

  @Test func anAssignedValueIsKeptInstead() {
    let lifetimes = Lifetimes()
    let container = Container()
    container.register { _ in Tracked(lifetimes, number: 1) }
    let owner = Lazy(container)
    owner.tracked = Tracked(lifetimes, number: 2)
    #expect(owner.tracked.number == 2)
    #expect(lifetimes.inits == 1)
    let other = Lazy(container)
    #expect(other.tracked.number == 1)
    other.tracked = Tracked(lifetimes, number: 3)
    #expect(other.tracked.number == 3)
    #expect(container.resolve(type: Tracked.self).number == 1)
    #expect(lifetimes.living == 3)
    other.tracked = Tracked(lifetimes, number: 4)
    #expect(lifetimes.living == 3)
  }

  @Test func aPropertyEndsWithItsOwner() {
    let lifetimes = Lifetimes()
    let container = Container()
    container.register(in: .new) { _ in Tracked(lifetimes) }
    do {
      _ = Eager(container)
      _ = Lazy(container).tracked
      let assigned = Lazy(container)
      assigned.tracked = Tracked(lifetimes)
    }
    #expect(lifetimes.inits == 3)
    #expect(lifetimes.living == 0)
  }

  @Test func theContainerMayBeAnImplicitlyUnwrappedVariable() {
    Containers.late = Container()
    Containers.late.register(dependency: 1)
    Containers.late.register(dependency: "x")
    let owner = Late()
    #expect(owner.number == 1)
    #expect(owner.text == "x")
  }

  @Test(.dependencies()) func theSharedContainerIsTheDefault() {
    Container.shared.register(dependency: SharedName())
    let owner = FromShared()
    #expect(owner.name === Container.shared.resolve(type: SharedName.self))
    #expect(owner.other === owner.name)
  }

  @Test func lazyInjectedResolvesOnceHoweverManyThreadsReadFirst() {
    let lifetimes = Lifetimes()
    let container = Container()
    container.register(in: .new) { _ in Tracked(lifetimes) }
    let rounds = 2000
    let owners = (0..<rounds).map { _ in LazyInjected<Tracked>(from: container) }
    let barrier = Barrier(3)
    let values = runThreads(3) { _ in
      owners.map { owner in
        barrier.wait()
        return owner.wrappedValue
      }
    }
    #expect(lifetimes.inits == rounds)
    for round in 0..<rounds {
      #expect(values[0][round] === values[1][round])
      #expect(values[1][round] === values[2][round])
    }
  }

  @Test func readingAndAssigningAtOnceIsSafe() {
    let lifetimes = Lifetimes()
    let container = Container()
    container.register(in: .new) { _ in Tracked(lifetimes, number: -1) }
    do {
      let property = LazyInjected<Tracked>(from: container)
      let isRight = runThreads(4) { thread in
        (0..<1000).allSatisfy { round in
          if thread == 0 { property.wrappedValue = Tracked(lifetimes, number: round) }
          return (-1..<1000).contains(property.wrappedValue.number)
        }
      }
      #expect(isRight.allSatisfy { $0 })
      #expect(property.wrappedValue.number == 999)
    }
    #expect(lifetimes.living == 0)
  }

  @Test func lazyPropertiesBreakACycle() {
    final class Parent: Sendable {
      let child: Box<Child?>
      init(_ child: Child) { self.child = Box(child) }
    }
    final class Child: Sendable {
      let parent: LazyInjected<Parent>
      init(_ container: Container) { parent = LazyInjected(from: container) }
    }
    let container = Container()
    container.register { r in Parent(r.resolve()) }
    container.register { r in Child(r as! Container) }
    let parent: Parent = container.resolve()
    #expect(parent.child.value?.parent.wrappedValue === parent)
    // Parent and child hold each other; the child's property holds its container, which holds the
    // child.
    parent.child.value = nil
    container.clean()
  }
}
