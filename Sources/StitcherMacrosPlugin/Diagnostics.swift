// All diagnostics of the plugin, except those of `@Intercepted` and `@Teardown`. The compiler shows
// each one at the attribute of the macro.

public import SwiftDiagnostics
internal import SwiftSyntax

/// A diagnostic message of a macro, identified by a code.
protocol MacroDiagnostic: Error, CustomStringConvertible, DiagnosticMessage {
  /// The problems that the macro can report.
  associatedtype DiagnosticCode

  /// The reported problem.
  var code: DiagnosticCode { get }

  /// Creates a diagnostic for a problem.
  init(_ code: DiagnosticCode)
}

extension MacroDiagnostic {
  /// The text that the compiler shows.
  public var message: String { description }

  /// The severity of the diagnostic; an error by default.
  public var severity: DiagnosticSeverity { .error }

  /// The identifier, which consists of the macro and the code without its associated values.
  public var diagnosticID: MessageID {
    let name = String(describing: code).prefix { $0 != "(" }
    return MessageID(domain: "\(Self.self)", id: String(name))
  }

  /// Returns an error that contains the diagnostic. The macro throws the error.
  ///
  /// - Parameters:
  ///   - code: The problem.
  ///   - node: The source code at which the compiler shows the message.
  ///   - fixIts: The corrections that an editor offers.
  static func at(_ node: some SyntaxProtocol, _ code: DiagnosticCode, fixIts: [FixIt] = [])
    -> DiagnosticsError
  {
    DiagnosticsError(diagnostics: [
      Diagnostic(node: node, message: Self(code), fixIts: fixIts)
    ])
  }
}

/// Returns the message for a private nested type, which an extension cannot name.
private func privateNestedText(_ type: String) -> String {
  "An extension cannot name '\(type)', which is private in another type. Make it fileprivate."
}

/// The message that all macros use for a situation that should not occur.
let unexpectedText =
  "An unexpected error occured while expanding the macro. Please consider filing a bug report."

/// A diagnostic of `@InjectedParameters`.
public struct InjectedParametersDiagnostic: MacroDiagnostic {
  /// The reported problem.
  public let code: DiagnosticCode

  /// The problems that the macro can report.
  public enum DiagnosticCode: Sendable {
    /// An internal error of the macro, which should not occur.
    case unknown
    /// The declaration is neither a function nor an initializer.
    case unexpectedDeclarationKind
    /// The arguments of the attribute are malformed.
    case malformedArguments
    /// An ignored name does not match a parameter.
    case unknownIgnoredParameter(String)
    /// An injected parameter has a generic type.
    case cannotInjectGenericParameter(String)
    /// An injected parameter is `inout`.
    case cannotInjectInoutParameter(String)
    /// A parameter is variadic.
    case cannotForwardVariadicParameter(String)
    /// An injected parameter is `isolated`.
    case cannotInjectIsolatedParameter(String)
    /// The type of an asynchronously injected parameter is not `Sendable`.
    case cannotAwaitParameter(String, type: String)
    /// An injected parameter is a closure, and the function rethrows the closure's errors.
    case cannotInjectRethrownClosure(String)
    /// The declaration is a protocol requirement.
    case protocolRequirement
    /// All parameters are ignored.
    case nothingToInject
  }

  /// Creates a diagnostic for a problem.
  init(_ code: DiagnosticCode) { self.code = code }

  /// The severity: a warning if the generated code would be empty, otherwise an error.
  public var severity: DiagnosticSeverity {
    if case .nothingToInject = code { .warning } else { .error }
  }

  /// The text that the compiler shows.
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

/// A diagnostic of `@PreferredInitializer`.
public struct PreferredInitializerDiagnostic: MacroDiagnostic {
  /// The reported problem.
  public let code: DiagnosticCode

  /// The problems that the macro can report.
  public enum DiagnosticCode: Sendable {
    /// An internal error of the macro, which should not occur.
    case unknown
    /// The declaration is not an initializer.
    case unexpectedDeclarationKind
    /// The initializer is generic.
    case unsupportedGenericArgument
    /// The initializer is failable.
    case unsupportedFailable
  }

  /// Creates a diagnostic for a problem.
  init(_ code: DiagnosticCode) { self.code = code }

  /// The text that the compiler shows.
  public var description: String {
    switch code {
    case .unknown: unexpectedText
    case .unexpectedDeclarationKind: "This macro can only be used on initializer declarations."
    case .unsupportedGenericArgument: "Generic arguments are not supported."
    case .unsupportedFailable: "Failable initializers are not supported."
    }
  }
}

/// A diagnostic of `@Registerable`.
public struct RegisterableDiagnostic: MacroDiagnostic {
  /// The reported problem.
  public let code: DiagnosticCode

  /// The problems that the macro can report.
  public enum DiagnosticCode: Sendable {
    /// An internal error of the macro, which should not occur.
    case unknown
    /// The declaration is not a class, a structure, an enumeration or an actor.
    case unexpectedDeclarationKind
    /// The arguments of the attribute are malformed.
    case malformedArguments
    /// The type has no initializer that a registration can call.
    case missingPreferredInitializer
    /// The type has several initializers, and none is preferred.
    case multiplePreferredInitializersFound
    /// The lookup key contains types that the declared type does not inherit from.
    case malformedArgumentsUnrelatedLocatorTypes
    /// The argument is `.conformances`, but the inheritance clause contains no usable type.
    case noWrittenConformance
    /// The initializer has a parameter that an injection cannot pass.
    case cannotPassParameter(String, kind: String)
    /// The type of a parameter of the initializer is not `Hashable`.
    case parameterNotHashable(String, type: String)
    /// All initializers are failable or generic.
    case unsupportedInitializer(String, kind: String)
    /// The initializers are in several `#if` blocks, so the macro cannot choose one for each case.
    case entangledConditions
    /// The type, or one of its enclosing types, is a private nested type, and the attribute has
    /// neither an argument `by:` nor `as:`.
    case privateNestedType(String)
  }

