/// The words of a front end, for the part of an error's text that ``Graph/diagnosis(of:_:_:)``
/// returns.
package protocol DiagnosisWording: Sendable {
  /// What is done to a dependency.
  var verb: String { get }

  /// The sentence for a graph without registrations.
  var empty: String { get }

  /// What is often forgotten when a type is not found.
  var hint: String { get }

  /// The sentence that says how containers override each other; nil if they do not.
  var overriding: String? { get }

  /// Returns what to do so that a class or a protocol finds a registration of a matching type.
  func relating(_ type: String, isClass: Bool) -> String

  /// Returns how the parameters can be injected that a request lacks, if that is possible.
  func injectingParameters(of registrations: [Registration]) -> [String]

  /// Returns the sentence that breaks a cycle: how `holder` refers back to a dependency.
  func referringBack(
    from holder: any Any.Type, to key: LookupKey, _ type: any Any.Type, named name: String
  ) -> String
}

extension Graph {
  /// Returns lines that say which registrations a failure is about, where they are, and what to
  /// write. They are computed where the error is thrown: the graph may change, or end, before the
  /// text is printed.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// - Parameters:
  ///   - error: What the engine or a factory has thrown.
  ///   - key: What was asked for.
  ///   - wording: The words of the front end.
  /// - Complexity: O(*n*) in the number of registrations.
  func diagnosis(
    of error: any Error, _ key: LookupKey, _ wording: any DiagnosisWording
  ) -> [String] {
    guard let failure = error as? ResolutionFailure else { return thrown(key) }
    switch failure.reason {
    case .missing(let missing): return self.missing(missing, failure, wording)
    case .multiple: return multiple(failure, wording)
    case .mismatched(let found, let expected):
      return mismatch(
        found: found, expected: expected, key, isIsolated: failure.isolatedConformance != nil)
    case .cycle(let path): return cycle(path.map { $0.key(at: 0) }, wording)
    case .asynchronous, .captive, .scopeRequired, .ended, .isolated: return []
    }
  }

  /// Lists what has the key but takes other parameters, else what comes closest to the key.
  private func missing(
    _ key: LookupKey, _ failure: ResolutionFailure, _ wording: any DiagnosisWording
  ) -> [String] {
    if failure.captive != nil { return [] }
    let exact = failure.registrations.map(\.undecorated)
    if !exact.isEmpty {
      let passed = failure.parameterTypes.map { "\($0)" }.joined(separator: ", ")
      return ["The parameters are wrong. Passed: (\(passed)). Registered:"] + lines(exact)
        + ["Pass parameters of exactly these types, in this order."]
        + wording.injectingParameters(of: exact)
    }
    // The front end names it.
    if failure.nearer != nil { return [] }
    let all = registrations
    if all.isEmpty { return [wording.empty] }
    if let type = key.type {
      let related = all.filter { $0.couldProduce(type) }
      if !related.isEmpty {
        let isClass = type is any AnyObject.Type
        return [
          "These registrations produce a matching type, but are not registered as \(key.text):"
        ] + lines(related) + [
          wording.relating(isClass ? "\(type).self" : "(any \(type)).self", isClass: isClass)
        ]
      }
    }
    return closest(to: key, in: all, wording)
  }

  /// Lists the registrations whose keys are similar to a key.
  private func closest(
    to key: LookupKey, in all: [Registration], _ wording: any DiagnosisWording
  ) -> [String] {
    let wanted = key.text.withoutSendable
    let limit = max(2, wanted.count / 3)
    let near = all.map { ($0, $0.distance(to: wanted, like: key, upTo: limit)) }
      .filter { $0.1 <= limit }
      .sorted { $0.1 < $1.1 }
      .map { $0.0 }
    if near.isEmpty {
      return ["No active registration has a similar \(key.kind)."]
        + (key.type != nil ? [wording.hint] : [])
    }
    return ["Closest registrations:"] + lines(near)
  }

  /// Lists the registrations that were found where one is wanted.
  private func multiple(
    _ failure: ResolutionFailure, _ wording: any DiagnosisWording
  ) -> [String] {
    let candidates = failure.registrations.map(\.undecorated)
    let registries = snapshot.registries.filter { visible in
      visible.active.contents.registrations.contains { registration in
        candidates.contains { $0 === registration }
      }
    }
    let overriding = registries.count > 1 ? wording.overriding : nil
    return ["Candidates:"] + lines(candidates)
      + ["Keep one of them, or tell them apart by names, values or parameters."]
      + (overriding.map { [$0] } ?? [])
  }

  /// Lists what makes the type that was found, and was meant.
  private func mismatch(
    found: any Any.Type, expected: any Any.Type, _ key: LookupKey, isIsolated: Bool
  ) -> [String] {
    let makers = registrations.filter { $0.producedType == found && $0.locator.matches(key) }
    if makers.isEmpty { return [] }
    let list = ["Registered as:"] + lines(makers)
    if isIsolated { return list }
    if key.type == nil {
      return list + ["Ask for '\(found)', or have '\(key.text)' find what makes '\(expected)'."]
    }
    let verb = expected is any AnyObject.Type ? "inherit from" : "conform to"
    return list + ["Make '\(found)' \(verb) '\(expected)', or do not relate them."]
  }

