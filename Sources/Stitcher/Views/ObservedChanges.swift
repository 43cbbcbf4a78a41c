internal import Observation

/// The changes of a value that views read, as Observation reports them from iOS 17 on. On older
/// systems nothing is reported.
struct ObservedChanges {
  /// The observed object; `nil` before iOS 17.
  private let object: AnyObject?

  /// Creates changes that nothing observes yet.
  init() {
    if #available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *) {
      object = ObservedObject()
    } else {
      object = nil
    }
  }

  /// Records a read of the value.
  func access() {
    if #available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *) {
      (object as? ObservedObject)?.access()
    }
  }

  /// Changes the value, and reports the change before it lands.
  func change(_ body: () -> Void) {
    if #available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *),
      let object = object as? ObservedObject
    {
      object.change(body)
    } else {
      body()
    }
  }
}

/// The object by which Observation knows a value.
@available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
private final class ObservedObject: Observable {
  /// Holds the observers.
  private let registrar = ObservationRegistrar()

  /// The property by which Observation knows the value.
  private var value: Void { () }

  /// Records a read.
  func access() { registrar.access(self, keyPath: \.value) }

  /// Reports a change before it lands.
  func change(_ body: () -> Void) { registrar.withMutation(of: self, keyPath: \.value, body) }
}
