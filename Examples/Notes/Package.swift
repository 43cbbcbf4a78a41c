// swift-tools-version: 6.2
import PackageDescription

/// The compiler settings of all targets.
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

/// Its check of the dependency graph in a test.
let checking: Target.Dependency = .product(name: "StitcherChecking", package: "Stitcher")

/// The library with its macros.
let macros: Target.Dependency = .product(name: "StitcherMacros", package: "Stitcher")

let package = Package(
  name: "Notes",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "notes", targets: ["notes"])
  ],
  dependencies: [
    .package(name: "Stitcher", path: "../..")
  ],
  targets: [
    // The SQLite of the system.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),

    // Notes, time and events, which all modules use.
    .target(name: "NotesDomain", dependencies: [stitcher], swiftSettings: settings),

    // Databases on disk or in memory, and their notes.
    .target(
      name: "NotesStorage", dependencies: ["CSQLite", "NotesDomain", stitcher],
      swiftSettings: settings),

    // Accounts, the session, and the services of the signed-in account.
    .target(
      name: "NotesAccounts", dependencies: ["NotesDomain", "NotesStorage", stitcher],
      swiftSettings: settings),

    // Searches for notes; the search service injects all of them.
    .target(
      name: "NotesSearch",
      dependencies: ["NotesAccounts", "NotesDomain", "NotesStorage", macros],
      swiftSettings: settings,
      plugins: [.plugin(name: "StitcherAutoregistration", package: "Stitcher")]),

    // Synchronization of two databases.
    .target(
      name: "NotesSync",
      dependencies: ["NotesAccounts", "NotesDomain", "NotesStorage", stitcher],
      swiftSettings: settings),

    // Arguments, help, exit codes, and text on a terminal. The module does not depend on notes.
    .target(name: "NotesCommandLine", swiftSettings: settings),

    // The composition root, the commands and the tour.
    .target(
      name: "NotesApp",
      dependencies: [
        "NotesAccounts", "NotesCommandLine", "NotesDomain", "NotesSearch", "NotesStorage",
        "NotesSync", stitcher, drawing,
      ],
      resources: [.copy("Resources/notes.txt")],
      swiftSettings: settings),

    .executableTarget(
      name: "notes", dependencies: ["NotesApp", "NotesCommandLine"], swiftSettings: settings),

    .testTarget(
      name: "NotesDomainTests", dependencies: ["NotesDomain"], swiftSettings: settings),
    .testTarget(
      name: "NotesStorageTests", dependencies: ["NotesDomain", "NotesStorage"],
      swiftSettings: settings),
    .testTarget(
      name: "NotesAccountsTests",
      dependencies: ["NotesAccounts", "NotesDomain", "NotesStorage", stitcher],
      swiftSettings: settings),
    .testTarget(
      name: "NotesSearchTests", dependencies: ["NotesDomain", "NotesSearch", "NotesStorage"],
      swiftSettings: settings),
    .testTarget(
      name: "NotesSyncTests", dependencies: ["NotesDomain", "NotesStorage", "NotesSync"],
      swiftSettings: settings),
    .testTarget(
      name: "NotesCommandLineTests", dependencies: ["NotesCommandLine"], swiftSettings: settings),

    // All tests that activate the application. Each test has its own graph.
    .testTarget(
      name: "NotesAppTests",
      dependencies: [
        "NotesAccounts", "NotesApp", "NotesCommandLine", "NotesDomain", "NotesSearch",
        "NotesStorage", "NotesSync", checking, drawing, stitcher, testing,
      ],
      swiftSettings: settings),
  ]
)
