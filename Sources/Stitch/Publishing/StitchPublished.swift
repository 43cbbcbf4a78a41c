/// A property wrapper that reads and writes an observable dependency, and publishes changes of its
/// properties.
///
/// ```swift
/// @MainActor protocol AuthStoring: AnyObject, Observable {
///   var isLoggedIn: Bool { get set }
/// }
///
/// @MainActor final class SomeService {
///   @StitchPublished(\.authStore) var store
///   private var cancellables: Set<StitchCancellable> = []
///
///   func setup() {
///     $store.isLoggedIn.sink { loggedIn in
///       print(loggedIn ? "Welcome" : "Goodbye")
///     }
///     .store(in: &cancellables)
///   }
/// }
/// ```
///
/// The dependency is resolved when the property is created. It must be `Observable`; otherwise the
/// program stops. The same applies to a replacement through this property. When other code
/// registers another dependency, the property observes it.
///
/// A publisher sends the latest value, not each one. If a property is set to 1, 2 and 3 in a row,
/// only 3 may be published. If it is set back before it is compared, nothing is published. See
/// ``Publisher``.
///
/// The property can be declared in classes, structures and actors. Copies of a structure share it.
/// If the dependency is `Sendable`, so is the property.
@propertyWrapper
public final class StitchPublished<Dependency>: DependencyLifecycleScope {
  /// The closure that reads the dependency, or writes a new value if there is one; see ``Stitch``.
  @usableFromInline let access: (_ newValue: UnsafePointer<Dependency>?) -> Dependency

  /// The object that reads the dependency for publishers.
  private let state: PublishedState<Dependency>

  /// Creates a property, and resolves the dependency.
  @usableFromInline
  init(
    access: @escaping (UnsafePointer<Dependency>?) -> Dependency, isMainActorsOnly: Bool
  ) {
    // The store is captured, since publishers read the dependency later, outside of the current
    // graph.
    let store = DependencyStore.current
    self.access = inCurrentGraph(access)
    state = PublishedState(access: self.access, store: store, isMainActorsOnly: isMainActorsOnly)
    check()
  }

  /// Creates a property for a key path of the map, and resolves the dependency.
  ///
  /// - Parameter keyPath: The key path of the map's property.
  @inlinable
  @inline(__always)
  public convenience init(_ keyPath: WritableKeyPath<DependencyMap, Dependency>) {
    self.init(access: accessing(keyPath), isMainActorsOnly: false)
  }

  /// Creates a property for a ``Stitchable`` type, and resolves the dependency.
  ///
  /// The property must be read and written on the main actor, where such types store their
  /// dependencies; otherwise the program stops. If the type's scope is ``StitchableScope/unique``,
  /// this property has its own instance.
  ///
  /// - Parameter type: The type.
  @preconcurrency @MainActor
  public convenience init<Type: Stitchable>(_ type: Type.Type)
  where Type.Dependency == Dependency {
    self.init(access: InjectionSite<Type>().access, isMainActorsOnly: true)
  }

  /// The dependency, resolved at each read; an assignment registers another one, which must also be
  /// `Observable`.
  ///
  /// - Complexity: O(1). A live dependency is read without a lock.
  @inlinable
  public var wrappedValue: Dependency {
    get { access(nil) }
    set {
      _ = withUnsafePointer(to: newValue) { access($0) }
      check()
    }
  }

  /// The publishers of the dependency's properties.
  public var projectedValue: Wrapper { Wrapper(state: check() ? state : nil) }

  /// Checks that the dependency is observable, and returns the result.
  @usableFromInline
  @discardableResult
  func check() -> Bool { Preconditions.checkObservable(access(nil)) }

  /// The publishers of a dependency's properties.
  @dynamicMemberLookup
  public struct Wrapper {
    /// The object that reads the dependency for publishers; `nil` if the dependency is not
    /// observable.
    fileprivate let state: PublishedState<Dependency>?

    /// Returns a new publisher for a property of the dependency.
    ///
    /// The first published value differs from the present value of the property.
    ///
    /// - Parameter keyPath: The key path of the property, which must be settable and `Equatable`.
    /// - Complexity: O(1).
    public subscript<Subject: Equatable>(
      dynamicMember keyPath: ReferenceWritableKeyPath<Dependency, Subject>
    ) -> Publisher<Subject> {
      guard let state else { return Publisher() }
      let change = ChangePublisher<Subject>(of: keyPath, in: state)
      return Publisher(change.values, keeping: change)
    }
  }
}

// Safe: all properties are constants. The closure only evaluates an immutable key path, or calls
// the main actor; its result is `Sendable`.
extension StitchPublished: @unchecked Sendable where Dependency: Sendable {}

/// The closure by which publishers read and write their dependency, and the actor on which they use
/// it.
struct PublishedState<Dependency>: @unchecked Sendable {
  // Safe: the closure's result stays on the calling thread: the creator of the publisher, the
  // thread that changes the dependency, or the actor that reads it for the publisher.

  /// The closure that reads the dependency, or writes a new value if there is one.
  let access: (_ newValue: UnsafePointer<Dependency>?) -> Dependency

  /// The store in which the dependency is registered; its signal reports each registration.
  let store: DependencyStore

  /// Whether the dependency may only be read on the main actor.
  let isMainActorsOnly: Bool

  /// The actor that reads changed properties and delivers their values.
  let actor: any Actor

  init(
    access: @escaping (UnsafePointer<Dependency>?) -> Dependency, store: DependencyStore,
    isMainActorsOnly: Bool
  ) {
    self.access = access
    self.store = store
    self.isMainActorsOnly = isMainActorsOnly
    actor = isMainActorsOnly ? MainActor.shared : Delivery.actor
  }
}

/// The configuration of the actor that delivers published values.
package enum Delivery {
  /// The delivering actor: the main actor, unless a test sets another one. A property captures it
  /// when it is created.
  @TaskLocal package static var actor: any Actor = MainActor.shared
}
