internal import StitcherEngine

/// A property wrapper that injects the value of a property at its first read.
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
/// The property holds the first value. If that is `nil` or an empty array, set or dictionary, each
/// read injects again. Copies of the property share the value.
///
/// If nothing is registered, an optional is `nil`, and an array, a set or a dictionary is empty.
/// Every other failure stops the program with a message that names the property's source location,
/// the reason and the remedies. Call ``loadedValue()`` to handle the failure instead.
///
/// The property injects from the graph that was current when the property was created.
///
/// Where Swift allows no property wrapper, as in a `Sendable` class, store the wrapper in a
/// constant:
///
/// ```swift
/// final class Uploader: Sendable {
///   private let _accounts = Injected<any Accounts>()
///   var accounts: any Accounts { _accounts.wrappedValue }
/// }
/// ```
///
/// All members may be used from any thread if the value may.
@propertyWrapper
public struct Injected<Value> {
  @usableFromInline let storage: InjectedStorage<Value>

  @inlinable
  init(storage: InjectedStorage<Value>) { self.storage = storage }

  /// Creates a property with the given closure, which injects the value and reports whether nothing
  /// is registered.
  @inlinable
  init(
    _ file: StaticString, _ line: UInt,
    _ injection: @escaping (_ isAbsent: inout Bool) throws -> Value
  ) {
    self.init(storage: InjectedStorage(file: file, line: line, injection: injection))
  }

  // For a property without arguments, the compiler considers only initializers in the type itself,
  // not those in extensions.

  /// Creates a property that injects the only dependency of the property's type.
  ///
  /// - Parameters:
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  @inlinable
  public init(file: StaticString = #file, line: UInt = #line) {
    self.init(storage: InjectedStorage(file: file, line: line))
  }

  /// Creates a property that injects a collection of all dependencies of the collection's element
  /// type.
  ///
  /// - Parameters:
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @inlinable
  public init<V>(file: StaticString = #file, line: UInt = #line)
  where Value: DependencyContainingCollection, Value.Element == V {
    self.init(file, line) { try injectAll(Value.self, &$0) }
  }

  /// Creates an optional property that injects the only dependency of the wrapped type; the value
  /// is `nil` if no dependency is registered.
  ///
  /// - Parameters:
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @inlinable
  public init<V>(file: StaticString = #file, line: UInt = #line) where Value == V? {
    self.init(file, line) { try injectOptional(V.self, &$0) }
  }

  /// Creates a property that injects the dependency of the property's dictionary type; the value is
  /// empty if no dependency is registered.
  ///
  /// - Parameters:
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @inlinable
  public init<Key: Hashable, Element>(file: StaticString = #file, line: UInt = #line)
  where Value == [Key: Element] {
    self.init(storage: InjectedStorage(file: file, line: line))
  }

  /// Creates a property of an optional collection type that injects all dependencies of the
  /// collection's element type; the value is never `nil`.
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

  /// The value of the property, which is injected at the first read.
  ///
  /// If the injection fails, the read stops the program.
  ///
  /// - Complexity: O(1). A loaded value is read without a lock.
  @inlinable public var wrappedValue: Value { storage.with { $0.value } }

  /// Injects the value, unless the property already holds a value that is neither `nil` nor empty.
  ///
  /// ```swift
  /// try _accounts.loadIfNeeded()
  /// ```
  ///
  /// - Throws: ``InjectionError``. A missing name or value is an error even if the property is an
  ///   optional or a collection.
  @inlinable
  public func loadIfNeeded() throws { try storage.with { try $0.loadIfNeeded() } }

  /// Returns the value, and injects it if necessary. If the injection fails, this method throws an
  /// error, while a read of ``wrappedValue`` stops the program.
  ///
  /// ```swift
  /// let accounts = try _accounts.loadedValue()
  /// ```
  ///
  /// If no value is loaded, this method injects the value first. Call it where a failure has to be
  /// handled, as in a factory.
  ///
  /// - Returns: The value. If nothing is registered, an optional is `nil`, and an array, a set or a
  ///   dictionary is empty.
  /// - Throws: ``InjectionError``, if the injection fails.
  /// - Complexity: O(1). A loaded value is read without a lock.
  @inlinable
  public func loadedValue() throws -> Value { try storage.with { try $0.loadedValue() } }

  /// Drops the value that the property holds, and injects a new one.
  ///
  /// - Throws: ``InjectionError``, as ``loadIfNeeded()`` does. The property then holds no value.
  @inlinable
  public func reload() throws { try storage.with { try $0.reload() } }

  /// From now on, reloads the value after each change of the graph, on the thread that makes the
  /// change.
  ///
  /// If a reload fails, the property holds no value, and the next read injects again. The
  /// subscription ends with the last copy of the property. A second call has no effect.
  public func autoreload() { storage.autoreload() }
}

// Safe: the storage synchronizes the access to the value.
extension Injected: @unchecked Sendable where Value: Sendable {}
