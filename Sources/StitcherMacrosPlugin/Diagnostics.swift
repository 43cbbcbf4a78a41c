// Every text that the plugin's macros report. The compiler shows them at the macro's attribute.

public import SwiftDiagnostics
internal import SwiftSyntax

/// What all diagnostics of the plugin are.
protocol MacroDiagnostic: Error, CustomStringConvertible, DiagnosticMessage {
  /// What was found.
  associatedtype DiagnosticCode

  /// What was found.
  var code: DiagnosticCode { get }

  /// Creates a diagnostic.
  init(_ code: DiagnosticCode)
}

extension MacroDiagnostic {
  /// The text.
  public var message: String { description }

  /// An error, unless a diagnostic says otherwise.
  public var severity: DiagnosticSeverity { .error }

  /// The macro and the case, without what it is about.
  public var diagnosticID: MessageID {
    let name = String(describing: code).prefix { $0 != "(" }
    return MessageID(domain: "\(Self.self)", id: String(name))
  }

  /// Returns the diagnostic at an attribute.
  ///
  /// - Parameters:
  ///   - code: What was found.
  ///   - node: Where it is shown.
  ///   - fixIts: What to do about it.
  static func at(_ node: some SyntaxProtocol, _ code: DiagnosticCode, fixIts: [FixIt] = [])
    -> DiagnosticsError
  {
    DiagnosticsError(diagnostics: [
      Diagnostic(node: node, message: Self(code), fixIts: fixIts)
    ])
  }
}

/// Returns the text about a private type in another type, whose conformance an extension would have
/// to declare.
private func privateNestedText(_ type: String) -> String {
  "An extension cannot name '\(type)', which is private in another type. Make it fileprivate."
}

/// The text of diagnostics that should not happen, in all macros.
let unexpectedText =
  "An unexpected error occured while expanding the macro. Please consider filing a bug report."

/// What `@InjectedParameters` reports.
public struct InjectedParametersDiagnostic: MacroDiagnostic {
  /// What was found.
  public let code: DiagnosticCode

  /// What can be found.
  public enum DiagnosticCode: Sendable {
    /// The declaration cannot be read as what its kind says.
    case unknown
    /// Neither a function nor an initializer.
    case unexpectedDeclarationKind
    /// The arguments cannot be read.
    case malformedArguments
    /// An ignored name matches no parameter.
    case unknownIgnoredParameter(String)
    /// A parameter that is injected has a generic type.
    case cannotInjectGenericParameter(String)
    /// A parameter that is injected is `inout`.
    case cannotInjectInoutParameter(String)
    /// A parameter is variadic.
    case cannotForwardVariadicParameter(String)
    /// A parameter that is injected is `isolated`.
    case cannotInjectIsolatedParameter(String)
    /// A parameter that is injected asynchronously has a type that is not Sendable.
    case cannotAwaitParameter(String, type: String)
    /// A function that rethrows has a closure that is injected.
    case cannotInjectRethrownClosure(String)
    /// The requirement of a protocol.
    case protocolRequirement
    /// No parameter is left to inject.
    case nothingToInject
  }

  /// Creates a diagnostic.
  init(_ code: DiagnosticCode) { self.code = code }

  /// A warning where nothing is wrong with the code.
  public var severity: DiagnosticSeverity {
    if case .nothingToInject = code { .warning } else { .error }
  }

  /// The text.
  public var description: String {
    switch code {
    case .unknown: unexpectedText
    case .unexpectedDeclarationKind:
      "This macro can only be used on function or initializer declarations."
    case .malformedArguments: "Malformed arguments."
    case .unknownIgnoredParameter(let name):
      "Malformed arguments. Ignored parameter '\(name)' does not match a known parameter name."
    case .cannotInjectGenericParameter(let name):
      "Malformed arguments. Cannot inject generic parameter '\(name)'. Explicitly ignore the parameter."
    case .cannotInjectInoutParameter(let name):
      "Cannot inject the inout parameter '\(name)'. Ignore the parameter."
    case .cannotForwardVariadicParameter(let name):
      "Cannot inject or forward the variadic parameter '\(name)'. Declare it as an array."
    case .cannotInjectIsolatedParameter(let name):
      "Cannot inject the isolated parameter '\(name)'. Ignore the parameter."
    case .cannotAwaitParameter(let name, let type):
      "Cannot inject the parameter '\(name)' asynchronously, since '\(type)' is not Sendable. Ignore the parameter."
    case .cannotInjectRethrownClosure(let name):
      "Cannot inject the closure '\(name)' of a function that rethrows. Ignore the parameter."
    case .protocolRequirement:
      "Cannot inject the parameters of a protocol's requirement. Use the macro on its implementations."
    case .nothingToInject:
      "All parameters are ignored, so that none is injected and nothing is generated."
    }
  }
}

