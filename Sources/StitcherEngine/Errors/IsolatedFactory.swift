/// A factory of an actor that was asked for an instance elsewhere.
package struct IsolatedFactory: Error, CustomStringConvertible {
  /// The type of the actor.
  package let actor: String

  /// What the registration is found by.
  package let locator: Locator

  /// Where it was registered.
  package let location: SourceLocation

  /// What to do about it.
  package var remedy: String {
    """
    Ask for it on '\(actor)'. If its factory needs nothing of that actor, free it where it is registered: \
    without '@\(actor)', as '{ @Sendable … in … }', or as a function or initializer that is 'nonisolated'.
    """
  }

  /// What happened, in a sentence, and what to do.
  package var description: String {
    // A front end whose keys have several parts quotes them itself.
    let key = locator.keys[0].text
    let name = key.contains("'") ? key : "'\(key)'"
    let place = location == .unknown ? "" : ", registered at \(location),"
    return """
      The factory of \(name)\(place) runs on '\(actor)' only, and the request was made elsewhere. \(remedy)
      """
  }
}
