internal import StitcherEngine
internal import Synchronization

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

  /// The number of contexts of tests that exist.
  private static let testsCount = Atomic<Int>(0)

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
      guard case .tests = context.name else { return }
      testsCount.add(exists ? 1 : -1, ordering: .sequentiallyConsistent)
    }
  }

  /// Returns the context for something that is declared in a file.
  ///
  /// For the global context it is the one of tests that is named like the file, if that exists.
  static func context(_ name: InjectionContext, declaredIn file: String) -> Context {
    guard name == .global else { return context(name) }
    if !haveTests { return global }
    let tests = InjectionContext.tests(name: FileName(file).withoutExtension)
    return (try? graph.resolve(value: Existing(name: tests), as: Context.self)) ?? global
  }

  /// The contexts that exist.
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
