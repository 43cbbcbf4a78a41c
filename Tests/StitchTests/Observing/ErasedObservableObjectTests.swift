#if canImport(Combine) || OpenCombine
  import Stitch
  import StitcherEngine
  import StitcherTestSupport
  import Testing

  private final class Model: ObservableObject, AnyObservableObject {
    @Published var name = ""
  }

  /// Observable objects that forward a publisher.
  @Suite struct ErasedObservableObjectTests {
    @Test func eachValueIsPassedOnAtOnce() {
      let source = PassthroughSubject<Void, Never>()
      let object = ErasedObservableObject(changePublisher: source.eraseToAnyPublisher())
      let changes = Counter()
      let subscription = object.objectWillChange.sink { changes.increment() }
      #expect(changes.value == 0)
      source.send(())
      #expect(changes.value == 1)
      source.send(())
      source.send(())
      #expect(changes.value == 3)
      subscription.cancel()
      source.send(())
      #expect(changes.value == 3)
    }

    @Test func aChangeIsTheObjectsOwn() {
      let model = Model()
      let object = ErasedObservableObject(
        changePublisher: model.objectWillChange.eraseToAnyPublisher())
      let names = Log<String>()
      let subscription = object.objectWillChange.sink { names.add(model.name) }
      model.name = "a"
      model.name = "a"
      model.name = "b"
      #expect(names.entries == ["", "a", "a"], "it is told of before it happens")
      subscription.cancel()
    }

    @Test func theSubscriptionEndsWithTheObject() {
      let ended = Counter()
      let source = PassthroughSubject<Void, Never>()
      var object: ErasedObservableObject? = ErasedObservableObject(
        changePublisher: source.handleEvents(receiveCancel: { ended.increment() })
          .eraseToAnyPublisher())
      let changes = Counter()
      let subscription = object?.objectWillChange.sink { changes.increment() }
      source.send(())
      #expect(changes.value == 1)
      #expect(ended.value == 0)
      object = nil
      #expect(ended.value == 1)
      source.send(())
      #expect(changes.value == 1)
      subscription?.cancel()
    }

    @Test func theEndOfThePublisherIsIgnored() {
      let source = PassthroughSubject<Void, Never>()
      let object = ErasedObservableObject(changePublisher: source.eraseToAnyPublisher())
      let changes = Counter()
      let ends = Counter()
      let subscription = object.objectWillChange.sink(
        receiveCompletion: { _ in ends.increment() }, receiveValue: { changes.increment() })
      source.send(completion: .finished)
      #expect(changes.value == 0)
      #expect(ends.value == 0)
      subscription.cancel()
    }

    @Test func withoutAPublisherNothingChanges() {
      let object = ErasedObservableObject()
      let changes = Counter()
      let subscription = object.objectWillChange.sink { changes.increment() }
      #expect(changes.value == 0)
      #expect(object.objectWillChange === object.objectWillChange)
      subscription.cancel()
    }
  }
#endif
