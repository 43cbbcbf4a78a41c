/// A type that generates, for the macros, the source code that injects a parameter.
public protocol InjectionCodeGenerator {
  /// Returns the source code of a Swift expression that injects a parameter.
  ///
  /// - Parameters:
  ///   - parameterName: The source text of the name to inject by, with quotes, or `nil`.
  ///   - parameterTypeName: The source text of the parameter's type.
  func generateInjectionExpression(parameterName: String?, parameterTypeName: String) -> String
}

/// The generators of the code that injects a dependency; each macro uses one of them.
public enum InjectionCodeGenerators {
  /// The name of one of the generators of code that injects a parameter.
  public struct Name: Hashable, CaseIterable, Sendable {
    /// The spelling of the generator's name in a macro's argument.
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

    /// The names of all generators, including the one for tests.
    public static var allCases: [Name] { [.stitcherTest, .stitcherByType, .stitcherByName] }
  }

  /// The generator that the macros use by default: its code injects each parameter by its type.
  public static var defaultGenerator: any InjectionCodeGenerator {
    generator(named: .stitcherByType)
  }

  /// Returns the generator of injection code with the given name.
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

/// A generator of the names and expressions from which the macros build a registration.
public struct AutoregisterableDependencyCodeGenerator: Sendable {
  /// The arguments that a generated registration contains.
  public enum Arguments: String, CaseIterable, Sendable {
    /// The argument for the lookup key of the registered type.
    case dependencyLocator = "locator"

    /// The argument for the scope of the instance.
    case dependencyScope = "scope"

    /// The argument for the eagerness: whether the activation of the container creates the
    /// instance.
    case dependencyEagerness = "eagerness"
  }

  /// Creates a generator of code that registers a type.
  public init() {}

  /// Returns the name of the static property that holds a type's registration.
  public func autoregistrationContainerPropertyName() -> String { "dependencyRegistration" }

  /// Returns the arguments of a registration, in the order of its initializer's parameters.
  public func autoregistrationContainerOrderedArguments() -> [Arguments] {
    [.dependencyLocator, .dependencyScope, .dependencyEagerness]
  }

  /// Returns the expression that precedes the arguments of a registration, such as
  /// `GeneratedDependencyRegistration<Search>`.
  ///
  /// - Parameter typeName: The source text of the registered type.
  public func generateAutoregistrationContainerExpression(typeName: String) -> String {
    "GeneratedDependencyRegistration<\(typeName)>"
  }
}
