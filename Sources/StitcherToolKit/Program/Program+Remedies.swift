// The remedies for missing and ambiguous keys, as code to write.
extension Program {
  /// Returns the remedy for an injected key without a registration.
  func remedy(forMissing key: KeyFact, _ frontEnd: FrontEnd) -> String {
    if frontEnd == .stitcher, let remedy = remedy(forUnlisted: key) { return remedy }
    guard case .type(let type) = key else {
      return "Register a dependency by \(key.shown), or correct what is injected."
    }
    let name = written(type)
    let value = name.hasPrefix("any ") ? "(\(name)).self" : "\(name).self"
    let related = related(to: type, frontEnd)
    switch frontEnd {
    case .stitcher:
      if let remedy = remedy(forOptionalOf: type) { return remedy }
      if !related.isEmpty {
        let isClass = types[TypeNames.base(type)]?.isProtocol == false
        let word = isClass ? "inherits(from:" : "conforms(to:"
        return "Add '.\(word) \(value))' to the registration of \(list(related))."
      }
      if let remedy = remedy(forOtherKeysOf: type) { return remedy }
      let conforms = name.hasPrefix("any ") ? " with '.conforms(to: \(value))'" : ""
      return "Add a 'Dependency { … }' for \(TypeNames.short(type))\(conforms) to a container."
    case .dependencyInjection:
      let call = "'register(type: \(value)) { … }'"
      return related.isEmpty
        ? "Call \(call) on the container." : "Register \(list(related)) with \(call), too."
    case .swiftDependencyInjector, .stitch:
      return "Register an implementation of \(TypeNames.short(type))."
    }
  }

  /// Returns a text that says how to register a missing key, if an `@Registerable` type has the key
  /// and no container lists the type; otherwise `nil`.
  private func remedy(forUnlisted key: KeyFact) -> String? {
    guard let found = unlisted.first(where: { $0.matches(key) == .yes }),
      let type = found.fact.registerable
    else { return nil }
    let name = TypeNames.short(type)
    // The full name of a private type is not source code.
    let isPrivate = type.contains("(")
    let path = isPrivate ? name : type.split(separator: ".").dropFirst().joined(separator: ".")
    return "Add '\(path).dependencyRegistration' to a container: '@Registerable' "
      + "(\(short(found.fact.place))) alone does not register \(name)."
  }

  /// Returns the remedy for a missing type `A` if the type `A?` is registered, or `nil`.
  private func remedy(forOptionalOf type: String) -> String? {
    let optional = "Swift.Optional<\(type)>"
    guard let found = candidates(for: .type(optional), of: .stitcher).first else { return nil }
    return "Only \(TypeNames.written(optional)) is registered "
      + "(\(short(registrations[found].fact.place))): inject that, or register "
      + "\(TypeNames.short(type))."
  }

  /// Returns the remedy for a missing type that is registered by a name or value only, or `nil`.
  private func remedy(forOtherKeysOf type: String) -> String? {
    let found = registrations.indices.filter {
      registrations[$0].fact.frontEnd == .stitcher && registrations[$0].fact.product == type
    }
    guard let first = found.first, let key = registrations[first].keys.first, key.isConstant else {
      return nil
    }
    let label = key.locating == .name ? "byName:" : "byValue:"
    return "Inject it by \(key.shown), by which it is registered "
      + "(\(short(registrations[first].fact.place))), with '\(label)', or add a 'Dependency { … }' "
      + "for \(TypeNames.short(type)) to a container."
  }

  /// Returns the registrations whose product is a subtype of the given unregistered type.
  ///
  /// The product conforms to the protocol, or inherits from the class.
  private func related(to type: String, _ frontEnd: FrontEnd) -> [Int] {
    registrations.indices.filter { index in
      guard registrations[index].fact.frontEnd == frontEnd,
        let product = registrations[index].fact.product, TypeNames.arguments(type).isEmpty,
        TypeNames.base(product) != type, registrations[index].keys.first?.locating == .type
      else { return false }
      return isA(product, type)
    }
  }

  /// Whether a type conforms to a protocol or inherits from a class, as far as the files show.
  private func isA(_ type: String, _ other: String) -> Bool {
    var known: Set<String> = []
    var pending = [TypeNames.base(type)]
    while let next = pending.popLast() {
      guard known.insert(next).inserted else { continue }
      if next == other { return true }
      pending += types[next]?.supertypes ?? []
    }
    return false
  }

  /// Returns a text that lists registrations with their source locations.
  private func list(_ indices: [Int]) -> String {
    let names = indices.prefix(5).map { "\(shown($0)) (\(short(registrations[$0].fact.place)))" }
    return names.joined(separator: " or ")
  }

  /// Returns a type in source syntax, with `any` before a known protocol.
  private func written(_ type: String) -> String {
    let isProtocol = types[TypeNames.base(type)]?.isProtocol == true || type.contains(" & ")
    return (isProtocol ? "any " : "") + TypeNames.short(type)
  }

  /// Returns the remedy for two registrations with the same key.
  func remedy(forAmbiguous key: KeyFact, _ one: Int, _ two: Int) -> String {
    let isOther = [one, two].allSatisfy { registrations[$0].fact.product != key.typeName }
    let keep =
      isOther ? "Keep only one of them registered as \(key.shown)" : "Remove one of them"
    return "\(keep), tell them apart by a name, a value or parameters, or inject all as "
      + "[\(key.shown)]."
  }
}
