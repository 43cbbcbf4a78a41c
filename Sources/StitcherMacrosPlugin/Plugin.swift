#if TOOLCHAIN_SWIFT_SYNTAX
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
  import SwiftSyntaxMacros

  /// Answers the compiler's questions with the toolchain's SwiftSyntax, which
  /// has no `SwiftCompilerPlugin`.
  @main
  struct Plugin: PluginProvider {
    /// What the plugin can do beyond expanding its macros.
    var features: [PluginFeature] { [] }

    /// Runs until the compiler has no more questions.
    static func main() throws {
      let connection = try StandardIOMessageConnection()
      try CompilerPluginMessageListener(connection: connection, provider: Plugin()).main()
    }

    /// Returns a macro of the plugin.
    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      guard let macro = macros[typeName] else { throw UnknownMacro(name: typeName) }
      return macro
    }

    /// Refuses to load libraries.
    func loadPluginLibrary(libraryPath: String, moduleName: String) throws {
      throw UnknownMacro(name: moduleName)
    }
  }

  /// The error of a macro that the plugin does not have.
  struct UnknownMacro: Error, CustomStringConvertible {
    /// What the compiler has asked for.
    let name: String

    /// What the compiler prints.
    var description: String { "The macro '\(name)' is not part of this plugin." }
  }
#elseif canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  /// Answers the compiler's questions.
  @main
  struct Plugin: CompilerPlugin {
    /// The macros of the plugin.
    let providingMacros: [any Macro.Type] = Array(macros.values)
  }
#endif
