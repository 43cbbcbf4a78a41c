// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// The settings that every target of ours is compiled with.
///
/// SwiftPM accepts unsafe flags of a dependency whose tools version is 6.2 or later.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Debug builds take less processor time: there are only as many compiler processes as parallel
  // jobs, and the compiler does not verify the code that it generates. By default, one process
  // compiles at most 25 files, and each process reads the whole module.
  .unsafeFlags(
    [
      "-driver-batch-size-limit", "1000", "-Xfrontend", "-disable-llvm-verify", "-Xfrontend",
      "-sil-verify-none",
    ], .when(configuration: .debug)),
]

/// Enables checks of the engine's invariants in debug builds. Tests call them.
let invariants = SwiftSetting.define("STITCHER_INVARIANTS", .when(configuration: .debug))

/// Optimizes a module for size, since a program contains all public code of the module, used or
/// not.
///
/// Functions on the path of an injection have `@_optimize(speed)`.
let small = SwiftSetting.unsafeFlags(["-Osize"], .when(configuration: .release))

/// Lets the engine cast closures of actors without asking the runtime for their types, which exist
/// from iOS 18 on only.
let builtinModule = SwiftSetting.enableExperimentalFeature("BuiltinModule")

// What macros are written with: SwiftSyntax. See the end of this file for where it comes from. Only
// macros and their tests depend on it: another target that does would make users compile it
// (Scripts/lint.sh checks this).
let syntax = SwiftSyntaxSource.find()

/// The publishers of systems without Combine.
let openCombine = Target.Dependency.product(
  name: "OpenCombine", package: "OpenCombine", condition: .when(traits: ["OpenCombine"]))