  /// Lists what is on the cycle, and says which property can refer back without creating.
  private func cycle(_ keys: [LookupKey], _ wording: any DiagnosisWording) -> [String] {
    let all = registrations
    let path = keys.map { key in all.first { $0.locator.matches(key) } }
    let onPath = path.dropLast().compactMap { $0 }
    if onPath.isEmpty { return [] }
    let list = ["On the path:"] + lines(onPath)
    guard let holder = path.dropLast().last ?? nil, let key = keys.last,
      let repeated = path.last ?? nil
    else { return list }
    let type = repeated.producedType
    let words = "\(type)".prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let name = words.isEmpty ? "value" : words.prefix(1).lowercased() + words.dropFirst()
    return list + [wording.referringBack(from: holder.producedType, to: key, type, named: name)]
  }

  /// Lists what has the key, one of which has thrown.
  private func thrown(_ key: LookupKey) -> [String] {
    let makers = registrations.filter { $0.locator.matches(key) }
    if makers.isEmpty { return ["Thrown while '\(key.text)' was created."] }
    return [makers.count == 1 ? "Thrown by:" : "Thrown by one of:"] + lines(makers)
  }

  /// Describes the first five registrations, one to a line.
  private func lines(_ registrations: [Registration]) -> [String] {
    let limit = 5
    var lines = registrations.prefix(limit).map { "  - \($0.summary)" }
    if registrations.count > limit { lines.append("  - and \(registrations.count - limit) more") }
    return lines
  }
}

extension LookupKey {
  /// The type, if it is one.
  var type: (any Any.Type)? {
    if case .type(let type) = self { type } else { nil }
  }

  /// The kind of key, in a word.
  fileprivate var kind: String {
    switch self {
    case .type: "type"
    case .name: "name"
    case .value: "value"
    }
  }

  /// The name or the value, as a summary has it behind the type.
  fileprivate var qualifier: String? {
    switch self {
    case .type: nil
    case .name(let name): "named \"\(name)\""
    case .value(let value): "for \(value.erased)"
    }
  }
}

extension Sequence<Registration> {
  /// Returns the text of a container: its type, and its registrations, one to a line, and then its
  /// decorations.
  package func listed(
    in container: any Any.Type, with decorations: [any Decoration] = []
  ) -> String {
    let lines =
      map { "  - \($0.summary)" } + decorations.map { "  - \($0.summary)" }
    let name = String(reflecting: container)
    return lines.isEmpty ? "\(name), empty" : (["\(name):"] + lines).joined(separator: "\n")
  }
}

extension Decoration {
  /// What it decorates, and where it is.
  package var summary: String {
    let place = location == .unknown ? "" : ", written at \(location)"
    let qualifier = key.qualifier.map { " \($0)" } ?? ""
    return "decorator of \(type)\(qualifier)\(place)"
  }
}

extension Registration {
  /// What the registration is found by, identified by, makes and takes, and where it is.
  package var summary: String {
    if isDecoration {
      return "decorator of \(locator.key(at: 0).text), written at \(place)"
    }
    let types = locator.keys.compactMap(\.type).map { "\($0)" }
    let names = locator.keys.compactMap(\.qualifier)
    let found =
      (types.isEmpty ? "\(producedType)" : types.joined(separator: ", "))
      + (names.isEmpty ? "" : " \(names.joined(separator: ", "))")
    let parameters = parameterTypes.map { "\($0)" }.joined(separator: ", ")
    let place = location == .unknown ? "" : ", registered at \(location)"
    let identified = identity.isEmpty ? "" : ", id (\(identity))"
    return "\(found), parameters (\(parameters))\(identified)\(place)"
  }

  /// The registration as the one that needs a dependency: a decorator is called one.
  package var needer: String {
    let name = "'\(locator.key(at: 0).text)'"
    return isDecoration ? "the decorator of \(name)" : name
  }

  /// Where the registration, or the decorator that it stands for, was written.
  package var place: String {
    let locations = isDecoration ? decoratorLocations : [location]
    return locations.map(\.description).joined(separator: " or ")
  }

  /// Whether the registration makes what is of a type that was looked for, and is found by other
  /// types only.
  fileprivate func couldProduce(_ type: any Any.Type) -> Bool {
    if producedType == type || locator.types.isEmpty { return false }
    return relation(of: producedType, to: type) == true
      || locator.types.contains { isComposition($0, with: type) }
  }

  /// Returns the smallest edit distance between a text and the registration's keys of the same
  /// kind. It does not count whether a closure is `@Sendable`.
  ///
  /// - Parameter limit: The largest distance that matters.
  fileprivate func distance(to wanted: String, like key: LookupKey, upTo limit: Int) -> Int {
    let texts = locator.keys.flatMap { own -> [String] in
      switch (own, key) {
      case (.name(let name), .name): [name]
      case (.value(let value), .value): ["\(value.erased)"]
      case (.type(let type), .type): ["\(type)".withoutSendable]
      // A type that was registered under a name is often just what was looked for.
      case (.name, .type), (.value, .type):
        "\(producedType)".withoutSendable == wanted ? [wanted] : []
      default: []
      }
    }
    return texts.map { $0.editDistance(to: wanted, upTo: limit) }.min() ?? .max
  }
}

/// Whether a type is a composition of protocols of which another type is a part.
private func isComposition(_ type: any Any.Type, with part: any Any.Type) -> Bool {
  guard type != part, isExistential(type) else { return false }
  /// Returns the printed protocols of a composition; a type that is no composition is one part.
  func parts(_ type: any Any.Type) -> Set<Substring> {
    Set(_typeName(type, qualified: true).split(separator: "&").map { $0.filter { $0 != " " } })
  }
  return parts(type).isStrictSuperset(of: parts(part))
}
