internal import StitcherEngine

/// A registration of a ``Container`` or an ``AsyncContainer``, to which a teardown can be added.
///
/// ```swift
/// container.register { _ in Database() }
///   .teardown { database in try await database.close() }
/// ```
///
/// `register` and `autoregister` return a registration where the result is used. It may be used
/// from any thread. It retains the container's registrations, but not the instances.
///
/// ```swift
/// let registration: ContainerRegistration<Database> = container.register { _ in Database() }
/// ```
public struct ContainerRegistration<Dependency>: Sendable {
  /// The registrations that the call of `register` or `autoregister` has created.
  private let pending: PendingRegistration

  /// Creates the public object for the registrations that a call has created.
  init(_ pending: PendingRegistration) { self.pending = pending }

  /// Sets the teardown of shared instances. A later call replaces the teardown.
  ///
  /// ```swift
  /// container.register { _ in LogFile() }
  ///   .teardown { file in try file.close() }
  /// ```
  ///
  /// The teardown is called once for each shared instance, when the container releases the
  /// instance. The container does so at ``Container/end()``, which waits, at ``Container/clean()``
  /// and ``Container/releaseSharedInstances()``, at a new registration with the same key, and on
  /// its deallocation. Instances are torn down in the reverse order of creation. The teardown is
  /// not called for ``DependencyScope/new``, since the container does not keep such instances. An
  /// existing instance is torn down as well, but not an instance that an isolated graph has
  /// created.
  ///
  /// If no call waits for a teardown, its error is printed to the standard error. If an override of
  /// `register(type:in:factory:)` registers nothing, this method has no effect.
  ///
  /// - Parameter action: The closure that closes the instance. A closure of an actor runs on that
  ///   actor: `{ @MainActor screen in screen.close() }`. Other closures run on the thread that
  ///   releases the instance. They run in a task if the release is awaited, or if an earlier
  ///   teardown is asynchronous.
  /// - Complexity: O(1) on average.
  public func teardown(
    _ action: @escaping @Sendable @isolated(any) (Dependency) throws -> Void
  ) {
    set(Teardown(synchronous: action))
  }

  /// Sets an asynchronous teardown of shared instances, with an optional time limit. A later call
  /// replaces the teardown.
  ///
  /// ```swift
  /// container.register { _ in Database() }
  ///   .teardown(within: .seconds(5)) { database in try await database.close() }
  /// ```
  ///
  /// Teardowns run in a task, one at a time. A teardown that exceeds its limit is cancelled and
  /// fails with ``ContainerTeardownError/Timeout``. See the overload for synchronous closures for
  /// the other rules.
  ///
  /// - Parameters:
  ///   - limit: The time limit of the teardown; `nil` for none.
  ///   - action: The closure that closes the instance. A closure of a global actor runs on that
  ///     actor. A closure that blocks its thread blocks one of the few threads on which tasks run.
  /// - Complexity: O(1) on average.
  @_disfavoredOverload
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func teardown(
    within limit: Duration?,
    _ action: @escaping @Sendable @isolated(any) (Dependency) async throws -> Void
  ) {
    set(Teardown(asynchronous: action, within: limit.map { TimeSpan($0) }))
  }

  /// Sets an asynchronous teardown of shared instances, with an optional time limit in seconds. A
  /// later call replaces the teardown.
  ///
  /// - Parameters:
  ///   - limit: The time limit of the teardown in seconds; `nil` for none.
  ///   - action: The closure that closes the instance, as in the overload with a `Duration`.
  /// - Complexity: O(1) on average.
  @_disfavoredOverload
  public func teardown(
    withinSeconds limit: Double? = nil,
    _ action: @escaping @Sendable @isolated(any) (Dependency) async throws -> Void
  ) {
    set(Teardown(asynchronous: action, within: limit.map { TimeSpan(seconds: $0) }))
  }

  /// Sets the teardown of the registrations.
  private func set(_ teardown: Teardown) { pending.set(teardown, of: Dependency.self) }
}
