internal import StitcherEngine

/// Finds contexts by their names, for the whole process.
package enum Contexts {
  /// All contexts that are used, and, apart from that, those that exist.
  private static let registry = EditableRegistry()

  /// Finds the context of a name, and makes it once.
  private static let graph: Graph = {
    let graph = Graph()
    graph.activate(registry)
    return graph
  }()

  /// Finds a context that exists.
  private struct Existing: Hashable, Sendable {
    /// What it is called.
    let name: InjectionContext
  }

  /// The number of contexts of tests that exist, also of those in isolated graphs.
  private static let testsCount = AtomicBox<Int>(0)

  /// Whether contexts of tests exist.
  @inline(__always)
  static var haveTests: Bool { testsCount.load(ordering: .sequentiallyConsistent) != 0 }

  /// The context of the whole application.
  static let global = context(.global)

  /// Returns the context of a name, which need not exist.
  ///
  /// - Complexity: O(1) on average.
  static func context(_ name: InjectionContext) -> Context {
    if let context = try? graph.resolve(value: name, as: Context.self) { return context }
    // The graph first: it is what activates the registry.
    _ = graph
    _ = registry.registration(for: .value(TypedValueKey(name))) {
      TypedRegistration(
        locator: .value(name), scope: .shared, location: .unknown, factory: { Context(name) })
    }
    guard let context = try? graph.resolve(value: name, as: Context.self) else {
      preconditionFailure("A context is made without anything else.")
    }
    return context
  }

  /// Notes whether a context exists. Called after each change of that, so that the last call notes
  /// the last change.
  static func update(_ context: Context) {
    registry.edit { edit in
      defer { updateTestsCount(context) }
      // Who is not listed, but found by its graph.
      if context.graph.host != nil { return }
      let name = Existing(name: context.name)
      let noted = edit.registrations(for: .value(TypedValueKey(name))).first
      let exists = context.exists.load(ordering: .sequentiallyConsistent)
      guard exists == (noted == nil) else { return }
      if let noted {
        edit.remove(noted)
      } else {
        edit.insert(
          TypedRegistration(
            locator: .value(name), scope: .instance, location: .unknown, factory: { context }))
      }
    }
  }

  /// Counts a context of tests that exists from now on, or does not. Called in an edit of the list.
  private static func updateTestsCount(_ context: Context) {
    guard case .tests = context.name else { return }
    let exists = context.exists.load(ordering: .sequentiallyConsistent)
    let wasCounted = context.isCountedForTests.exchange(exists)
    if exists != wasCounted { countTests(exists ? 1 : -1) }
  }

  /// Changes the number of contexts of tests that exist.
  static func countTests(_ difference: Int) {
    testsCount.add(difference, ordering: .sequentiallyConsistent)
  }

  /// Returns the context for something that is declared in a file, and made where the caller runs.
  ///
  /// For the global context it is the one of tests that is named like the file, if that exists.
  static func context(_ name: InjectionContext, declaredIn file: String) -> Context {
    current(name == .global ? global : context(name), declaredIn: file)
  }

  /// Returns what stands for a context of the process where the caller runs, for something that is
  /// declared in a file.
  static func current(_ context: Context, declaredIn file: String) -> Context {
    guard context.isGlobal, haveTests else { return context.current }
    let tests = InjectionContext.tests(name: FileName(file).withoutExtension)
    if CurrentGraph.isolated == nil {
      return (try? graph.resolve(value: Existing(name: tests), as: Context.self)) ?? context
    }
    // It may exist in the isolated graph only.
    if let named = (try? graph.resolve(value: tests, as: Context.self))?.current,
      named.exists.load(ordering: .sequentiallyConsistent)
    {
      return named
    }
    return context.current
  }

  /// The contexts of the process that exist.
  package static var existing: [InjectionContext] {
    registry.registrations.compactMap { registration in
      guard case .value(let value) = registration.locator.storage else { return nil }
      return (value.erased.base as? Existing)?.name
    }
  }
}

/// The name of a source file.
struct FileName {
  /// The last component of the path.
  let name: Substring

  /// Takes the last component of a path.
  init(_ path: String) {
    name =
      path.lastIndex { $0 == "/" || $0 == "\\" }.map { path[path.index(after: $0)...] } ?? path[...]
  }

  /// The name without its last extension.
  var withoutExtension: String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? String(name)
  }
}
