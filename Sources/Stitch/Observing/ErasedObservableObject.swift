#if canImport(Combine) || OpenCombine
  public import StitcherEngine

  /// An observable object that announces a change for each value of a publisher.
  ///
  /// ```swift
  /// let object = ErasedObservableObject(
  ///   changePublisher: model.objectWillChange.eraseToAnyPublisher())
  /// ```
  ///
  /// Each value is forwarded at once, on the publishing thread. The object retains the
  /// subscription, and the subscription does not retain the object.
  ///
  /// Available with Combine or the package trait `OpenCombine`.
  public class ErasedObservableObject: ObservableObject {
    /// The publisher that announces the changes.
    let publisher = ObservableObjectPublisher()

    /// The subscription to the change publisher, cancelled on deallocation.
    private var subscription: AnyCancellable?

    /// Creates an object that announces a change for each value of a publisher.
    ///
    /// - Parameter changePublisher: The publisher. Its completion announces no change.
    public init(changePublisher: AnyPublisher<Void, Never>) {
      subscription = changePublisher.sink { [publisher] in publisher.send() }
    }

    /// Creates an object that never changes.
    public init() {}

    /// A publisher that sends before the observed state changes. It may be subscribed to from any
    /// thread.
    public var objectWillChange: ObservableObjectPublisher { publisher }
  }

  /// An `ObservableObject` that can be used as an existential type, such as `any AuthStoring`.
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
  /// The default publisher of `ObservableObject` satisfies the requirement.
  ///
  /// Available with Combine or the package trait `OpenCombine`.
  public protocol AnyObservableObject: AnyObject {
    /// A publisher that sends before the object changes.
    var objectWillChange: ObservableObjectPublisher { get }
  }
#endif
