// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "JobQueue",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Stitcher", path: "../..")
  ],
  targets: [
    // The library with the program's logic.
    .target(
      name: "JobQueue", dependencies: [.product(name: "DependencyInjection", package: "Stitcher")],
      swiftSettings: settings),

    // The command-line tool.
    .executableTarget(name: "job-queue", dependencies: ["JobQueue"], swiftSettings: settings),

    .testTarget(
      name: "JobQueueTests",
      dependencies: ["JobQueue", .product(name: "DependencyInjection", package: "Stitcher")],
      swiftSettings: settings),
  ]
)
