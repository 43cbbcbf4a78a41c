internal import Foundation

/// The costs of an operation at several sizes of its work.
struct Curve: Sendable {
  /// The expected growth of a cost.
  enum Growth: String, Sendable {
    /// The cost does not depend on the size.
    case constant = "O(1)"
    /// The cost is proportional to the size.
    case linear = "O(n)"

    /// The maximum slope on logarithmic scales that is accepted: it allows for the cache misses of
    /// larger tables.
    var steepest: Double { self == .constant ? 0.25 : 1.25 }
  }

  /// The id of the measured figure.
  let id: String

  /// The label in the plot.
  let title: String

  /// The expected growth.
  let growth: Growth

  /// The sizes and the figures.
  private(set) var points: [(size: Double, value: Double)] = []

  /// Creates a curve without points.
  init(_ id: String, _ title: String, _ growth: Growth) {
    self.id = id
    self.title = title
    self.growth = growth
  }

  /// Adds a point.
  mutating func add(_ size: Int, _ value: Double) { points.append((Double(size), value)) }

  /// The slope on logarithmic scales, by least squares: 0 is constant, 1 linear, 2 quadratic.
  ///
  /// A constant part hides a linear cost at small sizes, so only the larger half of the sizes is
  /// used.
  var slope: Double {
    let upper = points.suffix(max(2, (points.count + 1) / 2))
    let x = upper.map { log10($0.size) }
    let y = upper.map { log10($0.value) }
    let meanX = x.reduce(0, +) / Double(x.count)
    let meanY = y.reduce(0, +) / Double(y.count)
    let covariance = zip(x, y).map { ($0 - meanX) * ($1 - meanY) }.reduce(0, +)
    let variance = x.map { ($0 - meanX) * ($0 - meanX) }.reduce(0, +)
    return variance == 0 ? 0 : covariance / variance
  }

  /// Whether the measured growth is as expected.
  var agrees: Bool { slope <= growth.steepest }

  /// Returns a row of a table in Markdown.
  func row(unit: String, size: String) -> String {
    func text(_ point: (size: Double, value: Double)?) -> String {
      point.map { "\($0.value.short) \(unit) at \(Int($0.size))" } ?? ""
    }
    return "| `\(id)` | \(text(points.first)) | \(text(points.last)) | \(growth.rawValue) | "
      + "\(slope.rounded(to: 2)) | \(agrees ? "agrees" : "DISAGREES") |\n"
  }
}

/// Curves that share a plot.
struct CurveSet: Sendable {
  /// The name of the file.
  let name: String

  /// The title of the plot.
  let title: String

  /// The unit of the sizes.
  let size: String

  /// The unit of the figures.
  let unit: String

  /// The curves.
  let curves: [Curve]
}
