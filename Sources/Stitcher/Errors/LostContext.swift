package import StitcherEngine

/// A failed injection from the process graph that was probably meant for another graph, since the
/// other graph registers the key.
///
/// For example, code in a detached task has lost the current graph.
package struct LostContext: Sendable {
  /// A text that names the missing dependency, and says how to inject from the right graph.
  package let text: String

  /// The source location of the injection.
  package let place: SourceLocation

  /// The graphs that register the key: isolated graphs first, then child graphs, both in the order
  /// of creation.
  package let graphs: [Graph]

  /// Describes a failed injection that was made outside any `graph.run { … }`; returns `nil` if no
  /// other graph registers the requested key.
  ///
  /// - Parameters:
  ///   - error: The error that the engine has thrown.
  ///   - graph: The graph of the request.
  ///   - isProperty: Whether a property made the request. A property captures the graph that is
  ///     current when the property is created.
  ///   - place: The source location of the request.
  init?(
    of error: any Error, in graph: Graph?, isProperty: Bool, place: SourceLocation
  ) {
    // If a child graph of the graph that was searched registers the key, the error already names
    // that child graph.
    guard let failure = error as? ResolutionFailure, case .missing(let key) = failure.reason,
      failure.nearer == nil
    else { return nil }
    self.init(
      of: [key], taking: failure.parameterTypes, in: graph, isProperty: isProperty, at: place)
  }

  /// Describes a failed request that was made outside any `graph.run { … }`; returns `nil` if no
  /// other graph registers one of the requested keys.
  ///
  /// - Parameters:
  ///   - keys: The keys of the request. A registration for any of them would have been found.
  ///   - types: The types of the passed parameters, or `nil` if they are unknown.
  ///   - graph: The graph of the request.
  ///   - isProperty: Whether a property made the request. A property captures the graph that is
  ///     current when the property is created.
  ///   - place: The source location of the request.
  private init?(
    of keys: [LookupKey], taking types: [any Any.Type]?, in graph: Graph?, isProperty: Bool,
    at place: SourceLocation
  ) {
    guard graph === DependencyGraph.processGraph,
      isProperty
        || CurrentGraph.unretained.map({
          $0.bits == UnretainedReference(DependencyGraph.processGraph).bits
        }) ?? true
    else { return nil }
    let (isolated, children) = DependencyGraph.processGraph.graphs(having: keys, taking: types)
    graphs = isolated + children
    if graphs.isEmpty { return nil }
    self.place = place
    var names: [String] = []
    for name in graphs.compactMap(\.name) where !names.contains(name) { names.append(name) }
    let known = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    let list = known.isEmpty ? "" : " (\(known)\(names.count > 3 ? ", …" : ""))"
    let loss = isProperty ? "The property was created" : "The injection runs"
    text =
      "\(loss) outside any 'graph.run { … }', and \(isolated.isEmpty ? "a child" : "an isolated")"
      + " graph\(list) registers \(keys[0].text). Detached tasks, blocks on queues, threads and"
      + " callbacks lose the current graph: pass them the closure that"
      + " 'DependencyGraph.current.bound { … }' returns."
  }

  /// Notifies the installed observer that an injected optional is `nil`, or an injected collection
  /// is empty, although another graph registers its key.
  ///
  /// - Parameters:
  ///   - type: The requested type: an optional, a collection, or the type that one of them
  ///     contains.
  ///   - types: The types of the passed parameters, or `nil` if they are unknown.
  ///   - graph: The graph of the request.
  ///   - isProperty: Whether a property made the request. A property captures the graph that is
  ///     current when the property is created.
  ///   - place: The source location of the request.
  static func noteAbsence(
    of type: any Any.Type, taking types: [any Any.Type]?, in graph: Graph,
    isProperty: Bool = false, at place: SourceLocation
  ) {
    guard graph === DependencyGraph.processGraph, FailureObserver.installed != nil else { return }
    var keys: [LookupKey] = [.type(type)]
    var inner = type
    while let contained = CompositeRegistrations.containedType(of: inner) {
      inner = contained
      // The text names the first key, which is the innermost type.
      keys.insert(.type(inner), at: 0)
    }
    noteAbsence(of: keys, taking: types, in: graph, isProperty: isProperty, at: place)
  }

  /// Notifies the installed observer that a request found no dependency, although another graph
  /// registers one of its keys.
  static func noteAbsence(
    of keys: [LookupKey], taking types: [any Any.Type]?, in graph: Graph,
    isProperty: Bool = false, at place: SourceLocation
  ) {
    guard graph === DependencyGraph.processGraph, let observer = FailureObserver.installed,
      let lost = LostContext(
        of: keys, taking: types, in: graph, isProperty: isProperty, at: place)
    else { return }
    observer.lost(lost)
  }
}

/// An observer of failed injections, which test support installs. The caller of an injection still
/// receives the error.
package struct FailureObserver: Sendable {
  /// The closure that receives each failed injection that was probably meant for another graph. It
  /// runs on the thread of the injection.
  let lost: @Sendable (LostContext) -> Void

  /// The closure that is called before an injected property stops the program. It receives the
  /// message, the property's source location, and the graph of the request.
  let stop: @Sendable (String, SourceLocation, Graph) -> Void

  private static let current = Lock<FailureObserver?>(nil)

  /// Installs an observer of failed injections in the process, in place of an earlier one.
  package static func install(
    lost: @escaping @Sendable (LostContext) -> Void,
    stop:
      @escaping @Sendable (
        _ message: String, _ place: SourceLocation, _ graph: Graph
      ) -> Void
  ) {
    current.withLock { $0 = FailureObserver(lost: lost, stop: stop) }
  }

  /// The observer of failed injections that is installed in the process; `nil` if there is none.
  static var installed: FailureObserver? { current.withLock { $0 } }
}
