internal import StitcherEngine

/// A property that keeps a container active for as long as it lives.
///
/// ```swift
/// @Dependencies var container = DependencyContainer {
///   AccountService()
/// }
/// ```
///
/// Copies share the container; it is deactivated when the last one goes.
@propertyWrapper
public struct Dependencies {
  /// The container, shared by all copies.
  private let storage: Storage

  /// Activates a container.
  ///
  /// - Parameter wrappedValue: The container; by default an empty one.
  public init(wrappedValue: DependencyContainer = .empty) {
    storage = Storage(wrappedValue)
    DependencyGraph.activate(wrappedValue)
  }

  /// The active container. Setting another one deactivates it, and activates the other.
  public var wrappedValue: DependencyContainer {
    get { storage.container }
    set { setContainer(newValue) {} }
  }

  /// Replaces the container, if it is not the same.
  ///
  /// The old container is deactivated, then the new one is activated, both on the calling thread.
  /// If the container is replaced again meanwhile, that is not activated, or is deactivated again.
  ///
  /// - Parameters:
  ///   - newValue: The container to be active from now on.
  ///   - completion: Is called once, when it is; also if it was already.
  /// - Complexity: That of ``DependencyGraph/deactivate(_:)`` and of an activation.
  public func setContainer(
    _ newValue: DependencyContainer, completion: @escaping () -> Void
  ) {
    if let old = storage.replace(by: newValue) {
      DependencyGraph.deactivate(old)
      if storage.container === newValue { DependencyGraph.activate(newValue) }
      storage.settle(newValue)
    }
    completion()
  }

  /// Replaces the container, if it is not the same, and returns when the new one is active.
  ///
  /// ```swift
  /// await _container.setContainer(DependencyContainer { Mailbox() })
  /// ```
  ///
  /// - Parameter newValue: The container to be active from now on.
  /// - Complexity: That of ``DependencyGraph/deactivate(_:)`` and of an activation.
  public func setContainer(_ newValue: DependencyContainer) async {
    guard let old = storage.replace(by: newValue) else { return }
    DependencyGraph.deactivate(old)
    if storage.container === newValue { await DependencyGraph.activate(newValue) }
    storage.settle(newValue)
  }
}

extension Dependencies: Sendable {}

extension Dependencies {
  /// The container that copies of the property share.
  private final class Storage: Sendable {
    /// The container that is active, or is about to be.
    private let current: Lock<DependencyContainer>

    /// Holds a container.
    init(_ container: DependencyContainer) { current = Lock(container) }

    deinit { DependencyGraph.deactivate(container) }

    /// The container.
    var container: DependencyContainer { current.withLock { $0 } }

    /// Holds another container; returns the old one, or nil if it is the same.
    func replace(by container: DependencyContainer) -> DependencyContainer? {
      current.withLock { current in
        guard current !== container else { return nil }
        let old = current
        current = container
        return old
      }
    }

    /// Deactivates a container that was replaced while it was being activated: by another thread,
    /// or by a subscriber or factory that this led to.
    func settle(_ container: DependencyContainer) {
      while self.container !== container {
        DependencyGraph.deactivate(container)
        // Who put it back meanwhile may have activated it before it was deactivated.
        guard self.container === container else { return }
        DependencyGraph.activate(container)
      }
    }
  }
}
