internal import SwiftSyntax

/// What `@available` says of a type.
enum Availability {
  /// It cannot be used.
  case unavailable

  /// It exists since the versions that an `#available` lists.
  case since(String)

  /// Reads the attributes of a declaration.
  static func conditions(of attributes: AttributeListSyntax) -> [Availability] {
    attributes.compactMap { element in
      guard case .attribute(let attribute) = element,
        attribute.attributeName.trimmedDescription == "available",
        case .availability(let arguments)? = attribute.arguments
      else { return nil }
      return condition(arguments.map(\.argument.trimmedDescription))
    }
  }

  /// Reads the arguments of one attribute.
  private static func condition(_ arguments: [String]) -> Availability? {
    if arguments.contains("unavailable") {
      // Elsewhere than on one platform the type exists.
      return arguments.first == "*" ? .unavailable : nil
    }
    if let introduced = arguments.first(where: { $0.hasPrefix("introduced:") }) {
      let version = introduced.dropFirst("introduced:".count).drop(while: \.isWhitespace)
      return arguments[0] == "swift" ? nil : .since("\(arguments[0]) \(version), *")
    }
    let isShort = arguments.last == "*" && arguments.count > 1
    return isShort ? .since(arguments.joined(separator: ", ")) : nil
  }
}
