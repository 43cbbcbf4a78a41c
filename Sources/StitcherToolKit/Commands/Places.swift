internal import Foundation
package import StitcherDescription

extension GraphDescription {
  /// The same description, in which the paths of files in a folder begin there.
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
  /// Leaves out the beginning of the path.
  fileprivate mutating func drop(_ prefix: String) {
    if file.hasPrefix(prefix) { file.removeFirst(prefix.count) }
  }

  /// The place as compilers print it, with the whole path, so that editors find it.
  func text(in root: String) -> String {
    (file.hasPrefix("/") ? file : "\(root)/\(file)") + ":\(line)"
  }

  /// The place for people.
  var shortText: String { "\(file):\(line)" }
}
