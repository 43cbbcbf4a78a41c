// What decorators need that say so. Each stands for itself, between who asks and what is decorated:
// who asks by another key does not need it. An outline has the others, too, and what they decorate.
extension Verifier {
  /// Puts the decorations that are known around what can be found, and counts the others.
  mutating func decorateAll() {
    guard snapshot.hasDecorations else { return }
    for node in nodes.indices {
      let registration = nodes[node].registration
      for key in registration.locator.keys
      where snapshot.registrations(for: key).contains(where: { $0.registration === registration }) {
        _ = decorate(node, by: key, seenFrom: 0)
      }
    }
    var unknown: Set<ObjectIdentifier> = []
    for registry in snapshot.registries {
      for decoration in registry.active.contents.decorations where decoration.edges == nil {
        unknown.insert(ObjectIdentifier(decoration))
      }
    }
    result.undeclaredDecorationCount = unknown.count
  }

  /// Returns the node of what stands for a node where a key finds it: the outermost decoration that
  /// counts, or the node itself. For problems only those count whose needs are known.
  ///
  /// - Parameter home: How many graphs farther away it is found from.
  mutating func decorate(_ node: Int, by key: LookupKey, seenFrom origin: Int) -> Int {
    guard snapshot.hasDecorations else { return node }
    var current = node
    // What is kept is decorated where it is kept, and around that in each nearer graph.
    let keeper = nodes[node].isKeptBeyondGraph ? nodes[node].distance - origin : 0
    let layers = snapshot.ancestor(origin).object.decorations(of: key)
    let all = layers.flatMap { layer in layer.decorations.map { ($0, layer.distance) } }
    for (decoration, distance) in all where decoration.edges != nil || hasOutline {
      let place = origin + min(distance, keeper)
      let id = NodeID(object: ObjectIdentifier(decoration), distance: place, inner: current)
      if let known = positions[id] {
        current = known
        continue
      }
      let position = nodes.count
      positions[id] = position
      nodes.append(
        Outline.Node(
          registration: Self.outline(of: decoration, around: nodes[current].registration),
          kind: nodes[node].kind, distance: place, targets: [current]))
      addEdge(from: position, to: .node(current))
      if nodes[current].user == nil { nodes[current].user = position }
      current = position
    }
    return current
  }

  /// Returns a registration without a factory that stands for a decorator around another
  /// registration.
  private static func outline(
    of decoration: any Decoration, around base: Registration
  ) -> Registration {
    var details = Registration.Details(
      locator: decoration.key.locator, scope: base.scope, location: decoration.location)
    details.edges = decoration.edges
    details.decoratorLocations = [decoration.location]
    return Registration(
      details, producedType: decoration.type, parameterTypes: base.parameterTypes,
      producesObjects: decoration.type is AnyObject.Type, decorated: base)
  }
}
