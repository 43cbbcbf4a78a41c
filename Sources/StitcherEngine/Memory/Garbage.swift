/// What was taken out of reach, and is released as soon as no reader looks at it.
package protocol Garbage: Sendable {
  /// Releases it. Called once, outside every lock and read section; it may run foreign code.
  func release()
}

/// Nothing that has to be released.
package struct NoGarbage: Garbage {
  /// Creates it.
  package init() {}

  /// Does nothing.
  package func release() {}
}

/// An object that goes with the last copy of this.
struct LastReference: Garbage {
  /// The object.
  let object: any AnyObject & Sendable

  /// Does nothing: the reference goes with the value.
  func release() {}
}
