public import NotesAccounts
public import NotesDomain
public import NotesSearch
public import NotesStorage
internal import NotesSync
public import Stitcher

/// The composition root: the one place that knows all modules.
///
/// Two containers are active. The core is the same for everybody; the features, merged from three
/// modules, follow the session.
public struct Composition: Sendable {
  /// Who is signed in.
  public let session: Session

  /// How searches are made.
  public let settings: SearchSettings

  /// The clock, the events, and what opens databases.
  private let core: DependencyContainer

  /// Accounts, search and sync.
  private let features: DependencyContainer

  /// Composes the application.
  ///
  /// - Parameters:
  ///   - directory: Where databases are kept.
  ///   - clock: What tells the time.
  public init(in directory: DataDirectory, clock: any WallClock = SystemClock()) {
    self.init(
      core: DependencyContainer(merging: .domain(clock: clock), .storage(in: directory)))
  }

  /// Composes the application on a core of one's own, as tests do.
  public init(core: DependencyContainer) {
    let session = Session()
    let settings = SearchSettings()
    self.session = session
    self.settings = settings
    self.core = core
    features = DependencyContainer(
      merging: .accounts(session: session),
      .search(session: session, settings: settings),
      .sync(session: session))
  }

  /// Activates all containers; what is eager exists when this returns.
  public func activate() async {
    await DependencyGraph.activate(core)
    await DependencyGraph.activate(features)
  }

  /// Deactivates all containers, which releases everything in them.
  public func deactivate() {
    DependencyGraph.deactivate(features)
    DependencyGraph.deactivate(core)
  }

  /// Waits until the graph offers what belongs to whoever is signed in now.
  ///
  /// A container that reads observed state is built again a moment after that has changed, and the
  /// graph tells when it was.
  public func sessionDidSettle() async {
    await graphDidChange {
      let isSignedIn = session.account != nil
      return Composition.offeredAccount == session.account
        && Composition.offers((any Searchable).self) == isSignedIn
        && Composition.offers(Synchronizer.self) == isSignedIn
    }
  }

  /// Waits until the graph offers the ways to search that the settings ask for.
  public func settingsDidSettle() async {
    await graphDidChange {
      session.account == nil || Composition.offers(FuzzySearch.self) == settings.isFuzzy
    }
  }

  /// Waits until a condition holds, and looks at it after each change of the graph.
  private func graphDidChange(until condition: () -> Bool) async {
    // Listening starts before the first look, so that no change falls between the two.
    var changes = DependencyGraph.graphChanges.makeAsyncIterator()
    while !condition() {
      guard await changes.next() != nil else { return }
    }
  }

  /// The account whose services the graph offers, if there is one.
  private static var offeredAccount: Account? {
    let account: Account?? = try? DependencyGraph.inject(byType: Account.self)
    return account ?? nil
  }

  /// Returns whether the graph has a registration that is found by a type; nothing is made.
  private static func offers<Service>(_ type: Service.Type) -> Bool {
    var isOffered = false
    DependencyGraph.validate { registrations in
      isOffered = !registrations.matches { $0.isLocatedBy(type: type) }.isEmpty
    }
    return isOffered
  }
}
