/// What every instance of a program is.
package protocol Labeled: Sendable {
  /// What tells the instance from others.
  var token: Token { get }
}

/// What objects among the instances are.
package protocol Numbering: AnyObject, Labeled {}

/// What nothing is.
package protocol Foreign {}

/// What the hook is called for.
package protocol Hooked: Labeled {}

/// Tells instances apart, and notes when one goes.
package final class Token: Sendable {
  /// The number in which it was made.
  let serial: Int
  /// What the instance holds.
  let holds: [any Labeled]
  /// Where its end is noted.
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

  /// See ``Labeled``.
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

/// A structure with a hook, and too large to be stored in an existential.
package struct PieceA: Hooked {
  /// See ``Labeled``.
  package let token: Token
  /// More words.
  let ballast = (1, 2, 3)
}

/// A structure without a hook.
package struct PieceB: Labeled {
  /// See ``Labeled``.
  package let token: Token
}

/// A key whose hash is that of all others of its type.
struct Colliding: Hashable {
  /// What tells it from others.
  let number: Int

  /// Feeds the same into each hasher.
  func hash(into hasher: inout Hasher) { hasher.combine(1) }
}

/// What is done with a type.
protocol KindVisitor {
  /// What comes of it.
  associatedtype Result

  /// Visits a type.
  func visit<Subject>(_ type: Subject.Type) throws -> Result
}

extension Kind {
  /// Has a visitor visit the type. The calls are written out, so that each can be specialized.
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
