extension StitcherProgram: Checkable {
  /// The name of this kind of program in statistics.
  package static var title: String { "Stitcher" }

  /// The name of this kind of program in the option `--only` of `Scripts/soak.sh`.
  package static var option: String { "stitcher" }

  /// Creates the program of a seed.
  package static func program(seed: UInt64, steps: Int) -> StitcherProgram {
    var generator = Generator(seed: seed)
    return generator.stitcherProgram(steps: steps)
  }
}

extension StitcherProgram {
  /// Runs the program in Stitcher and in the model.
  ///
  /// Simultaneous changes cause one event. They may cause two if the system suspends a thread for
  /// some milliseconds between the changes. They may also cause two if an update runs so late that
  /// it includes the next change. A program cannot detect that. So a program that differs runs
  /// again: it has failed if it differs once more; otherwise it counts as disturbed.
  package func run() -> Run {
    let first = runOnce()
    guard first.discrepancy != nil else { return first }
    for _ in 0..<3 {
      let next = runOnce()
      if next.discrepancy != nil { return next }
    }
    var run = runOnce()
    run.count("disturbed")
    return run
  }

  private func runOnce() -> Run {
    var run = Run()
    var model = StitcherModel(self)
    let world = StitcherWorld(self)
    for (position, step) in steps.enumerated() {
      var next = model
      guard let expected = try? next.perform(step) else {
        run.skipped += 1
        continue
      }
      model = next
      if case .plain(let step) = step {
        run.describe(step, expected, of: declarations)
      } else {
        run.describe(nil, expected, of: declarations)
      }
      let changes = expected.events.count { $0 == .changed }
      run.compare(world.perform(step, changes: changes), with: expected, at: position)
      if run.discrepancy != nil { break }
    }
    let leaks = world.end()
    run.finish(leaks: leaks, died: world.takeDied(), living: model.model.instances.keys.sorted())
    return run
  }
}
