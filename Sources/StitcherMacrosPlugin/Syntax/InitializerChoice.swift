internal import SwiftDiagnostics
internal import SwiftSyntax

/// The initializers that a registration calls: a single one, or one for each clause of an `#if`
/// block.
enum InitializerChoice {
  /// A single initializer.
  case always(RegisterableInitializer)

  /// One initializer for each clause of an `#if` block, with the clause's text, such as `#if DEBUG`
  /// or `#else`.
  case depending([(clause: String, initializer: RegisterableInitializer)])

  /// Whether an initializer is asynchronous, so that the registered value has to be `Sendable`.
  var isAsynchronous: Bool {
    switch self {
    case .always(let initializer): initializer.isAsynchronous
    case .depending(let clauses): clauses.contains { $0.initializer.isAsynchronous }
    }
  }

  /// Chooses among the initializers in the body of a type, or throws a diagnostic.
  ///
  /// - Parameters:
  ///   - declaration: The type.
  ///   - node: The attribute at which a diagnostic is shown.
  init(of declaration: some DeclGroupSyntax, _ node: AttributeSyntax) throws {
    let members = declaration.memberBlock.members
    let blocks = members.compactMap { $0.decl.as(IfConfigDeclSyntax.self) }
      .filter { block in block.clauses.contains { !Self.written(in: $0).isEmpty } }
    let common = Self.candidates(of: declaration, mayBeImplicit: blocks.isEmpty)
    // A preferred initializer outside `#if` blocks takes precedence over all initializers in
    // blocks.
    guard let block = blocks.first,
      !common.contains(where: { $0.isPreferred && $0.precedence == .first })
    else {
      self = .always(try Self.choose(common, of: declaration, node))
      return
    }
    guard blocks.count == 1, !block.clauses.contains(where: Self.hasNestedBlocks) else {
      throw RegisterableDiagnostic.at(node, .entangledConditions)
    }
    var clauses: [(String, RegisterableInitializer)] = []
    for clause in block.clauses {
      let condition = clause.condition.map { " " + $0.trimmedText } ?? ""
      let candidates = common + Self.written(in: clause).compactMap(RegisterableInitializer.init)
      clauses.append(
        (clause.poundKeyword.text + condition, try Self.choose(candidates, of: declaration, node)))
    }
    if block.clauses.last?.poundKeyword.tokenKind != .poundElse {
      clauses.append(("#else", try Self.choose(common, of: declaration, node)))
    }
    self = .depending(clauses)
  }

  /// Returns the initializers outside `#if` blocks, including the implicit one.
  private static func candidates(
    of declaration: some DeclGroupSyntax, mayBeImplicit: Bool
  ) -> [RegisterableInitializer] {
    let members = declaration.memberBlock.members
    let written = members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
    var candidates = written.compactMap(RegisterableInitializer.init)
    let properties = try? StoredProperty.withoutValue(in: members)
    if let attribute = declaration.attributes.attribute(named: "InjectedInitializer"),
      let injected = InjectedInitializer(attribute), let properties
    {
      candidates.append(RegisterableInitializer(injected, properties))
    } else if mayBeImplicit, written.isEmpty, !declaration.is(EnumDeclSyntax.self),
      properties?.allSatisfy(\.hasImplicitValue) == true
    {
      candidates.append(RegisterableInitializer())
    }
    return candidates
  }

  /// Returns the initializers in a clause of an `#if` block.
  private static func written(in clause: IfConfigClauseSyntax) -> [InitializerDeclSyntax] {
    guard case .decls(let members)? = clause.elements else { return [] }
    return members.flatMap { member -> [InitializerDeclSyntax] in
      if let block = member.decl.as(IfConfigDeclSyntax.self) {
        return block.clauses.flatMap(written)
      }
      return member.decl.as(InitializerDeclSyntax.self).map { [$0] } ?? []
    }
  }

  /// Returns whether a clause of an `#if` block contains another block with initializers.
  private static func hasNestedBlocks(_ clause: IfConfigClauseSyntax) -> Bool {
    guard case .decls(let members)? = clause.elements else { return false }
    return members.contains { member in
      member.decl.as(IfConfigDeclSyntax.self)?.clauses.contains { !written(in: $0).isEmpty }
        ?? false
    }
  }

  /// Chooses the preferred initializer with the fewest parameters, or, if none is preferred, the
  /// only initializer of the highest rank.
  ///
  /// Throws a diagnostic if no initializer is preferred and several have the highest rank, or if
  /// there is no initializer.
  private static func choose(
    _ candidates: [RegisterableInitializer], of declaration: some DeclGroupSyntax,
    _ node: AttributeSyntax
  ) throws -> RegisterableInitializer {
    let favored = candidates.filter { $0.isPreferred || !$0.isDisfavored }
    let precedence = favored.map(\.precedence).min()
    let candidates = favored.filter { $0.precedence == precedence }
    // Among equal elements, `min` returns the first.
    if let preferred = candidates.filter(\.isPreferred).min(by: {
      $0.parameters.count < $1.parameters.count
    }) {
      return try usable(preferred, of: declaration, node)
    }
    if candidates.count > 1 {
      throw RegisterableDiagnostic.at(
        node, .multiplePreferredInitializersFound,
        fixIts: candidates.compactMap(\.declaration).map(FixIt.preferring))
    }
    guard let only = candidates.first else {
      throw RegisterableDiagnostic.at(node, missing(in: declaration))
    }
    return try usable(only, of: declaration, node)
  }

  /// Returns the diagnostic for a type without a suitable initializer. The diagnostic names the
  /// first unsuitable initializer.
  private static func missing(
    in declaration: some DeclGroupSyntax
  ) -> RegisterableDiagnostic.DiagnosticCode {
    for member in declaration.memberBlock.members {
      guard let initializer = member.decl.as(InitializerDeclSyntax.self),
        let kind = initializer.obstacle?.kind
      else { continue }
      return .unsupportedInitializer(initializer.name, kind: kind)
    }
    return .missingPreferredInitializer
  }

  /// Returns the given initializer, or throws a diagnostic if an injection cannot pass the
  /// arguments for its parameters.
  private static func usable(
    _ initializer: RegisterableInitializer, of declaration: some DeclGroupSyntax,
    _ node: AttributeSyntax
  ) throws -> RegisterableInitializer {
    for parameter in initializer.parameters {
      if let kind = parameter.obstacle {
        throw RegisterableDiagnostic.at(node, .cannotPassParameter(parameter.name, kind: kind))
      }
      let type = InjectedType(parameter.type)
      guard type.isNeverHashable else { continue }
      throw RegisterableDiagnostic.at(
        node,
        .parameterNotHashable(parameter.name, type: type.type.trimmedText),
        fixIts: initializer.declaration.map { FixIt.injecting($0, of: declaration, node) } ?? [])
    }
    return initializer
  }
}
