public import NotesAccounts
internal import NotesDomain
public import StitcherMacros

extension DependencyContainer {
  /// Returns the search service and, while somebody is signed in, the ways to search their notes.
  public static func search(
    session: Session, settings: SearchSettings
  ) -> DependencyContainer {
    DependencyContainer {
      SearchService()

      Dependency { settings }
        .scope(.singleton)

      // The searches hold a store of the account, so they are the account's.
      DependencyGroup(for: session.account) { _ in
        // The searches that are marked with `@Registerable`.
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
