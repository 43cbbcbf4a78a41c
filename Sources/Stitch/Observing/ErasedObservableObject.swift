#if canImport(Combine) || OpenCombine
  public import StitcherEngine

  /// An observable object that changes when a publisher says so.
  ///
  /// ```swift
  /// let object = ErasedObservableObject(
  ///   changePublisher: model.objectWillChange.eraseToAnyPublisher())
  /// ```
  ///
  /// Each value is passed on at once, on the thread that publishes it. The object keeps the
  /// subscription, which does not keep the object.
  public class ErasedObservableObject: ObservableObject {
    /// Passes the changes on.
    let publisher = ObservableObjectPublisher()

    /// Passes the changes on; ends with the object.
    private var subscription: AnyCancellable?

    /// Creates an object that changes with each value of a publisher, whose end changes nothing.
    ///
    /// - Parameter changePublisher: The publisher.
    public init(changePublisher: AnyPublisher<Void, Never>) {
      subscription = changePublisher.sink { [publisher] in publisher.send() }
    }

    /// Creates an object that never changes.
    public init() {}

    /// Publishes before what stands behind the object changes. It may be subscribed to
    /// from any thread.
    public var objectWillChange: ObservableObjectPublisher { publisher }
  }
#endif
