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
    
  ],
  targets: [
    // The front end: declarative containers on one shared graph.

    // The engine under every front end; no product, `package` access.
    .target(name: "StitcherEngine", dependencies: ["CStitcherThread"], swiftSettings: settings),

    // One pointer of thread-local storage, which Swift cannot declare.
    .target(name: "CStitcherThread"),

    .testTarget(
      name: "StitcherEngineTests", dependencies: ["StitcherEngine"], swiftSettings: settings),
  ]
)
