#if canImport(Combine) || OpenCombine
  public import StitcherEngine

  extension DependencyContainer {
    /// Rebuilds the container each time that the publisher sends a value.
    ///
    /// ```swift
    /// let container = DependencyContainer {
    ///   // Not 'if let': the user tells one's service from another's.
    ///   DependencyGroup(for: session.user) { LogoutService(of: $0) }
    /// }
    /// .invalidated(tracking: authenticationStateChangedPublisher)
    /// ```
    ///
    /// A value may arrive before the state changes, as with `@Published`. A value that the
    /// publisher replays during the subscription does not rebuild the container.
    ///
    /// Several calls are combined, before and after activation. The subscription lasts as long as
    /// the container.
    ///
    /// Available with Combine or the package trait `OpenCombine`.
    ///
    /// - Parameter publisher: The publisher, which is subscribed to once. Its completion does not
    ///   rebuild the container.
    /// - Returns: The same container.
    @discardableResult
    public func invalidated<SomePublisher: Publisher>(tracking publisher: SomePublisher)
      -> DependencyContainer where SomePublisher.Failure == Never
    {
      track(follow(publisher, perform: makeTrigger()))
      return self
    }

    /// Rebuilds the container when an observable object changes.
    ///
    /// ```swift
    /// let container = DependencyContainer {
    ///   // Not 'if let': the user tells one's service from another's.
    ///   DependencyGroup(for: model.user) { LogoutService(of: $0) }
    /// }
    /// .invalidated(tracking: model)
    /// ```
    ///
    /// Several calls are combined, before and after activation. The subscription lasts as long as
    /// the container.
    ///
    /// Available with Combine or the package trait `OpenCombine`.
    ///
    /// - Parameter object: The object, which is not retained.
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
    /// Injections return the same instance until a publisher sends its next value.
    ///
    /// ```swift
    /// Dependency { UserAccountManager() }
    ///   .scope(.managed(by: principalChangedPublisher))
    /// ```
    ///
    /// The instance is evicted while the publisher sends, together with all instances of the same
    /// scope, and of other scopes of the same publisher object. If the publisher is a value, such
    /// as an `AnyPublisher`, use one scope for all dependencies that need each other:
    ///
    /// ```swift
    /// let session = DependencyScope.managed(by: principalChangedPublisher)
    /// ```
    ///
    /// Some publishers send before their state changes, as `@Published` does. If another thread
    /// injects between the two, its instance may be created from the old state.
    ///
    /// Available with Combine or the package trait `OpenCombine`.
    ///
    /// - Parameter publisher: The publisher. It is subscribed to for each instance, on the thread
    ///   that creates the instance. Values that it replays during the subscription, and its
    ///   completion, evict nothing.
    /// - Returns: A managed scope.
    public static func managed<SomePublisher: Publisher>(by publisher: SomePublisher)
      -> DependencyScope where SomePublisher.Failure == Never
    {
      .managed(PublisherScope(publisher))
    }
  }

  extension AnyCancellable: ManagedDependencyScopeReceipt {}

  extension ChangeCancellable: Cancellable {}

  /// A scope that evicts its instances each time that a publisher sends a value.
  private final class PublisherScope: ManagedDependencyScopeProviding, @unchecked Sendable {
    // Safe: both properties are constants. Publishers allow subscriptions on any thread, and the
    // publisher itself is only compared.

    /// The observed publisher, if it is an object; `nil` if it is a value.
    fileprivate let publisher: AnyObject?

    /// A closure that subscribes an action to the publisher.
    private let subscribe: (@Sendable @escaping () -> Void) -> ChangeCancellable

    /// Creates a scope that subscribes to the publisher when the scope's first instance is created.
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

  /// Calls an action with each value of a publisher, until the returned subscription is cancelled
  /// or deallocated.
  ///
  /// A value that the publisher sends on this thread during the subscription is a replayed one, and
  /// is ignored.
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
