/// A property that reads and writes an observable dependency, and publishes the changes
/// of its properties.
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
/// The dependency is resolved when the property is created. It has to be `Observable`: if it is
/// not, the program stops, there or when it is replaced through this property. A dependency that
/// somebody else registers is followed as well.
///
/// A publisher gives the latest value, not each one: what is set to 1, 2 and 3 in a row may arrive
/// as 3 alone, and what is set back before it was compared is not published. See ``Publisher``.
///
/// The property may stand in classes, structures, whose copies share it, and actors. If the
/// dependency is `Sendable`, so is the property.
@propertyWrapper
public final class StitchPublished<Dependency>: DependencyLifecycleScope {
  /// Reads the dependency, or writes the new one that there is; see ``Stitch``.
  @usableFromInline let access: (_ newValue: UnsafePointer<Dependency>?) -> Dependency

  /// Reads and writes the dependency, for publishers.
  private let state: PublishedState<Dependency>

  /// Creates a property, and resolves it.
  @usableFromInline
  init(
    access: @escaping (UnsafePointer<Dependency>?) -> Dependency, isMainActorsOnly: Bool
  ) {
    // Publishers read where no graph is current.
    let store = DependencyStore.current
    self.access = inCurrentGraph(access)
    state = PublishedState(access: self.access, store: store, isMainActorsOnly: isMainActorsOnly)
    check()
  }

  /// Creates a property for a property of the map, and resolves it.
  ///
  /// - Parameter keyPath: The map's property.
  @inlinable
  @inline(__always)
  public convenience init(_ keyPath: WritableKeyPath<DependencyMap, Dependency>) {
    self.init(access: accessing(keyPath), isMainActorsOnly: false)
  }

  /// Creates a property for a type that says itself what it depends on, and resolves it.
  ///
  /// The property is read and written on the main actor, where types keep their dependencies;
  /// elsewhere the program stops. If the type's scope is ``StitchableScope/unique``, this property
  /// has an instance of its own.
  ///
  /// - Parameter type: The type.
  @preconcurrency @MainActor
  public convenience init<Type: Stitchable>(_ type: Type.Type)
  where Type.Dependency == Dependency {
    self.init(access: InjectionSite<Type>().access, isMainActorsOnly: true)
  }

  /// The dependency, resolved at each read; an assignment registers another one, which has to be
  /// `Observable` as well.
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

  /// Checks that the dependency can be observed.
  @usableFromInline
  @discardableResult
  func check() -> Bool { Preconditions.checkObservable(access(nil)) }

  /// The publishers of a dependency's properties.
  @dynamicMemberLookup
  public struct Wrapper {
    /// Reads the dependency, if it can be observed.
    fileprivate let state: PublishedState<Dependency>?

    /// Returns a new publisher of a property's changes.
    ///
    /// What it publishes first differs from the value that the property has now.
    ///
    /// - Parameter keyPath: The property, which has to be settable and `Equatable`.
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

// Safe: all it has is constant. The closure only evaluates a key path, which never changes, or asks
// the main actor; what it returns is `Sendable`.
extension StitchPublished: @unchecked Sendable where Dependency: Sendable {}

/// How publishers get at their dependency.
struct PublishedState<Dependency>: @unchecked Sendable {
  // Safe: what the closure returns stays where it was called: on the thread that made
  // the publisher, on the one that changes the dependency, or on the actor that reads it
  // for the publisher.

  /// Reads the dependency, or writes it if there is a new one.
  let access: (_ newValue: UnsafePointer<Dependency>?) -> Dependency

  /// Tells of registrations.
  let store: DependencyStore

  /// Whether the dependency is read on the main actor only.
  let isMainActorsOnly: Bool

  /// The actor that reads and delivers what has changed.
  let actor: any Actor

  /// Creates what reads a dependency.
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

/// Where publishers read what has changed, and deliver it.
package enum Delivery {
  /// The actor. Publishers use the one that there is when their property wrapper is created.
  @TaskLocal package static var actor: any Actor = MainActor.shared
}
