// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "SignIn",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Stitcher", path: "../..")
  ],
  targets: [
    // The library with the program's logic.
    .target(
      name: "SignIn", dependencies: [.product(name: "Stitch", package: "Stitcher")],
      swiftSettings: settings),

    // The command-line tool.
    .executableTarget(name: "sign-in", dependencies: ["SignIn"], swiftSettings: settings),

    .testTarget(
      name: "SignInTests",
      dependencies: [
        "SignIn", .product(name: "Stitch", package: "Stitcher"),
        .product(name: "StitcherTesting", package: "Stitcher"),
      ],
      swiftSettings: settings),
  ]
)
