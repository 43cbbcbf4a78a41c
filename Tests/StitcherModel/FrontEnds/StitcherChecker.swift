extension StitcherProgram: Checkable {
  /// What figures call such programs.
  package static var title: String { "Stitcher" }

  /// What `Scripts/soak.sh --only` calls them.
  package static var option: String { "stitcher" }

  /// Makes the program of a seed.
  package static func program(seed: UInt64, steps: Int) -> StitcherProgram {
    var generator = Generator(seed: seed)
    return generator.stitcherProgram(steps: steps)
  }
}

extension StitcherProgram {
  /// Runs the program in Stitcher and in the model.
  ///
  /// Changes that come together are one event, unless a thread is stopped for some milliseconds
  /// between them, or one that looks after an earlier change is so late that it finds the next one.
  /// Nothing tells when that happens. So a program that differs is run again, and counts if it
  /// differs once more; else it is only counted, as one that was disturbed.
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

  /// Runs the program once.
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