/// What `@PreferredInitializer` reports.
public struct PreferredInitializerDiagnostic: MacroDiagnostic {
  /// What was found.
  public let code: DiagnosticCode

  /// What can be found.
  public enum DiagnosticCode: Sendable {
    /// The declaration cannot be read as what its kind says.
    case unknown
    /// Not an initializer.
    case unexpectedDeclarationKind
    /// It has generic parameters.
    case unsupportedGenericArgument
    /// It can fail.
    case unsupportedFailable
  }

  /// Creates a diagnostic.
  init(_ code: DiagnosticCode) { self.code = code }

  /// The text.
  public var description: String {
    switch code {
    case .unknown: unexpectedText
    case .unexpectedDeclarationKind: "This macro can only be used on initializer declarations."
    case .unsupportedGenericArgument: "Generic arguments are not supported."
    case .unsupportedFailable: "Failable initializers are not supported."
    }
  }
}

/// What `@Registerable` reports.
public struct RegisterableDiagnostic: MacroDiagnostic {
  /// What was found.
  public let code: DiagnosticCode

  /// What can be found.
  public enum DiagnosticCode: Sendable {
    /// The declaration cannot be read as what its kind says.
    case unknown
    /// Not a class, a structure, an enumeration or an actor.
    case unexpectedDeclarationKind
    /// The arguments cannot be read.
    case malformedArguments
    /// There is no initializer to use.
    case missingPreferredInitializer
    /// There are several, and none is preferred.
    case multiplePreferredInitializersFound
    /// The locator has types that the declaration does not inherit.
    case malformedArgumentsUnrelatedLocatorTypes
    /// The type is to be found by what it conforms to, and it says nothing about that.
    case noWrittenConformance
    /// The initializer has a parameter that an injection cannot pass.
    case cannotPassParameter(String, kind: String)
    /// The initializer has a parameter whose type is not Hashable.
    case parameterNotHashable(String, type: String)
    /// The only initializers are of a kind that a registration cannot call.
    case unsupportedInitializer(String, kind: String)
    /// The initializers depend on more conditions than can be told apart.
    case entangledConditions
  }

  /// Creates a diagnostic.
  init(_ code: DiagnosticCode) { self.code = code }

  /// The text.
  public var description: String {
    switch code {
    case .unknown: unexpectedText
    case .unexpectedDeclarationKind:
      "This macro can only be used on class, structure, enumeration or actor declarations."
    case .malformedArguments: "Malformed arguments."
    case .missingPreferredInitializer:
      "Failed to find a supported preferred initializer. Please consider using the '@PreferredInitializer' attribute on a non-failable initializer that has no generic arguments."
    case .multiplePreferredInitializersFound:
      "Multiple supported initializers found. Please consider using the '@PreferredInitializer' attribute on a supported initializer, to use it for initializing the dependency."
    case .malformedArgumentsUnrelatedLocatorTypes:
      "Malformed arguments. The types specified in the dependency locator are not related to the attached dependency type."
    case .noWrittenConformance:
      "The declaration names no protocol or superclass that the dependency could be found by."
    case .cannotPassParameter(let name, let kind):
      "Cannot pass the \(kind) parameter '\(name)' at injection. Prefer another initializer, or give the parameter a Hashable type."
    case .parameterNotHashable(let name, let type):
      "Cannot pass the parameter '\(name)' at injection, since '\(type)' is not Hashable. Have it injected with '@InjectedInitializer' or '@InjectedParameters', or prefer another initializer."
    case .unsupportedInitializer(let name, let kind):
      "Cannot register the type by '\(name)', which is \(kind). Add an initializer that is neither failable nor generic, or register the type with 'Dependency'."
    case .entangledConditions:
      "Initializers in more than one '#if' block are not supported. Mark the one to use with '@PreferredInitializer', outside of them."
    }
  }
}

