internal import NotesDomain
public import Observation

/// How searches are made, as observable state that any thread may read and change.
@Observable
public final class SearchSettings: Sendable {
  /// What ``isFuzzy`` returns.
  @ObservationIgnored private let fuzzy: Guarded<Bool>

  /// Creates settings.
  public init(isFuzzy: Bool = false) {
    fuzzy = Guarded(isFuzzy)
  }

  /// Whether typing errors are forgiven.
  public var isFuzzy: Bool {
    get {
      access(keyPath: \.isFuzzy)
      return fuzzy.withLock { $0 }
    }
    set {
      withMutation(keyPath: \.isFuzzy) { fuzzy.withLock { $0 = newValue } }
    }
  }
}
