import Stitch
import Testing

@Suite struct DependencyKeyTests {
  struct Constant: DependencyKey { static let dependency = 1 }

  @Test func aKeyNeedsAConstantOnly() { #expect(Constant.dependency == 1) }
}
