/// An instance of a program.
package protocol Labeled: Sendable {
  /// The number and the contents of the instance.
  var token: Token { get }
}

/// An instance that is an object.
package protocol Numbering: AnyObject, Labeled {}

/// A protocol to which no instance conforms.
package protocol Foreign {}

/// An instance of a type with a hook.
package protocol Hooked: Labeled {}

/// The identity of an instance, which also records its end.
package final class Token: Sendable {
  /// The number in the order of creation.
  let serial: Int
  /// The instances that the instance holds.
  let holds: [any Labeled]
  /// The ledger that records the end of the instance.
  let ledger: Ledger

  /// Creates a token.
  init(serial: Int, holds: [any Labeled], ledger: Ledger) {
    self.serial = serial
    self.holds = holds
    self.ledger = ledger
  }

  deinit { ledger.noteDeath(of: serial) }
}

/// The superclass of the objects.
package class Thing: Numbering, @unchecked Sendable {
  // Safe: the only stored property is a constant.

  /// The number and the contents of the instance.
  package let token: Token

  /// Creates an object.
  init(token: Token) { self.token = token }
}

/// An object with a hook.
package final class ObjectA: Thing, Hooked, @unchecked Sendable {
  // Safe: see `Thing`.
}

/// An object without a hook.
package final class ObjectB: Thing, @unchecked Sendable {
  // Safe: see `Thing`.
}

/// A structure with a hook; it is too large to be stored inline in an existential.
package struct PieceA: Hooked {
  /// The number and the contents of the instance.
  package let token: Token
  /// Additional words, which make the structure larger.
  let ballast = (1, 2, 3)
}

/// A structure without a hook.
package struct PieceB: Labeled {
  /// The number and the contents of the instance.
  package let token: Token
}

/// A key with the same hash as all others of its type.
struct Colliding: Hashable {
  let number: Int

  /// Feeds the same number into each hasher.
  func hash(into hasher: inout Hasher) { hasher.combine(1) }
}

/// An operation on a type.
protocol KindVisitor {
  /// The result of the operation.
  associatedtype Result

  /// Visits a type.
  func visit<Subject>(_ type: Subject.Type) throws -> Result
}

extension Kind {
  /// Passes the type to a visitor. The calls are written out, so that each can be specialized.
  func open<Visitor: KindVisitor>(_ visitor: Visitor) throws -> Visitor.Result {
    switch self {
    case .objectA: try visitor.visit(ObjectA.self)
    case .objectB: try visitor.visit(ObjectB.self)
    case .thing: try visitor.visit(Thing.self)
    case .numbering: try visitor.visit((any Numbering).self)
    case .labeled: try visitor.visit((any Labeled).self)
    case .pieceA: try visitor.visit(PieceA.self)
    case .pieceB: try visitor.visit(PieceB.self)
    case .foreign: try visitor.visit((any Foreign).self)
    }
  }

  /// The type.
  var type: any Any.Type {
    switch self {
    case .objectA: ObjectA.self
    case .objectB: ObjectB.self
    case .thing: Thing.self
    case .numbering: (any Numbering).self
    case .labeled: (any Labeled).self
    case .pieceA: PieceA.self
    case .pieceB: PieceB.self
    case .foreign: (any Foreign).self
    }
  }

  /// Finds the case of a type.
  init?(_ type: any Any.Type) {
    guard let kind = Kind.allCases.first(where: { $0.type == type }) else { return nil }
    self = kind
  }
}

extension Product {
  /// Makes an instance.
  func make(_ token: Token) -> any Labeled {
    switch self {
    case .objectA: ObjectA(token: token)
    case .objectB: ObjectB(token: token)
    case .pieceA: PieceA(token: token)
    case .pieceB: PieceB(token: token)
    }
  }

  /// Finds the case of a type.
  init?(_ type: any Any.Type) {
    guard let kind = Kind(type),
      let product = Product.allCases.first(where: { $0.kinds[0] == kind })
    else { return nil }
    self = product
  }
}
