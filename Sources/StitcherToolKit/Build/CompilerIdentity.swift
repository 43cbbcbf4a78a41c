internal import Foundation

/// The identities of compilers and of this tool's builds, which are part of cache keys.
package enum CompilerIdentity {
  /// Returns the identity of a compiler: a hash of the driver and the frontend beside it.
  ///
  /// - Parameter compiler: The path of the driver.
  package static func of(_ compiler: String) -> ContentHash {
    let folder = URL(fileURLWithPath: compiler).deletingLastPathComponent().path
    return ContentHash(
      [compiler, folder + "/swift-frontend"].map { FileDigests.stamp($0) })
  }

  /// The identity of this tool: a hash of the executable's content. SwiftPM links the tool of a
  /// plugin at each run, even without a change.
  package static let tool: ContentHash = {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    guard let data = FileManager.default.contents(atPath: path) else {
      return ContentHash([FileDigests.stamp(path)])
    }
    return ContentHash(data)
  }()
}
