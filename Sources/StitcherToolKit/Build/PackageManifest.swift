internal import Foundation
internal import StitcherSyntax

/// The targets that a package's manifest declares, with the source files that are now in the
/// targets' folders.
///
/// The description of a build lists the source files of that build. A file that was added, renamed
/// or removed since is not in that list.
package struct PackageManifest: Sendable {
  /// A target that the manifest declares.
  private struct Target: Codable, Sendable {
    var name: String
    var type: String
    var path: String?
    var sources: [String]?
    var exclude: [String]?
    var resources: [Resource]?

    struct Resource: Codable, Sendable {
      var path: String
    }
  }

  private struct Written: Codable, Sendable {
    var targets: [Target]
  }

  private let root: String
  private let targets: [Target]

  /// Reads the manifest of a package, or its cached content if the manifest has not changed.
  ///
  /// - Parameters:
  ///   - root: The folder of the package.
  ///   - cache: The folder of the tool's cache.
  ///
  /// - Returns: `nil` if SwiftPM does not answer.
  package init?(root: String, cache: String) {
    let contents = Self.files(of: root).map {
      FileManager.default.contents(atPath: $0).map { "\(ContentHash($0))" } ?? ""
    }
    let key = ContentHash([root, BuildFolder.stamp(of: "swift")] + contents)
    let kept = cache + "/manifest-\(key).json"
    self.root = root
    if let data = FileManager.default.contents(atPath: kept),
      let written = try? JSONDecoder().decode(Written.self, from: data)
    {
      targets = written.targets
      return
    }
    let arguments = ["package", "dump-package", "--ignore-lock", "--package-path", root]
    guard let run = try? Subprocess.run("swift", arguments), run.isSuccess,
      let start = run.output.firstIndex(of: "{"),
      let written = try? JSONDecoder().decode(
        Written.self, from: Data(run.output[start...].utf8))
    else { return nil }
    targets = written.targets
    try? JSONEncoder().encode(written).write(to: URL(fileURLWithPath: kept), options: .atomic)
  }

  /// Returns the files that determine a package's targets: the manifests for each version of
  /// SwiftPM, and the resolved versions.
  package static func files(of root: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.filter {
      $0 == "Package.swift" || $0 == "Package.resolved"
        || $0.hasPrefix("Package@swift-") && $0.hasSuffix(".swift")
    }.sorted().map { "\(root)/\($0)" }
  }

  /// Returns the current Swift sources of a module of the package.
  ///
  /// - Parameters:
  ///   - module: The name of the module.
  ///   - described: The sources of the last build.
  ///
  /// - Returns: The sources in the folder of the target and the generated sources of the last
  ///   build, or `described` if these do not fit the manifest.
  package func sources(of module: String, described: [String]) -> [String] {
    guard let target = targets.first(where: { Self.module($0.name) == module }),
      let folder = folder(of: target)
    else { return described }
    let found = Self.files(in: folder, target)
    let isInside: (String) -> Bool = { $0.hasPrefix(folder + "/") }
    let known = Set(found)
    // If an existing source of the last build was not found, the manifest was misread.
    let isMisread = described.contains {
      isInside($0) && !known.contains($0) && FileManager.default.fileExists(atPath: $0)
    }
    if isMisread { return described }
    return found + described.filter { !isInside($0) }
  }

  /// Returns the folder of a target, or `nil` if there is none.
  private func folder(of target: Target) -> String? {
    if let path = target.path {
      return URL(fileURLWithPath: root + "/" + path).standardizedFileURL.path
    }
    let parents = (target.type == "test" ? ["Tests"] : []) + ["Sources", "Source", "src", "srcs"]
    return parents.map { "\(root)/\($0)/\(target.name)" }.first {
      FileManager.default.fileExists(atPath: $0)
    }
  }

  /// Returns the sorted Swift files of a folder that belong to a target.
  private static func files(in folder: String, _ target: Target) -> [String] {
    let left = (target.exclude ?? []) + (target.resources ?? []).map(\.path)
    let excluded = left.map { "\(folder)/\($0)" }
    let included = target.sources.map { $0.map { "\(folder)/\($0)" } }
    func covers(_ path: String, _ file: String) -> Bool {
      file == path || file.hasPrefix(path.hasSuffix("/") ? path : path + "/")
    }
    var found: [String] = []
    var pending = [folder]
    while let next = pending.popLast() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: next)) ?? []
      for name in names where !name.hasPrefix(".") {
        let path = "\(next)/\(name)"
        if excluded.contains(where: { covers($0, path) }) { continue }
        if name.hasSuffix(".swift") {
          let isIncluded = included.map { $0.contains { covers($0, path) } } ?? true
          if isIncluded { found.append(path) }
        } else if !Self.bundles.contains(where: name.hasSuffix) {
          var isFolder: ObjCBool = false
          let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
          if exists, isFolder.boolValue { pending.append(path) }
        }
      }
    }
    return found.sorted()
  }

  /// The extensions of folders that SwiftPM treats as one file.
  private static let bundles = [".docc", ".xcassets", ".xcdatamodeld", ".bundle", ".playground"]

  /// Returns the module name of a target.
  private static func module(_ target: String) -> String {
    String(target.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
