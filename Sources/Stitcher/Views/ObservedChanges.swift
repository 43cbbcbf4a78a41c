internal import Observation

/// A connection of a value to Observation, which redraws the views that have read the value. Before
/// iOS 17, it does nothing.
struct ObservedChanges {
  /// The object that Observation observes; `nil` on systems before iOS 17.
  private let object: AnyObject?

  /// Creates a connection between Observation and a value that no view has read yet.
  init() {
    if #available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *) {
      object = ObservedObject()
    } else {
      object = nil
    }
  }

  /// Reports a read of the value to Observation.
  func access() {
    if #available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *) {
      (object as? ObservedObject)?.access()
    }
  }

  /// Calls a closure that changes the value, and reports the change to Observation first.
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

/// An object by which SwiftUI and other users of Observation track the reads and changes of a value
/// that is stored elsewhere.
@available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
private final class ObservedObject: Observable {
  /// The registrar, which holds the observers of the value.
  private let registrar = ObservationRegistrar()

  /// An empty property. The registrar reports reads and changes of the value by its key path.
  private var value: Void { () }

  /// Reports a read of the value to Observation.
  func access() { registrar.access(self, keyPath: \.value) }

  /// Calls a closure that changes the value, and reports the change to Observation first.
  func change(_ body: () -> Void) { registrar.withMutation(of: self, keyPath: \.value, body) }
}
