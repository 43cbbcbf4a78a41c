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
  package func run() -> Run {
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
      run.compare(world.perform(step), with: expected, at: position)
      if run.discrepancy != nil { break }
    }
    let leaks = world.end()
    run.finish(leaks: leaks, died: world.takeDied(), living: model.model.instances.keys.sorted())
    return run
  }
}
