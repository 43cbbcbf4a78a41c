internal import StitcherEngine

extension Injector {
  /// Returns an instance of an abstraction, or nil if there is none.
  ///
  /// ```swift
  /// let repository: Repository? = Injector.global.getSafe()
  /// ```
  ///
  /// The global injector looks in the context of tests that is named like the calling file instead,
  /// if that exists.
  ///
  /// - Parameters:
  ///   - file: The calling file.
  ///   - line: The calling line, for messages.
  ///   - injectionType: Whether a new instance is made.
  ///   - key: The key of the implementation; nil for the default one.
  /// - Returns: The instance; if there is none, the reason is logged.
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

  /// Returns an instance of an abstraction, or stops the program if there is none.
  ///
  /// ```swift
  /// let repository: Repository = Injector.global.get()
  /// ```
  ///
  /// The global injector looks in the context of tests that is named like the calling file instead,
  /// if that exists.
  ///
  /// - Parameters:
  ///   - file: The calling file.
  ///   - line: The calling line, for messages.
  ///   - injectionType: Whether a new instance is made.
  ///   - key: The key of the implementation; nil for the default one.
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

  /// Returns a new instance.
  @usableFromInline
  func make<Abstraction>(
    _ abstraction: Abstraction.Type, _ file: String, _ key: String?
  ) throws -> Abstraction {
    // The context is retained on the second way only.
    if !dependsOnCall { return try root.make(abstraction, key) }
    return try context(for: file).make(abstraction, key)
  }

  /// Returns the only instance.
  ///
  /// The caller is inlined into who knows the type, so that no metadata of generic types is looked
  /// up at run time.
  @usableFromInline
  func find<Abstraction>(
    _ abstraction: Abstraction.Type, as singleton: ObjectIdentifier, _ file: String, _ key: String?
  ) throws -> Abstraction {
    if !dependsOnCall { return try root.find(abstraction, as: singleton, key) }
    return try context(for: file).find(abstraction, as: singleton, key)
  }

  /// Whether a context of tests, or of an isolated graph, may take the place of the injector's.
  @inline(__always)
  private var dependsOnCall: Bool {
    CurrentGraph.mayBeIsolated || root.isGlobal && Contexts.haveTests
  }

  /// Logs why there is no instance.
  @usableFromInline
  @inline(never)
  func explain<Abstraction>(
    _ error: any Error, _ abstraction: Abstraction.Type, _ file: String, _ line: Int
  ) {
    context(for: file).explain(error, abstraction)
    InjectorLog.error(
      .noImplementationFoundOnInjection(printed(abstraction), file: file, line: line))
  }

  /// Stops the program since there is no instance.
  @usableFromInline
  @inline(never)
  func stop<Abstraction>(
    _ error: any Error, _ abstraction: Abstraction.Type, _ file: String
  ) -> Never {
    let context = context(for: file)
    context.explain(error, abstraction)
    InjectionProblem.stop(abstraction, context.name, because: error, alternative: "getSafe")
  }

  /// Returns the context for a call in a file.
  private func context(for file: String) -> Context {
    dependsOnCall ? Contexts.current(root, declaredIn: file) : root
  }
}
