#if canImport(Combine) || OpenCombine
  public import StitcherEngine

  extension DependencyContainer {
    /// Has the container rebuilt with each value of a publisher.
    ///
    /// ```swift
    /// let container = DependencyContainer {
    ///   // Not 'if let': the user tells one's service from another's.
    ///   DependencyGroup(for: session.user) { LogoutService(of: $0) }
    /// }
    /// .invalidated(tracking: authenticationStateChangedPublisher)
    /// ```
    ///
    /// A value may come before the state changes, as `@Published` sends it. What the publisher
    /// replays while it is subscribed to does not count.
    ///
    /// Several calls add up, before activation and after it. They last as long as the container.
    ///
    /// - Parameter publisher: The publisher, which is subscribed to once. Its end changes nothing.
    /// - Returns: The same container.
    @discardableResult
    public func invalidated<SomePublisher: Publisher>(tracking publisher: SomePublisher)
      -> DependencyContainer where SomePublisher.Failure == Never
    {
      track(follow(publisher, perform: makeTrigger()))
      return self
    }

    /// Has the container rebuilt when an observable object changes.
    ///
    /// ```swift
    /// let container = DependencyContainer {
    ///   // Not 'if let': the user tells one's service from another's.
    ///   DependencyGroup(for: model.user) { LogoutService(of: $0) }
    /// }
    /// .invalidated(tracking: model)
    /// ```
    ///
    /// Several calls add up, before activation and after it. They last as long as the container.
    ///
    /// - Parameter object: The object, which is not kept.
    /// - Returns: The same container.
    @_disfavoredOverload
    @discardableResult
    public func invalidated<SomeObject: ObservableObject>(tracking object: SomeObject)
      -> DependencyContainer
    {
      invalidated(tracking: object.objectWillChange)
    }
  }

  extension DependencyScope {
    /// The same instance until a publisher sends its next value, whatever that is.
    ///
    /// ```swift
    /// Dependency { UserAccountManager() }
    ///   .scope(.managed(by: principalChangedPublisher))
    /// ```
    ///
    /// The instance is forgotten while the publisher sends, together with the instances of the
    /// same scope, and of other scopes of the same publisher object. If the publisher is a value,
    /// such as an `AnyPublisher`, use one scope for all dependencies that need each other:
    ///
    /// ```swift
    /// let session = DependencyScope.managed(by: principalChangedPublisher)
    /// ```
    ///
    /// Of a publisher that sends before its state changes, as `@Published` does, the next instance
    /// may be made from the old state, if another thread injects it in between.
    ///
    /// - Parameter publisher: The publisher. It is subscribed to for each instance, on the thread
    ///   that creates it. What it replays meanwhile does not count, nor does its end.
    /// - Returns: A managed scope.
    public static func managed<SomePublisher: Publisher>(by publisher: SomePublisher)
      -> DependencyScope where SomePublisher.Failure == Never
    {
      .managed(PublisherScope(publisher))
    }
  }

  extension AnyCancellable: ManagedDependencyScopeReceipt {}

  extension ChangeCancellable: Cancellable {}

  /// A scope that ends with each value of a publisher.
  private final class PublisherScope: ManagedDependencyScopeProviding, @unchecked Sendable {
    // Safe: both properties are constants. Publishers allow subscriptions on any thread, and the
    // publisher itself is only compared.

    /// The publisher, if it is an object.
    fileprivate let publisher: AnyObject?

    /// Has an action called with each value.
    private let subscribe: (@Sendable @escaping () -> Void) -> ChangeCancellable

    /// Creates a scope that has not subscribed yet.
    init<SomePublisher: Publisher>(_ publisher: SomePublisher)
    where SomePublisher.Failure == Never {
      self.publisher = SomePublisher.self is AnyObject.Type ? publisher as AnyObject : nil
      subscribe = { follow(publisher, perform: $0) }
    }

    func onScopeInvalidated(perform action: @Sendable @escaping () -> Void)
      -> any ManagedDependencyScopeReceipt
    {
      subscribe(action)
    }
  }

  extension PublisherScope: SharedLifetime {
    var origin: AnyObject { publisher ?? self }
  }

  /// Calls an action with each value of a publisher, until the result is cancelled or released.
  ///
  /// What this thread gets while it subscribes is what was there before, and no change.
  private func follow<SomePublisher: Publisher>(
    _ publisher: SomePublisher, perform action: @Sendable @escaping () -> Void
  ) -> ChangeCancellable where SomePublisher.Failure == Never {
    let subscriber = Lock(UInt(bitPattern: ThreadRecord.current))
    let subscription = UncheckedSendableBox(
      publisher.sink { _ in
        let isReplay = subscriber.withLock { $0 == UInt(bitPattern: ThreadRecord.current) }
        if !isReplay { action() }
      })
    subscriber.withLock { $0 = 0 }
    return ChangeCancellable { subscription.value.cancel() }
  }
#endif
