import DependencyInjection
import Testing

@Suite struct DependencyScopeTests {
  @Test func thereAreTwoScopes() {
    let scopes: [DependencyScope] = [.new, .shared]
    #expect(scopes == [.new, .shared])
  }
}
