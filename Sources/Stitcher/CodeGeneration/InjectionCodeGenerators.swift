/// A generator of the source code that injects a parameter.
public protocol InjectionCodeGenerator {
  /// Returns the Swift expression that injects a parameter.
  ///
  /// - Parameters:
  ///   - parameterName: The source text of the name to inject by, with quotes, or `nil`.
  ///   - parameterTypeName: The source text of the parameter's type.
  func generateInjectionExpression(parameterName: String?, parameterTypeName: String) -> String
}

/// The generators of injection expressions from which macros choose.
public enum InjectionCodeGenerators {
  /// The name of a generator.
  public struct Name: Hashable, CaseIterable, Sendable {
    /// The spelling of the name in a macro's argument.
    public let rawValue: String

    /// The name of the generator that injects each parameter by its type.
    public static let stitcherByType = Name(rawValue: "stitcherByType")

    // swift-format-ignore: DontRepeatTypeInStaticProperties
    /// The name of the generator that injects each parameter by its name, or by its type if it has
    /// no name.
    public static let stitcherByName = Name(rawValue: "stitcherByName")

    /// The name of the generator that writes a placeholder instead of an injection; used in tests
    /// of the macros.
    package static let stitcherTest = Name(rawValue: "stitcherTest")

    /// All generators, including the one for tests.
    public static var allCases: [Name] { [.stitcherTest, .stitcherByType, .stitcherByName] }
  }

  /// The generator that injects each parameter by its type.
  public static var defaultGenerator: any InjectionCodeGenerator {
    generator(named: .stitcherByType)
  }

  /// Returns the generator with a name.
  ///
  /// - Parameter name: The name.
  public static func generator(named name: Name) -> any InjectionCodeGenerator {
    Generator(name: name)
  }

  private struct Generator: InjectionCodeGenerator {
    let name: Name

    func generateInjectionExpression(parameterName: String?, parameterTypeName: String) -> String {
      switch (name, parameterName) {
      case (.stitcherTest, _): "GENERATED_\(parameterTypeName)"
      case (.stitcherByName, let parameterName?):
        "try! DependencyGraph.inject(byName: \(parameterName))"
      default: "try! DependencyGraph.inject(byType: \(parameterTypeName).self)"
      }
    }
  }
}

/// A generator of the names and expressions that generated registrations contain.
public struct AutoregisterableDependencyCodeGenerator: Sendable {
  /// The arguments of a generated registration.
  public enum Arguments: String, CaseIterable, Sendable {
    /// The argument with the lookup key of the registered type.
    case dependencyLocator = "locator"

    /// The argument with the scope of the instance.
    case dependencyScope = "scope"

    /// The argument with the eagerness: whether the activation of the container creates the
    /// instance.
    case dependencyEagerness = "eagerness"
  }

  /// Creates a generator of registration code.
  public init() {}

  /// Returns the name of the static property that holds a type's registration.
  public func autoregistrationContainerPropertyName() -> String { "dependencyRegistration" }

  /// Returns the arguments in the order of the initializer's parameters.
  public func autoregistrationContainerOrderedArguments() -> [Arguments] {
    [.dependencyLocator, .dependencyScope, .dependencyEagerness]
  }

  /// Returns the expression that precedes the arguments, such as
  /// `GeneratedDependencyRegistration<Search>`.
  ///
  /// - Parameter typeName: The source text of the registered type.
  public func generateAutoregistrationContainerExpression(typeName: String) -> String {
    "GeneratedDependencyRegistration<\(typeName)>"
  }
}
