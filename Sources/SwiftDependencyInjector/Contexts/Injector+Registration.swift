internal import StitcherEngine

extension Injector {
  /// Registers an abstraction with several implementations.
  ///
  /// If the abstraction is already registered, it stays unchanged and an error is logged. An
  /// injector that merges registrations adds the implementations instead: see
  /// ``build(context:mergesRegistrations:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction: a protocol, or any other type.
  ///   - defaultDependency: The key of the default implementation, which is not checked.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`. It is
  ///     called at each injection, on the injecting thread. A closure that is isolated to an actor
  ///     is called only on that actor. Two equal keys stop the program.
  ///   - teardown: A closure that tears a singleton down: see ``destroyAsync()``.
  ///   - file: The file of the registration, for messages about the teardown.
  ///   - line: The line of the registration, for messages about the teardown.
  /// - Complexity: O(*n*) in the number of implementations.
  @inlinable
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  public func register<Abstraction>(
    _ abstraction: Abstraction.Type, defaultDependency: String,
    implementations: ImplementationLiteral<Abstraction>,
    teardown: (@Sendable @isolated(any) (Abstraction) throws -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      implementations.ordered, default: defaultDependency, .registration,
      ImplementationTeardown(synchronous: teardown, file: file, line: line))
  }

  /// Registers an abstraction with one implementation.
  ///
  /// If the abstraction is already registered, it stays unchanged and an error is logged. An
  /// injector that merges registrations adds the implementation instead: see
  /// ``build(context:mergesRegistrations:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: A closure that creates an instance or returns `nil`.
  ///   - teardown: A closure that tears a singleton down: see ``destroyAsync()``.
  ///   - file: The file of the registration, for messages about the teardown.
  ///   - line: The line of the registration, for messages about the teardown.
  /// - Complexity: O(1) on average.
  @inlinable
  public func register<Abstraction>(
    _ abstraction: Abstraction.Type, key: String = "",
    implementation: @escaping @isolated(any) () -> Abstraction?,
    teardown: (@Sendable @isolated(any) (Abstraction) throws -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], .registration,
      ImplementationTeardown(synchronous: teardown, file: file, line: line))
  }

  /// Adds implementations to a registered abstraction. Implementations with the same keys are
  /// replaced.
  ///
  /// Singletons of replaced implementations are released. If the abstraction is not registered, an
  /// error is logged. An injector that merges registrations registers it instead: see
  /// ``build(context:mergesRegistrations:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`. Two
  ///     equal keys stop the program.
  ///   - teardown: A closure that tears a singleton down: see ``destroyAsync()``.
  ///   - file: The file of the registration, for messages about the teardown.
  ///   - line: The line of the registration, for messages about the teardown.
  /// - Complexity: O(*n*) in the number of implementations.
  @inlinable
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  public func add<Abstraction>(
    _ abstraction: Abstraction.Type, implementations: ImplementationLiteral<Abstraction>,
    teardown: (@Sendable @isolated(any) (Abstraction) throws -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      implementations.ordered, .addition,
      ImplementationTeardown(synchronous: teardown, file: file, line: line))
  }

  /// Adds an implementation to a registered abstraction. An implementation with the same key is
  /// replaced.
  ///
  /// The singleton of a replaced implementation is released. If the abstraction is not registered,
  /// an error is logged. An injector that merges registrations registers it instead: see
  /// ``build(context:mergesRegistrations:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: A closure that creates an instance or returns `nil`.
  ///   - teardown: A closure that tears a singleton down: see ``destroyAsync()``.
  ///   - file: The file of the registration, for messages about the teardown.
  ///   - line: The line of the registration, for messages about the teardown.
  /// - Complexity: O(1) on average.
  @inlinable
  public func add<Abstraction>(
    _ abstraction: Abstraction.Type, key: String,
    implementation: @escaping @isolated(any) () -> Abstraction?,
    teardown: (@Sendable @isolated(any) (Abstraction) throws -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], .addition,
      ImplementationTeardown(synchronous: teardown, file: file, line: line))
  }

  /// Registers an abstraction with several implementations, or adds the implementations if the
  /// abstraction is registered already.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: A closure for each key, which creates an instance or returns `nil`. For a
  ///     new abstraction, the smallest key becomes the default key. Two equal keys stop the
  ///     program.
  ///   - teardown: A closure that tears a singleton down: see ``destroyAsync()``.
  ///   - file: The file of the registration, for messages about the teardown.
  ///   - line: The line of the registration, for messages about the teardown.
  /// - Complexity: O(*n*) in the number of implementations.
  @inlinable
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  public func addOrRegister<Abstraction>(
    _ abstraction: Abstraction.Type, implementations: ImplementationLiteral<Abstraction>,
    teardown: (@Sendable @isolated(any) (Abstraction) throws -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      implementations.ordered, .either,
      ImplementationTeardown(synchronous: teardown, file: file, line: line))
  }

  /// Registers an abstraction with one implementation, or adds the implementation if the
  /// abstraction is registered already.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation. For a new abstraction, it becomes the default key.
  ///   - implementation: A closure that creates an instance or returns `nil`.
  ///   - teardown: A closure that tears a singleton down: see ``destroyAsync()``.
  ///   - file: The file of the registration, for messages about the teardown.
  ///   - line: The line of the registration, for messages about the teardown.
  /// - Complexity: O(1) on average.
  @inlinable
  public func addOrRegister<Abstraction>(
    _ abstraction: Abstraction.Type, key: String = "",
    implementation: @escaping @isolated(any) () -> Abstraction?,
    teardown: (@Sendable @isolated(any) (Abstraction) throws -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    change(
      [Implementation(key: key, make: implementation)], .either,
      ImplementationTeardown(synchronous: teardown, file: file, line: line))
  }

  /// Removes an abstraction with its implementations, and releases its singletons.
  ///
  /// - Parameter abstraction: The abstraction. It need not be registered.
  /// - Complexity: O(*n*) in the number of implementations.
  public func remove<Abstraction>(_ abstraction: Abstraction.Type) {
    context.edit { edit in
      for key in [
        LookupKey.type(ImplementationsOf<Abstraction>.self), .type(DefaultKeyOf<Abstraction>.self),
      ] {
        for registration in edit.registrations(for: key) { edit.remove(registration) }
      }
    }
    InjectorLog.info(
      "All registered implementations of '\(printed(abstraction))' abstraction were removed"
        + " successfully from container")
  }

  /// Removes all abstractions from the context, and releases the context's singletons.
  ///
  /// - Complexity: O(*n*) in the number of implementations.
  public func clear() {
    context.edit { $0.removeAll() }
    InjectorLog.info(
      "All registered abstractions and implementations were removed successfully from container")
  }

  /// The ways in which an injector changes the implementations of an abstraction.
  @usableFromInline
  enum Change {
    /// Registers an abstraction. If the abstraction is already registered, an injector that merges
    /// registrations adds the implementations.
    case registration
    /// Adds implementations to a registered abstraction. If the abstraction is not registered, an
    /// injector that merges registrations registers it.
    case addition
    /// Adds implementations to an abstraction, which is registered first if it is not yet
    /// registered.
    case either
  }

  /// The result of a change of an abstraction's implementations.
  private enum Outcome: Sendable {
    /// The abstraction was registered.
    case registered
    /// Implementations were added; `total` is the number of implementations after the change.
    case updated(total: Int)
    /// The change of implementations was ignored, since the abstraction is already registered.
    case ignored
    /// The change of implementations was ignored, since the abstraction is not registered.
    case unknown
  }

  /// Changes the implementations of an abstraction in the given way, and logs the result.
  @usableFromInline
  func change<Abstraction>(
    _ implementations: [Implementation<Abstraction>], default key: String? = nil,
    _ change: Change, _ teardown: ImplementationTeardown<Abstraction>?
  ) {
    let key = key ?? implementations.first?.key ?? ""
    let context = context
    let merges = mergesRegistrations
    let outcome = context.edit { edit -> Outcome in
      let present = edit.defaultKey(of: Abstraction.self)
      switch (present, change) {
      case (nil, .addition) where !merges: return .unknown
      case (nil, _):
        edit.set(
          implementations, default: context.nextDefault(key, of: Abstraction.self),
          teardown: teardown)
        return .registered
      case (.some, .registration) where !merges: return .ignored
      case (let present?, _):
        let adopts = change == .registration && key != present.key
        edit.set(
          implementations,
          default: adopts ? context.nextDefault(key, of: Abstraction.self) : present,
          teardown: teardown)
        return .updated(total: edit.keyCount(of: Abstraction.self))
      }
    }
    log(outcome, Abstraction.self, count: implementations.count)
  }

  /// Logs the result of a change of an abstraction's implementations.
  private func log(_ outcome: Outcome, _ abstraction: any Any.Type, count: Int) {
    // The name is computed only if it is printed.
    var name: String { printed(abstraction) }
    switch outcome {
    case .registered:
      InjectorLog.info(
        "'\(name)' abstraction registered succesfully with \(count) injectable implementations")
    case .updated(let total):
      InjectorLog.info(
        "'\(name)' abstraction updated succesfully with \(count) injectable implementations."
          + " \(total) Implementations registered in total")
    case .ignored: InjectorLog.error(.abstractionAlreadyRegistered(name, context.name))
    case .unknown: InjectorLog.error(.abstractionNotFoundForUpdate(name))
    }
  }
}
