internal import StitcherEngine

/// A property whose object is injected at its first read, and held weakly: for a reference back.
///
/// ```swift
/// final class Mailbox {
///   @Injected var sync: Sync
/// }
///
/// final class Sync {
///   @WeakInjected var mailbox: Mailbox?
/// }
/// ```
///
/// Two objects that refer to each other by ``Injected`` would keep each other alive for ever.
///
/// Like ``Injected``, the property injects from the graph that was current when it was created, and
/// a read stops the program if the injection fails. It is nil as long as nothing is registered, and
/// each read asks again. Once an object was injected, the property reads nil after the object is
/// gone. It does not inject another one: call ``reload()`` for that.
///
/// An object that nothing else holds is gone after the first read, as with `weak var`. So register
/// it in a scope that keeps it, or hold it elsewhere. What is injected has to be a class instance;
/// the type may be a class or a protocol.
///
/// Where no property wrapper can stand, as in a `Sendable` class, hold the wrapper itself in a
/// constant:
///
/// ```swift
/// final class Uploader: Sendable {
///   private let _session = WeakInjected<Session>()
///   var session: Session? { _session.wrappedValue }
/// }
/// ```
///
/// All members may be used from any thread, if the object may.
@propertyWrapper
public struct WeakInjected<Object> {
  /// The weak reference, and where the object comes from.
  private let storage: InjectedStorage<WeakObject<Object>?>

  /// Creates a property from an injection.
  init(
    _ file: StaticString, _ line: UInt,
    _ injection: @escaping (_ isAbsent: inout Bool) throws -> Object?
  ) {
    storage = InjectedStorage(file: file, line: line) { isAbsent in
      let object = try injection(&isAbsent)
      if object == nil { isAbsent = true }
      return object.map { WeakObject($0, file, line) }
    }
  }

  // The compiler finds initializers for properties without arguments only here, not
  // in an extension.

  /// Injects the only dependency of the property's type.
  ///
  /// - Parameters:
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  public init(file: StaticString = #file, line: UInt = #line) {
    self.init(file, line) { try injectOptional(Object.self, &$0) }
  }

  /// The object, injected at the first read; nil if nothing is registered, or the object is gone.
  ///
  /// - Complexity: O(1). A live object is read without a lock.
  public var wrappedValue: Object? { storage.part(Self.object(of:)) }

  /// Injects the object, unless one was injected.
  ///
  /// - Throws: ``InjectionError``.
  public func loadIfNeeded() throws {
    if storage.isLoaded { return }
    try storage.loadIfNeeded()
    _ = try loadedValue()
  }

  /// Returns the object, injected if none was: what ``wrappedValue`` returns, where a failure has
  /// to be handled.
  ///
  /// - Returns: The object; nil if nothing is registered, or the object is gone.
  /// - Throws: ``InjectionError``, where a read of ``wrappedValue`` stops the program.
  /// - Complexity: O(1). A live object is read without a lock.
  public func loadedValue() throws -> Object? { try storage.loadedPart(Self.object(of:)) }

  /// Returns the object of a reference.
  ///
  /// - Throws: A mismatch, with the type that was requested.
  private static func object(of reference: WeakObject<Object>?) throws -> Object? {
    do { return try reference?.object() } catch {
      throw KeyedFailure(error: error, key: .type(Object.self))
    }
  }

  /// Forgets the object and injects one again.
  ///
  /// - Throws: ``InjectionError``, as ``loadIfNeeded()`` does. Then no object is loaded.
  public func reload() throws {
    try storage.reload()
    _ = try loadedValue()
  }
}

// Safe: the storage guards the weak reference.
extension WeakInjected: @unchecked Sendable where Object: Sendable {}

/// A weak reference to an object that was injected. It holds the object until the first read, so
/// that the reader gets an object that nothing else holds.
private final class WeakObject<Object>: @unchecked Sendable {
  // Safe: a constant that the engine guards, an atomic and a lock.

  /// The object, held weakly.
  private let reference: Instance

  /// The object, until the first read.
  private let unread: Lock<Object?>

  /// Whether the object was read.
  private let isRead = AtomicBox<Bool>(false)

  /// Refers to an object; stops the program if the value is no object.
  init(_ object: Object, _ file: StaticString, _ line: UInt) {
    guard let reference = Instance.holding(object).kept(by: .shared) else {
      fatalError(
        "'@WeakInjected' holds class instances, and '\(type(of: object as Any))' is not a class."
          + " Write '@Injected'.", file: file, line: line)
    }
    self.reference = reference
    // Safe: the lock only carries it to the first reader, which may use it.
    nonisolated(unsafe) let unread: Object? = object
    self.unread = Lock(unread)
  }

  /// Returns the object; nil if it is gone.
  ///
  /// - Throws: A mismatch, if the object's conformance is isolated to another executor.
  func object() throws -> Object? {
    if isRead.load(ordering: .acquiring) { return try present() }
    let unread = unread.withLock { UncheckedSendableBox($0) }.value
    guard let unread else { return try present() }
    // If the current executor may not use the object, this throws, and the object stays in `unread`
    // for a later reader.
    try checkIsUsableHere(unread)
    let taken = self.unread.withLock { object in
      defer { object = nil }
      return UncheckedSendableBox(object)
    }
    isRead.store(true, ordering: .releasing)
    return withExtendedLifetime(taken) { unread }
  }

  /// Returns the object, if it is there.
  private func present() throws -> Object? {
    if let object: Object = reference.typedValue() { return object }
    // An existential whose conformance is isolated to an actor is cast at each read.
    return try reference.anyValue.map { try castHere($0) }
  }
}

extension WeakInjected {
  /// Injects the only dependency of a type: the property's, or a subclass.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  public init(type: Object.Type, file: StaticString = #file, line: UInt = #line) {
    self.init(file, line) { try injectOptional(type, &$0) }
  }

  /// Injects the only dependency of the property's type that takes parameters.
  ///
  /// ```swift
  /// @WeakInjected("Drafts") var drafts: NoteStore?
  /// ```
  ///
  /// - Warning: An argument without a label is passed to the factory. To inject by a name, write
  ///   `@WeakInjected(name: "Drafts")`.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter: Hashable>(
    type: Object.Type = Object.self, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(file, line) { try injectOptional(type, repeat each parameters, isAbsent: &$0) }
  }
}
