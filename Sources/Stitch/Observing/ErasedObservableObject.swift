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

  /// An `ObservableObject` that can be observed through a protocol.
  ///
  /// ```swift
  /// protocol AuthStoring: ObservableObject, AnyObservableObject {
  ///   var isLoggedIn: Bool { get set }
  /// }
  ///
  /// final class AuthStore: AuthStoring {
  ///   @Published var isLoggedIn = false
  /// }
  /// ```
  ///
  /// The publisher that `ObservableObject` brings along is all that it asks for.
  public protocol AnyObservableObject: AnyObject {
    /// Sends before the object changes.
    var objectWillChange: ObservableObjectPublisher { get }
  }
#endif
