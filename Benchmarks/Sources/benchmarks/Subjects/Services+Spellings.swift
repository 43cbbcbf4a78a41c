// The dependencies of the families of spellings, in addition to the services of the other rows.

/// The protocol of several singletons.
protocol Plugin: Sendable {
  /// A property that a benchmark reads.
  var number: Int { get }
}

/// One of four singletons.
final class AlphaPlugin: Plugin {
  let number = 1
  init() {}
}

/// See ``AlphaPlugin``.
final class BetaPlugin: Plugin {
  let number = 2
  init() {}
}

/// See ``AlphaPlugin``.
final class GammaPlugin: Plugin {
  let number = 3
  init() {}
}

/// See ``AlphaPlugin``.
final class DeltaPlugin: Plugin {
  let number = 4
  init() {}
}

/// The superclass of several singletons, which is `Hashable`, so that they can be in a set.
class Badge: Hashable, @unchecked Sendable {
  // Safe: it and its subclasses have no state.

  init() {}
  static func == (one: Badge, other: Badge) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// One of two singletons.
final class RoundBadge: Badge, @unchecked Sendable {}  // Safe: no state.

/// See ``RoundBadge``.
final class SquareBadge: Badge, @unchecked Sendable {}  // Safe: no state.

/// The protocol of several types of objects with a parameter, created for each injection.
protocol Panel: Sendable {
  /// The parameter.
  var size: Int { get }
}

/// One of two types of objects with a parameter, created for each injection.
final class SidePanel: Panel {
  let size: Int
  init(size: Int) { self.size = size }
}

/// See ``SidePanel``.
final class TopPanel: Panel {
  let size: Int
  init(size: Int) { self.size = size }
}

/// A type of objects with two or three parameters, created for each injection.
final class Rectangle: Sendable {
  let width: Int
  let height: Int
  let depth: Int
  init(width: Int, height: Int, depth: Int = 0) {
    self.width = width
    self.height = height
    self.depth = depth
  }
}

/// Names as raw values.
enum ServiceName: String {
  case main = "service.main"
  case report = "report"
}

/// A name as a description.
struct ServiceLabel: CustomStringConvertible {
  let description: String
}
