import StitcherMacrosPlugin
import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

/// The macros that tests expand. The attribute that marks generated initializers stays unexpanded.
private let specifications: [String: MacroSpec] = [
  "InjectedParameters": MacroSpec(type: InjectedParametersMacro.self),
  "Intercepted": MacroSpec(type: InterceptedMacro.self),
  "InjectedInitializer": MacroSpec(type: InjectedInitializerMacro.self),
  "Stitchify": MacroSpec(type: StitchifyMacro.self, conformances: types(["Stitchable"])),
  "InjectableDependency": MacroSpec(
    type: InjectableDependencyMacro.self, conformances: types(["InjectableDependencyProtocol"])),
  "DependenciesInjector": MacroSpec(
    type: DependenciesInjectorMacro.self, conformances: types(["DependenciesInjectorProtocol"])),
  "InjectedConstructor": MacroSpec(type: InjectedConstructorMacro.self),
  "ObservableInjectedConstructor": MacroSpec(type: ObservableInjectedConstructorMacro.self),
  "InitParameter": MacroSpec(type: InitParameterMacro.self),
  "PreferredInitializer": MacroSpec(type: PreferredInitializerMacro.self),
  "Teardown": MacroSpec(type: TeardownMacro.self),
  "Registerable": MacroSpec(
    type: RegisterableMacro.self,
    conformances: types(["RegisterableDependency", "AutoregisterableDependency"])),
]

/// The types of the given names.
private func types(_ names: [String]) -> [TypeSyntax] {
  names.map { TypeSyntax(IdentifierTypeSyntax(name: .identifier($0))) }
}

/// Expects the whole expansion of a source, all diagnostics, and the source after all fix-its.
///
/// - Parameters:
///   - source: The source with macros.
///   - expected: The source with their expansions.
///   - diagnostics: The diagnostics: `line:column: severity: text`, each followed by its fix-its.
///   - fixed: The source after the fix-its, if there are any.
///   - macros: The names of the macros to expand, if others would disturb the test.
func expectExpansion(
  of source: String, _ expected: String, diagnostics: [String] = [], fixed: String? = nil,
  only macros: Set<String>? = nil, conformances: [String]? = nil,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let file = Parser.parse(source: source)
  let context = BasicMacroExpansionContext(
    sourceFiles: [file: .init(moduleName: "App", fullFilePath: "Sources/App.swift")])
  var specifications = specifications
  if let macros { specifications = specifications.filter { macros.contains($0.key) } }
  if let conformances {
    specifications["Registerable"] = MacroSpec(
      type: RegisterableMacro.self, conformances: types(conformances))
  }
  let expanded = file.expand(
    macroSpecs: specifications,
    contextGenerator: { node in
      BasicMacroExpansionContext(
        sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
    }, indentationWidth: .spaces(4))
  let errors = ParseDiagnosticsGenerator.diagnostics(for: expanded)
  #expect(errors.isEmpty, "The expansion is no Swift: \(expanded)", sourceLocation: sourceLocation)
  #expect(expanded.description == expected, sourceLocation: sourceLocation)

  let lines = context.diagnostics.flatMap { diagnostic in
    let place = context.location(
      for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "App.swift")
    let head = "\(place.line):\(place.column): \(diagnostic.diagMessage.severity): "
    return [head + diagnostic.message] + diagnostic.fixIts.map { "  fix-it: " + $0.message.message }
  }
  #expect(lines == diagnostics, sourceLocation: sourceLocation)

  var text = Array(source.utf8)
  let edits = context.diagnostics.flatMap { $0.fixIts.prefix(1) }.flatMap(\.changes)
    .compactMap { edit(of: $0, in: context) }.sorted { $0.range.lowerBound > $1.range.lowerBound }
  for edit in edits { text.replaceSubrange(edit.range, with: Array(edit.text.utf8)) }
  let fixedSource = edits.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  #expect(fixedSource == fixed, sourceLocation: sourceLocation)
}

/// Returns the diagnostics of a source, without fix-its.
func diagnostics(of source: String) -> [String] {
  let file = Parser.parse(source: source)
  let context = BasicMacroExpansionContext(
    sourceFiles: [file: .init(moduleName: "App", fullFilePath: "Sources/App.swift")])
  _ = file.expand(
    macroSpecs: specifications,
    contextGenerator: { node in
      BasicMacroExpansionContext(
        sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
    }, indentationWidth: .spaces(4))
  return context.diagnostics.map { diagnostic in
    let place = context.location(
      for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "App.swift")
    return
      "\(place.line):\(place.column): \(diagnostic.diagMessage.severity): \(diagnostic.message)"
  }
}

/// Returns the change of a fix-it in the text of the source.
private func edit(of change: FixIt.Change, in context: BasicMacroExpansionContext) -> (
  range: Range<Int>, text: String
)? {
  guard case .replace(let old, let new) = change else { return nil }
  let start = context.location(for: old.position, anchoredAt: old, fileName: "").offset
  return (start..<(start + old.totalLength.utf8Length), new.description)
}
