extension Duration {
  /// The duration with three digits and a unit, such as `12.3 ms`.
  package var short: String {
    let nanoseconds =
      Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
    for (size, unit) in units where nanoseconds >= size * 0.9995 {
      let value = nanoseconds / size
      let digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0
      let scale = [1.0, 10, 100][digits]
      let rounded = (value * scale).rounded() / scale
      return "\(digits == 0 ? "\(Int(rounded))" : "\(rounded)") \(unit)"
    }
    return "\(Int(nanoseconds)) ns"
  }
}
