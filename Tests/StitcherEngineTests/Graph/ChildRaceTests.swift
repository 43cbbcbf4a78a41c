import StitcherEngine
import StitcherTestSupport
import Testing

/// Children that are created and released on all threads while their parents change and end.
@Suite(.timeLimit(.minutes(20))) struct ChildRaceTests {
  private let lifetimes = Lifetimes()

  /// An object that each graph has for itself, and an object that the declaring graph keeps.
  private var registrations: [Registration] {
    [
      .type(Tracked.self, scope: .scoped) { [lifetimes] in Tracked(lifetimes) },
      .type(OtherTracked.self, scope: .singleton) { [lifetimes] in OtherTracked(lifetimes) },
    ]
  }

  /// Creates a registry with these registrations.
  private func registry() -> DeclaredRegistry {
    var contents = RegistrationSet()
    for registration in registrations { contents.insert(registration) }
    return DeclaredRegistry(contents: contents)
  }

  @Test(arguments: [false, true])
  func theLastReferenceIsReleasedWhileTheParentNotifiesItsChildren(isEdited: Bool) {
    let (fixed, edited, registrations) = (registry(), EditableRegistry(), registrations)
    let parent = Graph()
    parent.activate(edited)
    // A graph that one thread creates is released by another thread.
    let places = (0..<4).map { _ in Box<Graph?>(nil) }
    let wrong = runThreads(4) { [lifetimes] thread in
      var own: [Graph] = []
      return (0..<bounded(fewerInDebug(4_000), sanitized: 400)).count { round in
        if thread == 0 {
          switch (isEdited, round % 2 == 0) {
          case (false, true): parent.activate(fixed)
          case (false, false): parent.deactivate(fixed)
          case (true, true): edited.edit { for one in registrations { $0.insert(one) } }
          case (true, false): edited.edit { $0.removeAll() }
          }
          return false
        }
        let child = Graph(parent: parent, isIsolated: round % 3 == 0)
        let graph = round % 2 == 0 ? child : Graph(parent: child, isIsolated: round % 5 == 0)
        let instance = try? graph.resolve(Tracked.self)
        _ = try? graph.resolve(OtherTracked.self)
        places[round % 4].value = graph
        // Some graphs are released together, after many notifications.
        if round % 64 == 0 { own = [] } else { own.append(graph) }
        return instance.map { $0.lifetimes !== lifetimes } ?? false
      }
    }
    #expect(wrong == [0, 0, 0, 0])
    for place in places { place.value = nil }
    parent.deactivateAll()
    edited.edit { $0.removeAll() }
    #expect(lifetimes.living == 0)
  }

  @Test(arguments: [false, true])
  func placesComeAndGoWhileTheRegistrationsDo(isFar: Bool) {
    let registries = [
      DeclaredRegistry(contents: [
        .type(Tracked.self, scope: .scoped) { [lifetimes] in Tracked(lifetimes) }
      ]),
      DeclaredRegistry(contents: [
        .type(OtherTracked.self, scope: .scoped) { [lifetimes] in OtherTracked(lifetimes) }
      ]),
    ]
    let root = Graph([.type(Int.self, scope: .scoped) { 7 }])
    let parent = isFar ? Graph(parent: root) : root
    let place = Box(Graph(parent: parent))
    let wrong = runThreads(4) { thread in
      (0..<bounded(fewerInDebug(4_000), sanitized: 400)).count { round in
        if thread == 0 {
          let registry = registries[round / 2 % 2]
          if round % 2 == 0 { root.activate(registry) } else { root.deactivate(registry) }
          return false
        }
        if thread == 1, round % 16 == 0 {
          let old = place.change { place in
            let old = place
            place = Graph(parent: parent)
            return old
          }
          if round % 32 == 0 { old.end() }
        }
        let graph = place.value
        _ = try? graph.resolve(Tracked.self)
        _ = try? graph.resolve(OtherTracked.self)
        return ![.none, .ended].contains(failure { try graph.resolve(Int.self) })
      }
    }
    #expect(wrong == [0, 0, 0, 0])
    for registry in registries { root.deactivate(registry) }
    #expect(lifetimes.living == 0)
  }

  @Test func parentsEndWhileTheirChildrenLookUp() {
    let meeting = Meeting(4)
    let root = Graph([.type(Int.self) { 7 }])
    let generations = (0..<bounded(fewerInDebug(1_000), sanitized: 200)).map { number in
      let parent = Graph(parent: root, isIsolated: number % 2 == 0)
      parent.activate(registry())
      let child = Graph(parent: parent, isIsolated: number % 3 == 0)
      return [parent, child, Graph(parent: child)]
    }
    let wrong = runThreads(4) { thread in
      generations.enumerated().count { number, generation in
        let graph = generation[2]
        meeting.wait()
        // Sometimes the graph in the middle ends first.
        if thread == 0 { generation[number % 4 == 0 ? 1 : 0].end() }
        let found = failure { (try graph.resolve(Tracked.self), try graph.resolve(Int.self)) }
        meeting.wait()
        // From here on each lookup fails, whichever thread was faster.
        return ![.none, .ended].contains(found)
          || failure { try graph.resolve(Int.self) } != .ended
      }
    }
    #expect(wrong == [0, 0, 0, 0])
    for graph in generations.joined() { graph.end() }
    #expect(lifetimes.living == 0)
  }

  @Test func whatIsScopedIsAliveForItsReadersBesideTheEnd() {
    let place = Box<Graph?>(nil)
    let dead = readsAfterRelease(rounds: bounded(fewerInDebug(1_500), sanitized: 300)) { canary in
      let parent = Graph([.type(Canary.self, scope: .scoped) { canary }])
      let graph = Graph(parent: parent)
      _ = try? graph.resolve(Canary.self)
      let old = place.change { place in
        let old = place
        place = graph
        return old
      }
      old?.end()
    } read: {
      (try? place.value?.resolve(Canary.self))?.isAlive() ?? true
    }
    #expect(dead == 0)
    place.value = nil
  }

  @Test func whatIsScopedIsAliveForItsReadersBesideADrop() {
    let place = Box<Graph?>(nil)
    let dead = readsAfterRelease(rounds: bounded(fewerInDebug(1_500), sanitized: 300)) { canary in
      let graph = Graph(parent: Graph([.type(Canary.self, scope: .scoped) { canary }]))
      _ = try? graph.resolve(Canary.self)
      place.value = graph
    } read: {
      (try? place.value?.resolve(Canary.self))?.isAlive() ?? true
    }
    #expect(dead == 0)
    place.value = nil
  }

  @Test(arguments: [false, true])
  func whatIsScopedIsAliveForItsReadersBesideItsReplacement(isIsolated: Bool) {
    let parent = Graph()
    let graph = Graph(parent: Graph(parent: parent), isIsolated: isIsolated)
    let active = Box<DeclaredRegistry?>(nil)
    let dead = readsAfterRelease(rounds: bounded(fewerInDebug(1_500), sanitized: 300)) { canary in
      let new = DeclaredRegistry(contents: [.type(Canary.self, scope: .scoped) { canary }])
      if let old = active.value { parent.deactivate(old) }
      parent.activate(new)
      active.value = new
      _ = try? graph.resolve(Canary.self)
    } read: {
      (try? graph.resolve(Canary.self))?.isAlive() ?? true
    }
    #expect(dead == 0)
    parent.deactivateAll()
  }

  @Test func manyWaitForReadersAtOnce() {
    let dead = runThreads(4) { _ in
      let graph = Graph(parent: Graph())
      let registry = EditableRegistry()
      graph.activate(registry)
      defer { graph.deactivateAll() }
      return readsAfterRelease(rounds: bounded(fewerInDebug(600), sanitized: 100)) { canary in
        registry.edit {
          $0.removeAll()
          $0.insert(Registration.type(Canary.self, scope: .singleton) { canary })
        }
      } read: {
        (try? graph.resolve(Canary.self))?.isAlive() ?? true
      }
    }
    #expect(dead == [0, 0, 0, 0])
  }

  @Test func aFaceIsOneObjectForAllWhoHoldIt() {
    /// The public object that wraps a graph.
    final class Face: Sendable {
      let graph: Graph
      init(_ graph: Graph) { self.graph = graph }
      deinit { graph.forget(publicHandle: self) }
    }
    let graph = Graph()
    let meeting = Meeting(4)
    let seen = Box<Set<ObjectIdentifier>>([])
    let wrong = runThreads(4) { thread in
      (0..<bounded(fewerInDebug(3_000), sanitized: 500)).count { _ in
        meeting.wait()
        let publicHandle = graph.publicHandle { Face(graph) }
        seen.change { _ = $0.insert(ObjectIdentifier(publicHandle)) }
        // All threads hold the graph here.
        meeting.wait()
        let isWrong = withExtendedLifetime(publicHandle) { seen.value.count != 1 }
        meeting.wait()
        if thread == 0 { seen.value = [] }
        return isWrong
      }
    }
    #expect(wrong == [0, 0, 0, 0])
  }

  @Test func aFaceComesWhileTheLastOneGoes() {
    final class Face: Sendable {
      let graph: Graph
      let lifetimes: Tracked
      init(_ graph: Graph, _ lifetimes: Lifetimes) {
        self.graph = graph
        self.lifetimes = Tracked(lifetimes)
      }
      deinit { graph.forget(publicHandle: self) }
    }
    let graph = Graph()
    let wrong = runThreads(4) { [lifetimes] _ in
      (0..<bounded(fewerInDebug(20_000), sanitized: 2_000)).count { _ in
        let publicHandle = unsafeDowncast(
          graph.publicHandle { Face(graph, lifetimes) }, to: Face.self)
        return publicHandle.graph !== graph
      }
    }
    #expect(wrong == [0, 0, 0, 0])
    #expect(lifetimes.living == 0)
  }
}
