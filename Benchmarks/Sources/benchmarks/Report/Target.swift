/// The target of a figure.
struct Target: Sendable {
  /// The required value.
  let must: Double

  /// The desired value, which is better than the required one.
  let reach: Double

  /// The id of another figure of the same run, by which both values are multiplied or to which they
  /// are added.
  var reference: String?

  /// Whether the values are added to the reference's figure, instead of multiplied.
  var isAdded = false

  /// Whether higher figures are better.
  var isHigherBetter = false

  /// The id of the baseline next to which the figure is shown.
  var baseline: String?

  /// The maximum ratio to the baseline.
  var mustRatio: Double?

  /// The targets, by id.
  static let all: [String: Target] = [
    "inject.singleton": Target(
      must: 1.15, reach: 1.05, reference: "baseline.static-let",
      baseline: "baseline.dictionary.singleton", mustRatio: 0.3),
    "inject.by-type": ratio(1.4, 1.1, of: "inject.singleton"),
    "inject.optional": ratio(1.4, 1.1, of: "inject.singleton"),
    "inject.fresh": ratio(2, 1.5, of: "baseline.init"),
    "inject.fresh.protocol": ratio(1.05, 0.9, of: "baseline.dictionary.protocol"),
    "inject.graph4": ratio(8.5, 6.5, of: "baseline.init"),
    "inject.parameter1": ratio(2.5, 1.8, of: "baseline.init"),
    "inject.all.4": ratio(8, 4, of: "inject.singleton"),
    "injected.later.struct": ratio(0.3, 0.15, of: "baseline.static-let"),
    "dag.access": ratio(0.8, 0.6, of: "baseline.dag.access"),
    "dag.complete": ratio(7, 4, of: "baseline.dag.complete"),
    "container.graph4": ratio(1.15, 1.05, of: "inject.graph4"),
    "container.argument1": ratio(1.15, 1.05, of: "inject.parameter1"),
    "activate.one": Target(must: 4000, reach: 2000),
    "injector.singleton": Target(must: 40, reach: 30, baseline: "inject.singleton"),
    "injector.fresh": Target(must: 60, reach: 50, baseline: "inject.fresh"),
    "injector.key": Target(must: 70, reach: 60, baseline: "inject.value"),
    "container.singleton": Target(must: 40, reach: 30, baseline: "inject.singleton"),
    "container.fresh": Target(must: 60, reach: 50, baseline: "inject.fresh"),
    "container.async.singleton": ratio(1.3, 1, of: "baseline.actor"),
    "inject.name": Target(must: 60, reach: 40, baseline: "baseline.dictionary.singleton"),
    "inject.value": Target(must: 80, reach: 50, baseline: "baseline.dictionary.singleton"),
    "inject.shared": Target(must: 70, reach: 45, baseline: "baseline.dictionary.singleton"),
    "injected.first": Target(must: 60, reach: 35, baseline: "baseline.dictionary.singleton"),
    "injected.later": Target(must: 3, reach: 2, baseline: "baseline.retain-release.one"),
    "stitch.property": Target(must: 25, reach: 18, baseline: "inject.singleton"),
    "stitch.key": Target(must: 25, reach: 18, baseline: "inject.singleton"),
    "stitch.key-path": Target(must: 25, reach: 18, baseline: "inject.singleton"),
    "threads2.speedup": Target(must: 1.6, reach: 1.9, isHigherBetter: true),
    "threads2.same": Target(must: 1.6, reach: 1.2),
    "inject.singleton.100k": ratio(1.5, 1.2, of: "inject.singleton"),
    "activate.100k": Target(must: 60, reach: 25),
    "verify.10k": Target(must: 10, reach: 5),
    "memory.registration": Target(must: 300, reach: 200),
    "child.inject.singleton": Target(must: 70, reach: 45, baseline: "inject.singleton"),
    "child.inject.scoped": Target(must: 70, reach: 45, baseline: "inject.singleton"),
    "child.life": Target(must: 2000, reach: 1000),
    "isolated.life": Target(must: 30_000, reach: 15_000),
    "children.100k": Target(must: 1000, reach: 500),
    "children.threads2.speedup": Target(must: 1.6, reach: 1.9, isHigherBetter: true),
    "async.inject.live": Target(must: 60, reach: 30, baseline: "inject.singleton"),
    "async.create": Target(must: 1500, reach: 800, baseline: "inject.fresh"),
    "decorated.fresh": added(60, 30, to: "undecorated.fresh"),
    "observed.fresh": added(200, 100, to: "unobserved.fresh"),
    "end.100k": Target(must: 100, reach: 40),
    "follow.10k-changes": Target(must: 5, reach: 2),
  ]

  /// Creates a target relative to a figure of the same run.
  private static func ratio(_ must: Double, _ reach: Double, of reference: String) -> Target {
    Target(must: must, reach: reach, reference: reference, baseline: reference)
  }

  /// Creates a target that is added to a figure of the same run.
  private static func added(_ must: Double, _ reach: Double, to reference: String) -> Target {
    Target(must: must, reach: reach, reference: reference, isAdded: true, baseline: reference)
  }

  /// The ids of the rows to which the target compares.
  var compared: [String] { [reference, baseline].compactMap { $0 } }

  /// The result of comparing a figure with its target.
  enum Verdict: String, Sendable {
    /// The figure has the desired value.
    case reached = "reached"
    /// The figure has the required value.
    case met = "met"
    /// The figure does not have the required value.
    case missed = "MISSED"
  }

  /// Compares a figure with the target.
  func verdict(of measurement: Measurement, in results: Results) -> Verdict {
    let other = reference.flatMap { results[$0] }
    let scale = measurement.ratio == nil && !isAdded ? other ?? 1 : 1
    let value =
      measurement.ratio ?? (isAdded ? measurement.value - (other ?? 0) : measurement.value)
    if let mustRatio, let baseline, let other = results[baseline],
      measurement.value > mustRatio * other
    {
      return .missed
    }
    func holds(_ limit: Double) -> Bool {
      isHigherBetter ? value >= limit : value <= limit * scale
    }
    return holds(reach) ? .reached : holds(must) ? .met : .missed
  }

  /// Returns a limit as tables print it.
  func text(_ limit: Double, unit: String) -> String {
    guard let reference else { return "\(limit.short) \(unit)" }
    return isAdded ? "\(reference) + \(limit.short) \(unit)" : "\(limit.short) × \(reference)"
  }
}

extension Double {
  /// The number as in tables: without decimals if it is large.
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
