/// A decorator that was found in a source file.
struct DecorationFact: Codable, Sendable, Equatable {
  /// The decorated key.
  var key: KeyFact
  /// The type that the decorator takes and returns, or `nil` if the source does not show the type.
  var type: String?
  /// The dependencies that the decorator declares, without the decorated key.
  var declared: [RegistrationFact.Need] = []
  /// Whether ``declared`` lists all dependencies of the decorator.
  var isDeclared = false
  /// The identifier of the decorator's closure.
  var factory: String
  /// The name of the function or constant that contains the decorator.
  var owner: String
  /// The identifier of the innermost container closure or group closure that contains the
  /// decorator.
  var block: String
  /// The name of the container that contains the decorator.
  var container: String?
  /// The conditional branch of the container that contains the decorator: empty for no condition,
  /// `nil` if unknown.
  var branch: String?
  /// Whether the decorator is declared in the closure of a graph, not in a container.
  var isOfGraph = false
  /// The source location of the decorator.
  var place: SourcePlace
}
