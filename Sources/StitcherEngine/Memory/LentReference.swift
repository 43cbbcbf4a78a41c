/// A weak reference that its object holds as well.
///
/// The first weak reference to an object moves its counts to memory of their own. Once all weak
/// references are gone, only the object leads there, in a form that the leak sanitizer cannot read:
/// it would report that memory of every object that is still in use at the end of the program. So
/// an object that is weakly referenced now and then holds one of these for as long as it lives, and
/// lends it.
package class LentReference<Object: AnyObject & Sendable>: @unchecked Sendable {
  // Safe: written once, by the object's initializer; weak references may be read by any thread.

  /// The object, as long as somebody holds it.
  package private(set) weak var object: Object?

  /// Creates a reference to nothing.
  package init() {}

  /// Refers to an object; called by its initializer.
  package func refer(to object: Object) { self.object = object }
}
