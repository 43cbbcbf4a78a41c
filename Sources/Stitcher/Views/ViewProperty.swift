package import StitcherEngine

/// The request of a property of a view.
package enum ViewRequest: Sendable {
  /// A request by the type of the value.
  case type

  /// A request by a name or a value.
  case key(LookupKey)

  /// The request of another property, which is not known.
  case property

  /// A request by a name.
  package static func name(_ name: String) -> ViewRequest { .key(.name(name)) }

  /// A request by a value.
  package static func value<Key: Hashable>(_ value: Key) -> ViewRequest {
    .key(.value(TypedValueKey(value)))
  }
}

/// A property of a view in one graph. Views that read it are redrawn when its value is loaded.
///
/// SwiftUI uses it on the main actor; it is not safe to use from several threads.
package final class ViewProperty<Value> {
  /// The property that injects, and keeps what it has injected.
  private let injected: Injected<Value>

  /// What it asks for.
  private let request: ViewRequest

  /// Makes what is shown until the value is there.
  private let makePlaceholder: (() -> Value)?

  /// What is shown until the value is there, once that is asked for.
  private var placeholder: Value?

  /// What was loaded asynchronously.
  private var loaded: Value? {
    get {
      changes.access()
      return storedLoaded
    }
    set { changes.change { storedLoaded = newValue } }
  }

  /// Stores what was loaded.
  private var storedLoaded: Value?

  /// Notifies the views that have read the value.
  private let changes = ObservedChanges()

  /// Injects nothing yet.
  init(_ injected: Injected<Value>, _ request: ViewRequest, _ makePlaceholder: (() -> Value)?) {
    self.injected = injected
    self.request = request
    self.makePlaceholder = makePlaceholder
  }

  /// Returns a property that injects the same from another graph, and has not done so yet.
  func moved(to graph: DependencyGraph) -> ViewProperty {
    ViewProperty(injected.moved(to: graph), request, makePlaceholder)
  }

  /// The value, injected at the first read. What has to be made asynchronously, and is not there
  /// yet, is the placeholder, or nil or empty if it may be.
  package var value: Value {
    if let loaded { return loaded }
    return injected.storage.value(orWhilePending: { pending })
  }

  /// What is shown until the value is there; nil if nothing can be.
  private var pending: Value? {
    if let placeholder { return placeholder }
    let empty = (Value.self as? any EmptyValueProviding.Type)?.emptyValue as? Value
    placeholder = makePlaceholder?() ?? empty
    return placeholder
  }
}

extension ViewProperty where Value: Sendable {
  /// Injects the value asynchronously, unless there is one that is neither nil nor empty.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  @MainActor package func load() async throws {
    if hasValue { return }
    let value = try await injectedValue()
    // Whoever was faster has been seen by now.
    if !hasValue, !isEmptyDependency(value) { loaded = value }
  }

  /// Whether there is a value that is kept.
  private var hasValue: Bool {
    if loaded != nil { return true }
    return injected.storage.isLoaded
  }

  /// Injects the value, wherever it is made.
  @MainActor private func injectedValue() async throws -> Value {
    let (injected, request) = (injected, request)
    let (file, line) = (injected.storage.file, injected.storage.line)
    return try await CurrentGraph.run(in: try injected.storage.home) {
      switch request {
      case .type: try await Injected<Value>._valueAsync(file: file, line: line)
      case .key(let key): try await Injected<Value>.value(of: key, file, line)
      case .property: try injected.loadedValue()
      }
    }
  }
}

extension Injected {
  /// Returns a property that injects the same from another graph, and has not done so yet.
  fileprivate func moved(to graph: DependencyGraph) -> Injected {
    graph.run {
      Injected(
        storage: InjectedStorage(
          file: storage.file, line: storage.line, injection: storage.injection))
    }
  }
}

/// What a view keeps of an injected property: one value for each graph that the view is shown in.
///
/// SwiftUI uses it on the main actor; it is not safe to use from several threads.
package final class ViewInjection<Value> {
  /// The property as it was declared, which belongs to the graph in which the view was made.
  private let declared: ViewProperty<Value>

  /// The same property in the graph of the view's environment.
  private var moved: (graph: DependencyGraph, property: ViewProperty<Value>)?

  /// Keeps a property.
  ///
  /// - Parameters:
  ///   - declared: The property.
  ///   - request: What the property asks for.
  ///   - placeholder: Makes what is shown until the value is there; nil for an empty value, if the
  ///     type has one.
  package init(
    _ declared: Injected<Value>, _ request: ViewRequest = .property,
    placeholder: (() -> Value)? = nil
  ) {
    self.declared = ViewProperty(declared, request, placeholder)
  }

  /// Returns the property that injects from a graph, the same one as long as the graph is.
  ///
  /// - Parameter graph: The graph; nil for the one in which the view was made.
  package func property(in graph: DependencyGraph?) -> ViewProperty<Value> {
    guard let graph else { return declared }
    if let moved, moved.graph === graph { return moved.property }
    let property = declared.moved(to: graph)
    moved = (graph, property)
    return property
  }
}
