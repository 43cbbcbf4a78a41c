/// A type with a method that the graph calls after it has created an instance of the type.
///
/// ```swift
/// final class EventRecorder: PostInstantiationAware, Sendable {
///   func record(_ event: String) { print(event) }
///
///   func didInstantiate() { record("App started") }
/// }
/// ```
public protocol PostInstantiationAware {
  /// Called once for each instance that the graph creates, before the injection returns the
  /// instance.
  ///
  /// The method runs on the thread that requests the instance, with no lock held. The scope keeps
  /// the instance already, so the method may inject dependencies that depend on the instance.
  /// Another thread that requests the same instance may receive it before this method returns.
  func didInstantiate()
}
