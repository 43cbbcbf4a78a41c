#if TOOLCHAIN_SWIFT_SYNTAX
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
  import SwiftSyntaxMacros

  /// The compiler plugin for builds with the toolchain's SwiftSyntax, which has no module
  /// `SwiftCompilerPlugin`.
  @main
  struct Plugin: PluginProvider {
    /// The optional features of the plugin: none.
    var features: [PluginFeature] { [] }

    /// Handles messages of the compiler until the compiler closes the connection.
    static func main() throws {
      let connection = try StandardIOMessageConnection()
      try CompilerPluginMessageListener(connection: connection, provider: Plugin()).main()
    }

    /// Returns the macro with a type name, or throws an error.
    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      guard let macro = macros[typeName] else { throw UnknownMacro(name: typeName) }
      return macro
    }

    /// Throws an error, since the plugin loads no libraries.
    func loadPluginLibrary(libraryPath: String, moduleName: String) throws {
      throw UnknownMacro(name: moduleName)
    }
  }

  /// The error for a macro or a library that the plugin does not contain.
  struct UnknownMacro: Error, CustomStringConvertible {
    /// The requested macro or library.
    let name: String

    /// The message that the compiler prints.
    var description: String { "The macro '\(name)' is not part of this plugin." }
  }
#elseif canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  /// The compiler plugin for builds with the package SwiftSyntax.
  @main
  struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = Array(macros.values)
  }
#endif
