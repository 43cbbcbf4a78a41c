internal import NotesDomain
public import Observation

/// The search settings, as observable state that any thread may read and change.
@Observable
public final class SearchSettings: Sendable {
  /// The storage of ``isFuzzy``.
  @ObservationIgnored private let fuzzy: Guarded<Bool>

  /// Creates settings.
  public init(isFuzzy: Bool = false) {
    fuzzy = Guarded(isFuzzy)
  }

  /// Whether the search tolerates typing errors.
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
