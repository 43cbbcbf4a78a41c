#if canImport(SwiftSyntaxMacros)
  internal import SwiftSyntaxMacros

  /// The macros of the plugin, by the names of their types.
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
