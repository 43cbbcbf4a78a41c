import Stitcher

/// The containers that the rows use.
enum Containers {
  /// The number of registrations, if a row does not say another.
  static let usualCount = 200

  /// The number of registrations of the large rows.
  static let largeCount = 100_000

  /// Makes a container of 200 registrations: what the rows ask for, and what nobody asks for.
  static func usual() -> DependencyContainer {
    DependencyContainer {
      Dependency { LiveService() }.conforms(to: (any Service).self).scope(.singleton)
      Dependency { LiveOtherService() }.conforms(to: (any OtherService).self).scope(.singleton)
      Dependency { Record() }.conforms(to: (any Recording).self).scope(.instance)
      Dependency { (size: Int) in Report(size: size) }.scope(.instance)
      Dependency { Header() }.scope(.instance)
      Dependency { Body() }.scope(.instance)
      Dependency { Footer() }.scope(.instance)
      Dependency {
        Page(
          header: try DependencyGraph.inject(), body: try DependencyGraph.inject(),
          footer: try DependencyGraph.inject())
      }
      .scope(.instance)
      Dependency { NamedService() }.named("service.main").scope(.singleton)
      Dependency { ValuedService() }.associated(with: Channel.main).scope(.singleton)
      Dependency { SharedCache() }.scope(.shared)
      Dependency { Limits() }.scope(.singleton)
      fillers(0..<usualCount - 12)
    }
  }

  /// Makes a container that has only registrations that nobody asks for.
  static func idle(_ positions: Range<Int>) -> DependencyContainer {
    DependencyContainer { fillers(positions) }
  }

  /// Makes registrations that nobody asks for.
  @DependencyRegistrarBuilder
  private static func fillers(_ positions: Range<Int>) -> DependenciesRegistrar {
    for position in positions { Fillers.type(at: position).registration(position) }
  }
}
