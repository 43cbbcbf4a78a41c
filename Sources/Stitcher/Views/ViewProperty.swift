package import StitcherEngine

/// The key by which a property of a view injects.
package enum ViewRequest: Sendable {
  /// A request by the type of the value.
  case type

  /// A request by a name or a value.
  case key(LookupKey)

  /// The request of an ``Injected`` property; its key is not known here.
  case property

  /// A request by a name.
  package static func name(_ name: String) -> ViewRequest { .key(.name(name)) }

  /// A request by a value.
  package static func value<Key: Hashable>(_ value: Key) -> ViewRequest {
    .key(.value(TypedValueKey(value)))
  }
}

/// A property of a view in one graph. Views that read the property are redrawn when its value is
/// loaded.
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

  /// Creates a property that injects at the first read.
  init(_ injected: Injected<Value>, _ request: ViewRequest, _ makePlaceholder: (() -> Value)?) {
    self.injected = injected
    self.request = request
    self.makePlaceholder = makePlaceholder
  }

  /// Returns a copy for another graph, without a value.
  func moved(to graph: DependencyGraph) -> ViewProperty {
    ViewProperty(injected.moved(to: graph), request, makePlaceholder)
  }

  /// The value, injected at the first read.
  ///
  /// If the dependency must be created asynchronously and does not exist yet, the value is the
  /// placeholder, or else `nil` or empty.
  package var value: Value {
    if let loaded { return loaded }
    return injected.storage.value(orWhilePending: { pending })
  }

  /// The value that is shown until the dependency exists; `nil` if the type allows none.
  private var pending: Value? {
    if let placeholder { return placeholder }
    let empty = (Value.self as? any EmptyValueProviding.Type)?.emptyValue as? Value
    placeholder = makePlaceholder?() ?? empty
    return placeholder
  }
}

extension ViewProperty where Value: Sendable {
  /// Injects the value asynchronously, unless the property has a value that is neither `nil` nor
  /// empty.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  @MainActor package func load() async throws {
    if hasValue { return }
    let value = try await injectedValue()
    // Another call may have loaded the value during the suspension.
    if !hasValue, !isEmptyDependency(value) { loaded = value }
  }

  /// Whether the property has a value that it keeps.
  private var hasValue: Bool {
    if loaded != nil { return true }
    return injected.storage.isLoaded
  }

  /// Injects the value on the executor of its factory.
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
  /// Returns a copy of the property for another graph, without a value.
  fileprivate func moved(to graph: DependencyGraph) -> Injected {
    graph.run {
      Injected(
        storage: InjectedStorage(
          file: storage.file, line: storage.line, injection: storage.injection))
    }
  }
}

/// The injected values of a view's property: in the graph of its creation, and in the graph of the
/// view's environment.
///
/// SwiftUI uses it on the main actor. It is not thread-safe.
package final class ViewInjection<Value> {
  /// The property in the graph that was current when the view was created.
  private let declared: ViewProperty<Value>

  /// The property in the graph of the view's environment; `nil` before the first use.
  private var moved: (graph: DependencyGraph, property: ViewProperty<Value>)?

  /// Creates the storage for a property.
  ///
  /// - Parameters:
  ///   - declared: The property.
  ///   - request: The request of the property.
  ///   - placeholder: The closure that creates the placeholder; `nil` for an empty value, if the
  ///     type has one.
  package init(
    _ declared: Injected<Value>, _ request: ViewRequest = .property,
    placeholder: (() -> Value)? = nil
  ) {
    self.declared = ViewProperty(declared, request, placeholder)
  }

  /// Returns the property for a graph. The result is the same object as long as the graph is the
  /// same.
  ///
  /// - Parameter graph: The graph; `nil` for the graph that was current when the view was created.
  package func property(in graph: DependencyGraph?) -> ViewProperty<Value> {
    guard let graph else { return declared }
    if let moved, moved.graph === graph { return moved.property }
    let property = declared.moved(to: graph)
    moved = (graph, property)
    return property
  }
}
