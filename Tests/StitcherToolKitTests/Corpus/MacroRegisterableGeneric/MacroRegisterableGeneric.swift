import StitcherMacros

@Registerable final class PostOffice: Sendable {}

/// The registered type is known only to the caller.
func part<Part: RegisterableDependency>(_ type: Part.Type) -> DependencyGroup {
  DependencyGroup { Part.dependencyRegistration }
}

let app = DependencyContainer { part(PostOffice.self) }

func run() throws {
  let office: PostOffice = try DependencyGraph.inject()
  print(office)
}
