// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
  public init() { fatalError() }
  public init(_ obj: AnyObject) { fatalError() }
  public var description: String { fatalError() }
}

public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { fatalError() }
}

public protocol Cancellable {
  func cancel()
}

extension Cancellable {
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {
    fatalError()
  }

  public func store(in set: inout Set<AnyCancellable>) { fatalError() }
}

public final class AnyCancellable: Cancellable, Hashable {
  public init(_ cancel: @escaping () -> Void) { fatalError() }
  public init<C: Cancellable>(_ canceller: C) { fatalError() }
  public final func cancel() { fatalError() }
  public final func hash(into hasher: inout Hasher) { fatalError() }
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { fatalError() }
}

extension AnyCancellable {
  public final func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {
    fatalError()
  }

  public final func store(in set: inout Set<AnyCancellable>) { fatalError() }
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

public enum Subscriptions {
  public static var empty: any Subscription { fatalError() }
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  public func receive() -> Subscribers.Demand { fatalError() }
}

public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  public let combineIdentifier: CombineIdentifier
  public init<S: Subscriber>(_ s: S) where Input == S.Input, Failure == S.Failure { fatalError() }
  public func receive(subscription: any Subscription) { fatalError() }
  public func receive(_ value: Input) -> Subscribers.Demand { fatalError() }
  public func receive(completion: Subscribers.Completion<Failure>) { fatalError() }
}

public enum Subscribers {
  @frozen
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }

  @frozen
  public struct Demand: Equatable, Comparable, Hashable, Codable, Sendable {
    public static let unlimited = Demand()
    public static let none = Demand()
    private init() {}
    public static func max(_ value: Int) -> Demand { fatalError() }
    public var max: Int? { fatalError() }
    public static func + (lhs: Demand, rhs: Demand) -> Demand { fatalError() }
    public static func += (lhs: inout Demand, rhs: Demand) { fatalError() }
    public static func + (lhs: Demand, rhs: Int) -> Demand { fatalError() }
    public static func += (lhs: inout Demand, rhs: Int) { fatalError() }
    public static func - (lhs: Demand, rhs: Demand) -> Demand { fatalError() }
    public static func -= (lhs: inout Demand, rhs: Demand) { fatalError() }
    public static func - (lhs: Demand, rhs: Int) -> Demand { fatalError() }
    public static func -= (lhs: inout Demand, rhs: Int) { fatalError() }
    public static func < (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
    public static func > (lhs: Demand, rhs: Int) -> Bool { fatalError() }
    public static func == (lhs: Demand, rhs: Int) -> Bool { fatalError() }
  }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Sendable where Failure: Sendable {}
