/// What a figure has to reach.
struct Target: Sendable {
  /// What has to be reached.
  let must: Double

  /// What would be better still.
  let reach: Double

  /// The figure of the same run that both are multiples of, if they are.
  var reference: String?

  /// Whether more is better.
  var isHigherBetter = false

  /// The baseline that the figure stands beside.
  var baseline: String?

  /// How many times the baseline it may be at most.
  var mustRatio: Double?

  /// The targets.
  static let all: [String: Target] = [
    "inject.singleton": Target(
      must: 30, reach: 15, baseline: "baseline.dictionary.singleton", mustRatio: 0.3),
    "inject.fresh": Target(must: 50, reach: 30, baseline: "baseline.dictionary.fresh"),
    "inject.fresh.protocol": Target(
      must: 1.2, reach: 1, reference: "baseline.dictionary.protocol",
      baseline: "baseline.dictionary.protocol"),
    "inject.graph4": Target(must: 220, reach: 150, baseline: "baseline.init"),
    "inject.parameter1": Target(must: 70, reach: 40, baseline: "baseline.init"),
    "injector.singleton": Target(must: 40, reach: 30, baseline: "inject.singleton"),
    "injector.fresh": Target(must: 60, reach: 50, baseline: "inject.fresh"),
    "injector.key": Target(must: 70, reach: 60, baseline: "inject.value"),
    "container.singleton": Target(must: 40, reach: 30, baseline: "inject.singleton"),
    "container.fresh": Target(must: 60, reach: 50, baseline: "inject.fresh"),
    "container.async.singleton": Target(
      must: 1.3, reach: 1, reference: "baseline.actor", baseline: "baseline.actor"),
    "inject.name": Target(must: 60, reach: 40, baseline: "baseline.dictionary.singleton"),
    "inject.value": Target(must: 80, reach: 50, baseline: "baseline.dictionary.singleton"),
    "inject.shared": Target(must: 70, reach: 45, baseline: "baseline.dictionary.singleton"),
    "injected.first": Target(must: 60, reach: 35, baseline: "baseline.dictionary.singleton"),
    "injected.later": Target(must: 3, reach: 2, baseline: "baseline.static-let"),
    "stitch.property": Target(must: 25, reach: 18, baseline: "inject.singleton"),
    "stitch.key": Target(must: 25, reach: 18, baseline: "inject.singleton"),
    "stitch.key-path": Target(must: 25, reach: 18, baseline: "inject.singleton"),
    "threads2.speedup": Target(must: 1.6, reach: 1.9, isHigherBetter: true),
    "threads2.same": Target(must: 1.6, reach: 1.2),
    "inject.singleton.100k": Target(
      must: 1.5, reach: 1.2, reference: "inject.singleton", baseline: "inject.singleton"),
    "activate.100k": Target(must: 60, reach: 25),
    "memory.registration": Target(must: 300, reach: 200),
  ]

  /// How a figure stands.
  enum Verdict: String, Sendable {
    /// What would be better still is reached.
    case reached = "reached"
    /// What has to be reached is.
    case met = "met"
    /// It is not.
    case missed = "MISSED"
  }

  /// Returns how a figure stands.
  func verdict(of value: Double, in results: Results) -> Verdict {
    let scale = reference.flatMap { results[$0] } ?? 1
    if let mustRatio, let baseline, let other = results[baseline], value > mustRatio * other {
      return .missed
    }
    func holds(_ limit: Double) -> Bool {
      isHigherBetter ? value >= limit : value <= limit * scale
    }
    return holds(reach) ? .reached : holds(must) ? .met : .missed
  }

  /// Returns a limit as tables print it.
  func text(_ limit: Double, unit: String) -> String {
    reference == nil ? "\(limit.short) \(unit)" : "\(limit.short) × \(reference ?? "")"
  }
}

extension Double {
  /// The number as tables print it: without decimals where it is large.
  var short: String {
    let decimals = abs(self) >= 100 ? 0 : abs(self) >= 10 ? 1 : 2
    var text = rounded(to: decimals)
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return text
  }

  /// The number with some decimals.
  func rounded(to decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let whole = (magnitude * scale).rounded()
    var digits = String(Int(whole))
    while digits.count <= decimals { digits = "0" + digits }
    let sign = self < 0 && whole != 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    return sign + digits.dropLast(decimals) + "." + digits.suffix(decimals)
  }
}
