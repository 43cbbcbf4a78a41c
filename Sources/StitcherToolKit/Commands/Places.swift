internal import Foundation
package import StitcherDescription

extension GraphDescription {
  /// Returns a copy in which the file paths are relative to a folder.
  package func relative(to root: String) -> GraphDescription {
    let prefix = root.hasSuffix("/") ? root : root + "/"
    var copy = self
    for index in copy.nodes.indices { copy.nodes[index].place?.drop(prefix) }
    for index in copy.edges.indices { copy.edges[index].place?.drop(prefix) }
    for index in copy.problems.indices {
      copy.problems[index].place?.drop(prefix)
      copy.problems[index].message = copy.problems[index].message.replacing(prefix, with: "")
      copy.problems[index].remedy = copy.problems[index].remedy.replacing(prefix, with: "")
    }
    return copy
  }
}

extension GraphDescription.Place {
  /// Removes a prefix from the path of the file.
  fileprivate mutating func drop(_ prefix: String) {
    if file.hasPrefix(prefix) { file.removeFirst(prefix.count) }
  }

  /// Returns the location with an absolute path and the line, so that editors find the file.
  func text(in root: String) -> String {
    (file.hasPrefix("/") ? file : "\(root)/\(file)") + ":\(line)"
  }

  /// Returns the prefix of a message: the location with line and column, followed by a colon.
  func fullText(in root: String) -> String { "\(text(in: root)):\(column ?? 1): " }

  /// The location with a relative path and the line, for readers.
  var shortText: String { "\(file):\(line)" }
}
