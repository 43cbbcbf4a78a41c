#if canImport(SwiftUI)
  internal import StitcherEngine
  public import SwiftUI

  /// A property of a view that reads and writes an observable dependency, and redraws the view
  /// when it changes.
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
  /// The dependency may be told of by a protocol. It is ``AnyObservableObject``, or an
  /// `@Observable` class, of which a view is redrawn for what it reads only. It is resolved when
  /// the property is created: if it can be observed in neither way, the program stops, there or
  /// when it is replaced through this property. A dependency that somebody else registers is
  /// followed, and the view redrawn once; only
  /// ``DependencyMocker/mockInViewScope(_:mock:)-(WritableKeyPath<DependencyMap,Dependency>,_)`` is
  /// silent.
  ///
  /// Outside views the property reads and writes the dependency, from any thread, and
  /// nothing is redrawn.
  @available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
  @propertyWrapper
  public struct StitchObservable<Dependency>: DynamicProperty, DependencyLifecycleScope {
    /// What this value of the property has made: the property itself where there is no view.
    private let own: ObservedDependency<Dependency>

    /// What the view keeps, and hears of changes from.
    private let kept: StateObject<ObservedDependency<Dependency>>

    /// What the view keeps, once the property is part of one.
    private var installed: ObservedDependency<Dependency>?

    /// Creates a property for a property of the map, and resolves it.
    ///
    /// - Parameter keyPath: The map's property.
    public init(_ keyPath: WritableKeyPath<DependencyMap, Dependency>) {
      self.init(DependencyOrigin(keyPath))
      Preconditions.checkFollowable(own.dependency)
    }

    /// Creates a property for a type that says itself what it depends on.
    ///
    /// The property is read and written on the main actor, where types keep their
    /// dependencies; elsewhere the program stops. If the type's scope is
    /// ``StitchableScope/unique``, this property has an instance of its own, which is made at
    /// the first read, and which a view keeps.
    ///
    /// - Parameter type: The type.
    @preconcurrency @MainActor
    public init<Type: Stitchable>(_ type: Type.Type) where Type.Dependency == Dependency {
      self.init(DependencyOrigin(type))
      if type.scope != .unique { Preconditions.checkFollowable(own.dependency) }
    }

    /// Creates a property.
    private init(_ origin: DependencyOrigin<Dependency>) {
      let own = ObservedDependency(origin)
      self.own = own
      kept = StateObject(wrappedValue: own)
    }

    /// What the property reads and writes.
    private var current: ObservedDependency<Dependency> { installed ?? own }

    /// The dependency, resolved at each read; an assignment registers another one, which has to be
    /// observable as well.
    ///
    /// - Complexity: O(1). A live dependency is read without a lock.
    public var wrappedValue: Dependency {
      get { current.dependency }
      nonmutating set {
        current.dependency = newValue
        Preconditions.checkFollowable(current.dependency)
      }
    }

    /// Bindings to the properties of the dependency.
    public var projectedValue: Wrapper { Wrapper(origin: current.origin) }

    /// Changes when the dependency does.
    package var observableObject: ErasedObservableObject { current }

    /// Finds what the view keeps. SwiftUI calls it before it asks the view for its body.
    public mutating func update() {
      guard MainQueue.isCurrent else { return }
      let kept = UncheckedSendableBox(kept)
      let installed = MainActor.assumeIsolated { kept.value.wrappedValue }
      // The view may have been made for another property of the map than before.
      installed.adopt(own)
      self.installed = installed
    }

    /// Bindings to the properties of a dependency.
    @dynamicMemberLookup
    public struct Wrapper {
      /// Where the dependency comes from.
      fileprivate let origin: DependencyOrigin<Dependency>

      /// Returns a binding to a property of the dependency that is registered whenever it is used.
      ///
      /// - Parameter keyPath: The property, which has to be settable.
      public subscript<Subject>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Dependency, Subject>
      ) -> Binding<Subject> {
        let origin = origin
        // A key path never changes.
        let keyPath = UncheckedSendableBox(keyPath)
        return Binding(
          get: { origin[keyPath.value] }, set: { origin[keyPath.value] = $0 })
      }
    }
  }
#endif
