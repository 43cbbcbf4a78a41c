/// A dependency that is told when it was created.
///
/// ```swift
/// final class EventRecorder: PostInstantiationAware, Sendable {
///   func record(_ event: String) { print(event) }
///
///   func didInstantiate() { record("App started") }
/// }
/// ```
public protocol PostInstantiationAware {
  /// Is called once for each instance that the graph creates, before the injection returns it.
  ///
  /// It runs on the thread that injects, which may be any, with no lock held, after the instance
  /// was kept as its scope says. So it may inject, also what depends on the instance. Another
  /// thread that asks for the same instance at that moment may get it before the call has ended.
  func didInstantiate()
}
