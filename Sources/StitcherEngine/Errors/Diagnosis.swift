/// The part of an error's text that names registrations and says what to write. It is computed
/// where the error is thrown: the graph may change, or end, before the text is printed.
package enum Diagnosis {
  /// The words of a front end.
  package struct Wording: Sendable {
    /// What is done to a dependency.
    let verb: String

    /// What to say where nothing is registered.
    let empty: String

    /// What is often forgotten when a type is not found.
    let hint: String

    /// How a dependency is overridden for a while, in a sentence; nil if that is not possible.
    let overriding: String?

    /// What to do so that a class or a protocol finds what is one.
    let relating: @Sendable (_ type: String, _ isClass: Bool) -> String

    /// The sentence that breaks a cycle: how `holder` refers back to a dependency.
    let referringBack:
      @Sendable (_ holder: String, _ key: LookupKey, _ type: any Any.Type, _ name: String) -> String

    /// Those of the declarative front end.
    package static let declarative = Self(
      verb: "Injected",
      empty:
        "No container is active. Activate one before injecting, and hold what has its @Dependencies property.",
      hint:
        "A protocol or a superclass finds only what is registered as conforming to it or inheriting from it.",
      overriding: Diagnosis.withOverrides,
      relating: { type, isClass in
        "Add '.\(isClass ? "inherits(from" : "conforms(to"): \(type))' to the one that is meant."
      },
      referringBack: { holder, key, type, name in
        guard type is AnyObject.Type || isExistential(type) else {
          return "For example, '\(holder)' can have it lazily:"
            + " @Injected\(key.attributeArgument) var \(name): \(key.propertyType(type))"
        }
        return "For example, '\(holder)' can refer back to it weakly:"
          + " @WeakInjected\(key.attributeArgument) var \(name): \(key.propertyType(type))?"
      })

    /// Those of containers that are asked themselves.
    package static let containers = Self(
      verb: "Resolved", empty: "Nothing is registered.",
      hint: "A protocol or a superclass finds only what is registered by it.",
      overriding: nil, relating: { type, _ in "Register the one that is meant as '\(type)'." },
      referringBack: { holder, key, type, name in
        "For example, '\(holder)' can resolve it where it is used, and hold nothing:"
          + " var \(name): \(key.propertyType(type)) { container.resolve() }"
      })
  }

  /// The most candidates that are listed.
  static let limit = 5

  /// How a dependency is overridden for a while, as in a test.
  package static let withOverrides =
    "To override a dependency for a while, as in a test, write"
    + " 'DependencyGraph.withOverrides { … } operation: { … }'."
}

extension Graph {
  /// Returns lines that say which registrations a failure is about, where they are, and what to
  /// write.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// - Parameters:
  ///   - error: What the engine or a factory has thrown.
  ///   - key: What was asked for.
  ///   - wording: The words of the front end.
  /// - Complexity: O(*n*) in the number of registrations.
  func diagnosis(
    of error: any Error, _ key: LookupKey, _ wording: Diagnosis.Wording
  ) -> [String] {
    guard let failure = error as? ResolutionFailure else { return thrown(key) }
    return switch failure.reason {
    case .missing(let missing): self.missing(missing, key.type, failure, wording)
    case .multiple: multiple(failure, wording)
    case .mismatched(let found, let expected):
      mismatch(
        found: "\(found)", expected: "\(expected)", key,
        isIsolated: failure.isolatedConformance != nil)
    case .cycle(let path): cycle(path.map { $0.key(at: 0) }, wording)
    case .asynchronous, .captive, .scopeRequired, .ended, .isolated: []
    }
  }

  /// Lists what has the key but takes other parameters, else what comes closest to the key.
  ///
  /// - Parameters:
  ///   - key: What is missing.
  ///   - type: The type that was asked for, if one was.
  private func missing(
    _ key: LookupKey, _ type: (any Any.Type)?, _ failure: ResolutionFailure,
    _ wording: Diagnosis.Wording
  ) -> [String] {
    if failure.captive != nil { return [] }
    let exact = failure.registrations.map(\.undecorated)
    if !exact.isEmpty {
      return ["The parameters are wrong. Passed: \(failure.passed). Registered:"] + lines(exact)
        + exact.parameterRemedies
    }
    if let nearer = failure.nearer { return nearer.lines }
    let all = registrations
    if all.isEmpty { return [wording.empty] }
    guard let type else { return closest(to: key, in: all, wording) }
    let closures = all.filter { $0.producesClosure(like: type) }
    if !closures.isEmpty {
      return ["These registrations produce a closure that differs in '@Sendable' only:"]
        + lines(closures)
        + ["Ask for exactly the registered type, or register the closure as '\(type)'."]
    }
    let related = all.filter { $0.couldBeMeant(by: type) }
    if !related.isEmpty {
      let isClass = type is any AnyObject.Type
      return [
        "These registrations produce a matching type, but are not registered as \(key.text):"
      ] + lines(related) + [
        wording.relating(isClass ? "\(type).self" : "(any \(type)).self", isClass)
      ]
    }
    return closest(to: key, in: all, wording)
  }

  /// Lists the registrations whose keys are similar to a key.
  private func closest(
    to key: LookupKey, in all: [Registration], _ wording: Diagnosis.Wording
  ) -> [String] {
    let wanted = key.text
    let limit = max(2, wanted.count / 3)
    let near = all.map {
      (registration: $0, distance: $0.distance(to: wanted, like: key, upTo: limit))
    }
    .filter { $0.distance <= limit }
    .sorted { $0.distance < $1.distance }
    .map(\.registration)
    if near.isEmpty {
      return ["No active registration has a similar \(key.kind)."]
        + (key.type != nil ? [wording.hint] : [])
    }
    return ["Closest registrations:"] + lines(near)
  }

  /// Lists the registrations that were found where one is wanted.
  private func multiple(
    _ failure: ResolutionFailure, _ wording: Diagnosis.Wording
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
      + (overriding.map { ["Containers of one graph do not override each other. \($0)"] } ?? [])
  }

  /// Lists what makes the type that was found, and was meant.
  private func mismatch(
    found: String, expected: String, _ key: LookupKey, isIsolated: Bool
  ) -> [String] {
    let makers = registrations.filter {
      "\($0.producedType)" == found && $0.locator.matches(key)
    }
    guard let maker = makers.first else { return [] }
    if isIsolated { return ["Registered as:"] + lines(makers) }
    let advice =
      if key.type == nil {
        "Ask for '\(found)', or have '\(key.text)' find what makes '\(expected)'."
      } else {
        maker.advice(toBecome: expected)
      }
    return ["Registered as:"] + lines(makers) + [advice]
  }

  /// Lists what is on the cycle, and says which property can refer back without creating.
  private func cycle(_ keys: [LookupKey], _ wording: Diagnosis.Wording) -> [String] {
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
    return list + [wording.referringBack("\(holder.producedType)", key, type, name)]
  }

  /// Lists what has the key, one of which has thrown.
  private func thrown(_ key: LookupKey) -> [String] {
    let makers = registrations.filter { $0.locator.matches(key) }
    if makers.isEmpty { return ["Thrown while '\(key.text)' was created."] }
    return [makers.count == 1 ? "Thrown by:" : "Thrown by one of:"] + lines(makers)
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

extension ResolutionFailure {
  /// The types of the parameters that were passed.
  fileprivate var passed: String {
    "(\(parameterTypes.map { "\($0)" }.joined(separator: ", ")))"
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

  /// The argument of a property wrapper that injects by the key, in parentheses; empty for a type.
  fileprivate var attributeArgument: String {
    switch self {
    case .type: ""
    case .name(let key): "(name: \"\(key)\")"
    case .value(let key): "(value: \(Self.code(of: key.erased.base)))"
    }
  }

  /// Returns the type of a property that injects by the key, given the produced type.
  fileprivate func propertyType(_ type: any Any.Type) -> String {
    if case .type(let key) = self { "\(key)" } else { "\(type)" }
  }

  /// Returns a value as it is written in code, if that is a text or a case.
  private static func code(of value: Any) -> String {
    if let text = value as? String { return "\"\(text)\"" }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, mirror.children.isEmpty else { return "\(value)" }
    return "\(Swift.type(of: value)).\(value)"
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

  /// Returns what to do so that what is made can be had as another type.
  fileprivate func advice(toBecome expected: String) -> String {
    let isSuperclass = locator.keys.compactMap(\.type).contains {
      $0 is AnyObject.Type && "\($0)" == expected
    }
    if isSuperclass && !(producedType is AnyObject.Type) {
      return
        "'\(producedType)' is not a class and cannot inherit from '\(expected)', so do not relate them."
    }
    let verb = isSuperclass ? "inherit from" : "conform to"
    return "Make '\(producedType)' \(verb) '\(expected)', or do not relate them."
  }

  /// Whether the registration makes what is of a type that was looked for, and is found by other
  /// types only.
  fileprivate func couldBeMeant(by type: any Any.Type) -> Bool {
    if producedType == type || locator.types.isEmpty { return false }
    return relation(of: producedType, to: type) == true
      || locator.types.contains { isComposition($0, with: type) }
  }

  /// Whether a closure that the registration makes differs from a type in `@Sendable` only.
  fileprivate func producesClosure(like type: any Any.Type) -> Bool {
    let wanted = "\(type)".wordsWithoutSendable.joined()
    return locator.types.contains {
      $0 != type && "\($0)".wordsWithoutSendable.joined() == wanted
    }
  }

  /// Returns the smallest edit distance between a text and the registration's keys of the same
  /// kind.
  ///
  /// - Parameter limit: The largest distance that matters.
  fileprivate func distance(to wanted: String, like key: LookupKey, upTo limit: Int) -> Int {
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
    return texts.map { $0.editDistance(to: wanted, upTo: limit) }.min() ?? .max
  }
}

/// Whether a type is a composition of protocols of which another type is a part.
private func isComposition(_ type: any Any.Type, with part: any Any.Type) -> Bool {
  guard type != part, isExistential(type) else { return false }
  let parts = Set(_typeName(part, qualified: true).compositionParts)
  let all = Set(_typeName(type, qualified: true).compositionParts)
  return all.count > parts.count && all.isSuperset(of: parts)
}

extension LookupKey {
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
  /// The sentences that say how to give these registrations the parameters that a request lacks.
  var parameterRemedies: [String] {
    let passing = "Pass parameters of exactly these types, in this order."
    guard contains(where: \.isGenerated) else { return [passing] }
    return [
      passing,
      "To inject the parameters of a '@Registerable' type, mark its initializer with"
        + " '@InjectedParameters', or write '@InjectedInitializer' in place of the initializer.",
    ]
  }
}
