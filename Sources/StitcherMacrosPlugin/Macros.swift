#if canImport(SwiftSyntaxMacros)
  internal import SwiftSyntaxMacros

  /// The macros of the plugin, each with the name of its type.
  var macros: [String: any Macro.Type] {
    [
      "DependenciesInjectorMacro": DependenciesInjectorMacro.self,
      "InitParameterMacro": InitParameterMacro.self,
      "InjectableDependencyMacro": InjectableDependencyMacro.self,
      "InjectedConstructorMacro": InjectedConstructorMacro.self,
      "ObservableInjectedConstructorMacro": ObservableInjectedConstructorMacro.self,
      "InjectedInitializerMacro": InjectedInitializerMacro.self,
      "InjectedParametersMacro": InjectedParametersMacro.self,
      "InterceptedMacro": InterceptedMacro.self,
      "PreferredInitializerMacro": PreferredInitializerMacro.self,
      "RegisterableMacro": RegisterableMacro.self,
      "StitchifyMacro": StitchifyMacro.self,
      "TeardownMacro": TeardownMacro.self,
    ]
  }
#endif
