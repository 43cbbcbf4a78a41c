extension Injector {
  /// Returns an instance of an abstraction, or nil if there is none.
  ///
  /// ```swift
  /// let repository: Repository? = Injector.global.getSafe()
  /// ```
  ///
  /// The global injector looks in the context of tests that is named like the calling file instead, if that exists.
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
      case .regular: return try find(Abstraction.self, file, .regular, key, of: Abstraction.self)
      case .singleton:
        return try find(
          SingletonOf<Abstraction>.self, file, .singleton, key, of: Abstraction.self
        ).value
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
  /// The global injector looks in the context of tests that is named like the calling file instead, if that exists.
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
      case .regular: return try find(Abstraction.self, file, .regular, key, of: Abstraction.self)
      case .singleton:
        return try find(
          SingletonOf<Abstraction>.self, file, .singleton, key, of: Abstraction.self
        ).value
      }
    } catch { stop(error, Abstraction.self, file) }
  }

  /// Returns what the implementation of an abstraction produces.
  ///
  /// The callers are inlined into who knows the types, so that no metadata of generic types is looked up at run time.
  @usableFromInline
  func find<Produced>(
    _ produced: Produced.Type, _ file: String, _ type: InjectionType, _ key: String?,
    of abstraction: any Any.Type
  ) throws -> Produced {
    try context(for: file).find(produced, type, key, of: abstraction)
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
    InjectionProblem.stop(abstraction, context.name, alternative: "getSafe")
  }

  /// Returns the context for a call in a file.
  @inline(__always)
  private func context(for file: String) -> Context {
    context.isGlobal && Contexts.haveTests
      ? Contexts.context(.global, declaredIn: file) : context
  }
}
