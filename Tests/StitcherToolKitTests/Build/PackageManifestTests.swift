import Foundation
import StitcherToolKit
import Testing

/// The sources that the targets of a manifest have now.
@Suite struct PackageManifestTests {
  @Test func `sources are those of the folder, without what is excluded`() throws {
    let package = try ScratchPackage()
    try package.write(
      """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: "P",
        targets: [
          .target(name: "A", exclude: ["Left"], resources: [.copy("Data")]),
          .target(name: "b-c", path: "Other", sources: ["One.swift", "Folder"]),
          .testTarget(name: "ATests"),
        ])
      """, to: "Package.swift")
    for file in [
      "Sources/A/A.swift", "Sources/A/Inner/B.swift", "Sources/A/Left/C.swift",
      "Sources/A/Data/D.swift", "Sources/A/.hidden.swift", "Sources/A/A.docc/E.swift",
      "Other/One.swift", "Other/Two.swift", "Other/Folder/Three.swift", "Tests/ATests/T.swift",
    ] {
      try package.write("", to: file)
    }
    try FileManager.default.createDirectory(
      atPath: package.cache, withIntermediateDirectories: true)
    let manifest = try #require(PackageManifest(root: package.root, cache: package.cache))
    func sources(_ module: String, _ described: String...) -> [String] {
      manifest.sources(of: module, described: described.map { "\(package.root)/\($0)" })
        .map { String($0.dropFirst(package.root.count + 1)) }
    }
    #expect(
      sources("A", "Sources/A/Gone.swift", ".build/Generated.swift") == [
        "Sources/A/A.swift", "Sources/A/Inner/B.swift", ".build/Generated.swift",
      ])
    #expect(sources("b_c") == ["Other/Folder/Three.swift", "Other/One.swift"])
    #expect(sources("ATests") == ["Tests/ATests/T.swift"])
    // The build knows more than the manifest says: it is right.
    #expect(sources("A", "Sources/A/Left/C.swift") == ["Sources/A/Left/C.swift"])
    #expect(sources("Unknown", "X.swift") == ["X.swift"])
  }
}
