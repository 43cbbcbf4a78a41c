// swift-tools-version: 6.1
import PackageDescription

/// The settings that every target of ours is compiled with.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Stitcher",
  // The lowest releases on which `Synchronization` (atomics and mutexes) exists.
  platforms: [
    .macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18),
  ],
  products: [
    .library(name: "Stitcher", targets: ["Stitcher"]),
    .library(name: "Stitch", targets: ["Stitch"]),
    .library(name: "SwiftDependencyInjector", targets: ["SwiftDependencyInjector"]),
    .library(name: "DependencyInjection", targets: ["DependencyInjection"]),
  ],
  targets: [
    // The front end: declarative containers on one shared graph.
    .target(
      name: "Stitcher", dependencies: ["StitcherEngine", "StitcherObservation"],
      swiftSettings: settings),

    // The front end: a key-path map that is safe at compile time.
    .target(
      name: "Stitch", dependencies: ["StitcherEngine", "StitcherObservation"],
      swiftSettings: settings),

    // The front end: abstractions with several implementations, in contexts.
    .target(
      name: "SwiftDependencyInjector", dependencies: ["StitcherEngine"], swiftSettings: settings),

    // The front end: containers, synchronous and asynchronous, with factories and arguments.
    .target(
      name: "DependencyInjection", dependencies: ["StitcherEngine"], swiftSettings: settings),

    // What front ends that observe state share: trackers, and closures that belong to actors.
    .target(
      name: "StitcherObservation", dependencies: ["StitcherEngine"], swiftSettings: settings),

    // The engine under every front end; no product, `package` access.
    .target(name: "StitcherEngine", dependencies: ["CStitcherThread"], swiftSettings: settings),

    // One pointer of thread-local storage, which Swift cannot declare.
    .target(name: "CStitcherThread"),

    // Gates, threads and counted objects for the tests.
    .target(
      name: "StitcherTestSupport", path: "Tests/StitcherTestSupport", swiftSettings: settings),

    .testTarget(
      name: "StitcherEngineTests", dependencies: ["StitcherEngine", "StitcherTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "StitcherTests", dependencies: ["Stitcher", "StitcherEngine"], swiftSettings: settings),

    .testTarget(
      name: "StitchTests",
      dependencies: ["Stitch", "StitcherObservation", "StitcherEngine", "StitcherTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "StitchSwift5Tests", dependencies: ["Stitch"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "StitchMainActorTests", dependencies: ["Stitch"],
      swiftSettings: settings + [.unsafeFlags(["-default-isolation", "MainActor"])]),
    .testTarget(
      name: "SwiftDependencyInjectorTests",
      dependencies: [
        "SwiftDependencyInjector", "Stitcher", "StitcherEngine", "StitcherTestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DependencyInjectionTests",
      dependencies: [
        "DependencyInjection", "Stitcher", "StitcherEngine", "StitcherTestSupport",
      ], swiftSettings: settings),

    .testTarget(
      name: "DependencyInjectionSwift5Tests", dependencies: ["DependencyInjection"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "DependencyInjectionMainActorTests", dependencies: ["DependencyInjection"],
      swiftSettings: settings + [.unsafeFlags(["-default-isolation", "MainActor"])]),

    // One contract for all front ends.
    .testTarget(
      name: "FrontEndConformanceTests",
      dependencies: [
        "Stitcher", "Stitch", "SwiftDependencyInjector", "DependencyInjection",
        "StitcherTestSupport",
      ], swiftSettings: settings),

    // How the library compiles for its users: in Swift 5 mode, and where the main actor is the default.
    .testTarget(
      name: "StitcherSwift5Tests", dependencies: ["Stitcher"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "StitcherMainActorTests", dependencies: ["Stitcher"],
      swiftSettings: settings + [.unsafeFlags(["-default-isolation", "MainActor"])]),
  ]
)
