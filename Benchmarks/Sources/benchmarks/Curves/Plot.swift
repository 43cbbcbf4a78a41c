internal import Foundation

/// A plot on logarithmic scales, as SVG.
struct Plot {
  /// The size of the picture, with and without its margins.
  private static let (width, height) = (720.0, 420.0)
  private static let (left, right, top, bottom) = (70.0, 520.0, 48.0, 360.0)

  /// Colors that most people can distinguish, in print as well.
  private static let colors = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00"]

  /// The curves.
  private let set: CurveSet

  /// The exponents of ten at the ends of the axes.
  private let (x0, x1): (Double, Double)
  private let (y0, y1): (Double, Double)

  /// Computes the axes of a plot.
  init(_ set: CurveSet) {
    self.set = set
    let points = set.curves.flatMap(\.points)
    func range(_ values: [Double]) -> (Double, Double) {
      let low = floor(log10(values.min() ?? 1))
      return (low, max(low + 1, ceil(log10(values.max() ?? 1))))
    }
    (x0, x1) = range(points.map(\.size))
    (y0, y1) = range(points.map(\.value))
  }

  /// The picture as SVG.
  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width.tidy) \(Self.height.tidy)" \
    font-family="Helvetica, Arial, sans-serif" font-size="12">
    <rect width="100%" height="100%" fill="#ffffff"/>
    <text x="\(Self.left.tidy)" y="26" font-size="15" font-weight="bold">\(set.title)</text>
    \(grid)\(set.curves.indices.map(curve).joined())<text x="\(((Self.left + Self.right) / 2).tidy)" \
    y="\((Self.bottom + 42).tidy)" text-anchor="middle">\(set.size)</text>
    <text x="20" y="\(((Self.top + Self.bottom) / 2).tidy)" text-anchor="middle" \
    transform="rotate(-90 20 \(((Self.top + Self.bottom) / 2).tidy))">\(set.unit)</text>
    </svg>

    """
  }

  /// The grid lines at powers of ten, with their numbers.
  private var grid: String {
    var lines = ""
    for power in stride(from: x0, through: x1, by: 1) {
      let x = horizontal(power).tidy
      lines += line(x, Self.top.tidy, x, Self.bottom.tidy)
      lines +=
        "<text x=\"\(x)\" y=\"\((Self.bottom + 18).tidy)\" text-anchor=\"middle\">\(Self.number(power))</text>\n"
    }
    for power in stride(from: y0, through: y1, by: 1) {
      let y = vertical(power).tidy
      lines += line(Self.left.tidy, y, Self.right.tidy, y)
      lines +=
        "<text x=\"\((Self.left - 8).tidy)\" y=\"\((vertical(power) + 4).tidy)\" text-anchor=\"end\">"
        + "\(Self.number(power))</text>\n"
    }
    return lines
  }

  /// Returns a thin line.
  private func line(_ x1: String, _ y1: String, _ x2: String, _ y2: String) -> String {
    "<line x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\" stroke=\"#d8d8d8\"/>\n"
  }

  /// Returns a curve with its points and its label.
  private func curve(_ index: Int) -> String {
    let curve = set.curves[index]
    let color = Self.colors[index % Self.colors.count]
    let places = curve.points.map {
      (x: horizontal(log10($0.size)).tidy, y: vertical(log10($0.value)).tidy)
    }
    let path = places.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    let dots = places.map { "<circle cx=\"\($0.x)\" cy=\"\($0.y)\" r=\"3\" fill=\"\(color)\"/>\n" }
    let y = Self.top + 14 + Double(index) * 38
    return """
      <polyline fill="none" stroke="\(color)" stroke-width="2" points="\(path)"/>
      \(dots.joined())<line x1="\((Self.right + 14).tidy)" y1="\((y - 4).tidy)" x2="\((Self.right + 34).tidy)" \
      y2="\((y - 4).tidy)" stroke="\(color)" stroke-width="3"/>
      <text x="\((Self.right + 40).tidy)" y="\(y.tidy)">\(curve.title)</text>
      <text x="\((Self.right + 40).tidy)" y="\((y + 15).tidy)" fill="#666666">\
      \(curve.growth.rawValue), slope \(curve.slope.rounded(to: 2))</text>

      """
  }

  /// Returns the horizontal position of a power of ten.
  private func horizontal(_ power: Double) -> Double {
    Self.left + (power - x0) / (x1 - x0) * (Self.right - Self.left)
  }

  /// Returns the vertical position of a power of ten.
  private func vertical(_ power: Double) -> Double {
    Self.bottom - (power - y0) / (y1 - y0) * (Self.bottom - Self.top)
  }

  /// Returns a power of ten as text.
  private static func number(_ power: Double) -> String {
    switch power {
    case ..<0: "\(pow(10, power))"
    case 6...: "\(Int(pow(10, power - 6))) M"
    case 3...: "\(Int(pow(10, power - 3))) k"
    default: "\(Int(pow(10, power)))"
    }
  }
}

extension Double {
  /// The number with one decimal.
  fileprivate var tidy: String { "\((self * 10).rounded() / 10)" }
}
