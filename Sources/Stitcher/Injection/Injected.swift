internal import StitcherEngine

/// A property whose value is injected at its first read.
///
/// ```swift
/// final class ProfileModel {
///   @Injected var accounts: any Accounts
///   @Injected var tracker: Tracker?
///   @Injected var sources: [any Searchable]
///   @Injected(name: "avatars") var avatars: ImageCache
///   @Injected("Drafts") var drafts: NoteStore
/// }
/// ```
///
/// - Warning: `@Injected("Drafts")` passes a parameter to the factory. A name has a label:
///   `@Injected(name: "Drafts")`.
///
/// The first value is kept; nil and an empty array, set or dictionary are asked for again at each
/// read. Copies share the value. A read that fails stops the program with the place of the
/// property, the reason and the remedies; an optional, an array, a set or a dictionary that nothing
/// is registered for is nil or empty.
///
/// Where no property wrapper can stand, as in a `Sendable` class, hold the wrapper itself
/// in a constant:
///
/// ```swift
/// final class Uploader: Sendable {
///   private let _accounts = Injected<any Accounts>()
///   var accounts: any Accounts { _accounts.wrappedValue }
/// }
/// ```
///
/// All members may be used from any thread, if the value may.
@propertyWrapper
public struct Injected<Value> {
  /// The value and where it comes from.
  @usableFromInline let storage: InjectedStorage<Value>

  /// Wraps a storage.
  @inlinable
  init(storage: InjectedStorage<Value>) { self.storage = storage }

  /// Wraps an injection, which says whether what it returns stands for absence.
  @inlinable
  init(
    _ file: StaticString, _ line: UInt,
    _ injection: @escaping (_ isAbsent: inout Bool) throws -> Value
  ) {
    self.init(storage: InjectedStorage(file: file, line: line, injection: injection))
  }

  // The compiler finds initializers for properties without arguments only here, not
  // in an extension.

  /// Injects the only dependency of the property's type.
  ///
  /// - Parameters:
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  @inlinable
  public init(file: StaticString = #file, line: UInt = #line) {
    self.init(storage: InjectedStorage(file: file, line: line))
  }

  /// Injects all dependencies of the element type.
  ///
  /// - Parameters:
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @inlinable
  public init<V>(file: StaticString = #file, line: UInt = #line)
  where Value: DependencyContainingCollection, Value.Element == V {
    self.init(file, line) { try injectAll(Value.self, &$0) }
  }

  /// Injects the only dependency of the wrapped type, or nil.
  ///
  /// - Parameters:
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @inlinable
  public init<V>(file: StaticString = #file, line: UInt = #line) where Value == V? {
    self.init(file, line) { try injectOptional(V.self, &$0) }
  }

  /// Injects the only dependency of the dictionary type, or an empty dictionary.
  ///
  /// - Parameters:
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @inlinable
  public init<Key: Hashable, Element>(file: StaticString = #file, line: UInt = #line)
  where Value == [Key: Element] {
    self.init(storage: InjectedStorage(file: file, line: line))
  }

  /// Injects all dependencies of the element type; never nil.
  @available(
    *, deprecated,
    message:
      "Optional collection dependencies are deprecated. Please use an empty collection instead."
  )
  @inlinable
  public init<C: DependencyContainingCollection>(file: StaticString = #file, line: UInt = #line)
  where Value == C? {
    self.init(file, line) { try injectAll(C.self, &$0) }
  }

  /// The value, injected at the first read.
  ///
  /// - Complexity: O(1). A value that is loaded is read without a lock.
  @inlinable public var wrappedValue: Value { storage.value }

  /// Injects the value, unless one is loaded that is neither nil nor empty.
  ///
  /// ```swift
  /// try _accounts.loadIfNeeded()
  /// ```
  ///
  /// - Throws: ``InjectionError``, also if nothing has the name or value that an optional or a
  ///   collection is asked for by.
  public func loadIfNeeded() throws { try storage.loadIfNeeded() }

  /// Returns the value, injected if none is loaded: what ``wrappedValue`` returns, where a failure
  /// has to be handled, as in a factory.
  ///
  /// ```swift
  /// let accounts = try _accounts.loadedValue()
  /// ```
  ///
  /// - Returns: The value; nil or empty if it may be, and nothing is registered.
  /// - Throws: ``InjectionError``, where a read of ``wrappedValue`` stops the program.
  /// - Complexity: O(1). A value that is loaded is read without a lock.
  public func loadedValue() throws -> Value { try storage.loadedValue() }

  /// Drops the value and injects it again.
  ///
  /// - Throws: ``InjectionError``, as ``loadIfNeeded()`` does. Then no value is loaded.
  public func reload() throws { try storage.reload() }

  /// Reloads the value after each change of the graph, on the thread that makes the change.
  ///
  /// A failure drops the value, and is left to the next read. It lasts as long as a copy of the
  /// property does. A second call changes nothing.
  public func autoreload() { storage.autoreload() }
}

// Safe: the storage guards the value.
extension Injected: @unchecked Sendable where Value: Sendable {}
