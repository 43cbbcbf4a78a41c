// Each decorator with declared dependencies is a node between the requester and the decorated
// registration, for requests with the decorated key only. An outline has nodes for the other
// decorators, too.
extension Verifier {
  /// Adds nodes for the decorators that apply to the checked registrations.
  ///
  /// Also counts the decorators that declare no dependencies.
  mutating func decorateAll() {
    guard snapshot.hasDecorations else { return }
    for node in nodes.indices {
      let registration = nodes[node].registration
      for key in registration.locator.keys
      where snapshot.registrations(for: key).contains(where: { $0.registration === registration }) {
        _ = decorate(node, by: key, seenFrom: 0)
      }
    }
    let unknown = snapshot.registries.flatMap { $0.active.contents.decorations(of: nil) }
      .filter { $0.edges == nil }
    result.undeclaredDecorationCount = Set(unknown.map { ObjectIdentifier($0) }).count
  }

  /// Adds nodes for the decorators that apply to the given node, and returns the position of the
  /// outermost one.
  ///
  /// Adds nodes for decorators. Without decorators, returns the given position.
  ///
  /// A decorator without declared dependencies has a node in outlines only.
  ///
  /// - Parameters:
  ///   - key: The key for which the node is injected. Only decorators of this key are applied.
  ///   - origin: The number of parent links from the checked graph to the graph in which the key is
  ///     looked up.
  mutating func decorate(_ node: Int, by key: LookupKey, seenFrom origin: Int) -> Int {
    var current = node
    // The graph that keeps an instance decorates it, and each nearer graph decorates the result.
    let keeper = nodes[node].registration.isKeptBeyondGraph ? nodes[node].distance - origin : 0
    let all = snapshot.ancestor(origin).object.decorations(of: key)
    for (decoration, distance) in all where decoration.edges != nil || hasOutline {
      let place = origin + min(distance, keeper)
      let id = UnretainedReference<AnyObject>(decoration).bits
      let known = positions[id]?.first {
        nodes[$0].distance == place && nodes[$0].targets.first == current
      }
      if let known {
        current = known
        continue
      }
      // A registration without a factory, which represents the decorator in the outline.
      let base = nodes[current].registration
      var details = Registration.Details(
        locator: Locator(decoration.key), scope: base.scope, location: decoration.location)
      (details.edges, details.decorated) = (decoration.edges, base)
      details.decoratorLocations = [decoration.location]
      let registration = Registration(
        details, producedType: decoration.type, parameterTypes: base.parameterTypes,
        producesObjects: decoration.type is AnyObject.Type)
      let position = nodes.count
      positions[id, default: []].append(position)
      nodes.append(Outline.Node(registration: registration, distance: place, targets: [current]))
      addEdge(from: position, to: .node(current))
      if nodes[current].user == nil { nodes[current].user = position }
      current = position
    }
    return current
  }
}
