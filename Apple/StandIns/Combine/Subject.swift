// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  func send(_ value: Output)
  func send(completion: Subscribers.Completion<Failure>)
  func send(subscription: any Subscription)
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension Subject where Output == Void {
  public func send() { fatalError() }
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
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

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
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
