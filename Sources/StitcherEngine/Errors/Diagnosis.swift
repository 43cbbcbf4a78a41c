/// What the registrations of a graph say about a failure: the part of a message that helps to fix
/// it.
package enum Diagnosis {
  /// What was asked for, as an error printed it.
  package enum Key {
    /// A name.
    case name(String)
    /// The printed name of a type.
    case type(String)
    /// A value.
    case value(AnyHashable)
  }

  /// The failure.
  package enum Subject {
    /// Nothing was found.
    case missing(Key)
    /// Too much was found.
    case multiple(Key)
    /// What was found is of another type.
    case mismatch(found: String, expected: String)
    /// A creation needs itself.
    case cycle([Key])
    /// Anything else.
    case other
  }

  /// What is often forgotten when a type is not found.
  static let abstractionHint =
    "A protocol or a superclass finds only what is registered as conforming to it or inheriting from it."

  /// The most candidates that are listed.
  static let limit = 5
}

extension Graph {
  /// Returns lines that say which registrations a failure is about, where they are, and what to
  /// write.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  package func diagnosis(of subject: Diagnosis.Subject) -> [String] {
    switch subject {
    case .missing(let key): missing(key)
    case .multiple(let key): multiple(key)
    case .mismatch(let found, let expected): mismatch(found: found, expected: expected)
    case .cycle(let keys): cycle(keys)
    case .other: []
    }
  }

  /// Lists what has the key but takes other parameters, else what comes closest to the key.
  private func missing(_ key: Diagnosis.Key) -> [String] {
    let all = registrations
    let exact = all.filter { $0.isFound(by: key) }
    if !exact.isEmpty {
      return ["Registered, but with other parameters:"] + lines(exact)
        + ["Pass parameters of exactly these types, in this order."]
    }
    if all.isEmpty { return ["No container is active. Activate one before injecting."] }
    let wanted = key.text
    let near = all.map { (registration: $0, distance: $0.distance(to: wanted, like: key)) }
      .filter { $0.distance <= max(2, wanted.count / 3) }
      .sorted { $0.distance < $1.distance }
      .map(\.registration)
    if near.isEmpty {
      return [
        all.count == 1
          ? "The one active registration does not come close."
          : "None of the \(all.count) active registrations comes close."
      ] + (key.isType ? [Diagnosis.abstractionHint] : [])
    }
    return ["Closest registrations:"] + lines(near)
  }

  /// Lists what has the key.
  private func multiple(_ key: Diagnosis.Key) -> [String] {
    ["Candidates:"] + lines(registrations.filter { $0.isFound(by: key) })
      + ["Keep one of them, or tell them apart by names, values or parameters."]
  }

  /// Lists what makes the type that was found.
  private func mismatch(found: String, expected: String) -> [String] {
    let makers = registrations.filter { "\($0.producedType)" == found }
    guard !makers.isEmpty else { return [] }
    return ["Registered as:"] + lines(makers)
      + ["Make '\(found)' conform to or inherit from '\(expected)', or do not relate them."]
  }

  /// Lists what is on the cycle.
  private func cycle(_ keys: [Diagnosis.Key]) -> [String] {
    let all = registrations
    let onPath = keys.dropLast().compactMap { key in all.first { $0.isFound(by: key) } }
    return onPath.isEmpty ? [] : ["On the path:"] + lines(onPath)
  }

  /// Describes registrations, one to a line.
  private func lines(_ registrations: [Registration]) -> [String] {
    var lines = registrations.prefix(Diagnosis.limit).map { "  - \($0.summary)" }
    if registrations.count > Diagnosis.limit {
      lines.append("  - and \(registrations.count - Diagnosis.limit) more")
    }
    return lines
  }
}

extension Diagnosis.Key {
  /// Whether it is a type.
  fileprivate var isType: Bool { if case .type = self { true } else { false } }

  /// The text to compare with.
  fileprivate var text: String {
    switch self {
    case .name(let name): name
    case .type(let type): type
    case .value(let value): "\(value)"
    }
  }
}

extension Registration {
  /// What the registration is found by, identified by, makes and takes, and where it is.
  fileprivate var summary: String {
    let types = locator.keys.compactMap(\.type).map { "\($0)" }
    let names = locator.keys.compactMap(\.qualifier)
    let found =
      (types.isEmpty ? "\(producedType)" : types.joined(separator: ", "))
      + (names.isEmpty ? "" : " \(names.joined(separator: ", "))")
    let parameters = parameterTypes.map { "\($0)" }.joined(separator: ", ")
    let identified = identity.isEmpty ? "" : ", id (\(identity))"
    return "\(found), parameters (\(parameters))\(identified), registered at \(location)"
  }

  /// Whether the registration is found by a key that an error printed.
  fileprivate func isFound(by key: Diagnosis.Key) -> Bool {
    locator.keys.contains { $0.isPrinted(as: key) }
  }

  /// Returns how far what the registration is found by is from a text of the same kind.
  fileprivate func distance(to wanted: String, like key: Diagnosis.Key) -> Int {
    let texts = locator.keys.flatMap { own -> [String] in
      switch (own, key) {
      case (.name(let name), .name): [name]
      case (.value(let value), .value): ["\(value.erased)"]
      case (.type(let type), .type): ["\(type)"]
      // A type that was registered under a name is often just what was looked for.
      case (.name, .type), (.value, .type): "\(producedType)" == wanted ? [wanted] : []
      default: []
      }
    }
    return texts.map { $0.editDistance(to: wanted) }.min() ?? .max
  }
}

extension LookupKey {
  /// The type, if it is one.
  fileprivate var type: (any Any.Type)? {
    if case .type(let type) = self { type } else { nil }
  }

  /// The name or the value, as a summary has it behind the type.
  fileprivate var qualifier: String? {
    switch self {
    case .type: nil
    case .name(let name): "named \"\(name)\""
    case .value(let value): "for \(value.erased)"
    }
  }

  /// Whether an error printed this key.
  fileprivate func isPrinted(as key: Diagnosis.Key) -> Bool {
    switch (self, key) {
    case (.name(let name), .name(let wanted)): name == wanted
    case (.value(let value), .value(let wanted)): value.erased == wanted
    case (.type(let type), .type(let wanted)): "\(type)" == wanted
    default: false
    }
  }
}

extension String {
  /// Returns the number of characters to insert, delete or replace to get another string.
  fileprivate func editDistance(to other: String) -> Int {
    let own = Array(self)
    let other = Array(other)
    var row = Array(0...other.count)
    for i in own.indices {
      var diagonal = row[0]
      row[0] = i + 1
      for j in other.indices {
        let above = row[j + 1]
        row[j + 1] = Swift.min(above + 1, row[j] + 1, diagonal + (own[i] == other[j] ? 0 : 1))
        diagonal = above
      }
    }
    return row[other.count]
  }
}
