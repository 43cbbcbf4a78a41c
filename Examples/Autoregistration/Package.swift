// swift-tools-version: 6.1
import PackageDescription

/// The compiler settings of all targets.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The library that this example uses.
let macros: Target.Dependency = .product(name: "StitcherMacros", package: "Stitcher")

let package = Package(
  name: "Autoregistration",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Stitcher", path: "../..")
  ],
  targets: [
    // A module with dependencies that register themselves.
    .target(
      name: "Shop", dependencies: [macros], swiftSettings: settings,
      plugins: [.plugin(name: "StitcherAutoregistration", package: "Stitcher")]),
    .executableTarget(name: "shop-tour", dependencies: ["Shop", macros], swiftSettings: settings),
    .testTarget(
      name: "ShopTests",
      dependencies: ["Shop", macros, .product(name: "StitcherTesting", package: "Stitcher")],
      swiftSettings: settings),
  ]
)
