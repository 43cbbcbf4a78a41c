/// Counts the instances and units of work of the service, from any thread.
public final class Counts: Sendable {
  /// The counts at one moment.
  public struct Values: Equatable, Sendable {
    /// The number of created units of work.
    public var opened = 0

    /// The number of committed units of work.
    public var committed = 0

    /// The number of rolled-back units of work.
    public var rolledBack = 0

    /// The number of repeated closings of a unit of work.
    public var closedAgain = 0

    /// The number of units of work that were deallocated without a closing.
    public var abandoned = 0

    /// The number of live instances of the service.
    public var alive = 0

    /// The maximal number of live instances.
    public var mostAlive = 0

    /// Creates counts of closed units of work, 0 by default.
    public init(committed: Int = 0, rolledBack: Int = 0) {
      opened = committed + rolledBack
      self.committed = committed
      self.rolledBack = rolledBack
    }
  }

  /// The current counts.
  private let state = Guarded(Values())

  /// Creates counts of 0.
  package init() {}

  /// The current counts.
  public var values: Values { state.withLock { $0 } }

  /// Adds one to a value.
  func add(to value: WritableKeyPath<Values, Int>) { state.withLock { $0[keyPath: value] += 1 } }

  /// Counts a created instance.
  fileprivate func begin() {
    state.withLock { values in
      values.alive += 1
      values.mostAlive = max(values.mostAlive, values.alive)
    }
  }

  /// Counts a deallocated instance.
  fileprivate func end() { state.withLock { $0.alive -= 1 } }
}

/// Counts its owner as alive until the owner is deallocated.
struct Life: ~Copyable, Sendable {
  /// The counts of the service.
  private let counts: Counts

  /// Counts a created instance.
  init(_ counts: Counts) {
    self.counts = counts
    counts.begin()
  }

  deinit { counts.end() }
}
