internal import Foundation
internal import StitcherSyntax

/// The hashes of files' contents. A file is hashed again only if its size or date has changed.
///
/// Safe to use from several threads.
package final class FileDigests: Sendable {
  /// The hash of a file, with the size and date for which the hash is valid.
  package struct Digest: Codable, Sendable {
    /// The size of the file in bytes.
    var size: Int
    /// The date of the file's last change, in seconds.
    var modified: Double
    /// The file's inode number.
    var number: Int
    /// The hash of the file's content.
    package var hash: ContentHash
    /// Whether the file is a source file that may use the library.
    package var isRelevant: Bool
  }

  /// The path of the file with the stored digests.
  private let path: String

  /// The digests of files, by path.
  private let known: Guarded<[String: Digest]>

  /// Reads the digests that an earlier run has stored. An unreadable file of digests is ignored.
  ///
  /// - Parameter folder: The folder of the cache.
  package init(folder: String) {
    path = folder + "/files.json"
    let kept = FileManager.default.contents(atPath: path).flatMap {
      try? JSONDecoder().decode([String: Digest].self, from: $0)
    }
    known = Guarded(kept ?? [:])
  }

  /// Returns the digest of a file, or `nil` if the file cannot be read.
  package func digest(_ file: String) -> Digest? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: file),
      let size = attributes[.size] as? Int,
      let date = attributes[.modificationDate] as? Date
    else { return nil }
    let number = attributes[.systemFileNumber] as? Int ?? 0
    let modified = date.timeIntervalSince1970
    if let digest = known.withLock({ $0[file] }), digest.size == size,
      digest.modified == modified, digest.number == number
    {
      return digest
    }
    guard let data = FileManager.default.contents(atPath: file) else { return nil }
    let isSource = file.hasSuffix(".swift")
    let digest = Digest(
      size: size, modified: modified, number: number, hash: ContentHash(data),
      isRelevant: isSource && RelevantWords.occur(in: data))
    // A file that has just changed may change again within the same tick of the clock.
    if Date().timeIntervalSince(date) > 1 { known.withLock { $0[file] = digest } }
    return digest
  }

  /// Returns the date of a file's last change in seconds, or `nil` if the file cannot be read.
  package static func modified(_ file: String) -> Double? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    return (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970
  }

  /// Returns the path, size and date of a file, which identify a version of a large file.
  package static func stamp(_ file: String) -> String {
    let real = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: real)
    let size = attributes?[.size] as? Int ?? -1
    return "\(real) \(size) \(modified(real) ?? 0)"
  }

  /// Stores the digests for the next run.
  package func save() {
    let data = try? JSONEncoder().encode(known.withLock { $0 })
    try? data?.write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
