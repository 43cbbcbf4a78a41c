package import StitcherEngine

/// The way in which a property of a view injects its value.
package enum ViewRequest: Sendable {
  /// The property injects its value by the type of the value.
  case type

  /// The property injects its value by a lookup key: a name or a value.
  case key(LookupKey)

  /// The property injects its value in the same way as a given ``Injected`` property, the key of
  /// which is not known.
  case property

  /// Returns the request of a property that injects its value by the given name.
  package static func name(_ name: String) -> ViewRequest { .key(.name(name)) }

  /// Returns the request of a property that injects its value by the given value.
  package static func value<Key: Hashable>(_ value: Key) -> ViewRequest {
    .key(.value(TypedValueKey(value)))
  }
}

/// The state of a view's property in one graph. Views that have read the property are redrawn when
/// its value is loaded.
///
/// SwiftUI uses it on the main actor; it is not safe to use from several threads.
package final class ViewProperty<Value> {
  /// The ``Injected`` property that injects the value and keeps it.
  private let injected: Injected<Value>

  /// The way in which the property injects its value.
  private let request: ViewRequest

  /// The closure that creates the property's placeholder; `nil` if the property has none.
  private let makePlaceholder: (() -> Value)?

  /// The placeholder, which is shown until the property's value exists; `nil` before the first use.
  private var placeholder: Value?

  /// The value of the property that was loaded asynchronously; `nil` before the load. Observation
  /// tracks reads and changes.
  private var loaded: Value? {
    get {
      changes.access()
      return storedLoaded
    }
    set { changes.change { storedLoaded = newValue } }
  }

  /// The stored value of the property ``loaded``.
  private var storedLoaded: Value?

  /// The object that notifies the views that have read the property's value.
  private let changes = ObservedChanges()

  /// Creates a property that injects its value at the first read.
  init(_ injected: Injected<Value>, _ request: ViewRequest, _ makePlaceholder: (() -> Value)?) {
    self.injected = injected
    self.request = request
    self.makePlaceholder = makePlaceholder
  }

  /// Returns a property that injects its value in the same way from another graph, and holds no
  /// value yet.
  func moved(to graph: DependencyGraph) -> ViewProperty {
    ViewProperty(injected.moved(to: graph), request, makePlaceholder)
  }

  /// The value of the property, injected at the first read.
  ///
  /// If the dependency must be created asynchronously and does not exist yet, the value is the
  /// placeholder, or else `nil` or empty.
  package var value: Value {
    if let loaded { return loaded }
    return injected.storage.with { $0.value(orWhilePending: { pending }) }
  }

  /// The placeholder or empty value that is shown until the property's value exists; `nil` if the
  /// property has neither.
  private var pending: Value? {
    if let placeholder { return placeholder }
    let empty = (Value.self as? any EmptyValueProviding.Type)?.emptyValue as? Value
    placeholder = makePlaceholder?() ?? empty
    return placeholder
  }
}

extension ViewProperty where Value: Sendable {
  /// Injects the property's value asynchronously, unless the property already holds a value that is
  /// neither `nil` nor empty.
  ///
  /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled.
  @MainActor package func load() async throws {
    if hasValue { return }
    let value = try await injectedValue()
    // Another call may have loaded the value while this one was suspended.
    if !hasValue, !isEmptyDependency(value) { loaded = value }
  }

  /// Whether the property holds a value.
  private var hasValue: Bool {
    if loaded != nil { return true }
    return injected.storage.with { $0.isLoaded }
  }

  /// Injects the property's value from the graph of the property, and awaits an asynchronous
  /// factory.
  @MainActor private func injectedValue() async throws -> Value {
    let (injected, request) = (injected, request)
    let (file, line) = (injected.storage.state.file, injected.storage.state.line)
    let graph = try injected.storage.with { try $0.home }
    return try await CurrentGraph.run(in: graph) {
      switch request {
      case .type: try await Injected<Value>._valueAsync(file: file, line: line)
      case .key(let key): try await Injected<Value>.value(of: key, file, line)
      case .property: try injected.loadedValue()
      }
    }
  }
}

extension Injected {
  /// Returns a property that injects its value in the same way from another graph, and holds no
  /// value yet.
  fileprivate func moved(to graph: DependencyGraph) -> Injected {
    graph.run {
      Injected(
        storage: InjectedStorage(
          file: storage.state.file, line: storage.state.line, injection: storage.state.injection))
    }
  }
}

/// The injected values of a view's property: one for the graph in which the view was created, and
/// one for the graph of the view's environment.
///
/// SwiftUI uses it on the main actor. It is not thread-safe.
package final class ViewInjection<Value> {
  /// The state of the property in the graph that was current when the view was created.
  private let declared: ViewProperty<Value>

  /// The state of the property in the graph of the view's environment; `nil` before the property is
  /// used in that graph.
  private var moved: (graph: DependencyGraph, property: ViewProperty<Value>)?

  /// Creates the storage for the injected values of a view's property.
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

  /// Returns the state of the view's property in the given graph; repeated calls with the same
  /// graph return the same object.
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
