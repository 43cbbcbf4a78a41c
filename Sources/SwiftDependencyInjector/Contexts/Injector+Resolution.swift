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
  public func getSafe<Abstraction>(
    _ file: String = #fileID, _ line: Int = #line, injectionType: InjectionType = .regular,
    constrainedTo key: String? = nil
  ) -> Abstraction? {
    let context = context(for: file)
    do {
      return try context.draw(Abstraction.self, injectionType, key)
    } catch {
      context.explain(error, Abstraction.self)
      InjectorLog.error(
        .noImplementationFoundOnInjection(printed(Abstraction.self), file: file, line: line))
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
  public func get<Abstraction>(
    _ file: String = #fileID, _ line: Int = #line, injectionType: InjectionType = .regular,
    constrainedTo key: String? = nil
  ) -> Abstraction {
    let context = context(for: file)
    do {
      return try context.draw(Abstraction.self, injectionType, key)
    } catch {
      context.explain(error, Abstraction.self)
      InjectionProblem.stop(Abstraction.self, context.name, alternative: "getSafe")
    }
  }

  /// Returns the context for a call in a file.
  private func context(for file: String) -> Context {
    context.name == .global ? Contexts.context(.global, declaredIn: file) : context
  }
}
