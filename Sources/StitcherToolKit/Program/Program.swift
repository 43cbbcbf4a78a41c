/// The registrations, injections and problems of all modules of one executable.
package struct Program {
  /// The name of the executable.
  let title: String

  /// Whether modules that the checker cannot read may be linked to the program.
  ///
  /// This is so for a library, and for a program with a binary target.
  let isOpen: Bool

  private(set) var registrations: [LinkedRegistration] = []

  /// The registrations that `@Registerable` has generated and no container lists. They are never
  /// active.
  private(set) var unlisted: [LinkedRegistration] = []

  private(set) var decorations: [LinkedDecoration] = []

  /// The injections, each with the name of its module.
  private(set) var injections: [(fact: InjectionFact, module: String)] = []

  /// The functions, initializers and closures of the program, by identifier.
  private(set) var functions: [String: FunctionFact] = [:]

  /// The overriding members of each overridden class member. Any of them may run.
  private(set) var overrides: [String: [String]] = [:]

  /// The types of the constants that the instances of a type hold, by the name of that type.
  private(set) var held: [String: Set<String>] = [:]

  /// The symbol identifiers of the constants that hold a source of changes of their own.
  private(set) var sources: Set<String> = []

  /// The keys of `Stitch` maps, and their properties, for which the program registers a value.
  private(set) var replaced: Set<String> = []

  /// The user's collection types. An injection of such a type requests all dependencies of its
  /// element type.
  private(set) var collections: Set<String> = []

  /// The symbol identifiers of the properties that Observation tracks.
  private(set) var observed: Set<String> = []

  /// The source locations of code that may add unknown registrations.
  private(set) var openings: [OpeningFact] = []

  /// The declared and extended types of the program, by full name.
  private(set) var types: [String: TypeFact] = [:]

  /// Whether the program creates graphs other than the process's.
  private(set) var makesGraphs = false

  /// The lazy injections that a read of a property triggers, by the read's identifier.
  private(set) var injectionsOfRead: [String: [Int]] = [:]

  /// The comments `// stitcher:ignore`, which silence a problem.
  private(set) var ignores: [IgnoreFact] = []

  /// The injections of each function or closure, by its identifier.
  private(set) var injectionsOfUnit: [String: [Int]] = [:]

  /// The decorators of types, keyed by the decorated type.
  private(set) var decoratorsByType: [KeyFact: [Int]] = [:]

  /// The decorators of all other known keys: names, values and key paths.
  private(set) var otherDecorators: [Int] = []

  /// The registrations of each key, as indices into ``registrations``.
  private var candidatesByKey: [KeyFact: [Int]] = [:]

  /// Links the registrations and injections of all files to one program.
  ///
  /// - Parameters:
  ///   - title: The name of the executable.
  ///   - facts: The registrations, injections and declarations of all files of all modules.
  ///   - isOpen: Whether unknown modules may be linked to the program. In that case, no key is
  ///     reported as missing.
  ///
  /// - Complexity: O(*n*) in the number of registrations and injections.
  package init(title: String, facts: [FileFacts], isOpen: Bool = false) {
    self.title = title
    self.isOpen = isOpen
    var texts: [String: String] = [:]
    var representations: [String: RepresentationFact] = [:]
    for file in facts {
      texts.merge(file.texts) { first, _ in first }
      openings += file.openings
      ignores += file.ignores
      makesGraphs = makesGraphs || file.makesGraphs
      for fact in file.types { types[fact.name, default: fact].merge(fact) }
      sources.formUnion(file.sources)
      observed.formUnion(file.observed)
      collections.formUnion(file.collections)
      replaced.formUnion(file.replaced)
      for (type, types) in file.held { held[type, default: []].formUnion(types) }
      for fact in file.overrides { overrides[fact.base, default: []].append(fact.member) }
      for unit in file.functions { functions[unit.id, default: unit].merge(unit) }
      for fact in file.representations {
        representations[fact.type, default: fact].merge(fact)
      }
    }
    let listings = Listings(facts)
    for file in facts {
      for var fact in file.registrations {
        if let type = fact.representation {
          let isKnown = fact.represent(representations[TypeNames.base(type)], type)
          if !isKnown {
            openings.append(
              OpeningFact(
                locating: nil, reason: "\(type) describes a dependency", place: fact.place))
            continue
          }
          openings += fact.keys.compactMap { key in
            guard case .unknown(let locating) = key else { return nil }
            return OpeningFact(
              locating: locating,
              reason: "\(type) is found by a key that is only known at run time",
              place: fact.place)
          }
        }
        let keys = fact.keys.map { $0.resolved(texts) }
        for index in fact.declared.indices {
          fact.declared[index].key = fact.declared[index].key.resolved(texts)
        }
        let linked = LinkedRegistration(fact: fact, module: file.module, keys: keys)
        // The users of a library list its types in containers of their own.
        if let type = fact.registerable, !isOpen, !listings.contain(type, of: file.module) {
          unlisted.append(linked)
        } else {
          registrations.append(linked)
        }
      }
      for var fact in file.decorations {
        fact.key = fact.key.resolved(texts)
        decorations.append(LinkedDecoration(fact: fact, module: file.module))
      }
      for var fact in file.injections {
        fact.key = fact.key.resolved(texts)
        injections.append((fact, file.module))
      }
    }
    for (index, injection) in injections.enumerated() {
      injectionsOfUnit[injection.fact.unit, default: []].append(index)
      for read in injection.fact.reads { injectionsOfRead[read, default: []].append(index) }
    }
    for (position, decoration) in decorations.enumerated() {
      switch decoration.fact.key {
      case .type: decoratorsByType[decoration.fact.key.plain, default: []].append(position)
      case .unknown: break
      default: otherDecorators.append(position)
      }
    }
    for (index, registration) in registrations.enumerated() {
      // The set keeps one of several keys with the same plain form.
      for key in Set(registration.keys.map(\.plain)) {
        candidatesByKey[key, default: []].append(index)
      }
    }
    findComposites()
  }

  /// Lets an injection of `A?` or `[A]` find a registration of that whole type, if no registration
  /// has the type `A`.
  private mutating func findComposites() {
    for index in injections.indices {
      let fact = injections[index].fact
      guard let key = whole(fact.exact, fact.key, fact.frontEnd) else { continue }
      (injections[index].fact.key, injections[index].fact.demand) = (key, .one)
      injections[index].fact.exact = nil
    }
    for index in registrations.indices {
      for position in registrations[index].fact.declared.indices {
        let need = registrations[index].fact.declared[position]
        guard let key = whole(need.exact, need.key, registrations[index].fact.frontEnd) else {
          continue
        }
        registrations[index].fact.declared[position] = .init(key: key, demand: .one)
      }
    }
    for index in decorations.indices {
      for position in decorations[index].fact.declared.indices {
        let need = decorations[index].fact.declared[position]
        guard let key = whole(need.exact, need.key, .stitcher) else { continue }
        decorations[index].fact.declared[position] = .init(key: key, demand: .one)
      }
    }
  }

  /// Returns the key of an injected type such as `A?` or `[A]`, if that type is registered and `A`
  /// is not.
  private func whole(_ exact: String?, _ key: KeyFact, _ frontEnd: FrontEnd) -> KeyFact? {
    guard frontEnd == .stitcher, let exact, candidates(for: key, of: frontEnd).isEmpty,
      !candidates(for: .type(exact), of: frontEnd).isEmpty
    else { return nil }
    return .type(exact)
  }

  /// Returns the registrations that a lookup by a key finds, or may find.
  func candidates(for key: KeyFact, of frontEnd: FrontEnd) -> [Int] {
    if case .type = key {
      return (candidatesByKey[key.plain] ?? []).filter {
        registrations[$0].fact.frontEnd == frontEnd
      }
    }
    return registrations.indices.filter {
      registrations[$0].fact.frontEnd == frontEnd && registrations[$0].matches(key) != .no
    }
  }

  /// Whether a registration for a key may exist that the source does not show.
  func isOpen(for key: KeyFact, of frontEnd: FrontEnd) -> Bool {
    if isOpen { return true }
    if case .unknown = key { return true }
    if case .type(let type) = key, collections.contains(TypeNames.base(type)) { return true }
    return openings.contains {
      $0.frontEnd == frontEnd && ($0.locating == nil || $0.locating == key.locating)
    }
  }

  /// Returns the injections of a function or closure and of all functions that it calls.
  ///
  /// - Returns: The indices of the injections. `isCertain` tells whether the injection surely runs,
  ///   and `isRead` whether a lazily injected property is surely read.
  ///
  /// - Complexity: O(*n*) in the number of reachable functions and closures.
  func injections(from unit: String) -> [(index: Int, isCertain: Bool, isRead: Bool)] {
    var certain: Set<String> = []
    var possible: Set<String> = []
    var pending = [(unit: unit, isCertain: true)]
    var found: [Int: Bool] = [:]
    var read: Set<Int> = []
    while let (id, isCertain) = pending.popLast() {
      if isCertain ? !certain.insert(id).inserted : certain.contains(id) { continue }
      if !isCertain, !possible.insert(id).inserted { continue }
      for index in injectionsOfUnit[id] ?? [] {
        let runs = isCertain && injections[index].fact.isCertain
        found[index] = found[index] ?? false || runs
      }
      guard let fact = functions[id] else { continue }
      for call in fact.calls {
        let others = overrides[call.callee] ?? []
        let runs = isCertain && call.isCertain && others.isEmpty
        if runs, call.isOwnRead == true { read.formUnion(injectionsOfRead[call.callee] ?? []) }
        pending.append((call.callee, runs))
        for other in others { pending.append((other, false)) }
      }
      for closure in fact.closures { pending.append((closure, false)) }
    }
    return Set(found.keys).union(read).sorted().map { index in
      let isRead = read.contains(index)
      return (index, isRead || found[index] == true, isRead)
    }
  }
}

