import Shop
import StitcherMacros

/// No container has the group that the plugin generates for this module.
@Registerable
public struct UnusedService: Sendable {}

func run() throws {
  let service: ShopService = try DependencyGraph.inject()
  let newest: Newest = try DependencyGraph.inject()
  let unused: UnusedService = try DependencyGraph.inject()
  print(service, newest, unused)
}
