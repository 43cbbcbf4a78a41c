internal import StitcherEngine

/// A property wrapper that injects an object at the first read, and holds the object weakly.
///
/// Use it for the second reference of two objects that refer to each other:
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
/// With two ``Injected`` properties, neither object would ever be deallocated.
///
/// Like ``Injected``, the property injects from the graph that was current when the property was
/// created, and a failed injection stops the program. While nothing is registered, the property is
/// `nil`, and each read injects again.
///
/// After the injected object was deallocated, the property is `nil`. Call ``reload()`` to inject
/// another object.
///
/// If nothing else holds the object, it is deallocated after the first read, as with `weak var`. So
/// register the object in a scope that keeps it, or hold it elsewhere. The injected instance must
/// be of a class. The property's type is a class or a protocol.
///
/// Where Swift allows no property wrapper, as in a `Sendable` class, store the wrapper in a
/// constant:
///
/// ```swift
/// final class Uploader: Sendable {
///   private let _session = WeakInjected<Session>()
///   var session: Session? { _session.wrappedValue }
/// }
/// ```
///
/// All members may be used from any thread if the object may.
@propertyWrapper
public struct WeakInjected<Object> {
  private let storage: InjectedStorage<WeakObject<Object>?>

  /// Creates a property from the given closure, which injects the object that the property holds
  /// weakly.
  @usableFromInline
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

  // For a property without arguments, the compiler considers only initializers in the type itself,
  // not those in extensions.

  /// Creates a property that injects the only dependency of the property's type.
  ///
  /// - Parameters:
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  public init(file: StaticString = #file, line: UInt = #line) {
    self.init(file, line) { try injectOptional(Object.self, &$0) }
  }

  /// The object of the property, injected at the first read; `nil` if nothing is registered or the
  /// object was deallocated.
  ///
  /// If the injection fails, the read stops the program.
  ///
  /// - Complexity: O(1). A live object is read without a lock.
  public var wrappedValue: Object? { storage.with { $0.part(Self.object(of:)) } }

  /// Injects the object that the property holds weakly, unless the property has already injected
  /// one.
  ///
  /// - Throws: ``InjectionError``.
  public func loadIfNeeded() throws {
    if storage.with({ $0.isLoaded }) { return }
    try storage.with { try $0.loadIfNeeded() }
    _ = try loadedValue()
  }

  /// Returns the object that the property holds weakly. If the injection fails, this method throws
  /// an error, while a read of ``wrappedValue`` stops the program.
  ///
  /// If no object was injected, this method injects it first.
  ///
  /// - Returns: The object, or `nil` if nothing is registered or the object was deallocated.
  /// - Throws: ``InjectionError``, if the injection fails.
  /// - Complexity: O(1). A live object is read without a lock.
  public func loadedValue() throws -> Object? {
    try storage.with { try $0.loadedPart(Self.object(of:)) }
  }

  /// Returns the object of the given weak reference, or `nil` if the object was deallocated.
  ///
  /// - Throws: A mismatch that names the requested type.
  private static func object(of reference: WeakObject<Object>?) throws -> Object? {
    do { return try reference?.object() } catch {
      throw KeyedFailure(error: error, key: .type(Object.self))
    }
  }

  /// Drops the property's weak reference, and injects an object again.
  ///
  /// - Throws: ``InjectionError``, as ``loadIfNeeded()`` does. The property then refers to no
  ///   object.
  public func reload() throws {
    try storage.with { try $0.reload() }
    _ = try loadedValue()
  }
}

// Safe: the storage synchronizes the access to the weak reference.
extension WeakInjected: @unchecked Sendable where Object: Sendable {}

/// A weak reference to an injected object.
///
/// The reference is strong until the first read. So the first reader receives the object even if
/// there is no other reference to it.
private final class WeakObject<Object>: @unchecked Sendable {
  // Safe: the engine guards the constant, and the other properties are an atomic and a lock.

  private let reference: Instance

  /// A strong reference to the injected object until the property is read for the first time, then
  /// `nil`.
  private let unread: Lock<Object?>

  private let isRead = AtomicBox<Bool>(false)

  /// Creates a weak reference to the given object, or stops the program if the value is not an
  /// object.
  init(_ object: Object, _ file: StaticString, _ line: UInt) {
    guard let reference = TypedInstance(object).kept(by: .shared) else {
      fatalError(
        "'@WeakInjected' holds class instances, and '\(type(of: object as Any))' is not a class."
          + " Write '@Injected'.", file: file, line: line)
    }
    self.reference = reference
    // Safe: the lock only transfers the object to the first reader, after a check of the reader's
    // executor.
    nonisolated(unsafe) let unread: Object? = object
    self.unread = Lock(unread)
  }

  /// Returns the injected object, or `nil` if it was deallocated.
  ///
  /// - Throws: A mismatch, if the object's conformance is isolated to another executor.
  func object() throws -> Object? {
    if isRead.load(ordering: .acquiring) { return try present() }
    let unread = unread.withLock { UncheckedSendableBox($0) }.value
    guard let unread else { return try present() }
    // If the current executor may not use the object, this call throws. The object then stays in
    // `unread` for a later reader.
    try checkIsUsableHere(unread)
    let taken = self.unread.withLock { object in
      defer { object = nil }
      return UncheckedSendableBox(object)
    }
    isRead.store(true, ordering: .releasing)
    return withExtendedLifetime(taken) { unread }
  }

  /// Returns the weakly held object, or `nil` if the object was deallocated.
  private func present() throws -> Object? {
    if let object: Object = reference.typedValue() { return object }
    // The conformance of the existential is isolated to an actor, so each read casts the object.
    return try reference.anyValue.map { try castHere($0) }
  }
}