extension FunctionFact {
  /// Adds the calls and closures that another file states for the same function.
  fileprivate mutating func merge(_ other: FunctionFact) {
    guard other != self else { return }
    calls += other.calls
    closures += other.closures
  }
}

extension TypeFact {
  /// Adds the supertypes that another declaration or extension of the type states.
  fileprivate mutating func merge(_ other: TypeFact) {
    isProtocol = isProtocol || other.isProtocol
    for type in other.supertypes where !supertypes.contains(type) { supertypes.append(type) }
  }
}

extension RepresentationFact {
  /// Adds the keys, scope and factory that another extension of the type states.
  fileprivate mutating func merge(_ other: RepresentationFact) {
    isImplied = isImplied || other.isImplied
    keys = keys ?? other.keys
    scope = scope ?? other.scope
    isEager = isEager ?? other.isEager
    product = product ?? other.product
    factory = factory ?? other.factory
    parameters = parameters ?? other.parameters
  }
}

extension RegistrationFact {
  /// Copies the keys, scope and factory from the type that describes the dependency.
  ///
  /// - Returns: `false` if no file declares the type.
  fileprivate mutating func represent(_ fact: RepresentationFact?, _ type: String) -> Bool {
    guard let fact, let product = fact.product else { return false }
    let arguments = TypeNames.arguments(type)
    let made = TypeNames.substitute(product, arguments)
    self.product = made
    keys = (fact.keys ?? (fact.isImplied ? KeyFact.anything : [.type(product)])).map { key in
      guard case .type(let type) = key else { return key }
      return .type(TypeNames.substitute(type, arguments))
    }
    scope = fact.scope == "unknown" ? nil : fact.scope ?? (fact.isImplied ? nil : "automatic")
    isEager = fact.isEager ?? false
    factory = fact.factory
    parameters = fact.parameters
    return true
  }
}

extension KeyFact {
  /// Returns the key with the string value of its constant, if that value is known.
  fileprivate func resolved(_ texts: [String: String]) -> KeyFact {
    guard case .nameOf(let declaration, _) = self, let text = texts[declaration] else {
      return self
    }
    return .name(text)
  }

  /// The key without `& AnyObject`, for a comparison of types that may be equal.
  var plain: KeyFact {
    guard case .type(let type) = self else { return self }
    return .type(TypeNames.withoutAnyObject(type))
  }

  /// The full name of the type if the key is a type, or `nil`.
  var typeName: String? {
    guard case .type(let type) = self else { return nil }
    return type
  }

  /// The text of the key for messages.
  var shown: String {
    switch self {
    case .type(let type): TypeNames.short(type)
    case .name(let name): "\"\(name)\""
    case .nameOf(let declaration, _): TypeNames.shortDeclaration(declaration)
    case .value(_, let text):
      text.hasPrefix("s:") ? TypeNames.shortDeclaration(text) : text
    case .keyPath(let declaration): TypeNames.shortDeclaration(declaration)
    case .unknown(let locating): "an unknown \(locating.rawValue)"
    }
  }
}
