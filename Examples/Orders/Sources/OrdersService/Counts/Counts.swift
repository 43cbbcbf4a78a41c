/// Counts what the service makes and closes, from any thread.
public final class Counts: Sendable {
  /// What was counted up to one moment.
  public struct Values: Equatable, Sendable {
    /// Units of work that were made.
    public var opened = 0

    /// Units of work that were committed.
    public var committed = 0

    /// Units of work that were rolled back.
    public var rolledBack = 0

    /// How often a unit of work was closed that was closed already.
    public var closedAgain = 0

    /// Units of work that went without having been closed.
    public var abandoned = 0

    /// Instances of the service that are alive.
    public var alive = 0

    /// The most that were alive at a time.
    public var mostAlive = 0

    /// Creates values of nothing, or of some units of work that were closed.
    public init(committed: Int = 0, rolledBack: Int = 0) {
      opened = committed + rolledBack
      self.committed = committed
      self.rolledBack = rolledBack
    }
  }

  /// What was counted so far.
  private let state = Guarded(Values())

  /// Creates counts of nothing.
  package init() {}

  /// What was counted so far.
  public var values: Values { state.withLock { $0 } }

  /// Adds one to a value.
  func add(to value: WritableKeyPath<Values, Int>) { state.withLock { $0[keyPath: value] += 1 } }

  /// Notes that an instance was made.
  fileprivate func begin() {
    state.withLock { values in
      values.alive += 1
      values.mostAlive = max(values.mostAlive, values.alive)
    }
  }

  /// Notes that an instance is gone.
  fileprivate func end() { state.withLock { $0.alive -= 1 } }
}

/// Counts the instance that holds it for as long as that is alive.
struct Life: ~Copyable, Sendable {
  /// Where it is counted.
  private let counts: Counts

  /// Counts an instance that begins.
  init(_ counts: Counts) {
    self.counts = counts
    counts.begin()
  }

  deinit { counts.end() }
}
