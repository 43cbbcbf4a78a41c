/// Writes the expression that injects a parameter.
public protocol InjectionCodeGenerator {
  /// Returns the expression.
  ///
  /// - Parameters:
  ///   - parameterName: The text of the name to inject by, with its quotes, if there is one.
  ///   - parameterTypeName: The text of the parameter's type.
  func generateInjectionExpression(parameterName: String?, parameterTypeName: String) -> String
}

/// The generators of injection expressions that macros choose from.
public enum InjectionCodeGenerators {
  /// What a generator is chosen by.
  public struct Name: Hashable, CaseIterable, Sendable {
    /// The name as a macro's argument has it.
    public let rawValue: String

    /// Injects by the parameter's type.
    public static let stitcherByType = Name(rawValue: "stitcherByType")

    // swift-format-ignore: DontRepeatTypeInStaticProperties
    /// Injects by a name, or by type where none is given.
    public static let stitcherByName = Name(rawValue: "stitcherByName")

    /// Writes a text that tests can recognize.
    package static let stitcherTest = Name(rawValue: "stitcherTest")

    /// All that there are, also the one for tests.
    public static var allCases: [Name] { [.stitcherTest, .stitcherByType, .stitcherByName] }
  }

  /// The generator that injects by type.
  public static var defaultGenerator: any InjectionCodeGenerator {
    generator(named: .stitcherByType)
  }

  /// Returns the generator of a name.
  ///
  /// - Parameter name: The name.
  public static func generator(named name: Name) -> any InjectionCodeGenerator {
    Generator(name: name)
  }

  /// The generator of a name.
  private struct Generator: InjectionCodeGenerator {
    /// The name.
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

/// Writes the names and expressions of generated registrations.
public struct AutoregisterableDependencyCodeGenerator: Sendable {
  /// The arguments of a registration.
  public enum Arguments: String, CaseIterable, Sendable {
    /// What the dependency is found by.
    case dependencyLocator = "locator"

    /// How long its instance is kept.
    case dependencyScope = "scope"

    /// Whether its instance is made on activation.
    case dependencyEagerness = "eagerness"
  }

  /// Creates a generator.
  public init() {}

  /// Returns the name of the property that holds a type's registration.
  public func autoregistrationContainerPropertyName() -> String { "dependencyRegistration" }

  /// Returns the arguments in the order in which the initializer takes them.
  public func autoregistrationContainerOrderedArguments() -> [Arguments] {
    [.dependencyLocator, .dependencyScope, .dependencyEagerness]
  }

  /// Returns the expression before the arguments.
  ///
  /// - Parameter typeName: The text of the registered type.
  public func generateAutoregistrationContainerExpression(typeName: String) -> String {
    "GeneratedDependencyRegistration<\(typeName)>"
  }
}
