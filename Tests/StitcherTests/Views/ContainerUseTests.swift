import Stitcher
import Testing

private final class Store {}
private final class OtherStore {}
private final class LateStore {}
private final class SharedStore {}
private final class FarStore {}

/// What keeps containers active for views.
@MainActor @Suite(.timeLimit(.minutes(20))) struct ContainerUseTests {
  /// Whether a dependency can be injected.
  private func has<T>(_ type: T.Type) -> Bool { (try? DependencyGraph.inject() as T) != nil }

  @Test func aContainerIsActiveWhileItIsUsed() {
    let container = DependencyContainer { Store() }
    var use: ContainerUse? = ContainerUse()
    #expect(!has(Store.self))
    use?.use(container)
    #expect(has(Store.self))
    use?.use(container)
    use = nil
    #expect(!has(Store.self), "it was activated once")
  }

  @Test func anotherContainerTakesItsPlace() {
    let use = ContainerUse()
    use.use(DependencyContainer { OtherStore() })
    #expect(has(OtherStore.self))
    use.use(DependencyContainer { LateStore() })
    #expect(!has(OtherStore.self))
    #expect(has(LateStore.self))
    withExtendedLifetime(use) {}
  }

  @Test func theLastOfSeveralUsersDeactivates() {
    let container = DependencyContainer { SharedStore() }
    var uses = [ContainerUse(), ContainerUse(), ContainerUse()]
    for use in uses { use.use(container) }
    uses.removeFirst()
    #expect(has(SharedStore.self))
    uses.removeFirst()
    #expect(has(SharedStore.self))
    uses.removeFirst()
    #expect(!has(SharedStore.self))
  }

  @Test func aContainerIsMadeOnce() {
    let made = Counter()
    let use = ContainerUse()
    for _ in 1...3 {
      use.use {
        made.count()
        return DependencyContainer {}
      }
    }
    #expect(made.value == 1)
  }

  @Test func aUserThatEndsElsewhereDeactivatesOnTheMainActor() async {
    let container = DependencyContainer { FarStore() }
    var events = DependencyGraph.graphChanges.makeAsyncIterator()
    let use = Record<ContainerUse>()
    use.append(ContainerUse())
    use.elements.first?.use(container)
    #expect(has(FarStore.self))
    await Task.detached { use.removeAll() }.value
    while has(FarStore.self) { _ = await events.next() }
  }

  @Test func aPreviewHasNoOtherDependencies() async {
    await #expect(processExitsWith: .success) { await previewHasNoOtherDependencies() }
  }
}

/// Runs in a process of its own: everything is deactivated there.
@MainActor private func previewHasNoOtherDependencies() {
  DependencyGraph.activate(DependencyContainer { Store() })
  let earlier = ContainerUse()
  earlier.use(DependencyContainer { OtherStore() })
  let preview = ContainerUse()
  let container = DependencyContainer { Dependency { LateStore() }.scope(.singleton) }
  preview.useOnly(container)
  #expect((try? DependencyGraph.inject() as Store) == nil)
  #expect((try? DependencyGraph.inject() as OtherStore) == nil)
  let store = try? DependencyGraph.inject() as LateStore
  #expect(store != nil)
  preview.useOnly(container)
  #expect((try? DependencyGraph.inject() as LateStore) === store, "it stays active")
  earlier.use(DependencyContainer {})
  #expect((try? DependencyGraph.inject() as LateStore) === store, "whoever was there before")
  withExtendedLifetime((earlier, preview)) {}
}
