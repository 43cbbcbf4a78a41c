/// The modules of this library, which are not checked.
package enum LibraryModules {
  /// The modules that users import.
  package static let imported: Set<String> = [
    "Stitcher", "StitcherMacros", "StitcherTesting", "StitcherChecking", "Stitch",
    "SwiftDependencyInjector",
    "SwiftDependencyInjectorMacros", "DependencyInjection",
  ]

  /// All modules.
  package static let all: Set<String> = imported.union([
    "StitcherDescription", "StitcherDrawing", "StitcherEngine", "StitcherMacrosPlugin",
    "StitcherSyntax", "StitcherToolKit", "CStitcherThread",
    "stitcher_autoregistration", "stitcher_tool", "StitcherAutoregistration",
    "StitcherAutoregistrationPrinter", "StitcherTool",
  ])
}
