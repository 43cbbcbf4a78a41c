// What the families of spellings ask for, beyond the services of the other rows.

/// The protocol of several singletons.
protocol Plugin: Sendable {
  /// Some state.
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

/// The superclass of several singletons, which fit into a set.
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

/// The protocol of several fresh objects with a parameter.
protocol Panel: Sendable {
  /// The parameter.
  var size: Int { get }
}

/// One of two fresh objects with a parameter.
final class SidePanel: Panel {
  let size: Int
  init(size: Int) { self.size = size }
}

/// See ``SidePanel``.
final class TopPanel: Panel {
  let size: Int
  init(size: Int) { self.size = size }
}

/// Fresh objects with two and three parameters.
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
