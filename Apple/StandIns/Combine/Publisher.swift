// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of Combine that the package and its examples use, for type-checking.
// Nothing here runs.

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

extension Publisher {
  public func subscribe<S: Subscriber>(_ subscriber: S)
  where Failure == S.Failure, Output == S.Input {
    fatalError()
  }

  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where Failure == S.Failure, Output == S.Output {
    fatalError()
  }

  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { fatalError() }

  public func sink(
    receiveCompletion: @escaping ((Subscribers.Completion<Failure>) -> Void),
    receiveValue: @escaping ((Output) -> Void)
  ) -> AnyCancellable {
    fatalError()
  }

  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    fatalError()
  }

  public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> {
    fatalError()
  }

  public func compactMap<T>(_ transform: @escaping (Output) -> T?)
    -> Publishers.CompactMap<Self, T>
  {
    fatalError()
  }

  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    fatalError()
  }

  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> { fatalError() }

  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> where Output: Equatable {
    fatalError()
  }

  public func receive<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil)
    -> Publishers.ReceiveOn<Self, S>
  {
    fatalError()
  }

  public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
  where Failure == P.Failure, Output == P.Output {
    fatalError()
  }

  public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> { fatalError() }

  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    fatalError()
  }
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping ((Output) -> Void)) -> AnyCancellable { fatalError() }

  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root)
    -> AnyCancellable
  {
    fatalError()
  }

  public func assign(to published: inout Published<Output>.Publisher) { fatalError() }

  public var values: AsyncPublisher<Self> { fatalError() }
}

public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  public typealias Element = P.Output
  public typealias Failure = Never

  public init(_ publisher: P) { fatalError() }

  public struct Iterator: AsyncIteratorProtocol {
    public typealias Failure = Never
    public mutating func next() async -> P.Output? { fatalError() }
  }

  public func makeAsyncIterator() -> Iterator { fatalError() }
}

@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  public init<P: Publisher>(_ publisher: P) where Output == P.Output, Failure == P.Failure {
    fatalError()
  }

  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
    fatalError()
  }
}

public struct Just<Output>: Publisher {
  public typealias Failure = Never
  public init(_ output: Output) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where S.Failure == Never, Output == S.Input {
    fatalError()
  }
}

public struct Empty<Output, Failure: Error>: Publisher {
  public init(completeImmediately: Bool = true) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
    fatalError()
  }
}
