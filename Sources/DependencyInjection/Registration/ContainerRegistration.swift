internal import StitcherEngine

/// A registration of a ``Container`` or an ``AsyncContainer``, to which a teardown can be added.
///
/// ```swift
/// container.register { _ in Database() }
///   .teardown { database in try await database.close() }
/// ```
///
/// `register` and `autoregister` return one where it is used; else they return nothing. It may be
/// used from any thread, and keeps the container's registrations, not its instances.
///
/// ```swift
/// let registration: ContainerRegistration<Database> = container.register { _ in Database() }
/// ```
public struct ContainerRegistration<Dependency>: Sendable {
  /// What has come of the call.
  private let pending: PendingRegistration

  /// Describes what was registered.
  init(_ pending: PendingRegistration) { self.pending = pending }

  /// Says how an instance is closed. The last call counts.
  ///
  /// ```swift
  /// container.register { _ in LogFile() }
  ///   .teardown { file in try file.close() }
  /// ```
  ///
  /// It is called once for each shared instance, when the container lets go of it: at
  /// ``Container/end()``, which waits, ``Container/clean()``,
  /// ``Container/releaseSharedInstances()``, a new registration for the same key, and when the
  /// container itself goes. Of several instances, what was created later goes first. Nothing is
  /// called for ``DependencyScope/new``: the container does not know these instances. An instance
  /// that is there already is torn down, too, but not one that an isolated graph has made.
  ///
  /// What fails where nobody waits is printed to the standard error. If an override of
  /// `register(type:in:factory:)` registers nothing, this does nothing.
  ///
  /// - Parameter action: Closes the instance: on the actor that the closure names, as in
  ///   `{ @MainActor screen in screen.close() }`; else on the thread that lets go of the instance,
  ///   or, if that is awaited or something that goes before it is asynchronous, in a task.
  /// - Complexity: O(1) on average.
  public func teardown(
    _ action: @escaping @Sendable @isolated(any) (Dependency) throws -> Void
  ) {
    set(Teardown(synchronous: action))
  }

  /// Says how an instance is closed in a task, and how long that may take. The last call counts.
  ///
  /// ```swift
  /// container.register { _ in Database() }
  ///   .teardown(within: .seconds(5)) { database in try await database.close() }
  /// ```
  ///
  /// One teardown runs at a time. A teardown that exceeds its limit is cancelled and counts as
  /// failed with ``ContainerTeardownError/Timeout``. See the form for synchronous closures.
  ///
  /// - Parameters:
  ///   - limit: The longest time that the teardown may take.
  ///   - action: Closes the instance. A closure that names a global actor runs there. A closure
  ///     that blocks its thread blocks one of the few threads on which tasks run.
  /// - Complexity: O(1) on average.
  @_disfavoredOverload
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func teardown(
    within limit: Duration?,
    _ action: @escaping @Sendable @isolated(any) (Dependency) async throws -> Void
  ) {
    set(Teardown(asynchronous: action, within: limit.map { TimeSpan($0) }))
  }

  /// Says how an instance is closed in a task, and how many seconds that may take. The last call
  /// counts.
  ///
  /// - Parameters:
  ///   - limit: The longest time that the teardown may take, in seconds; nil if that does not
  ///     matter.
  ///   - action: Closes the instance, as in the form with a `Duration`.
  /// - Complexity: O(1) on average.
  @_disfavoredOverload
  public func teardown(
    withinSeconds limit: Double? = nil,
    _ action: @escaping @Sendable @isolated(any) (Dependency) async throws -> Void
  ) {
    set(Teardown(asynchronous: action, within: limit.map { TimeSpan(seconds: $0) }))
  }

  /// Gives the registration a teardown.
  private func set(_ teardown: Teardown) { pending.set(teardown, of: Dependency.self) }
}
