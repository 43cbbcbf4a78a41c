internal import StitcherEngine

extension Injector {
  /// Returns an instance of the given abstraction, or `nil` if no implementation provides one.
  ///
  /// ```swift
  /// let repository: Repository? = Injector.global.getSafe()
  /// ```
  ///
  /// If a test context has the name of the calling file, the global injector uses that context
  /// instead.
  ///
  /// - Parameters:
  ///   - file: The calling file.
  ///   - line: The calling line, for messages.
  ///   - injectionType: Whether to create a new instance or return the singleton.
  ///   - key: The key of the implementation; `nil` for the default one.
  /// - Returns: The instance, or `nil`; the reason for `nil` is logged.
  /// - Complexity: O(1) on average. A live singleton is read without a lock.
  @inlinable
  public func getSafe<Abstraction>(
    _ file: String = #fileID, _ line: Int = #line, injectionType: InjectionType = .regular,
    constrainedTo key: String? = nil
  ) -> Abstraction? {
    do {
      switch injectionType {
      case .regular: return try make(Abstraction.self, file, key)
      case .singleton:
        return try find(
          Abstraction.self, as: ObjectIdentifier(SingletonOf<Abstraction>.self), file, key)
      }
    } catch {
      explain(error, Abstraction.self, file, line)
      return nil
    }
  }

  /// Returns an instance of the given abstraction, or stops the program if no implementation
  /// provides one.
  ///
  /// ```swift
  /// let repository: Repository = Injector.global.get()
  /// ```
  ///
  /// If a test context has the name of the calling file, the global injector uses that context
  /// instead.
  ///
  /// - Parameters:
  ///   - file: The calling file.
  ///   - line: The calling line, for messages.
  ///   - injectionType: Whether to create a new instance or return the singleton.
  ///   - key: The key of the implementation; `nil` for the default one.
  /// - Returns: The instance.
  /// - Complexity: O(1) on average. A live singleton is read without a lock.
  @inlinable
  public func get<Abstraction>(
    _ file: String = #fileID, _ line: Int = #line, injectionType: InjectionType = .regular,
    constrainedTo key: String? = nil
  ) -> Abstraction {
    do {
      switch injectionType {
      case .regular: return try make(Abstraction.self, file, key)
      case .singleton:
        return try find(
          Abstraction.self, as: ObjectIdentifier(SingletonOf<Abstraction>.self), file, key)
      }
    } catch { stop(error, Abstraction.self, file) }
  }

  /// Returns a new instance of the given abstraction.
  @usableFromInline
  func make<Abstraction>(
    _ abstraction: Abstraction.Type, _ file: String, _ key: String?
  ) throws -> Abstraction {
    // The call on `root` does not retain the context.
    if !dependsOnCall { return try root.make(abstraction, key) }
    return try context(for: file).make(abstraction, key)
  }

  /// Returns the singleton of the given abstraction.
  ///
  /// The caller is inlined where the abstraction is known, so that no generic metadata is looked up
  /// at run time.
  @usableFromInline
  func find<Abstraction>(
    _ abstraction: Abstraction.Type, as singleton: ObjectIdentifier, _ file: String, _ key: String?
  ) throws -> Abstraction {
    if !dependsOnCall { return try root.find(abstraction, as: singleton, key) }
    return try context(for: file).find(abstraction, as: singleton, key)
  }

  /// Whether calls of this injector possibly use a test context or a graph-local copy instead of
  /// the injector's own context.
  @inline(__always)
  private var dependsOnCall: Bool {
    CurrentGraph.mayBeIsolated || root.isGlobal && Contexts.haveTests
  }

  /// Logs the reason for a failed injection, and the source location of the injection.
  @usableFromInline
  @inline(never)
  func explain<Abstraction>(
    _ error: any Error, _ abstraction: Abstraction.Type, _ file: String, _ line: Int
  ) {
    context(for: file).explain(error, abstraction)
    InjectorLog.error(
      .noImplementationFoundOnInjection(printed(abstraction), file: file, line: line))
  }

  /// Stops the program because an injection has provided no instance of the given abstraction.
  @usableFromInline
  @inline(never)
  func stop<Abstraction>(
    _ error: any Error, _ abstraction: Abstraction.Type, _ file: String
  ) -> Never {
    let context = context(for: file)
    context.explain(error, abstraction)
    InjectionProblem.stop(abstraction, context.name, because: error, alternative: "getSafe")
  }

  /// Returns the context for a call in the given source file: a test context, a graph-local copy,
  /// or the injector's own context.
  private func context(for file: String) -> Context {
    dependsOnCall ? Contexts.current(root, declaredIn: file) : root
  }
}
