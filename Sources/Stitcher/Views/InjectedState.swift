#if canImport(SwiftUI)
  public import SwiftUI

  /// A property of a view that injects its value once, and keeps the value as long as the view is
  /// part of the user interface.
  ///
  /// ```swift
  /// struct ProfileView: View {
  ///   @InjectedState private var accounts: any Accounts
  ///   @InjectedState(name: "drafts") private var drafts: NoteStore
  ///
  ///   var body: some View {
  ///     Text(accounts.userName)
  ///     TextField("Draft", text: $drafts.text)
  ///   }
  /// }
  /// ```
  ///
  /// The difference to ``Injected`` is that of `@State` to a variable: SwiftUI creates a view again
  /// whenever its parent is drawn, and `@Injected` would inject again. The value is injected at the
  /// first read. If the value is an `@Observable` object, the view is redrawn when a property
  /// changes that it reads. A failed injection stops the program, as with ``Injected``.
  ///
  /// Some dependencies must be created asynchronously. Until such a dependency exists, an optional
  /// property is `nil`, and a collection is empty. Any other property needs a placeholder:
  ///
  /// ```swift
  /// @InjectedState private var library: Library?
  /// @InjectedState(placeholder: .sample) private var catalog: Catalog
  /// ```
  ///
  /// Write `.task { try? await $library.load() }` to create the dependency and redraw the view.
  ///
  /// The property injects from the graph that `dependencies(_:)` or a preview trait has set. If the
  /// view is given another graph, the property injects again. Without such a graph, the property
  /// uses the graph that was current when the view was created.
  ///
  /// Available on platforms with SwiftUI.
  @propertyWrapper
  public struct InjectedState<Value>: DynamicProperty {
    /// The state of the property before SwiftUI has installed it, or outside of a view.
    private let own: ViewProperty<Value>

    /// The storage of the injected values, which SwiftUI keeps for the view.
    private let kept: State<ViewInjection<Value>>

    /// The graph that an enclosing view has set; `nil` if no view has set one.
    private let viewGraph = Environment(\.viewGraph)

    /// The state of the property in the graph of the view; `nil` before SwiftUI calls ``update()``.
    private var installed: ViewProperty<Value>?

    /// The number of loads of the value. On systems before iOS 17, which lack Observation, a change
    /// of this number redraws the view.
    private let loads = State(initialValue: 0)

    /// Creates a property that injects in the same way as the given ``Injected`` property.
    ///
    /// ```swift
    /// @InjectedState(Injected(type: Mailbox.self, user)) private var mailbox: Mailbox
    /// ```
    ///
    /// - Parameter injected: The injected property.
    public init(_ injected: Injected<Value>) { self.init(ViewInjection(injected)) }

    /// Creates a property with the given storage of its injected values.
    private init(_ injection: ViewInjection<Value>) {
      own = injection.property(in: nil)
      kept = State(initialValue: injection)
    }

    /// Creates a property that injects its value by the value's type. If nothing is registered, an
    /// optional is `nil` and a collection is empty.
    ///
    /// - Parameters:
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init(file: StaticString = #file, line: UInt = #line) {
      self.init(ViewInjection(Injected(file: file, line: line), .type))
    }

    /// Creates a property that injects the only dependency with the given name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init(name: String, file: StaticString = #file, line: UInt = #line) {
      self.init(ViewInjection(Injected(name: name, file: file, line: line), .name(name)))
    }

    /// Creates a property that injects the only dependency that is registered for the given value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init<Key: Hashable>(value: Key, file: StaticString = #file, line: UInt = #line) {
      self.init(ViewInjection(Injected(value: value, file: file, line: line), .value(value)))
    }

    /// Creates a property that injects its value by the value's type. The property shows a
    /// placeholder until the value has been created.
    ///
    /// ```swift
    /// @InjectedState(placeholder: .sample) private var catalog: Catalog
    /// ```
    ///
    /// - Parameters:
    ///   - placeholder: The value while the dependency is not yet created asynchronously: see
    ///     ``Wrapper/load()``. It is evaluated once for each view and graph.
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init(
      placeholder: @autoclosure @escaping () -> Value,
      file: StaticString = #file, line: UInt = #line
    ) {
      self.init(
        ViewInjection(Injected(file: file, line: line), .type, placeholder: placeholder))
    }

    /// Creates a property that injects the only dependency with the given name. The property shows
    /// a placeholder until the value has been created.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - placeholder: The value while the dependency is not yet created asynchronously: see
    ///     ``Wrapper/load()``. It is evaluated once for each view and graph.
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init(
      name: String, placeholder: @autoclosure @escaping () -> Value,
      file: StaticString = #file, line: UInt = #line
    ) {
      self.init(
        ViewInjection(
          Injected(name: name, file: file, line: line), .name(name), placeholder: placeholder))
    }

    /// Creates a property that injects the only dependency that is registered for the given value.
    /// The property shows a placeholder until its own value has been created.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - placeholder: The value while the dependency is not yet created asynchronously: see
    ///     ``Wrapper/load()``. It is evaluated once for each view and graph.
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init<Key: Hashable>(
      value: Key, placeholder: @autoclosure @escaping () -> Value,
      file: StaticString = #file, line: UInt = #line
    ) {
      self.init(
        ViewInjection(
          Injected(value: value, file: file, line: line), .value(value),
          placeholder: placeholder))
    }

    /// The value of the property, injected at the first read.
    ///
    /// If the dependency must be created asynchronously and does not exist yet, the value is the
    /// placeholder. Without a placeholder, an optional is `nil` and a collection is empty. For
    /// other types, the read stops the program.
    ///
    /// - Complexity: O(1).
    public var wrappedValue: Value {
      if #unavailable(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0) { _ = loads.wrappedValue }
      return (installed ?? own).value
    }

    /// Bindings to the properties of the injected object, and a method that loads it.
    public var projectedValue: Wrapper { Wrapper(property: installed ?? own, loads: loads) }

    /// Selects the property's value for the graph of the view. SwiftUI calls this method before it
    /// reads the view's body.
    public mutating func update() {
      installed = kept.wrappedValue.property(in: viewGraph.wrappedValue?.graph)
    }

    /// Bindings to the properties of an injected object, and a method that loads it.
    @dynamicMemberLookup
    public struct Wrapper {
      /// The property that holds the injected object.
      fileprivate let property: ViewProperty<Value>

      /// The number of loads of the value. On systems before iOS 17, a change of this number
      /// redraws the view.
      fileprivate let loads: State<Int>

      /// Returns a binding to a property of the injected object.
      ///
      /// - Parameter keyPath: The key path of the property, which must be settable.
      public subscript<Subject>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
      ) -> Binding<Subject> {
        let target = Target(value: property.value, keyPath: keyPath)
        return Binding(
          get: { target.value[keyPath: target.keyPath] },
          set: { target.value[keyPath: target.keyPath] = $0 })
      }
    }

    /// A property of the injected object, which a binding reads and writes.
    private struct Target<Subject>: @unchecked Sendable {
      // Safe: a binding is used on the main actor, by the view that made it. The value is used on
      // the main actor as well.

      /// The injected object that contains the bound property.
      let value: Value

      /// The key path of the bound property in the object.
      let keyPath: ReferenceWritableKeyPath<Value, Subject>
    }
  }

  extension InjectedState.Wrapper where Value: Sendable {
    /// Injects the value asynchronously, awaits an asynchronous factory, and redraws the view.
    ///
    /// ```swift
    /// struct LibraryView: View {
    ///   @InjectedState private var library: Library?
    ///
    ///   var body: some View {
    ///     Text(library?.title ?? "Opening…")
    ///       .task { try? await $library.load() }
    ///   }
    /// }
    /// ```
    ///
    /// If the property already has a value that is neither `nil` nor empty, the method does
    /// nothing, so that a view may appear again. After a failure, the next call tries again. If the
    /// dependency's scope keeps no instance, the loaded instance belongs to this view alone.
    ///
    /// A property that was created from an ``Injected`` injects synchronously.
    ///
    /// - Throws: ``InjectionError``, or `CancellationError` if the task is cancelled, as that of a
    ///   view is which disappears.
    /// - Complexity: O(1), and what the factory takes.
    @MainActor public func load() async throws {
      try await property.load()
      if #unavailable(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0) { loads.wrappedValue &+= 1 }
    }
  }
#endif
