#if canImport(SwiftUI)
  public import SwiftUI

  /// A value by which a view injects from the graph of its environment. SwiftUI redraws the view
  /// when that graph changes.
  ///
  /// ```swift
  /// struct InboxView: View {
  ///   @Environment(\.dependencies) private var dependencies
  ///
  ///   var body: some View {
  ///     if let mailbox = dependencies[Mailbox.self] {
  ///       Text("\(mailbox.count) messages")
  ///     } else {
  ///       Text("Please sign in.")
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Each call makes an injection, as the methods of ``DependencyGraph`` do. To keep the injected
  /// value, use ``InjectedState``.
  ///
  /// Available on platforms with SwiftUI.
  public struct ViewDependencies: Sendable {
    /// The graph that an enclosing view has set; `nil` if no view has set one.
    private let viewGraph: ViewGraph?

    /// Creates a value that injects from the given graph of an enclosing view; from the current
    /// graph if the argument is `nil`.
    fileprivate init(_ viewGraph: ViewGraph?) { self.viewGraph = viewGraph }

    /// The graph that the nearest `dependencies(_:)` or preview trait has set; otherwise, the
    /// current graph.
    ///
    /// Injections from this property do not cause the view to be redrawn.
    public var graph: DependencyGraph { viewGraph?.graph ?? .current }

    /// Injects the only dependency of the given type, or all dependencies of the element type if it
    /// is a collection.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - file: The file of the injection, for diagnostics.
    ///   - line: The line of the injection, for diagnostics.
    /// - Returns: The dependency.
    /// - Throws: ``InjectionError``.
    @MainActor
    public func inject<T>(
      byType type: T.Type = T.self, file: StaticString = #fileID, line: UInt = #line
    ) throws -> T {
      follow()
      return try graph.inject(byType: type, file: file, line: line)
    }

    /// Injects the only dependency with the given name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - file: The file of the injection, for diagnostics.
    ///   - line: The line of the injection, for diagnostics.
    /// - Returns: The dependency.
    /// - Throws: ``InjectionError``.
    @MainActor
    public func inject<T>(
      byName name: String, file: StaticString = #fileID, line: UInt = #line
    ) throws -> T {
      follow()
      return try graph.inject(byName: name, file: file, line: line)
    }

    /// Injects the only dependency that is registered for the given value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - file: The file of the injection, for diagnostics.
    ///   - line: The line of the injection, for diagnostics.
    /// - Returns: The dependency.
    /// - Throws: ``InjectionError``.
    @MainActor
    public func inject<T, Value: Hashable>(
      byValue value: Value, file: StaticString = #fileID, line: UInt = #line
    ) throws -> T {
      follow()
      return try graph.inject(byValue: value, file: file, line: line)
    }

    /// The only dependency of the given type, or `nil` if the injection fails.
    ///
    /// - Parameter type: The type.
    @MainActor
    public subscript<T>(type: T.Type) -> T? {
      follow()
      return try? graph.inject(byType: type)
    }

    /// Registers the view that is being drawn for the changes of the graph, so that SwiftUI redraws
    /// the view after the next one.
    @MainActor
    private func follow() { _ = (viewGraph?.version ?? .shared).number }
  }

  extension EnvironmentValues {
    /// The dependencies in the graph of a view. When the graph changes, SwiftUI redraws the views
    /// that have injected from this value.
    ///
    /// Available on platforms with SwiftUI.
    public var dependencies: ViewDependencies { ViewDependencies(viewGraph) }

    /// The graph that an enclosing view has set; `nil` if no view has set one.
    var viewGraph: ViewGraph? {
      get { self[ViewGraphKey.self] }
      set { self[ViewGraphKey.self] = newValue }
    }
  }

  /// The key under which SwiftUI's environment stores the graph of a view.
  private struct ViewGraphKey: EnvironmentKey {
    /// The default value, `nil`: no enclosing view has set a graph.
    static let defaultValue: ViewGraph? = nil
  }
#endif
