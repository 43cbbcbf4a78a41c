/// The words and sentences that a front end uses in the texts of its errors.
///
/// See ``Graph/diagnosis(of:_:_:)``.
package protocol DiagnosisWording: Sendable {
  /// The front end's participle for a request, such as "Injected" in "Injected at App.swift:3."
  var verb: String { get }

  /// The sentence of an error message which says that a graph has no registrations.
  var empty: String { get }

  /// A hint for a type that is not found: a sentence about a step that programmers often forget.
  var hint: String { get }

  /// The sentence that says how containers override each other; `nil` if they do not.
  var overriding: String? { get }

  /// Returns the advice to register a dependency also as the given type.
  ///
  /// The type is a protocol or a superclass of the dependency's type.
  func relating(_ type: String, isClass: Bool) -> String

  /// Returns lines of example code that pass parameters, for a request that lacks them.
  ///
  /// Returns an empty array if the front end has no such code.
  func injectingParameters(of registrations: [Registration]) -> [String]

  /// Returns the advice how to break a dependency cycle.
  ///
  /// The advice says how `holder` can refer to a dependency without creating it.
  func referringBack(
    from holder: any Any.Type, to key: LookupKey, _ type: any Any.Type, named name: String
  ) -> String
}

extension Graph {
  /// Returns the diagnosis of an error: lines of text that explain the failure and suggest a
  /// correction.
  ///
  /// The lines also list the registrations that the failure concerns, with their source locations.
  ///
  /// The lines are computed where the error is thrown, since the graph may change or end before the
  /// text is printed.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// - Parameters:
  ///   - error: The error that the engine or a factory has thrown.
  ///   - key: The key of the request.
  ///   - wording: The words of the front end that prints the error.
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

  /// Returns lines of text for a failed request that no registration matches.
  ///
  /// The lines list the registrations that have the key and other parameters, else the most similar
  /// registrations.
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
    // The front end's error names the nearer registration.
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

  /// Returns lines of text that list the registrations whose keys are most similar to the given
  /// key.
  private func closest(
    to key: LookupKey, in all: [Registration], _ wording: any DiagnosisWording
  ) -> [String] {
    let wanted = key.text.withoutSendable
    let limit = max(2, wanted.count / 3)
    let near = all.map { ($0, $0.distance(to: wanted, like: key, upTo: limit)) }
      .filter { $0.1 <= limit }
      .inOrder { UInt64($0.1) }
      .map { $0.0 }
    if near.isEmpty {
      return ["No active registration has a similar \(key.words.kind)."]
        + (key.type != nil ? [wording.hint] : [])
    }
    return ["Closest registrations:"] + lines(near)
  }

  /// Returns lines of text for an ambiguous request, which list all registrations that match the
  /// request.
  ///
  /// The lines also say how to make the request unambiguous.
  private func multiple(_ failure: ResolutionFailure, _ wording: any DiagnosisWording) -> [String] {
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

  /// Returns lines of text for an instance that is not of the requested type, with the
  /// registrations of that type.
  ///
  /// The lines also say how to get the expected type.
  private func mismatch(
    found: any Any.Type, expected: any Any.Type, _ key: LookupKey, isIsolated: Bool
  ) -> [String] {
    let makers = registrations.filter { $0.producedType == found && $0.locator.matches(key) }
    if makers.isEmpty { return [] }
    let list = ["Registered as:"] + lines(makers)
    if isIsolated { return list }
    if key.type == nil {
      return list + [
        "Request '\(found)' instead, or register '\(key.text)' with a factory that returns '\(expected)'."
      ]
    }
    let verb = expected is any AnyObject.Type ? "inherit from" : "conform to"
    return list + ["Make '\(found)' \(verb) '\(expected)', or do not register it as '\(expected)'."]
  }

  /// Returns lines of text for a dependency cycle, which list the registrations on the cycle.
  ///
  /// The lines also say which property can be changed to break the cycle.
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

  /// Returns lines of text for an error of a factory, which list the registrations that have the
  /// key.
  ///
  /// The factory of one of these registrations has thrown the error.
  private func thrown(_ key: LookupKey) -> [String] {
    let makers = registrations.filter { $0.locator.matches(key) }
    if makers.isEmpty { return ["Thrown while '\(key.text)' was created."] }
    return [makers.count == 1 ? "Thrown by:" : "Thrown by one of:"] + lines(makers)
  }

  /// Returns one line of text for each of the first five registrations, and one for the others.
  private func lines(_ registrations: [Registration]) -> [String] {
    let more = registrations.count - 5
    return registrations.prefix(5).map { "  - \($0.summary)" }
      + (more > 0 ? ["  - and \(more) more"] : [])
  }
}

extension LookupKey {
  /// The type of the key; `nil` if the key is a name or a value.
  var type: (any Any.Type)? { if case .type(let type) = self { type } else { nil } }

