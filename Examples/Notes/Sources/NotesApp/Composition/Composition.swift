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
}
