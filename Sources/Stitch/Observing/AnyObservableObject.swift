#if canImport(Combine)
  public import Combine
#elseif canImport(OpenCombine)
  public import OpenCombine
#endif

#if canImport(Combine) || canImport(OpenCombine)
  /// An observable object, told of by a protocol.
  ///
  /// ```swift
  /// protocol Modelling: ObservableObject, AnyObservableObject {
  ///   var name: String { get set }
  /// }
  ///
  /// final class Model: Modelling {
  ///   @Published var name = ""
  /// }
  /// ```
  ///
  /// There is nothing to implement: what `ObservableObject` has is enough. `@Observable` classes do not need it.
  public protocol AnyObservableObject: AnyObject {
    /// Publishes before the object changes.
    var objectWillChange: ObservableObjectPublisher { get }
  }
#endif
