internal import StitcherEngine

extension Injector {
  /// Registers an abstraction with several implementations.
  ///
  /// An abstraction that is registered already is left as it is, and an error is logged, but see
  /// ``build(context:mergesRegistrations:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction: a protocol, or any other type.
  ///   - defaultDependency: The key of the implementation that is injected where none is asked for.
  ///     It is not checked.
  ///   - implementations: For each key a closure that makes an instance, or returns nil. It is
  ///     called with each injection, on the injecting thread; one that is written on an actor only
  ///     there. Two equal keys stop the program.
  ///   - teardown: Closes a singleton, as ``destroyAsync()`` says.
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
  /// An abstraction that is registered already is left as it is, and an error is logged, but see
  /// ``build(context:mergesRegistrations:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: Makes an instance, or returns nil.
  ///   - teardown: Closes a singleton, as ``destroyAsync()`` says.
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

  /// Adds implementations to a registered abstraction. Those with the same keys are replaced, and
  /// their singletons released.
  ///
  /// If the abstraction is not registered, an error is logged, but see
  /// ``build(context:mergesRegistrations:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil. Two equal
  ///     keys stop the program.
  ///   - teardown: Closes a singleton, as ``destroyAsync()`` says.
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

  /// Adds an implementation to a registered abstraction. One with the same key is replaced, and
  /// its singleton released.
  ///
  /// If the abstraction is not registered, an error is logged, but see
  /// ``build(context:mergesRegistrations:)``.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation.
  ///   - implementation: Makes an instance, or returns nil.
  ///   - teardown: Closes a singleton, as ``destroyAsync()`` says.
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

  /// Registers an abstraction, or adds to it if it is registered already.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - implementations: For each key a closure that makes an instance, or returns nil. If the
  ///     abstraction is new, the smallest key becomes the default one. Two equal keys stop the
  ///     program.
  ///   - teardown: Closes a singleton, as ``destroyAsync()`` says.
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

  /// Registers an abstraction, or adds to it if it is registered already.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation. If the abstraction is new, it becomes the default one.
  ///   - implementation: Makes an instance, or returns nil.
  ///   - teardown: Closes a singleton, as ``destroyAsync()`` says.
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

  /// Removes all abstractions of the context, and releases its singletons.
  ///
  /// - Complexity: O(*n*) in the number of implementations.
  public func clear() {
    context.edit { $0.removeAll() }
    InjectorLog.info(
      "All registered abstractions and implementations were removed successfully from container")
  }

  /// What to do, depending on whether the abstraction is registered.
  @usableFromInline
  enum Change {
    /// Register it, or add to it where the injector merges.
    case registration
    /// Add to it; it must be registered.
    case addition
    /// Add to it if it is registered, else register it.
    case either
  }

  /// What was done.
  private enum Outcome: Sendable {
    /// The abstraction is new.
    case registered
    /// Implementations were added; there are so many now.
    case updated(total: Int)
    /// Nothing: the abstraction is registered already.
    case ignored
    /// Nothing: the abstraction is not registered.
    case unknown
  }

  /// Registers implementations or adds them.
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

  /// Logs what was done.
  private func log(_ outcome: Outcome, _ abstraction: any Any.Type, count: Int) {
    // The name is made only if it is printed.
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
