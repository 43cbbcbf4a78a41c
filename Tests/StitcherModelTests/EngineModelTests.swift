import StitcherModel
import Testing

/// The engine does what the model says.
@Suite(.timeLimit(.minutes(5))) struct EngineModelTests {
  /// The steps of a program after those that register something.
  private static let steps = 40

  @Test(arguments: 0..<8 as Range<UInt64>)
  func followsTheModel(part: UInt64) {
    var campaign = Campaign()
    for seed in part * 100..<(part + 1) * 100 where campaign.failure == nil {
      campaign.run(seed: seed)
    }
    #expect(campaign.failure == nil)
    #expect(campaign.steps > 2_000)
  }

  @Test func followsTheModelFromAFreshSeed() {
    let first = UInt64.random(in: 0...UInt64.max / 2)
    print("Fresh seed of the engine's model: \(first)")
    var campaign = Campaign()
    for seed in first..<first + 200 where campaign.failure == nil { campaign.run(seed: seed) }
    #expect(campaign.failure == nil)
  }
}
