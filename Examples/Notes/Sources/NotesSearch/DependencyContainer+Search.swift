public import NotesAccounts
internal import NotesDomain
public import StitcherMacros

extension DependencyContainer {
  /// Returns the search service and, with a signed-in account, the searches for its notes.
  public static func search(
    session: Session, settings: SearchSettings
  ) -> DependencyContainer {
    DependencyContainer {
      SearchService()

      Dependency { settings }
        .scope(.singleton)

      // The searches keep a store of the account, so their group has the account as its id.
      DependencyGroup(for: session.account) { _ in
        // All searches with `@Registerable`.
        DependencyGroup.autoregisteredDependencies

        SearchableDependency {
          RecentSearch(store: $0, clock: try DependencyGraph.inject(byName: DomainName.clock))
        }

        DependencyGroup {
          SearchableDependency { FuzzySearch(store: $0) }
        }
        .enabled(settings.isFuzzy)
      }
    }
  }
}
