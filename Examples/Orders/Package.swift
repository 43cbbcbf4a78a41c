// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The library that this example uses.
let stitcher: Target.Dependency = .product(name: "Stitcher", package: "Stitcher")

/// The library's page and picture of a graph.
let drawing: Target.Dependency = .product(name: "StitcherDrawing", package: "Stitcher")

/// The library's traits for tests.
let testing: Target.Dependency = .product(name: "StitcherTesting", package: "Stitcher")

let package = Package(
  name: "Orders",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Stitcher", path: "../..")
  ],
  targets: [
    // The SQLite of the system.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),

    // The service: tenants, requests, orders and their storage.
    .target(name: "OrdersService", dependencies: ["CSQLite", stitcher], swiftSettings: settings),

    // Sends requests to the service, and checks their results.
    .target(
      name: "OrdersLoad", dependencies: ["OrdersService", stitcher, drawing],
      swiftSettings: settings),

    // The command-line tool.
    .executableTarget(
      name: "orders", dependencies: ["OrdersLoad", "OrdersService", stitcher, drawing],
      swiftSettings: settings),

    .testTarget(
      name: "OrdersServiceTests", dependencies: ["OrdersService", stitcher, testing],
      swiftSettings: settings),
    .testTarget(
      name: "OrdersLoadTests",
      dependencies: ["OrdersLoad", "OrdersService", stitcher, drawing, testing],
      swiftSettings: settings),
  ]
)
