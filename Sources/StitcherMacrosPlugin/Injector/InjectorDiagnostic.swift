internal import SwiftDiagnostics

/// What the macros of `SwiftDependencyInjector` report. The texts are those that users of the library know.
public struct InjectorDiagnostic: MacroDiagnostic {
  /// What was found.
  public let code: DiagnosticCode

  /// What can be found.
  public enum DiagnosticCode: Sendable {
    /// Not a structure, a class or an actor.
    case unexpectedDeclarationKind(macro: String)
    /// There are no arguments.
    case noDependency(macro: String)
    /// An argument of another form.
    case invalidArgument
    /// An argument structure without a type.
    case missingProtocol
    /// An argument structure whose first argument is no type.
    case firstArgumentNotType
    /// A type that is not named plainly.
    case notPlainType
    /// The same type twice.
    case duplicate(String)
    /// Not `Type.self`.
    case notType
    /// Not the name of a type.
    case unsupportedBase
    /// The same implementation twice.
    case duplicateImplementation(String)
    /// Neither a type nor a `Dependency`.
    case invalidDependency
    /// A parameter is called like a dependency.
    case conflictingName(String)
    /// The type has an initialiser.
    case designatedInitializer(macro: String)
    /// A parameter's property says no type.
    case missingType(String)
  }

  /// Creates a diagnostic.
  init(_ code: DiagnosticCode) { self.code = code }

  /// The text.
  public var description: String {
    switch code {
    case .unexpectedDeclarationKind(let macro):
      "@\(macro) can only be applied to a struct, class, or actor"
    case .noDependency(let macro): "@\(macro) requires at least one dependency"
    case .invalidArgument: "Invalid argument for @InjectableDependency"
    case .missingProtocol: "InjectableDependencyArgs requires a protocol type"
    case .firstArgumentNotType: "First argument must be a protocol type ending with .self"
    case .notPlainType: "Dependency must be declared using `Type.self`"
    case .duplicate(let type):
      "Duplicate dependency `\(type)` declared directly. Remove the duplicate or use `Dependency(...)`."
    case .notType: "Dependencies must be specified as `Type.self`"
    case .unsupportedBase: "Expected a type reference like `Dependency.self`"
    case .duplicateImplementation(let type): "Duplicated dependency: \(type)"
    case .invalidDependency:
      "Invalid dependency. Only `Type.self` or `Dependency(Type.self, ...)` are allowed."
    case .conflictingName(let name):
      "InitParameter '\(name)' conflicts with injected dependency name."
    case .designatedInitializer(let macro):
      "@\(macro) cannot be applied because the type already defines a designed initializer."
    case .missingType(let name): "InitParameter '\(name)' needs a type annotation."
    }
  }
}
