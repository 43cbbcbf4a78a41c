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
  /// It injects from the graph that the view was given with `dependencies(_:)` or by a preview's
  /// trait, and injects anew if the view is given another graph. Where there is none, that is the
  /// graph that was current when the view was made.
  @propertyWrapper
  public struct InjectedState<Value>: DynamicProperty {
    /// What this value of the property injects: the property itself where there is no view.
    private let own: Injected<Value>

    /// What the view keeps.
    private let kept: State<ViewInjection<Value>>

    /// The graph that the view was given, if it was given one.
    private let viewGraph = Environment(\.viewGraph)

    /// What the view injects, once the property is part of one.
    private var installed: Injected<Value>?

    /// Injects what an injected property does.
    ///
    /// ```swift
    /// @InjectedState(Injected(type: Mailbox.self, user)) private var mailbox: Mailbox
    /// ```
    ///
    /// - Parameter injected: The property.
    public init(_ injected: Injected<Value>) {
      own = injected
      kept = State(initialValue: ViewInjection(injected))
    }

    /// Injects the only dependency of the property's type.
    ///
    /// - Parameters:
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    @_disfavoredOverload
    public init(file: StaticString = #file, line: UInt = #line) {
      self.init(Injected(file: file, line: line))
    }

    /// Injects all dependencies of the element type.
    ///
    /// - Parameters:
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init<V>(file: StaticString = #file, line: UInt = #line)
    where Value: DependencyContainingCollection, Value.Element == V {
      self.init(Injected(file: file, line: line))
    }

    /// Injects the only dependency of the wrapped type, or nil.
    ///
    /// - Parameters:
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init<V>(file: StaticString = #file, line: UInt = #line) where Value == V? {
      self.init(Injected(file: file, line: line))
    }

    /// Injects a dependency by its name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init(name: String, file: StaticString = #file, line: UInt = #line) {
      self.init(Injected(name: name, file: file, line: line))
    }

    /// Injects a dependency by its value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - file: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init<Key: Hashable>(value: Key, file: StaticString = #file, line: UInt = #line) {
      self.init(Injected(value: value, file: file, line: line))
    }

    /// The value, injected at the first read.
    ///
    /// - Complexity: O(1). A value that is loaded is read without a lock.
    public var wrappedValue: Value { (installed ?? own).wrappedValue }

    /// Bindings to the properties of the value.
    public var projectedValue: Wrapper { Wrapper(value: wrappedValue) }

    /// Finds what the view keeps. SwiftUI calls it before it asks the view for its body.
    public mutating func update() {
      installed = kept.wrappedValue.property(in: viewGraph.wrappedValue?.graph)
    }

    /// Bindings to the properties of an injected object.
    @dynamicMemberLookup
    public struct Wrapper {
      /// What the bindings lead into.
      fileprivate let value: Value

      /// Returns a binding to a property of the object.
      ///
      /// - Parameter keyPath: The property, which has to be settable.
      public subscript<Subject>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
      ) -> Binding<Subject> {
        let target = Target(value: value, keyPath: keyPath)
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
#endif
