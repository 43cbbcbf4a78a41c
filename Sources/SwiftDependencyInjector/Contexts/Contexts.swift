internal import StitcherEngine

/// The process-wide contexts, found by their names.
package enum Contexts {
  /// The registry of all contexts: for each context, one entry creates the context's object, and a
  /// second entry marks it as existing.
  private static let registry = EditableRegistry()

  /// The graph that creates the object of each context once.
  private static let graph: Graph = {
    let graph = Graph()
    graph.activate(registry)
    return graph
  }()

  /// The key of a registry entry that is present while a context exists.
  private struct Existing: Hashable, Sendable {
    /// The name of the context that exists.
    let name: InjectionContext
  }

  /// The number of existing test contexts, including graph-local copies.
  private static let testsCount = AtomicBox<Int>(0)

  /// Whether any test context exists.
  @inline(__always)
  static var haveTests: Bool { testsCount.load(ordering: .sequentiallyConsistent) != 0 }

  /// The global context, that of the whole application.
  static let global = context(.global)

  /// Returns the context with the given name, even if that context does not exist yet.
  ///
  /// - Complexity: O(1) on average.
  static func context(_ name: InjectionContext) -> Context {
    if let context = try? graph.resolve(value: name, as: Context.self) { return context }
    // The graph is accessed first, since its initialization activates the registry.
    _ = graph
    _ = registry.registration(for: .value(TypedValueKey(name))) {
      ParameterlessRegistration(
        .init(locator: .value(name), scope: .shared, location: .unknown), { Context(name) })
    }
    guard let context = try? graph.resolve(value: name, as: Context.self) else {
      preconditionFailure("A context is made without anything else.")
    }
    return context
  }

  /// Updates the entry that marks a context as existing, after the context was created or
  /// destroyed.
  ///
  /// It is called after each such change and reads the present state, so the last call stores the
  /// last state.
  static func update(_ context: Context) {
    registry.edit { edit in
      defer { updateTestsCount(context) }
      // A graph-local copy has no entry: it is found through its isolated graph.
      if context.graph.host != nil { return }
      let name = Existing(name: context.name)
      let noted = edit.registrations(for: .value(TypedValueKey(name))).first
      let exists = context.exists.load(ordering: .sequentiallyConsistent)
      guard exists == (noted == nil) else { return }
      if let noted {
        edit.remove(noted)
      } else {
        edit.insert(
          ParameterlessRegistration(
            .init(locator: .value(name), scope: .instance, location: .unknown), { context }))
      }
    }
  }

  /// Updates the number of existing test contexts after a test context was created or destroyed.
  ///
  /// Does nothing for other contexts. Called in an edit of the registry.
  private static func updateTestsCount(_ context: Context) {
    guard case .tests = context.name else { return }
    let exists = context.exists.load(ordering: .sequentiallyConsistent)
    let wasCounted = context.isCountedForTests.exchange(exists)
    if exists != wasCounted { countTests(exists ? 1 : -1) }
  }

  /// Adds a number, which can be negative, to the number of existing test contexts.
  static func countTests(_ difference: Int) {
    testsCount.add(difference, ordering: .sequentiallyConsistent)
  }

  /// Returns the context for a property that the given file declares, if the property is created in
  /// the current graph.
  ///
  /// For the global context, the result is the test context with the name of the file, if that
  /// exists.
  static func context(_ name: InjectionContext, declaredIn file: String) -> Context {
    current(name == .global ? global : context(name), declaredIn: file)
  }

  /// Returns the context for calls in a source file that use the given context: a test context, a
  /// graph-local copy, or the given context.
  ///
  /// For the global context, the result is the test context with the name of the file, if that
  /// exists.
  static func current(_ context: Context, declaredIn file: String) -> Context {
    guard context.isGlobal, haveTests else { return context.current }
    let tests = InjectionContext.tests(name: FileName(file).withoutExtension)
    if CurrentGraph.isolated == nil {
      return (try? graph.resolve(value: Existing(name: tests), as: Context.self)) ?? context
    }
    // The test context may exist in the isolated graph only.
    if let named = (try? graph.resolve(value: tests, as: Context.self))?.current,
      named.exists.load(ordering: .sequentiallyConsistent)
    {
      return named
    }
    return context.current
  }

  /// The names of the existing process-wide contexts.
  package static var existing: [InjectionContext] {
    registry.registrations.compactMap { registration in
      guard case .value(let value) = registration.locator.first else { return nil }
      return (value.erased.base as? Existing)?.name
    }
  }
}

/// The name of a source file.
struct FileName {
  /// The name of the file: the last component of its path.
  let name: Substring

  /// Creates a file name from the path of the file.
  init(_ path: String) {
    name =
      path.lastIndex { $0 == "/" || $0 == "\\" }.map { path[path.index(after: $0)...] } ?? path[...]
  }

  /// The name of the file without its last extension.
  var withoutExtension: String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? String(name)
  }
}
