/// The reason why another file cannot name a type.
enum Obstacle: Hashable {
  /// The type is private, or nested in a private type.
  case `private`
  /// The type is generic, or nested in a generic type.
  case generic
  /// The type is declared in a function.
  case local
  /// The type is marked as unavailable on all platforms.
  case unavailable
  /// The declaration of the type, or an `#if` around the type, has a syntax error.
  case malformed

  /// The text of the note about the type.
  var reason: String {
    switch self {
    case .private: "it is private. Make it internal, or register it in its own file."
    case .generic: "it is generic. Register its specializations by hand."
    case .local: "it is declared in a function."
    case .unavailable: "it is unavailable."
    case .malformed: "its declaration has a syntax error, or a condition around it."
    }
  }
}
