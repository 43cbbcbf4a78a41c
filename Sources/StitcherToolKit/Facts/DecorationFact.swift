/// A decorator.
struct DecorationFact: Codable, Sendable, Equatable {
  /// What finds that which it decorates.
  var key: KeyFact
  /// The type that it takes and returns, if that is known.
  var type: String?
  /// What it needs besides what it decorates, where it says so itself.
  var declared: [RegistrationFact.Need] = []
  /// Whether all that it needs is `declared`.
  var isDeclared = false
  /// The unit that is its closure.
  var factory: String
  /// The name of the function or constant that it is written in.
  var owner: String
  /// The closure of the container or group that it stands in.
  var block: String
  /// What that container is called.
  var container: String?
  /// The branch of the container that it stands in, empty for none; nil if that is not known.
  var branch: String?
  /// Whether it stands in the closure of a graph, and not in that of a container.
  var isOfGraph = false
  /// Where it is.
  var place: SourcePlace
}
