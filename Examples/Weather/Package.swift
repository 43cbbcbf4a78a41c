// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Weather",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Stitcher", path: "../..")
  ],
  targets: [
    // The library with the program's logic.
    .target(
      name: "Weather",
      dependencies: [.product(name: "SwiftDependencyInjector", package: "Stitcher")],
      swiftSettings: settings),

    // The command-line tool.
    .executableTarget(name: "weather-report", dependencies: ["Weather"], swiftSettings: settings),

    .testTarget(
      name: "WeatherTests",
      dependencies: [
        "Weather", .product(name: "SwiftDependencyInjector", package: "Stitcher"),
        .product(name: "StitcherTesting", package: "Stitcher"),
      ],
      swiftSettings: settings),
  ]
)
