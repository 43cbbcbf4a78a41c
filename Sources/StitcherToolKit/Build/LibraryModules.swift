/// The names of the library's own modules, which the tool does not check.
package enum LibraryModules {
  /// The library's modules that users import.
  package static let imported: Set<String> = [
    "Stitcher", "StitcherMacros", "StitcherTesting", "StitcherChecking", "Stitch",
    "SwiftDependencyInjector",
    "SwiftDependencyInjectorMacros", "DependencyInjection",
  ]

  /// The names of all modules of the library.
  package static let all: Set<String> = imported.union([
    "StitcherDescription", "StitcherDrawing", "StitcherEngine", "StitcherMacrosPlugin",
    "StitcherSyntax", "StitcherToolKit", "CStitcherThread",
    "stitcher_autoregistration", "stitcher_tool", "StitcherAutoregistration", "StitcherTool",
  ])
}
