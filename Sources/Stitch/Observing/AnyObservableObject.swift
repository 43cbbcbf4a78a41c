#if canImport(Combine) || OpenCombine
  public import StitcherEngine

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
