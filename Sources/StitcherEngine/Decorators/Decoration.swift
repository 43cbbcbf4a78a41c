/// What is put around the instances that a key finds. How it is called is known where there are
/// decorators: other programs have none of that.
package protocol Decoration: AnyObject, Sendable {
  /// What finds the instances.
  var key: LookupKey { get }

  /// Where it was written.
  var location: SourceLocation { get }

  /// The type that it takes and returns.
  var type: any Any.Type { get }

  /// What it is known to ask for; nil if it may ask for anything.
  var edges: [DeclaredEdge]? { get }

  /// Returns a registration of what a candidate makes, with all decorations of which this one is
  /// the last.
  ///
  /// - Parameters:
  ///   - isOwn: Whether the candidate has a place of its own.
  ///   - distance: How many graphs farther away than they the candidate is kept.
  func registration(
    of base: Candidate, isOwn: Bool, keptFarther distance: Int, _ all: [any Decoration]
  ) -> Registration
}

extension Decoration {
  /// Whether both stand for the same: they were written in one place, for one key and type.
  package func isLike(_ other: any Decoration) -> Bool {
    location == other.location && type == other.type && key == other.key
  }
}
