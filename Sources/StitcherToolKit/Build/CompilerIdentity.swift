internal import Foundation

/// The identities of compilers and of builds of this tool.
package enum CompilerIdentity {
  /// The identity of a compiler: the driver and the frontend beside it.
  ///
  /// - Parameter compiler: The path of the driver.
  package static func of(_ compiler: String) -> ContentHash {
    let folder = URL(fileURLWithPath: compiler).deletingLastPathComponent().path
    return ContentHash(
      [compiler, folder + "/swift-frontend"].map { FileDigests.stamp($0) })
  }

  /// The identity of this tool.
  package static let tool = ContentHash([
    FileDigests.stamp(Bundle.main.executablePath ?? CommandLine.arguments[0])
  ])
}
