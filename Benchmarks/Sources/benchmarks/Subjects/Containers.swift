import Stitcher

/// The containers that the rows use.
enum Containers {
  /// The default number of registrations.
  static let usualCount = 200

  /// The number of registrations of the large rows.
  static let largeCount = 100_000

  /// Creates a container of 200 registrations: the dependencies of the rows, and unused ones.
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
      Dependency { UnitOfWork() }.scope(.scoped)
      Dependency { RequestLog() }.scope(.scoped)
      spellings()
      fillers(0..<usualCount - 25)
    }
  }

  /// Creates the registrations that only the families of spellings use.
  @DependencyRegistrarBuilder
  private static func spellings() -> DependenciesRegistrar {
    Dependency { AlphaPlugin() }.conforms(to: (any Plugin).self).scope(.singleton)
    Dependency { BetaPlugin() }.conforms(to: (any Plugin).self).scope(.singleton)
    Dependency { GammaPlugin() }.conforms(to: (any Plugin).self).scope(.singleton)
    Dependency { DeltaPlugin() }.conforms(to: (any Plugin).self).scope(.singleton)
    Dependency { RoundBadge() }.inherits(from: Badge.self).scope(.singleton)
    Dependency { SquareBadge() }.inherits(from: Badge.self).scope(.singleton)
    Dependency { (size: Int) in SidePanel(size: size) }.conforms(to: (any Panel).self)
      .scope(.instance)
    Dependency { (size: Int) in TopPanel(size: size) }.conforms(to: (any Panel).self)
      .scope(.instance)
    Dependency { (size: Int) in Report(size: size) }.named("report").scope(.instance)
    Dependency { (size: Int) in Report(size: size) }.associated(with: Channel.background)
      .scope(.instance)
    Dependency { ["limit": 3] }.scope(.singleton)
  }

  /// Creates a container of unused registrations.
  static func idle(_ positions: Range<Int>) -> DependencyContainer {
    DependencyContainer { fillers(positions) }
  }

  /// Creates unused registrations.
  @DependencyRegistrarBuilder
  private static func fillers(_ positions: Range<Int>) -> DependenciesRegistrar {
    for position in positions { Fillers.type(at: position).registration(position) }
  }
}
