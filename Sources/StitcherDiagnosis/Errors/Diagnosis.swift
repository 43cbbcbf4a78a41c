package import StitcherEngine

/// What the registrations of a graph say about a failure: the part of a message that helps to fix
/// it.
package enum Diagnosis {
  /// What was asked for, as an error printed it.
  package enum Key: @unchecked Sendable {
    // Safe: a value is only compared and printed, as graphs do on every thread.

    /// A name.
    case name(String)
    /// The printed name of a type.
    case type(String)
    /// A value.
    case value(AnyHashable)
    /// The text of a value, and how it is written in code.
    case printedValue(String, code: String)
  }

  /// The failure.
  package enum Subject: Sendable {
    /// Nothing was found.
    case missing(Key)
    /// Too much was found.
    case multiple(Key)
    /// What was found is of another type.
    case mismatch(found: String, expected: String)
    /// A creation needs itself.
    case cycle([Key])
    /// A factory has thrown an error.
    case thrown
    /// Anything else, with the registrations that it is about and their places.
    case other([(name: String, place: String)])
  }

  /// The words of a front end.
  package struct Wording: Sendable {
    /// What is done to a dependency.
    let verb: String

    /// What to say where nothing is registered.
    let empty: String

    /// What is often forgotten when a type is not found.
    let hint: String

    /// What to do so that a class or a protocol finds what is one.
    let relating: @Sendable (_ type: String, _ isClass: Bool) -> String

    /// The attribute of a property that asks when it is read.
    let lazyAttribute: String

    /// Those of the declarative front end.
    package static let declarative = Self(
      verb: "Injected",
      empty:
        "No container is active. Activate one before injecting, and hold what has its @Dependencies property.",
      hint:
        "A protocol or a superclass finds only what is registered as conforming to it or inheriting from it.",
      relating: { type, isClass in
        "Add '.\(isClass ? "inherits(from" : "conforms(to"): \(type))' to the one that is meant."
      }, lazyAttribute: "@Injected")

    /// Those of containers that are asked themselves.
    package static let containers = Self(
      verb: "Resolved", empty: "Nothing is registered.",
      hint: "A protocol or a superclass finds only what is registered by it.",
      relating: { type, _ in "Register the one that is meant by '\(type)'." },
      lazyAttribute: "@LazyInjected")
  }

  /// The most candidates that are listed.
  static let limit = 5
}

extension Graph {
  /// Returns the text of an error: what happened, what to do, for whom and where it was asked for,
  /// and which registrations it is about, with their places.
  ///
  /// - Parameters:
  ///   - summary: What happened.
  ///   - recovery: What to do, if that is known.
  ///   - subject: What the error is about.
  ///   - wording: The words of the front end.
  /// - Complexity: O(*n*) in the number of registrations.
  package func explanation(
    of summary: String, recovery: String?, _ subject: Diagnosis.Subject,
    _ wording: Diagnosis.Wording = .declarative
  ) -> String {
    let trace = FailureTrace.latest(for: summary)
    // What is registered, but with other parameters, need not be registered.
    let advice = hasOtherParameters(subject) ? nil : recovery.map { "Recovery: \($0)" }
    let lines =
      [summary, advice].compactMap { $0 } + (trace?.lines(of: subject, wording: wording) ?? [])
    return (lines + diagnosis(of: subject, trace, wording)).joined(separator: "\n")
  }

  /// Returns lines that say which registrations a failure is about, where they are, and what to
  /// write.
  ///
  /// - Parameter trace: What was known where it failed.
  /// - Complexity: O(*n*) in the number of registrations.
  package func diagnosis(
    of subject: Diagnosis.Subject, _ trace: FailureTrace?,
    _ wording: Diagnosis.Wording = .declarative
  ) -> [String] {
    switch subject {
    case .missing(let key): missing(key, trace, wording)
    case .multiple(let key): multiple(key)
    case .mismatch(let found, let expected): mismatch(found: found, expected: expected, trace?.key)
    case .cycle(let keys): cycle(keys, wording)
    case .thrown: thrown(trace?.key)
    case .other(let registrations):
      registrations.map { "  - \($0.name), registered at \($0.place)" }
    }
  }

  /// Whether something was looked for with other parameters than it takes.
  private func hasOtherParameters(_ subject: Diagnosis.Subject) -> Bool {
    guard case .missing(let key) = subject else { return false }
    return registrations.contains { $0.isFound(by: key) }
  }

  /// Lists what has the key but takes other parameters, else what comes closest to the key.
  private func missing(
    _ key: Diagnosis.Key, _ trace: FailureTrace?, _ wording: Diagnosis.Wording
  ) -> [String] {
    let all = registrations
    let exact = all.filter { $0.isFound(by: key) }
    if !exact.isEmpty {
      let passed = trace.map { " Passed: \($0.parameters)." } ?? ""
      return ["The parameters are wrong.\(passed) Registered:"] + lines(exact)
        + ["Pass parameters of exactly these types, in this order."]
    }
    if all.isEmpty { return [wording.empty] }
    let related = all.filter { $0.couldBeMeant(by: trace?.type) }
    if let type = trace?.type, !related.isEmpty {
      let isClass = type is any AnyObject.Type
      return ["These make what could be meant, but are not found by \(key.text):"] + lines(related)
        + [wording.relating(isClass ? "\(type).self" : "(any \(type)).self", isClass)]
    }
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
      ] + (key.isType ? [wording.hint] : [])
    }
    return ["Closest registrations:"] + lines(near)
  }

  /// Lists what has the key.
  private func multiple(_ key: Diagnosis.Key) -> [String] {
    ["Candidates:"] + lines(registrations.filter { $0.isFound(by: key) })
      + ["Keep one of them, or tell them apart by names, values or parameters."]
  }

  /// Lists what makes the type that was found, and was meant.
  private func mismatch(
    found: String, expected: String, _ key: Diagnosis.Key?
  ) -> [String] {
    let makers = registrations.filter {
      "\($0.producedType)" == found && (key.map($0.isFound(by:)) ?? true)
    }
    guard let maker = makers.first else { return [] }
    let advice =
      if let key, !key.isType {
        "Ask for '\(found)', or have '\(key.text)' find what makes '\(expected)'."
      } else {
        maker.advice(toBecome: expected)
      }
    return ["Registered as:"] + lines(makers) + [advice]
  }

  /// Lists what is on the cycle, and says which property can be lazy.
  private func cycle(_ keys: [Diagnosis.Key], _ wording: Diagnosis.Wording) -> [String] {
    let all = registrations
    let path = keys.map { key in all.first { $0.isFound(by: key) } }
    let onPath = path.dropLast().compactMap { $0 }
    if onPath.isEmpty { return [] }
    let list = ["On the path:"] + lines(onPath)
    guard let holder = path.dropLast().last ?? nil, let key = keys.last,
      let repeated = path.last ?? nil
    else { return list }
    let property = key.lazyProperty(of: repeated.producedType, wording.lazyAttribute)
    return list + ["For example, '\(holder.producedType)' can have it lazily: \(property)"]
  }

  /// Lists what has the key, one of which has thrown.
  private func thrown(_ key: Diagnosis.Key?) -> [String] {
    guard let key else { return [] }
    let makers = registrations.filter { $0.isFound(by: key) }
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

extension Diagnosis.Key {
  /// Describes a key without keeping a value.
  init(printing key: LookupKey) {
    switch key {
    case .type(let type): self = .type("\(type)")
    case .name(let name): self = .name(name)
    case .value(let value):
      self = .printedValue("\(value.erased)", code: Self.code(of: value.erased.base))
    }
  }

  /// Whether it is a type.
  fileprivate var isType: Bool { if case .type = self { true } else { false } }

  /// The text to compare with.
  var text: String {
    switch self {
    case .name(let name): name
    case .type(let type): type
    case .value(let value): "\(value)"
    case .printedValue(let text, _): text
    }
  }

  /// Returns a property that injects it when it is read.
  fileprivate func lazyProperty(of type: any Any.Type, _ attribute: String) -> String {
    let words = "\(type)".prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let name = words.isEmpty ? "value" : words.prefix(1).lowercased() + words.dropFirst()
    return switch self {
    case .type(let key): "\(attribute) var \(name): \(key)"
    case .name(let key): "\(attribute)(name: \"\(key)\") var \(name): \(type)"
    case .value(let key):
      "\(attribute)(value: \(Self.code(of: key.base))) var \(name): \(type)"
    case .printedValue(_, let code): "\(attribute)(value: \(code)) var \(name): \(type)"
    }
  }

  /// Returns a value as it is written in code, if that is a text or a case.
  private static func code(of value: Any) -> String {
    if let text = value as? String { return "\"\(text)\"" }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, mirror.children.isEmpty else { return "\(value)" }
    return "\(Swift.type(of: value)).\(value)"
  }
}

extension FailureTrace {
  /// Returns lines that say for whom a request was made, and where. A cycle says its own path.
  ///
  /// - Parameter place: A place that is said already.
  package func lines(
    of subject: Diagnosis.Subject, without place: SourceLocation = .unknown,
    wording: Diagnosis.Wording = .declarative
  ) -> [String] {
    let isCycle = if case .cycle = subject { true } else { false }
    return lines(path: !isCycle, place: self.place != place, wording)
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
  fileprivate func couldBeMeant(by type: (any Any.Type)?) -> Bool {
    guard let type, producedType != type, !locator.types.isEmpty else { return false }
    return isSurelyRelated(producedType, to: type)
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
      case (.value(let value), .value), (.value(let value), .printedValue): ["\(value.erased)"]
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
  var type: (any Any.Type)? {
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
    case (.value(let value), .printedValue(let wanted, _)): "\(value.erased)" == wanted
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
