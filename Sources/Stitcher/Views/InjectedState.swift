#if canImport(SwiftUI)
  public import SwiftUI

  /// A property of a view whose value is injected once, and kept for as long as the view is part
  /// of the interface.
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
  /// It is to ``Injected`` what `@State` is to a variable: a view is made anew whenever its parent
  /// is drawn, and `@Injected` would inject anew then. The value is injected at the first read. If
  /// it is an `@Observable` object, the view is redrawn for what it reads of it. A read that fails
  /// stops the program as one of ``Injected`` does.
  ///
  /// A dependency that is made asynchronously, and is not there yet, is nil where the value is
  /// optional, empty where it is a collection, or a placeholder:
  ///
  /// ```swift
  /// @InjectedState private var library: Library?
  /// @InjectedState(placeholder: .sample) private var catalog: Catalog
  /// ```
  ///
  /// `$library.load()` makes it, as in `.task { try? await $library.load() }`, and redraws the
  /// view.
  ///
  /// It injects from the graph that the view was given with `dependencies(_:)` or by a preview's
  /// trait, and injects anew if the view is given another graph. Where there is none, that is the
  /// graph that was current when the view was made.
  @propertyWrapper
  public struct InjectedState<Value>: DynamicProperty {
    /// What this value of the property injects: the property itself where there is no view.
    private let own: ViewProperty<Value>

    /// What the view keeps.
    private let kept: State<ViewInjection<Value>>

    /// The graph that the view was given, if it was given one.
    private let viewGraph = Environment(\.viewGraph)

    /// What the view injects, once the property is part of one.
    private var installed: ViewProperty<Value>?

    /// Grows when the value was loaded; redraws the view before iOS 17, where Observation does not.
    private let loads = State(initialValue: 0)

    /// Injects what an injected property does.
    ///
    /// ```swift
    /// @InjectedState(Injected(type: Mailbox.self, user)) private var mailbox: Mailbox
    /// ```
    ///
    /// - Parameter injected: The property.
    public init(_ injected: Injected<Value>) { self.init(ViewInjection(injected)) }

    /// Has the view keep what it injects.
    private init(_ injection: ViewInjection<Value>) {
      own = injection.property(in: nil)
      kept = State(initialValue: injection)
    }

    /// Injects by the type of the property: an optional is nil and a collection is empty if nothing
    /// is registered.
    ///
    /// - Parameters:
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init(file: StaticString = #file, line: UInt = #line) {
      self.init(ViewInjection(Injected(file: file, line: line), .type))
    }

    /// Injects a dependency by its name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init(name: String, file: StaticString = #file, line: UInt = #line) {
      self.init(ViewInjection(Injected(name: name, file: file, line: line), .name(name)))
    }

    /// Injects a dependency by its value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init<Key: Hashable>(value: Key, file: StaticString = #file, line: UInt = #line) {
      self.init(ViewInjection(Injected(value: value, file: file, line: line), .value(value)))
    }

    /// Injects the only dependency of the property's type, and shows something else until it is
    /// there.
    ///
    /// ```swift
    /// @InjectedState(placeholder: .sample) private var catalog: Catalog
    /// ```
    ///
    /// - Parameters:
    ///   - placeholder: What the value is while the dependency has to be made asynchronously, and
    ///     is not there: see ``Wrapper/load()``. It is made once for each view and graph.
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init(
      placeholder: @autoclosure @escaping () -> Value,
      file: StaticString = #file, line: UInt = #line
    ) {
      self.init(
        ViewInjection(Injected(file: file, line: line), .type, placeholder: placeholder))
    }

    /// Injects a dependency by its name, and shows something else until it is there.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - placeholder: What the value is while the dependency has to be made asynchronously, and
    ///     is not there: see ``Wrapper/load()``. It is made once for each view and graph.
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

    /// Injects a dependency by its value, and shows something else until it is there.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - placeholder: What the value is while the dependency has to be made asynchronously, and
    ///     is not there: see ``Wrapper/load()``. It is made once for each view and graph.
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

    /// The value, injected at the first read.
    ///
    /// A dependency that has to be made asynchronously, and is not there, is the placeholder, or
    /// else nil or empty if it may be; otherwise the read stops the program.
    ///
    /// - Complexity: O(1).
    public var wrappedValue: Value {
      if #unavailable(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0) { _ = loads.wrappedValue }
      return (installed ?? own).value
    }

    /// Bindings to the properties of the value, and a way to load it.
    public var projectedValue: Wrapper { Wrapper(property: installed ?? own, loads: loads) }

    /// Finds what the view keeps. SwiftUI calls it before it asks the view for its body.
    public mutating func update() {
      installed = kept.wrappedValue.property(in: viewGraph.wrappedValue?.graph)
    }

    /// Bindings to the properties of an injected object, and a way to load it.
    @dynamicMemberLookup
    public struct Wrapper {
      /// What the bindings lead into.
      fileprivate let property: ViewProperty<Value>

      /// Redraws the view before iOS 17.
      fileprivate let loads: State<Int>

      /// Returns a binding to a property of the object.
      ///
      /// - Parameter keyPath: The property, which has to be settable.
      public subscript<Subject>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
      ) -> Binding<Subject> {
        let target = Target(value: property.value, keyPath: keyPath)
        return Binding(
          get: { target.value[keyPath: target.keyPath] },
          set: { target.value[keyPath: target.keyPath] = $0 })
      }
    }

    /// What a binding reads and writes.
    private struct Target<Subject>: @unchecked Sendable {
      // Safe: a binding is used by the view that made it, on the main actor, where the value is
      // used as well.

      /// What is read and written.
      let value: Value

      /// Where in the object.
      let keyPath: ReferenceWritableKeyPath<Value, Subject>
    }
  }

  extension InjectedState.Wrapper where Value: Sendable {
    /// Injects the value as `DependencyGraph.injectAsync` does, and redraws the view.
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
    /// Where there is a value that is neither nil nor empty, it does nothing, so that a view may
    /// appear again. After a failure, the next call tries again. What the view keeps is kept for it
    /// alone if the dependency's scope keeps nothing.
    ///
    /// A property that was made from an ``Injected`` is injected synchronously.
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
