// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "benchmarks", targets: ["benchmarks"])
  ],
  dependencies: [
    .package(name: "Stitcher", path: "..")
  ],
  targets: [
    // Sees the public API only, as an app does.
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CBenchmark",
        .product(name: "Stitcher", package: "Stitcher"),
        .product(name: "Stitch", package: "Stitcher"),
        .product(name: "DependencyInjection", package: "Stitcher"),
        .product(name: "SwiftDependencyInjector", package: "Stitcher"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),

    // What Swift cannot say: an opaque sink, and the counting of allocations.
    .target(name: "CBenchmark"),
  ]
)
