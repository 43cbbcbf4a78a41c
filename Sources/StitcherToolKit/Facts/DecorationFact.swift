/// A decorator.
struct DecorationFact: Codable, Sendable, Equatable {
  /// The decorated key.
  var key: KeyFact
  /// The type that it takes and returns, if that is known.
  var type: String?
  /// The declared needs, without the decorated key.
  var declared: [RegistrationFact.Need] = []
  /// Whether all that it needs is `declared`.
  var isDeclared = false
  /// The unit that is its closure.
  var factory: String
  /// The name of the function or constant that it is written in.
  var owner: String
  /// The closure of the container or group around it.
  var block: String
  /// The name of that container.
  var container: String?
  /// The branch of the container around it, empty for none, or `nil` if the branch is unknown.
  var branch: String?
  /// Whether the closure is that of a graph, not that of a container.
  var isOfGraph = false
  /// Where it is.
  var place: SourcePlace
}
