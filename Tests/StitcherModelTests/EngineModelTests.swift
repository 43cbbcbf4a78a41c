import StitcherModel
import Testing

/// The engine behaves as its model.
@Suite(.timeLimit(.minutes(20))) struct EngineModelTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func followsTheModel(part: UInt64) {
    var campaign = Campaign<Program>()
    campaign.run(seeds: part * 100..<(part + 1) * 100)
    #expect(campaign.failure == nil)
    #expect(campaign.steps > 2_000)
  }

  @Test func followsTheModelFromAFreshSeed() {
    let first = UInt64.random(in: 0...UInt64.max / 2)
    print("Fresh seed of the engine's model: \(first)")
    var campaign = Campaign<Program>()
    campaign.run(seeds: first..<first + 200)
    #expect(campaign.failure == nil)
  }

  @Test func aSeedMakesOneProgram() {
    #expect(Program.program(seed: 7, steps: 40) == Program.program(seed: 7, steps: 40))
    #expect(Program.program(seed: 7, steps: 40) != Program.program(seed: 8, steps: 40))
  }

  @Test func whatFailsIsShrunk() {
    let program = Program.program(seed: 7, steps: 40)
    let short = program.shrunk { program in
      program.steps.contains { if case .drop = $0 { true } else { false } }
    }
    #expect(short.steps.count == 1)
    #expect(short.declarations.isEmpty)
  }
}
