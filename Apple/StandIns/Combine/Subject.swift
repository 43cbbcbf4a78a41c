// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public protocol Subject<Output, Failure>: AnyObject, Publisher {
  func send(_ value: Output)
  func send(completion: Subscribers.Completion<Failure>)
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  public func send() { fatalError() }
}

public final class PassthroughSubject<Output, Failure: Error>: Subject {
  public init() { fatalError() }
  public final func send(subscription: any Subscription) { fatalError() }
  public final func send(_ input: Output) { fatalError() }
  public final func send(completion: Subscribers.Completion<Failure>) { fatalError() }
  public final func receive<S: Subscriber>(subscriber: S)
  where Output == S.Input, Failure == S.Failure {
    fatalError()
  }
}

public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  public final var value: Output
  public init(_ value: Output) { fatalError() }
  public final func send(subscription: any Subscription) { fatalError() }
  public final func send(_ input: Output) { fatalError() }
  public final func send(completion: Subscribers.Completion<Failure>) { fatalError() }
  public final func receive<S: Subscriber>(subscriber: S)
  where Output == S.Input, Failure == S.Failure {
    fatalError()
  }
}