  /// Creates a diagnostic for a problem.
  init(_ code: DiagnosticCode) { self.code = code }

  /// The text that the compiler shows.
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
      "Cannot pass the \(kind) parameter '\(name)' at injection. Mark another initializer with '@PreferredInitializer', or give the parameter a Hashable type."
    case .parameterNotHashable(let name, let type):
      "Cannot pass the parameter '\(name)' at injection, since '\(type)' is not Hashable. Inject it with '@InjectedInitializer' or '@InjectedParameters', or mark another initializer with '@PreferredInitializer'."
    case .unsupportedInitializer(let name, let kind):
      "Cannot register the type by '\(name)', which is \(kind). Add an initializer that is neither failable nor generic, or register the type with 'Dependency'."
    case .entangledConditions:
      "Initializers in more than one '#if' block are not supported. Mark the one to use with '@PreferredInitializer', outside of them."
    case .privateNestedType(let type):
      "'@Registerable' cannot name '\(type)' outside of its enclosing type, because '\(type)' is private. Declare it fileprivate, or give the attribute a key with 'by:' or 'as:'."
    }
  }
}

/// A diagnostic of `@InjectedInitializer`.
public struct InjectedInitializerDiagnostic: MacroDiagnostic {
  /// The reported problem.
  public let code: DiagnosticCode

  /// The problems that the macro can report.
  public enum DiagnosticCode: Sendable {
    /// The declaration is not a class, a structure or an actor.
    case unexpectedDeclarationKind
    /// The arguments of the attribute are malformed.
    case malformedArguments
    /// An ignored name does not match a property.
    case unknownIgnoredProperty(String)
    /// An argument gives a name or a value for a property that is not injected.
    case unknownInjectedProperty(String)
    /// An injected property has a generic type.
    case cannotInjectGenericProperty(String)
    /// The type of an asynchronously injected property is not `Sendable`.
    case cannotAwaitProperty(String, type: String)
    /// Properties are declared together in a tuple.
    case unsupportedPattern
    /// A property without a value is in an `#if` block.
    case conditionalProperty(String)
    /// Each property has a value, or is ignored.
    case nothingToInject
  }

  /// Creates a diagnostic for a problem.
  init(_ code: DiagnosticCode) { self.code = code }

  /// The severity: a warning if there is nothing to inject, otherwise an error.
  public var severity: DiagnosticSeverity {
    if case .nothingToInject = code { .warning } else { .error }
  }

  /// The text that the compiler shows.
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

/// A diagnostic of `@Stitchify`.
public struct StitchifyDiagnostic: MacroDiagnostic {
  /// The reported problem.
  public let code: DiagnosticCode

  /// The problems that the macro can report.
  public enum DiagnosticCode: Sendable {
    /// The declaration is not a class, a structure or an enumeration.
    case unexpectedDeclarationKind
    /// The declaration is an actor.
    case actor
    /// The type is generic, so it cannot store its instance in a static property.
    case genericType
    /// The type, or one of its enclosing types, is a private nested type.
    case privateNestedType(String)
  }

  /// Creates a diagnostic for a problem.
  init(_ code: DiagnosticCode) { self.code = code }

  /// The text that the compiler shows.
  public var description: String {
    switch code {
    case .unexpectedDeclarationKind:
      "This macro can only be used on class, structure or enumeration declarations."
    case .actor:
      "An actor cannot conform to 'Stitchable', which is isolated to the main actor. Use a class."
    case .genericType:
      "A generic type, or one in a generic type, cannot store the instance that is injected."
    case .privateNestedType(let type): privateNestedText(type)
    }
  }
}

/// A diagnostic of the macros of `SwiftDependencyInjector`.
///
/// The messages are the same as in the original library.
public struct InjectorDiagnostic: MacroDiagnostic {
  /// The reported problem.
  public let code: DiagnosticCode

  /// The problems that the macros can report.
  public enum DiagnosticCode: Sendable {
    /// The declaration is not a structure, a class or an actor.
    case unexpectedDeclarationKind(macro: String)
    /// The attribute has no arguments.
    case noDependency(macro: String)
    /// An argument does not have the form that the macro requires.
    case invalidArgument
    /// An `InjectableDependencyArgs` has no type.
    case missingProtocol
    /// The first argument of an `InjectableDependencyArgs` is not a type.
    case firstArgumentNotType
    /// A type in the arguments is not a plain name.
    case notPlainType
    /// The arguments contain a type twice.
    case duplicate(String)
    /// An argument is not `Type.self`.
    case notType
    /// An argument is not the name of a type.
    case unsupportedBase
    /// The arguments contain an implementation twice.
    case duplicateImplementation(String)
    /// An argument is neither a type nor a `Dependency`.
    case invalidDependency
    /// A parameter has the name of a dependency.
    case conflictingName(String)
    /// The type already has an initializer.
    case designatedInitializer(macro: String)
    /// A property with `@InitParameter` has no type annotation.
    case missingType(String)
    /// The type, or one of its enclosing types, is a private nested type.
    case privateNestedType(String)
  }

  /// Creates a diagnostic for a problem.
  init(_ code: DiagnosticCode) { self.code = code }

  /// The text that the compiler shows.
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
