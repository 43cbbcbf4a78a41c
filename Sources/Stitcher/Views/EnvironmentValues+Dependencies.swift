#if canImport(SwiftUI)
  public import SwiftUI

  /// The graph as views see it: a view that injects from it is redrawn when the graph changes.
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
      return try DependencyGraph.inject(byType: type, file: file, line: line)
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
      return try DependencyGraph.inject(byName: name, file: file, line: line)
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
      return try DependencyGraph.inject(byValue: value, file: file, line: line)
    }

    /// The only dependency of a type, or nil if it cannot be injected.
    ///
    /// - Parameter type: The type.
    @MainActor
    public subscript<T>(type: T.Type) -> T? {
      follow()
      return try? DependencyGraph.inject(byType: type)
    }

    /// Has the view that is being drawn redrawn after the next change of the graph.
    @MainActor
    private func follow() { _ = GraphVersion.shared.number }
  }

  extension EnvironmentValues {
    /// The dependency graph, for views that are to be redrawn when it changes.
    public var dependencies: ViewDependencies { ViewDependencies() }
  }
#endif