let package = Package(
  name: "Stitcher",
  // The lowest releases with concurrency, for which Scripts/check-apple.sh compiles.
  platforms: [
    .macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .macCatalyst(.v13), .visionOS(.v1),
  ],
  products: [
    .library(name: "Stitcher", targets: ["Stitcher"]),
    .library(name: "StitcherMacros", targets: ["StitcherMacros"]),
    .plugin(name: "StitcherAutoregistration", targets: ["StitcherAutoregistration"]),
    .plugin(name: "StitcherTool", targets: ["StitcherTool"]),
    .library(name: "StitcherTesting", targets: ["StitcherTesting"]),
    .library(name: "StitcherChecking", targets: ["StitcherChecking"]),
    .library(name: "StitcherDescription", targets: ["StitcherDescription"]),
    .library(name: "StitcherDrawing", targets: ["StitcherDrawing"]),
    .library(name: "Stitch", targets: ["Stitch"]),
    .library(name: "SwiftDependencyInjector", targets: ["SwiftDependencyInjector"]),
    .library(name: "SwiftDependencyInjectorMacros", targets: ["SwiftDependencyInjectorMacros"]),
    .library(name: "DependencyInjection", targets: ["DependencyInjection"]),
  ],
  traits: [
    // At most one: SwiftPM before 6.4 passes several traits to the compiler in a random order, so
    // that builds after the first one would compile the package again.
    .default(enabledTraits: ["Macros"]),
    // Without it, swift-syntax is not resolved, and `StitcherMacros` declares no macro.
    .trait(
      name: "Macros",
      description: "Builds the macros, for which SwiftSyntax is needed."),
    .trait(
      name: "NoFoundation",
      description: "Links neither Foundation nor Dispatch; errors are no LocalizedError."),
    // Without it, OpenCombine is not resolved. Where there is Combine, it changes nothing.
    .trait(
      name: "OpenCombine",
      description: "Publishers where Combine is missing: on Linux and Windows."),
  ],
  dependencies: syntax.dependencies + [
    .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0")
  ],
  targets: [
    // A graph as a value, and what it is as JSON and in the languages of Mermaid and Graphviz.
    .target(name: "StitcherDescription", swiftSettings: settings + [small]),

    // Writes such a value as a page and as a picture, reads it from JSON, and compares two of them;
    // apart, so that programs that link `Stitcher` are smaller. The layout of a picture needs a
    // root and rounding.
    .target(
      name: "StitcherDrawing", dependencies: ["StitcherDescription"], swiftSettings: settings,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux, .android]))]),

    // Runs the compiler, and reads the trees that it writes.
    .target(name: "StitcherSyntax", swiftSettings: settings),

    // Reads programs as the compiler sees them, and checks what they register and inject.
    .target(
      name: "StitcherToolKit",
      dependencies: ["StitcherDescription", "StitcherDrawing", "StitcherSyntax"],
      swiftSettings: settings),
    .executableTarget(
      name: "stitcher-tool", dependencies: ["StitcherToolKit"], swiftSettings: settings),

    // Builds a package, and runs the tool on what was built.
    .plugin(
      name: "StitcherTool",
      capability: .command(
        intent: .custom(
          verb: "stitcher", description: "Checks and shows the dependency graph of programs")),
      dependencies: ["stitcher-tool"]),

    // The front end: declarative containers on one shared graph.
    .target(
      name: "Stitcher",
      dependencies: ["StitcherDescription", "StitcherEngine", "CStitcherThread"],
      swiftSettings: settings + [small]),

    // Its traits for Swift Testing, which only tests link.
    .target(
      name: "StitcherTesting", dependencies: ["Stitcher", "StitcherEngine"],
      swiftSettings: settings),

    // Runs the tool in a test. Where no compiler can be started, nothing is linked.
    .target(
      name: "StitcherChecking",
      dependencies: [
        .target(
          name: "StitcherToolKit", condition: .when(platforms: [.macOS, .linux, .windows])),
        .target(
          name: "StitcherDescription", condition: .when(platforms: [.macOS, .linux, .windows])),
      ], swiftSettings: settings),

    // The macros of the front end, declared.
    .target(
      name: "StitcherMacros",
      dependencies: [
        "Stitcher", "StitcherEngine",
        .target(name: "StitcherMacrosPlugin", condition: .when(traits: ["Macros"])),
      ],
      swiftSettings: settings),

    // The macros, as the compiler runs them. It links SwiftSyntax only.
    .macro(
      name: "StitcherMacrosPlugin",
      dependencies: syntax.products(
        "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftDiagnostics",
        "SwiftCompilerPlugin"),
      swiftSettings: settings + syntax.swiftSettings, linkerSettings: syntax.linkerSettings),

    // Finds the registerable types of a target, and writes the file that lists them.
    .executableTarget(
      name: "stitcher-autoregistration", dependencies: ["StitcherSyntax"],
      swiftSettings: settings),

    // Runs it before a target is compiled, or on demand.
    .plugin(
      name: "StitcherAutoregistration", capability: .buildTool(),
      dependencies: ["stitcher-autoregistration"]),

    // The front end: a key-path map that is safe at compile time.
    .target(
      name: "Stitch",
      dependencies: [
        "StitcherEngine", "CStitcherThread",
        .target(name: "StitcherMacrosPlugin", condition: .when(traits: ["Macros"])),
      ],
      swiftSettings: settings),

    // The front end: abstractions with several implementations, in contexts.
    .target(
      name: "SwiftDependencyInjector",
      dependencies: [
        "StitcherEngine",
        .target(name: "StitcherMacrosPlugin", condition: .when(traits: ["Macros"])),
      ], swiftSettings: settings),

    // The module of its macros by the name that its users import.
    .target(
      name: "SwiftDependencyInjectorMacros", dependencies: ["SwiftDependencyInjector"],
      swiftSettings: settings),

    // The front end: containers, synchronous and asynchronous, with factories and arguments.
    .target(
      name: "DependencyInjection", dependencies: ["StitcherEngine"],
      swiftSettings: settings),

    // The engine under every front end; no product, `package` access.
    .target(
      name: "StitcherEngine", dependencies: ["CStitcherThread", openCombine],
      exclude: ["ARCHITECTURE.md"],
      swiftSettings: settings + [invariants, builtinModule, small]),

    // One pointer of thread-local storage, which Swift cannot declare.
    .target(name: "CStitcherThread"),

    // What a fuzzer calls, and what a test replays a corpus with; for the engine that is the model.
    // See Scripts/fuzz.sh.
    .target(
      name: "ScannerFuzzing", dependencies: ["StitcherSyntax"],
      path: "Fuzz/ScannerFuzzing", swiftSettings: settings),
    .testTarget(
      name: "FuzzTests", dependencies: ["ScannerFuzzing", "StitcherModel"],
      swiftSettings: settings),

    // Gates, threads and counted objects for the tests.
    .target(
      name: "StitcherTestSupport", path: "Tests/StitcherTestSupport", swiftSettings: settings),

    // A plain model of what the library does, and what compares the library with it.
    .target(
      name: "StitcherModel",
      dependencies: [
        "Stitcher", "Stitch", "SwiftDependencyInjector", "DependencyInjection",
        "StitcherEngine", "StitcherTestSupport",
      ], path: "Tests/StitcherModel", swiftSettings: settings + [invariants]),
    .executableTarget(
      name: "stitcher-soak", dependencies: ["StitcherModel"], path: "Tests/stitcher-soak",
      swiftSettings: settings),
    .testTarget(
      name: "StitcherModelTests", dependencies: ["StitcherModel"], swiftSettings: settings),

    // Made-up graphs to describe and draw, and the program that prints them for
    // Scripts/graph-page.sh.
    .target(
      name: "GraphSamples", dependencies: ["StitcherDescription"], path: "Tests/GraphSamples",
      swiftSettings: settings),
    .executableTarget(
      name: "stitcher-graph-sample", dependencies: ["GraphSamples", "StitcherDrawing"],
      path: "Tests/stitcher-graph-sample", swiftSettings: settings),
    .testTarget(
      name: "StitcherDescriptionTests", dependencies: ["StitcherDescription", "GraphSamples"],
      swiftSettings: settings),
    .testTarget(
      name: "StitcherDrawingTests",
      dependencies: ["StitcherDrawing", "StitcherDescription", "GraphSamples"],
      swiftSettings: settings),

    .testTarget(
      name: "StitcherEngineTests", dependencies: ["StitcherEngine", "StitcherTestSupport"],
      swiftSettings: settings + [invariants]),
    .testTarget(
      name: "StitcherTests",
      dependencies: [
        "Stitcher", "DependencyInjection", "StitcherDrawing", "StitcherEngine", "StitcherTesting",
        "StitcherTestSupport",
      ],
      swiftSettings: settings),

    // The traits; the neighbor overrides the same types in the same process.
    .target(
      name: "StitcherTestingSupport",
      dependencies: [
        "Stitcher", "Stitch", "SwiftDependencyInjector", "DependencyInjection",
        "StitcherTestSupport",
      ],
      path: "Tests/StitcherTestingSupport", swiftSettings: settings),
    .testTarget(
      name: "StitcherTestingTests",
      dependencies: [
        "StitcherTesting", "Stitcher", "StitcherTestSupport", "StitcherTestingSupport",
      ], swiftSettings: settings),
    .testTarget(
      name: "StitcherTestingNeighborTests",
      dependencies: ["StitcherTesting", "Stitcher", "StitcherTestingSupport"],
      swiftSettings: settings),

    .testTarget(
      name: "StitcherMacrosTests",
      dependencies: ["StitcherMacros", "StitcherTesting", "StitcherTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "StitcherMacrosPluginTests",
      dependencies: ["StitcherMacrosPlugin"]
        + syntax.products("SwiftSyntaxMacroExpansion", "SwiftParser", "SwiftParserDiagnostics"),
      swiftSettings: settings + syntax.swiftSettings, linkerSettings: syntax.linkerSettings),

    // Small programs, each with all that has to be said of it. See the README beside them.
    .testTarget(
      name: "StitcherToolKitTests",
      dependencies: [
        "StitcherToolKit", "StitcherSyntax", "StitcherDescription", "Stitcher", "StitcherMacros",
        "DependencyInjection", "SwiftDependencyInjectorMacros",
      ], exclude: ["README.md"], resources: [.copy("Corpus")], swiftSettings: settings),

    .testTarget(
      name: "StitcherCheckingTests", dependencies: ["StitcherChecking", "StitcherToolKit"],
      swiftSettings: settings),

    .testTarget(
      name: "StitcherAutoregistrationKitTests", dependencies: ["StitcherSyntax"],
      swiftSettings: settings),

    .testTarget(
      name: "StitcherAutoregistrationTests", dependencies: ["StitcherMacros", "StitcherTesting"],
      swiftSettings: settings, plugins: ["StitcherAutoregistration"]),

    .testTarget(
      name: "StitchTests",
      dependencies: [
        "Stitch", "Stitcher", "StitcherEngine", "StitcherTesting", "StitcherTestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SwiftDependencyInjectorTests",
      dependencies: [
        "SwiftDependencyInjector", "Stitcher", "StitcherEngine", "StitcherTesting",
        "StitcherTestSupport",
      ],
      // As its users write it: protocols without `any`.
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
      name: "DependencyInjectionTests",
      dependencies: [
        "DependencyInjection", "Stitcher", "StitcherEngine", "StitcherTesting",
        "StitcherTestSupport",
      ], swiftSettings: settings),

    // One contract for all front ends.
    .testTarget(
      name: "FrontEndConformanceTests",
      dependencies: [
        "Stitcher", "Stitch", "SwiftDependencyInjector", "DependencyInjection",
        "StitcherTestSupport", "StitcherTestingSupport",
      ], swiftSettings: settings),

    // One contract for all that is published, with a publisher library and without.
    .testTarget(
      name: "PublisherTests",
      dependencies: [
        "Stitcher", "Stitch", "SwiftDependencyInjector", "StitcherEngine", "StitcherTesting",
        "StitcherTestSupport",
      ], swiftSettings: settings),

    // How the library compiles for its users: in Swift 5 mode, and where the main actor is the
    // default. Both write protocols without `any`.
    .testTarget(
      name: "Swift5Tests",
      dependencies: [
        "Stitcher", "StitcherMacros", "Stitch", "SwiftDependencyInjectorMacros",
        "DependencyInjection", "StitcherTesting",
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "MainActorTests",
      dependencies: [
        "Stitcher", "StitcherMacros", "Stitch", "SwiftDependencyInjector", "DependencyInjection",
        "StitcherTesting", "StitcherTestSupport",
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]),

    // The settings of a new Xcode project.
    .testTarget(
      name: "NewProjectTests",
      dependencies: [
        "Stitcher", "StitcherMacros", "Stitch", "SwiftDependencyInjector", "DependencyInjection",
        "StitcherTesting",
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)

// Tests use what newer systems have.
if Context.environment["STITCHER_NEWEST_SYSTEMS"] != nil {
  package.platforms = [
    .macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .macCatalyst(.v18), .visionOS(.v2),
  ]
}

// In release, `Scripts/test.sh` leaves out tests of the tools and of compiler settings, and the
// files that the variable names. They run in debug. It optimizes only the libraries under test and
// the tests of the programming models, into which the compiler inlines code of these libraries.
// The tests of the engine, for example, would take twice as long to compile with optimization.
if let files = Context.environment["STITCHER_RELEASE_TESTS"] {
  let debugOnly: Set = [
    "FuzzTests", "NewProjectTests", "StitcherAutoregistrationKitTests",
    "StitcherAutoregistrationTests", "StitcherCheckingTests", "StitcherDescriptionTests",
    "StitcherDrawingTests", "StitcherMacrosPluginTests", "StitcherMacrosTests",
    "StitcherToolKitTests", "Swift5Tests",
  ]
  package.targets.removeAll { debugOnly.contains($0.name) }
  for file in files.split(whereSeparator: \.isNewline) {
    let path = file.split(separator: "/")
    let target = package.targets.first { path.count > 2 && $0.name == path[1] }
    target?.exclude.append(path.dropFirst(2).joined(separator: "/"))
  }
  let optimized: Set = [
    "DependencyInjection", "DependencyInjectionTests", "Stitch", "StitchTests", "Stitcher",
    "StitcherDescription", "StitcherEngine", "StitcherTesting", "StitcherTests",
    "SwiftDependencyInjector", "SwiftDependencyInjectorTests",
  ]
  for target in package.targets where !optimized.contains(target.name) {
    target.swiftSettings?.append(
      .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release)))
  }
}

/// Where SwiftSyntax comes from.
///
/// - A checkout, or a package that is depended on by path, uses the one that the toolchain ships
///   for the compiler's own macros: nothing is resolved over the network, and swift-syntax is not
///   compiled.
/// - A package that is depended on by version depends on swift-syntax.
enum SwiftSyntaxSource {
  /// The folder of the toolchain's modules and libraries.
  case toolchain(String)

  /// The package swift-syntax.
  case package

  /// Decides by where the package is and by what the toolchain has.
  static func find() -> SwiftSyntaxSource {
    guard !isVersioned, let folder = toolchainFolders.first(where: hasSwiftSyntax) else {
      return .package
    }
    return .toolchain(folder)
  }

  /// Whether the package is depended on by version: it is read from the repository itself (`/`), or
  /// from a clone that SwiftPM made.
  static var isVersioned: Bool {
    let folder = Context.packageDirectory
    return folder == "/" || folder.split(separator: "/").dropLast().last == "checkouts"
  }

  /// The folders in which the running toolchain may have SwiftSyntax, the likeliest first: by the
  /// library of manifests, which is loaded right now, then by the compilers on the path.
  static var toolchainFolders: [String] {
    var folders: [String] = []
    if let library = manifestLibrary {
      // …/lib/swift/pm/ManifestAPI/libPackageDescription.so
      folders.append(resolve(library, "../../host"))
    }
    #if os(Windows)
      let (separator, compiler): (Character, String) = (";", "swiftc.exe")
    #else
      let (separator, compiler): (Character, String) = (":", "swiftc")
    #endif
    // Windows writes the variable `Path`.
    let path = Context.environment["PATH"] ?? Context.environment["Path"] ?? ""
    for folder in path.split(separator: separator) {
      folders.append(resolve("\(folder)/\(compiler)", "../lib/swift/host"))
    }
    return folders
  }

  /// The path of the library that this file is linked with.
  static var manifestLibrary: String? {
    #if canImport(Darwin)
      var library = Dl_info()
      let type = unsafeBitCast(Package.self as Any.Type, to: UnsafeRawPointer.self)
      return dladdr(type, &library) == 0 ? nil : library.dli_fname.map { String(cString: $0) }
    #else
      let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
      let line = maps?.split(separator: "\n").first { $0.hasSuffix("libPackageDescription.so") }
      return line?.firstIndex(of: "/").map { String(line?[$0...] ?? "") }
    #endif
  }

  /// Returns the folder at a path relative to a file, or to what that is a link to.
  static func resolve(_ file: String, _ path: String) -> String {
    URL(fileURLWithPath: file).resolvingSymlinksInPath().appendingPathComponent("../" + path)
      .standardized.path
  }

  /// Whether a folder has SwiftSyntax, and what a macro needs to speak with the compiler.
  static func hasSwiftSyntax(_ folder: String) -> Bool {
    ["SwiftSyntax", "SwiftCompilerPluginMessageHandling"].allSatisfy {
      FileManager.default.fileExists(atPath: "\(folder)/\($0).swiftmodule")
    }
  }

  /// What the package depends on.
  var dependencies: [Package.Dependency] {
    guard case .package = self else { return [] }
    return [
      .package(url: "https://github.com/swiftlang/swift-syntax.git", "601.0.0"..<"700.0.0")
    ]
  }

  /// Products of swift-syntax that a target depends on.
  func products(_ names: String...) -> [Target.Dependency] {
    guard case .package = self else { return [] }
    return names.map {
      .product(name: $0, package: "swift-syntax", condition: .when(traits: ["Macros"]))
    }
  }

  /// The settings of targets that use SwiftSyntax.
  var swiftSettings: [SwiftSetting] {
    guard case .toolchain(let folder) = self else { return [] }
    return [
      .unsafeFlags(["-I", folder] + Self.moduleCache), .define("TOOLCHAIN_SWIFT_SYNTAX"),
    ]
  }

  /// Where the compiler stores the modules that it builds from the toolchain's interfaces.
  ///
  /// All clean builds that use this checkout share them: SwiftSyntax takes it over 10 seconds.
  private static var moduleCache: [String] {
    let package = Context.packageDirectory
    guard FileManager.default.isWritableFile(atPath: package) else { return [] }
    return ["-module-cache-path", package + "/.build/modules"]
  }

  /// The settings of what is linked with SwiftSyntax. The modules name the libraries.
  var linkerSettings: [LinkerSetting] {
    guard case .toolchain(let folder) = self else { return [] }
    return [.unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder])]
  }
}
