public import NotesAccounts
public import NotesDomain
public import NotesSearch
public import NotesStorage
internal import NotesSync
public import Stitcher

/// The composition root, the only type that depends on all modules.
///
/// Two containers are active. The core is independent of the session. The features, merged from
/// three modules, follow the session.
public struct Composition: Sendable {
  /// The session of the signed-in account.
  public let session: Session

  /// The search settings.
  public let settings: SearchSettings

  /// The container with the clock, the events, and the factory of databases.
  private let core: DependencyContainer

  /// The merged container of accounts, search and sync.
  private let features: DependencyContainer

  /// Creates the composition.
  ///
  /// - Parameters:
  ///   - directory: The folder of the databases.
  ///   - clock: The clock of the application.
  public init(in directory: DataDirectory, clock: any WallClock = SystemClock()) {
    self.init(
      core: DependencyContainer(merging: .domain(clock: clock), .storage(in: directory)))
  }

  /// Creates the composition with another core, for tests.
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

  /// Activates all containers. Eager instances exist when the call returns.
  public func activate() async {
    await DependencyGraph.activate(core)
    await DependencyGraph.activate(features)
  }

  /// Deactivates all containers, which releases their instances.
  public func deactivate() {
    DependencyGraph.deactivate(features)
    DependencyGraph.deactivate(core)
  }
}
