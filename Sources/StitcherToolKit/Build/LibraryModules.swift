/// The modules of this library, which are not checked.
enum LibraryModules {
  /// Those that its users import.
  static let imported: Set<String> = [
    "Stitcher", "StitcherMacros", "StitcherTesting", "Stitch", "SwiftDependencyInjector",
    "SwiftDependencyInjectorMacros", "DependencyInjection",
  ]

  /// All of them.
  static let all: Set<String> = imported.union([
    "StitcherDescription", "StitcherDiagnosis", "StitcherEngine", "StitcherObservation",
    "StitcherMacrosPlugin", "StitcherScanner", "StitcherToolKit", "CStitcherThread",
    "stitcher_autoregistration", "stitcher_tool", "StitcherAutoregistration",
    "StitcherAutoregistrationPrinter", "StitcherTool",
  ])
}
