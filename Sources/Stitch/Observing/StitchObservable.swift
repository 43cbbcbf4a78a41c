#if canImport(SwiftUI)
  internal import StitcherEngine
  public import SwiftUI

  /// A property of a view that reads and writes an observable dependency, and redraws the view when
  /// it changes.
  ///
  /// ```swift
  /// protocol Modeling: ObservableObject, AnyObservableObject {
  ///   var name: String { get set }
  /// }
  ///
  /// struct HomeView: View {
  ///   @StitchObservable(\.model) var model
  ///
  ///   var body: some View {
  ///     Text("Welcome, \(model.name)")
  ///     TextField("Name", text: $model.name)
  ///   }
  /// }
  /// ```
  ///
  /// The dependency's type may be a protocol. The dependency conforms to ``AnyObservableObject``,
  /// or is an instance of an `@Observable` class. For the latter, a view is redrawn only for
  /// changes of properties that it reads. The dependency is resolved when the property is created.
  /// If it is not observable, the program stops. The same applies to a replacement through this
  /// property. When other code registers another dependency, the property observes it and the view
  /// is redrawn once. Only
  /// ``DependencyMocker/mockInViewScope(_:mock:)-(WritableKeyPath<DependencyMap,Dependency>,_)``
  /// does not redraw the view.
  ///
  /// Outside views the property reads and writes the dependency, from any thread, and
  /// nothing is redrawn.
  @available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
  @propertyWrapper
  public struct StitchObservable<Dependency>: DynamicProperty, DependencyLifecycleScope {
    /// The observed dependency before SwiftUI has installed the property, or outside of a view.
    private let own: ObservedDependency<Dependency>

    /// The observed dependency that SwiftUI keeps for the view.
    private let kept: StateObject<ObservedDependency<Dependency>>

    /// The observed dependency of the view; `nil` before SwiftUI calls ``update()``.
    private var installed: ObservedDependency<Dependency>?

    /// Creates a property for a key path of the map, and resolves the dependency.
    ///
    /// - Parameter keyPath: The key path of the map's property.
    public init(_ keyPath: WritableKeyPath<DependencyMap, Dependency>) {
      self.init(DependencyOrigin(keyPath))
      Preconditions.checkFollowable(own.dependency)
    }

    /// Creates a property for a ``Stitchable`` type.
    ///
    /// The property must be read and written on the main actor, where such types store their
    /// dependencies; otherwise the program stops. If the type's scope is
    /// ``StitchableScope/unique``, this property has its own instance. It is created at the first
    /// read, and kept by the view.
    ///
    /// - Parameter type: The type.
    @preconcurrency @MainActor
    public init<Type: Stitchable>(_ type: Type.Type) where Type.Dependency == Dependency {
      self.init(DependencyOrigin(type))
      if type.scope != .unique { Preconditions.checkFollowable(own.dependency) }
    }

    private init(_ origin: DependencyOrigin<Dependency>) {
      let own = ObservedDependency(origin)
      self.own = own
      kept = StateObject(wrappedValue: own)
    }

    /// The observed dependency in use.
    private var current: ObservedDependency<Dependency> { installed ?? own }

    /// The dependency, resolved at each read; an assignment registers another one, which must also
    /// be observable.
    ///
    /// - Complexity: O(1). A live dependency is read without a lock.
    public var wrappedValue: Dependency {
      get { current.dependency }
      nonmutating set {
        current.dependency = newValue
        Preconditions.checkFollowable(current.dependency)
      }
    }

    /// The bindings to the properties of the dependency.
    public var projectedValue: Wrapper { Wrapper(origin: current.origin) }

    /// The observable object that announces the changes of the dependency.
    package var observableObject: ErasedObservableObject { current }

    /// Restores the observed dependency that SwiftUI has stored for this view. SwiftUI calls this
    /// method before it reads the view's body.
    public mutating func update() {
      guard MainQueue.isCurrent else { return }
      let kept = UncheckedSendableBox(kept)
      let installed = MainActor.assumeIsolated { kept.value.wrappedValue }
      // SwiftUI may have created the view again with another key path.
      installed.adopt(own)
      self.installed = installed
    }

    /// Bindings to the properties of a dependency.
    @dynamicMemberLookup
    public struct Wrapper {
      /// The origin of the dependency.
      fileprivate let origin: DependencyOrigin<Dependency>

      /// Returns a binding to a property of the dependency that is registered at the time of each
      /// access.
      ///
      /// - Parameter keyPath: The key path of the property, which must be settable.
      public subscript<Subject>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Dependency, Subject>
      ) -> Binding<Subject> {
        let origin = origin
        // Key paths are immutable.
        let keyPath = UncheckedSendableBox(keyPath)
        return Binding(
          get: { origin[keyPath.value] }, set: { origin[keyPath.value] = $0 })
      }
    }
  }
#endif
