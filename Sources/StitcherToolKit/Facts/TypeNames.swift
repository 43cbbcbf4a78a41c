/// The Swift runtime's demangling function. The caller must free the returned buffer.
@_silgen_name("swift_demangle")
private func demangle(
  _ name: UnsafePointer<CChar>?, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

/// Functions that read and shorten the names of types.
///
/// A type has the text of its mangled name without sugar, such as `Swift.Optional<App.Clock>`.
/// Aliases are resolved, and private types of two files differ.
enum TypeNames {
  /// Returns the full name of a mangled type, such as `$s3App5ClockV`.
  static func text(_ mangled: String) -> String {
    guard let memory = demangle(mangled, mangled.utf8.count, nil, nil, 0) else { return mangled }
    defer { memory.deallocate() }
    return normalized(String(cString: memory))
  }

  /// Removes `& Sendable`, which has no meaning at run time.
  static func normalized(_ text: String) -> String {
    guard text.contains(" & ") else { return text }
    var text = text
    for marker in [" & Swift.SendableMetatype", " & Swift.Sendable"] {
      while let range = text.firstRange(of: marker) { text.removeSubrange(range) }
    }
    while let range = text.firstRange(of: "Swift.Sendable & ") { text.removeSubrange(range) }
    return text
  }

  /// Removes `& AnyObject` from a composition of protocols.
  ///
  /// The constraint changes the type only if none of the protocols requires a class.
  static func withoutAnyObject(_ text: String) -> String {
    guard text.contains(" & Swift.AnyObject") else { return text }
    var text = text
    while let range = text.firstRange(of: " & Swift.AnyObject") { text.removeSubrange(range) }
    return text
  }

  /// Returns the generic arguments of a type such as `App.Box<A, B>`, without splitting nested
  /// ones.
  static func arguments(_ type: String) -> [String] {
    guard type.hasSuffix(">"), let open = type.firstIndex(of: "<") else { return [] }
    return split(type[type.index(after: open)..<type.index(before: type.endIndex)])
  }

  /// Returns the name of a type without its generic arguments.
  static func base(_ type: String) -> String {
    guard type.hasSuffix(">"), let open = type.firstIndex(of: "<") else { return type }
    return String(type[..<open])
  }

  /// Returns the name of a type without generic arguments, also without those of the enclosing
  /// types: `App.Box<A>.Lid` becomes `App.Box.Lid`.
  static func withoutArguments(_ type: String) -> String {
    var depth = 0
    return type.filter { character in
      if character == "<" { depth += 1 }
      defer { if character == ">" { depth -= 1 } }
      return depth == 0
    }
  }

  /// Returns the full name of the type that declares a static property, such as `App.Mailer`.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - usr: The symbol identifier of the property.
  /// - Returns: The name of the type, preceded by `(extension in …):` for an extension in another
  ///   module than the type's, or `nil` if the identifier is of another declaration.
  static func owner(of property: String, _ usr: String) -> String? {
    // static App.Mailer.dependencyRegistration : Stitcher.GeneratedDependencyRegistration<…>
    let text = self.text("$s" + usr.dropFirst(2))
    guard let end = text.firstRange(of: ".\(property) : ") else { return nil }
    let owner = text[..<end.lowerBound]
    return withoutArguments(String(owner.hasPrefix("static ") ? owner.dropFirst(7) : owner))
  }

  /// Returns the elements of a parameter pack such as `Pack{A, B}`, or `nil` for any other type.
  static func pack(_ type: String) -> [String]? {
    guard type.hasPrefix("Pack{"), type.hasSuffix("}") else { return nil }
    return split(type.dropFirst(5).dropLast())
  }

  /// Splits a list at its commas, but not within brackets.
  static func split(_ list: Substring) -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    var last: Character = " "
    for character in list {
      switch character {
      case "<", "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case ">" where last != "-": depth -= 1
      default: break
      }
      if character == ",", depth == 0 {
        parts.append(part.trimmed)
        part = ""
      } else {
        part.append(character)
      }
      last = character
    }
    if !part.trimmed.isEmpty { parts.append(part.trimmed) }
    return parts
  }

  /// Returns the dependency type and the number of dependencies that an injection of a type
  /// requests.
  static func request(_ type: String) -> (type: String, demand: Demand) {
    let base = base(type)
    let arguments = arguments(type)
    if arguments.count == 1, let only = arguments.first {
      if base == "Swift.Optional" {
        let inner = request(only)
        return (inner.type, inner.demand == .all ? .all : .optional)
      }
      if collections.contains(base) { return (only, .all) }
    }
    if base == "Swift.Dictionary" { return (type, .optional) }
    return (type, .one)
  }

  /// The standard collections. An injection of such a type requests all dependencies of its element
  /// type.
  private static let collections: Set<String> = [
    "Swift.Array", "Swift.Set", "Swift.ContiguousArray", "Swift.ArraySlice",
  ]

  /// Whether a type's name contains a generic parameter, such as `A` or `B1`.
  static func isGeneric(_ type: String) -> Bool {
    var word = ""
    var isQualified = false
    for character in type + " " {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      if !isQualified, isParameter(word), character != "." || isOuter(word) { return true }
      isQualified = character == "."
      word = ""
    }
    return false
  }

  /// Whether the word before a dot is a generic parameter with an associated type, rather than a
  /// module.
  private static func isOuter(_ word: String) -> Bool {
    // Of an existential with a constraint, it is `Self`.
    guard let first = word.first, word != "Self" else { return false }
    return first <= "H" && (Int(word.dropFirst()) ?? 0) <= 3
  }

  /// Whether a word is the demangler's name of a generic parameter, such as `A` or `B1`.
  private static func isParameter(_ word: String) -> Bool {
    guard let first = word.first, first.isUppercase, first.isASCII else { return word == "Self" }
    return word.dropFirst().allSatisfy(\.isNumber) || word == "Self"
  }

  /// Replaces the generic parameters `A`, `B`, … of a type by the given arguments.
  static func substitute(_ type: String, _ arguments: [String]) -> String {
    var result = ""
    var word = ""
    var isQualified = false
    func flush(before next: Character) {
      if !isQualified, next != ".", word.count == 1, let scalar = word.unicodeScalars.first,
        scalar.value >= 65, Int(scalar.value) - 65 < arguments.count
      {
        result += arguments[Int(scalar.value) - 65]
      } else {
        result += word
      }
      word = ""
    }
    for character in type {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      flush(before: character)
      isQualified = character == "."
      result.append(character)
    }
    flush(before: " ")
    return result
  }

  /// Returns the name of a type for messages: without modules, with `[A]` and `A?`.
  static func short(_ type: String) -> String {
    if let open = type.firstRange(of: "(extension in "), let close = type.firstRange(of: "):"),
      open.upperBound <= close.lowerBound
    {
      return short(String(type[..<open.lowerBound]) + String(type[close.upperBound...]))
    }
    // The name of a private type contains its file: `App.(Voucher in _A54674F0)`.
    if let open = type.firstRange(of: "("), let middle = type.firstRange(of: " in _"),
      let close = type[middle.upperBound...].firstIndex(of: ")"),
      open.upperBound <= middle.lowerBound
    {
      let name = type[open.upperBound..<middle.lowerBound]
      return short(type[..<open.lowerBound] + String(name) + type[type.index(after: close)...])
    }
    var result = ""
    var word = ""
    for character in type {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else if character == "." {
        word = ""
      } else {
        result += word
        word = ""
        result.append(character)
      }
    }
    return result + word
  }
}

extension String {
  /// The text without spaces at both ends.
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension TypeNames {
  /// Returns the name of a type with `A?` and `[A]` in place of the long forms.
  static func written(_ type: String) -> String {
    let arguments = arguments(type)
    switch (base(type), arguments.count) {
    case ("Swift.Optional", 1): return "\(written(arguments[0]))?"
    case ("Swift.Array", 1): return "[\(written(arguments[0]))]"
    default: return short(type)
    }
  }

  /// Returns the name of a declaration for messages, such as `DomainName.clock`.
  static func shortDeclaration(_ usr: String) -> String {
    guard usr.hasPrefix("s:") else { return usr }
    // (extension in App):App.Name.clock(App.Name.Type) -> App.Name, or App.Name.clock.getter : …
    var text = self.text("$s" + usr.dropFirst(2))
    for prefix in ["enum case for ", "static "] where text.hasPrefix(prefix) {
      text.removeFirst(prefix.count)
    }
    if let end = text.firstIndex(where: { $0 == "(" || $0 == " " }) { text = String(text[..<end]) }
    return text.split(separator: ".").dropFirst().joined(separator: ".")
  }
}
