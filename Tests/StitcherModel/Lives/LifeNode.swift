import Stitcher

/// A protocol by which some instances of life-cycle programs are found.
protocol LifeBeing: AnyObject, Sendable {}

/// An instance of a life-cycle program.
class LifeNode: LifeBeing, @unchecked Sendable {
  // Safe: constants.

  /// The number in the order of creation.
  let serial: Int

  /// The instances that this instance holds or decorates.
  private let holds: [LifeNode]

  /// The ledger that records the end of the instance.
  private let ledger: LifeLedger

  /// Creates an instance with the next number.
  required init(_ ledger: LifeLedger, holds: [LifeNode]) {
    serial = ledger.nextSerial()
    self.ledger = ledger
    self.holds = holds
  }

  deinit { ledger.noteDeath(of: serial) }
}

/// One of the instance types that are looked up by type.
final class LifeA: LifeNode, @unchecked Sendable {
  // Safe: see `LifeNode`.
}

/// One of the instance types that are looked up by type.
final class LifeB: LifeNode, @unchecked Sendable {
  // Safe: see `LifeNode`.
}

/// One of the instance types that are looked up by type.
final class LifeC: LifeNode, @unchecked Sendable {
  // Safe: see `LifeNode`.
}

/// The type that is found by a name.
final class LifeNamed: LifeNode, @unchecked Sendable {
  // Safe: see `LifeNode`.
}

/// The type that is found by a value.
final class LifeValued: LifeNode, @unchecked Sendable {
  // Safe: see `LifeNode`.
}

/// The result of decorators of the protocol.
final class LifeCover: LifeNode, @unchecked Sendable {
  // Safe: see `LifeNode`.
}

/// An operation on the types of a key.
protocol LifeVisitor {
  /// The result of the operation.
  associatedtype Result

  /// Visits a type.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - node: The type of a decorator's result.
  func visit<Found: Sendable>(_ type: Found.Type, as node: LifeNode.Type) -> Result
}

extension LifeKey {
  /// The name and the value of the keys.
  static let name = "life", value = 7

  /// Passes the key's types to a visitor.
  func open<Visitor: LifeVisitor>(_ visitor: Visitor) -> Visitor.Result {
    switch self {
    case .a: visitor.visit(LifeA.self, as: LifeA.self)
    case .b: visitor.visit(LifeB.self, as: LifeB.self)
    case .c: visitor.visit(LifeC.self, as: LifeC.self)
    case .named: visitor.visit(LifeNamed.self, as: LifeNamed.self)
    case .valued: visitor.visit(LifeValued.self, as: LifeValued.self)
    case .being: visitor.visit((any LifeBeing).self, as: LifeCover.self)
    }
  }

  /// The context of the key in errors.
  private var context: InjectionError.DependencyContext {
    switch self {
    case .a: .type("\(LifeA.self)")
    case .b: .type("\(LifeB.self)")
    case .c: .type("\(LifeC.self)")
    case .named: .name(Self.name)
    case .valued: .value(Self.value)
    case .being: .type("\((any LifeBeing).self)")
    }
  }

  /// Finds the key that an error mentions.
  fileprivate init(_ context: InjectionError.DependencyContext) {
    guard let key = Self.allCases.first(where: { $0.context == context }) else {
      fatalError("an error names \(context)")
    }
    self = key
  }
}

extension LifeFailure {
  /// Converts an error of Stitcher.
  init(_ error: any Error) {
    switch error {
    case let failure as LifeFailure: self = failure
    case InjectionError.unknown(let failure as LifeFailure): self = failure
    case is CancellationError: self = .cancelled
    case is TeardownError.Timeout: self = .timedOut
    case InjectionError.missingDependency(let context): self = .missing(LifeKey(context))
    case InjectionError.multipleDependencies(let context): self = .multiple(LifeKey(context))
    case InjectionError.cyclicDependencyReference: self = .cycle
    case InjectionError.captiveDependency(let captive):
      self = .captive(LifeKey(captive.dependency), of: LifeKey(captive.holder))
    case InjectionError.asynchronousDependency(let details):
      self = .asynchronous(LifeKey(details.dependency))
    case InjectionError.graphEnded(let graph):
      self = graph.name.flatMap { Int($0) }.map { .ended($0) } ?? .other("\(error)")
    default: self = .other("\(error)")
    }
  }
}