  /// The words that describe the key: its kind, such as "name", and a phrase, such as "named
  /// "mail"".
  ///
  /// The phrase, `qualifier`, is `nil` for a type.
  fileprivate var words: (kind: String, qualifier: String?) {
    switch self {
    case .type: ("type", nil)
    case .name(let name): ("name", "named \"\(name)\"")
    case .value(let value): ("value", "for \(value.erased)")
    }
  }
}

extension Sequence<Registration> {
  /// Returns a description of a container, which lists these registrations and the given
  /// decorators.
  ///
  /// Each registration and each decorator has its own line.
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
  /// A line of text that describes the decorator: its type, its key and its source location.
  package var summary: String {
    let place = location == .unknown ? "" : ", written at \(location)"
    let qualifier = key.words.qualifier.map { " \($0)" } ?? ""
    return "decorator of \(type)\(qualifier)\(place)"
  }
}

extension Registration {
  /// A line of text that describes the registration: its keys, parameters, identity and source
  /// location.
  package var summary: String {
    if isDecoration {
      return "decorator of \(locator.key(at: 0).text), written at \(place)"
    }
    let types = locator.keys.compactMap(\.type).map { "\($0)" }
    let names = locator.keys.compactMap(\.words.qualifier)
    let found =
      (types.isEmpty ? "\(producedType)" : types.joined(separator: ", "))
      + (names.isEmpty ? "" : " \(names.joined(separator: ", "))")
    let parameters = parameterTypes.map { "\($0)" }.joined(separator: ", ")
    let place = location == .unknown ? "" : ", registered at \(location)"
    let identified = identity.isEmpty ? "" : ", id (\(identity))"
    return "\(found), parameters (\(parameters))\(identified)\(place)"
  }

  /// The name of the registration in a message such as "Needed by 'Mail'".
  package var needer: String {
    let name = "'\(locator.key(at: 0).text)'"
    return isDecoration ? "the decorator of \(name)" : name
  }

  /// The source location of the registration, as text.
  ///
  /// If the registration applies decorators, the text contains the source locations of the
  /// decorators.
  package var place: String {
    let locations = isDecoration ? decoratorLocations : [location]
    return locations.map(\.description).joined(separator: " or ")
  }

  /// Whether the factory may return instances of the given type, although this type is no key of
  /// the registration.
  fileprivate func couldProduce(_ type: any Any.Type) -> Bool {
    if producedType == type || locator.types.isEmpty { return false }
    return relation(of: producedType, to: type) == true
      || locator.types.contains { isComposition($0, with: type) }
  }

  /// Returns the smallest edit distance between the given text and the registration's keys.
  ///
  /// Only keys of the same kind as the given key count.
  ///
  /// A difference in `@Sendable` of closures does not count.
  ///
  /// - Parameter limit: The distance above which the exact result does not matter.
  fileprivate func distance(to wanted: String, like key: LookupKey, upTo limit: Int) -> Int {
    let texts = locator.keys.flatMap { own -> [String] in
      switch (own, key) {
      case (.name(let name), .name): [name]
      case (.value(let value), .value): ["\(value.erased)"]
      case (.type(let type), .type): ["\(type)".withoutSendable]
      // A requested type is often registered under a name or a value only.
      case (.name, .type), (.value, .type):
        "\(producedType)".withoutSendable == wanted ? [wanted] : []
      default: []
      }
    }
    return texts.map { $0.editDistance(to: wanted, upTo: limit) }.min() ?? .max
  }
}

/// Whether a type is a composition of protocols, such as `A & B`, that includes the type `part`.
private func isComposition(_ type: any Any.Type, with part: any Any.Type) -> Bool {
  guard type != part, isExistential(type) else { return false }
  /// Returns the names of the protocols in a composition.
  ///
  /// For any other type, returns the type's name.
  func parts(_ type: any Any.Type) -> [String] {
    _typeName(type, qualified: true).split(separator: "&").map { $0.filter { $0 != " " } }
  }
  let (all, some) = (parts(type), parts(part))
  return all.count > some.count && some.allSatisfy(all.contains)
}
