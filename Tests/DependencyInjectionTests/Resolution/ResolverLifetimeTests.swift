import StitcherTestSupport
import StitcherTesting
import Testing

import class DependencyInjection.Container
import protocol DependencyInjection.DependencyResolving
import class Stitcher.DependencyGraph

/// Factories that store their resolver, and containers that lose their last reference while one of
/// their factories runs.
@Suite(.dependencies()) struct ResolverLifetimeTests {
  /// An instance that resolves another one later.
  final class Late: @unchecked Sendable {  // Safe: used on one thread.
    let resolver: any DependencyResolving
    let size: Int

    init(_ resolver: any DependencyResolving, size: Int = 0) {
      (self.resolver, self.size) = (resolver, size)
    }

    var number: Int { resolver.resolve(type: Tracked.self).number + size }
  }

  /// The holder of a container's last reference, which a factory of the container sets to `nil`.
  final class Owner: @unchecked Sendable {  // Safe: used on one thread.
    var container: Container?
  }

  /// A container that calls a closure in its `deinit`.
  final class Subclass: Container, @unchecked Sendable {  // Safe: used on one thread.
    var atEnd: ((Subclass) -> Void)?
    deinit { atEnd?(self) }
  }

  @Test(arguments: [true, false]) func aStoredResolverRetainsItsContainer(isChild: Bool) {
    let lifetimes = Lifetimes()
    weak var gone: Container?
    do {
      var late: [Late]
      do {
        let parent = isChild ? Container() : nil
        let container = Subclass(parent: parent)
        container.register { _ in Tracked(lifetimes, number: 1) }
        (parent ?? container).register(in: .new) { resolver in Late(resolver) }
        (parent ?? container).register { (resolver, size: Int) in Late(resolver, size: size) }
        late = [container.resolve(), container.resolve(), container.resolve(argument: 2)]
        gone = container
      }
      #expect(late.map(\.number) == [1, 1, 3])
      #expect(late.allSatisfy { $0.resolver as? Container === gone && $0.resolver is Subclass })
      late.removeFirst(2)
      #expect(late[0].number == 3)
    }
    #expect(gone == nil)
    #expect(lifetimes.living == 0)
  }

  @Test func aContainerLivesUntilItsFactoryReturns() {
    let lifetimes = Lifetimes()
    let owner = Owner()
    weak var gone: Container?
    func container() -> Container {
      let container = Container()
      container.register(in: .new) { _ in Tracked(lifetimes, number: 1) }
      container.register(in: .new) { [unowned owner] resolver in
        owner.container = nil
        return OtherTracked(lifetimes, number: resolver.resolve(type: Tracked.self).number)
      }
      container.register { [unowned owner] (resolver, size: Int) in
        owner.container = nil
        return OtherTracked(lifetimes, number: resolver.resolve(type: Tracked.self).number + size)
      }
      gone = container
      return container
    }
    owner.container = container()
    #expect(owner.container?.resolve(type: OtherTracked.self).number == 1)
    #expect(gone == nil)
    owner.container = container()
    #expect(owner.container?.resolve(type: OtherTracked.self, argument: 2).number == 3)
    #expect(gone == nil)
    #expect(lifetimes.living == 0)
  }

  @Test func aDetachedContainerLivesUntilItsFactoryReturns() throws {
    let lifetimes = Lifetimes()
    weak var gone: Container?
    func attach() {
      let container = Container()
      container.register(in: .new) { _ in Tracked(lifetimes, number: 1) }
      container.register(in: .new) { [unowned container] resolver in
        DependencyGraph.detach(container)
        return OtherTracked(lifetimes, number: resolver.resolve(type: Tracked.self).number)
      }
      container.register { [unowned container] (resolver, size: Int) in
        DependencyGraph.detach(container)
        return OtherTracked(lifetimes, number: resolver.resolve(type: Tracked.self).number + size)
      }
      DependencyGraph.attach(container)
      gone = container
    }
    attach()
    #expect(try DependencyGraph.inject(byType: OtherTracked.self).number == 1)
    #expect(gone == nil)
    attach()
    #expect(try DependencyGraph.inject(byType: OtherTracked.self, parameters: 2).number == 3)
    #expect(gone == nil)
    #expect(lifetimes.living == 0)
  }

  @Test func aTemporaryChildKeepsItsParentUntilTheFactoryReturns() {
    let lifetimes = Lifetimes()
    weak var gone: Container?
    func child() -> Container {
      let parent = Container()
      parent.register(in: .new) { _ in Tracked(lifetimes, number: 1) }
      parent.register { resolver in
        OtherTracked(lifetimes, number: resolver.resolve(type: Tracked.self).number)
      }
      gone = parent
      return Container(parent: parent)
    }
    #expect(child().resolve(type: OtherTracked.self).number == 1)
    #expect(gone == nil)
    #expect(lifetimes.living == 0)
  }

  @Test func aContainerResolvesInItsDeinit() {
    let lifetimes = Lifetimes()
    var numbers: [Int] = []
    do {
      let container = Subclass()
      container.register(in: .new) { _ in Tracked(lifetimes, number: 1) }
      container.register { (resolver, size: Int) in
        OtherTracked(lifetimes, number: resolver.resolve(type: Tracked.self).number + size)
      }
      container.atEnd = { container in
        numbers = [
          container.resolve(type: Tracked.self).number,
          container.resolve(type: OtherTracked.self, argument: 2).number,
        ]
      }
    }
    #expect(numbers == [1, 3])
    #expect(lifetimes.living == 0)
  }

  @Test func aCopyOfTheSharedContainerLivesUntilItsFactoryReturns() async throws {
    let lifetimes = Lifetimes()
    let (isRunning, hasEnded) = (AsyncGate(), Gate())
    nonisolated(unsafe) weak var copy: Container?  // Safe: the gates order its uses.
    let outer = DependencyGraph.process.isolated()
    outer.run {
      Container.shared.register(in: .new) { resolver in
        copy = Container.shared
        isRunning.open()
        hasEnded.wait()
        let isAlive = copy != nil
        let failed = (try? resolver.tryResolve(type: Tracked.self)) == nil
        return OtherTracked(lifetimes, number: isAlive && failed ? 7 : 0)
      }
      DependencyGraph.attach(Container.shared)
    }
    let graph = outer.isolated()
    let worker = Worker {
      graph.run { try? DependencyGraph.inject(byType: OtherTracked.self).number }
    }
    await isRunning.wait()
    try await graph.end()
    hasEnded.open()
    #expect(worker.join() == 7)
    #expect(copy == nil)
    #expect(lifetimes.living == 0)
  }
}
