#if canImport(SwiftUI)
  public import SwiftUI

  /// The graph around a view: a view that injects from it is redrawn when the graph changes.
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
  /// Each call injects, as those of ``DependencyGraph`` do. To keep what was
  /// injected, use ``InjectedState``.
  public struct ViewDependencies: Sendable {
    /// The graph that the views around have been given, if they were given one.
    private let viewGraph: ViewGraph?

    /// Shows a view what it was given.
    fileprivate init(_ viewGraph: ViewGraph?) { self.viewGraph = viewGraph }

    /// The graph: that of the nearest `dependencies(_:)` or preview trait around the view; where
    /// there is none, the current one.
    ///
    /// To inject from it does not have the view redrawn.
    public var graph: DependencyGraph { viewGraph?.graph ?? .current }

    /// Injects the only dependency of a type, or all of them if it is a collection.
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

    /// Injects a dependency by its name.
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

    /// Injects a dependency by its value.
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

    /// The only dependency of a type, or nil if it cannot be injected.
    ///
    /// - Parameter type: The type.
    @MainActor
    public subscript<T>(type: T.Type) -> T? {
      follow()
      return try? graph.inject(byType: type)
    }

    /// Has the view that is being drawn redrawn after the next change of the graph.
    @MainActor
    private func follow() { _ = (viewGraph?.version ?? .shared).number }
  }

  extension EnvironmentValues {
    /// The dependency graph around a view, for views that are to be redrawn when it changes.
    public var dependencies: ViewDependencies { ViewDependencies(viewGraph) }

    /// The graph that the views around have been given.
    var viewGraph: ViewGraph? {
      get { self[ViewGraphKey.self] }
      set { self[ViewGraphKey.self] = newValue }
    }
  }

  /// Where the environment keeps the graph.
  private struct ViewGraphKey: EnvironmentKey {
    /// Outside of `dependencies(_:)` there is none.
    static let defaultValue: ViewGraph? = nil
  }
#endif
