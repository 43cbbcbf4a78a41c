internal import StitcherEngine
internal import Synchronization

/// The contexts of the process.
package enum Contexts {
  /// All contexts that are used, and, apart from that, those that exist.
  private static let registry = Registry(name: "contexts", isEditable: true)

  /// The graph of the contexts.
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

  /// Has a context exist.
  @inline(never)
  static func create(_ context: Context) {
    let isNew = registry.edit { edit in
      let key = LookupKey.value(TypedValueKey(Existing(name: context.name)))
      guard edit.registrations(for: key).isEmpty else { return false }
      edit.insert(
        TypedRegistration(
          locator: .value(Existing(name: context.name)), scope: .instance, location: .unknown,
          factory: { context }))
      if case .tests = context.name { testsCount.add(1, ordering: .sequentiallyConsistent) }
      context.exists.store(true, ordering: .sequentiallyConsistent)
      return true
    }
    if isNew {
      InjectorLog.info("New context registered successfully -> \(context.name.description)")
    }
  }

  /// Has a context, if it exists, exist no more, and lets go of all that is registered in it.
  static func destroy(_ context: Context) {
    registry.edit { edit in
      let key = LookupKey.value(TypedValueKey(Existing(name: context.name)))
      guard let existing = edit.registrations(for: key).first else { return }
      edit.remove(existing)
      if case .tests = context.name { testsCount.subtract(1, ordering: .sequentiallyConsistent) }
      context.exists.store(false, ordering: .sequentiallyConsistent)
    }
    context.registry.edit { $0.removeAll() }
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
