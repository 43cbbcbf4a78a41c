internal import StitcherEngine

/// Finds contexts by their names, for the whole process.
package enum Contexts {
  /// The contexts of the process, by their names.
  private static let entries = Lock<[InjectionContext: Entry]>([:])

  /// A context of the process.
  private struct Entry {
    /// The context, as long as an injector, a property or this list uses it.
    weak var context: Context?
    /// The context, if it exists.
    var existing: Context?
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
    if let context = entries.withLock({ $0[name]?.context }) { return context }
    let new = Context(name)
    return entries.withLock { entries in
      if let context = entries[name]?.context { return context }
      entries[name] = Entry(context: new)
      return new
    }
  }

  /// Removes the entry of a context that is deallocated, unless another context has its name.
  static func remove(_ name: InjectionContext) {
    let present = entries.withLock { entries -> Context? in
      let context = entries[name]?.context
      if context == nil { entries[name] = nil }
      return context
    }
    // The last reference may be this one, and is released outside the lock.
    withExtendedLifetime(present) {}
  }

  /// Lists a context if it exists, and otherwise removes it from the list. Called after each change
  /// of that, so that the last call finds the last change.
  static func update(_ context: Context) {
    let last = entries.withLock { entries in
      updateTestsCount(context)
      // A context of an isolated graph is found by that graph.
      if context.graph.host != nil { return nil as Context? }
      let last = entries[context.name]?.existing
      let exists = context.exists.load(ordering: .sequentiallyConsistent)
      entries[context.name]?.existing = exists ? context : nil
      return last
    }
    // The last reference may be this one, and is released outside the lock.
    withExtendedLifetime(last) {}
  }

  /// Counts a context of tests that exists from now on, or does not. Called under the lock.
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
    // In an isolated graph, the context of tests may exist in that graph only.
    if let named = entries.withLock({ $0[tests]?.context })?.current,
      named.exists.load(ordering: .sequentiallyConsistent)
    {
      return named
    }
    return context.current
  }

  /// The contexts of the process that exist.
  package static var existing: [InjectionContext] {
    entries.withLock { entries in entries.keys.filter { entries[$0]?.existing != nil } }
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