/// What `@InjectedInitializer` reports.
public struct InjectedInitializerDiagnostic: MacroDiagnostic {
  /// What was found.
  public let code: DiagnosticCode

  /// What can be found.
  public enum DiagnosticCode: Sendable {
    /// Not a class, a structure or an actor.
    case unexpectedDeclarationKind
    /// The arguments cannot be read.
    case malformedArguments
    /// An ignored name matches no property.
    case unknownIgnoredProperty(String)
    /// A property with a name or value of its own is not injected.
    case unknownInjectedProperty(String)
    /// A property that is injected has a generic type.
    case cannotInjectGenericProperty(String)
    /// A property that is injected asynchronously has a type that is not Sendable.
    case cannotAwaitProperty(String, type: String)
    /// A property has no name of its own.
    case unsupportedPattern
    /// A property that must be initialized is in an `#if` block.
    case conditionalProperty(String)
    /// Each property has a value, or is ignored.
    case nothingToInject
  }

  /// Creates a diagnostic.
  init(_ code: DiagnosticCode) { self.code = code }

  /// A warning where nothing is wrong with the code.
  public var severity: DiagnosticSeverity {
    if case .nothingToInject = code { .warning } else { .error }
  }

  /// The text.
  public var description: String {
    switch code {
    case .unexpectedDeclarationKind:
      "This macro can only be used on class, structure or actor declarations."
    case .malformedArguments: "Malformed arguments."
    case .unknownIgnoredProperty(let name):
      "Malformed arguments. Ignored property '\(name)' does not match a property that needs a value."
    case .unknownInjectedProperty(let name):
      "Malformed arguments. '\(name)' does not match a constant that is injected."
    case .cannotInjectGenericProperty(let name):
      "Cannot inject the property '\(name)' of a generic type. Ignore the property."
    case .cannotAwaitProperty(let name, let type):
      "Cannot inject the property '\(name)' asynchronously, since '\(type)' is not Sendable. Ignore the property."
    case .unsupportedPattern:
      "Cannot initialize properties that are declared together in a tuple. Declare each by itself."
    case .conditionalProperty(let name):
      "Cannot initialize the property '\(name)' in an '#if' block. Give it a value, or write the initializer by hand."
    case .nothingToInject:
      "The declaration has no constant without a value, so that there is nothing to inject."
    }
  }
}

/// What `@Stitchify` reports.
public struct StitchifyDiagnostic: MacroDiagnostic {
  /// What was found.
  public let code: DiagnosticCode

  /// What can be found.
  public enum DiagnosticCode: Sendable {
    /// Not a class, a structure or an enumeration.
    case unexpectedDeclarationKind
    /// An actor.
    case actor
    /// The type cannot store its instance.
    case genericType
    /// The type, or one around it, is private in another type.
    case privateNestedType(String)
  }

  /// Creates a diagnostic.
  init(_ code: DiagnosticCode) { self.code = code }

  /// The text.
  public var description: String {
    switch code {
    case .unexpectedDeclarationKind:
      "This macro can only be used on class, structure or enumeration declarations."
    case .actor:
      "An actor cannot conform to 'Stitchable', which belongs to the main actor. Use a class."
    case .genericType:
      "A generic type, or one in a generic type, cannot store the instance that is injected."
    case .privateNestedType(let type): privateNestedText(type)
    }
  }
}

/// What the macros of `SwiftDependencyInjector` report. The texts are those that users of
/// the library know.
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
    /// The type has an initializer.
    case designatedInitializer(macro: String)
    /// A parameter's property says no type.
    case missingType(String)
    /// The type, or one around it, is private in another type.
    case privateNestedType(String)
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
    case .privateNestedType(let type): privateNestedText(type)
    }
  }
}
