import Stitcher
import StitcherTesting
import Testing

@Suite(.dependencies()) struct CodeGenerationTests {
  @Test func namesEqualTheirIdentifiers() {
    #expect(InjectionCodeGenerators.Name.stitcherByType.rawValue == "stitcherByType")
    #expect(InjectionCodeGenerators.Name.stitcherByName.rawValue == "stitcherByName")
    #expect(InjectionCodeGenerators.Name.stitcherTest.rawValue == "stitcherTest")
    #expect(
      InjectionCodeGenerators.Name.allCases == [.stitcherTest, .stitcherByType, .stitcherByName])
  }

  @Test func generatorsWriteTheirExpressions() {
    func text(_ name: InjectionCodeGenerators.Name, _ parameter: String?) -> String {
      InjectionCodeGenerators.generator(named: name)
        .generateInjectionExpression(parameterName: parameter, parameterTypeName: "Engine")
    }
    let byType = "try! DependencyGraph.inject(byType: Engine.self)"
    #expect(text(.stitcherByType, nil) == byType)
    #expect(text(.stitcherByType, "\"cache\"") == byType)
    #expect(text(.stitcherByName, "\"cache\"") == "try! DependencyGraph.inject(byName: \"cache\")")
    #expect(text(.stitcherByName, nil) == byType)
    #expect(text(.stitcherTest, nil) == "GENERATED_Engine")
    #expect(
      InjectionCodeGenerators.defaultGenerator.generateInjectionExpression(
        parameterName: nil, parameterTypeName: "Engine") == byType)
  }

  @Test func registrationsAreWritten() {
    let generator = AutoregisterableDependencyCodeGenerator()
    #expect(generator.autoregistrationContainerPropertyName() == "dependencyRegistration")
    #expect(
      generator.autoregistrationContainerOrderedArguments().map(\.rawValue)
        == ["locator", "scope", "eagerness"])
    #expect(AutoregisterableDependencyCodeGenerator.Arguments.allCases.count == 3)
    #expect(
      generator.generateAutoregistrationContainerExpression(typeName: "Engine")
        == "GeneratedDependencyRegistration<Engine>")
  }

  final class Generated: AutoregisterableDependency, Sendable {
    let size: Int
    init(size: Int) { self.size = size }

    static let dependencyRegistration = GeneratedDependencyRegistration<Generated>(
      locator: .name("generated"), scope: .singleton, eagerness: .lazy
    ) { size in
      Generated(size: size)
    }
  }

  @Test func aGeneratedRegistrationIsAStatement() throws {
    let container = DependencyContainer { Generated.dependencyRegistration }
    try withActive(container) { () throws in
      let generated: Generated = try DependencyGraph.inject(byName: "generated", 4)
      #expect(generated.size == 4)
    }
  }
}
