internal import StitcherEngine
internal import Synchronization

/// The value of an ``Injected`` property, which its copies share. A subclass says where it comes from.
///
/// The value is published like an instance of the engine and read in the same way: without a lock, in a read section.
class InjectedStorage<Value>: @unchecked Sendable {
  // Safe: constants and atomics; the published value is only read in read sections and freed after the readers.

  /// The address of the value, or zero.
  private let published = Atomic<UInt>(0)

  /// The number of times that the value was dropped. What was injected before the last time is not kept.
  private let generation = Atomic<UInt>(0)

  /// The subscription that reloads the value.
  private let subscription = Mutex<SignalSubscription<Void>?>(nil)

  /// Where the property is.
  private let file: StaticString, line: UInt

  /// Creates an empty storage.
  init(file: StaticString, line: UInt) {
    self.file = file
    self.line = line
  }

  deinit { Self.free(published.load(ordering: .relaxed)) }

  /// Injects a value.
  func inject() throws -> Value { fatalError("overridden") }

  /// What the property asks for.
  var context: InjectionError.DependencyContext { fatalError("overridden") }

  /// Whether values are looked at, since nil and empty collections do not count as loaded.
  var mayBeEmpty: Bool { true }

  /// The value, injected at the first read.
  @inline(__always)
  final var value: Value {
    let record = ThreadRecord.current
    record.beginReading()
    if let address = UnsafePointer<Value>(bitPattern: published.load(ordering: .acquiring)) {
      defer { record.endReading() }
      return address.pointee
    }
    record.endReading()
    return firstValue()
  }

  /// Injects a value, unless one is loaded.
  final func loadIfNeeded() throws {
    if published.load(ordering: .acquiring) == 0 { try reload() }
  }

  /// Drops the value and injects another one.
  final func reload() throws {
    generation.add(1, ordering: .sequentiallyConsistent)
    drop(published.exchange(0, ordering: .sequentiallyConsistent))
    _ = try load()
  }

  /// Reloads the value after each change of the graph.
  final func autoreload() {
    let new = DependencyGraph.shared.changes.subscribe { [weak self] in
      // What is absent at this moment is reported by the next read, if it is still absent.
      try? self?.reload()
    }
    let old = subscription.withLock { subscription in
      let old = subscription
      subscription = new
      return old
    }
    _ = consume old
  }

  /// Injects the value at the first read, or stops the program with a message that helps.
  @inline(never)
  private final func firstValue() -> Value {
    do {
      return try load()
    } catch {
      if case .missingDependency(let missing) = error, missing == context,
        let empty = Value.self as? any EmptyValueProviding.Type
      {
        // The empty value of a type is of that type.
        return empty.emptyValue as! Value
      }
      fail(error)
    }
  }

  /// Injects the value and keeps it, unless it is nil or empty, or the value was dropped meanwhile.
  @inline(__always)
  private final func load() throws(InjectionError) -> Value {
    let before = generation.load(ordering: .sequentiallyConsistent)
    let value: Value
    do { value = try inject() } catch { throw InjectionError.wrapping(error) }
    if mayBeEmpty, let candidate = value as? any EmptyValueProviding, candidate.isEmptyValue {
      return value
    }
    let address = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    address.initialize(to: value)
    let bits = UInt(bitPattern: address)
    let (isFirst, _) = published.compareExchange(
      expected: 0, desired: bits, ordering: .sequentiallyConsistent)
    if !isFirst {
      // Another thread was faster: all return what is kept.
      Self.free(bits)
      return kept ?? value
    }
    if generation.load(ordering: .sequentiallyConsistent) != before {
      let (isMine, _) = published.compareExchange(
        expected: bits, desired: 0, ordering: .sequentiallyConsistent)
      if isMine { drop(bits) }
    }
    return value
  }

  /// The value, if one is loaded.
  private final var kept: Value? {
    let record = ThreadRecord.current
    record.beginReading()
    defer { record.endReading() }
    return UnsafePointer<Value>(bitPattern: published.load(ordering: .acquiring))?.pointee
  }

  /// Frees a value that was taken out, when nobody reads it any more.
  private final func drop(_ bits: UInt) {
    guard bits != 0 else { return }
    Reclamation.waitForReaders()
    Self.free(bits)
  }

  /// Frees a value that nobody reads.
  private static func free(_ bits: UInt) {
    guard let address = UnsafeMutablePointer<Value>(bitPattern: bits) else { return }
    address.deinitialize(count: 1)
    address.deallocate()
  }

  /// Stops the program at the property's place.
  private final func fail(_ error: InjectionError) -> Never {
    let recovery = error.recoverySuggestion.map { " Recovery: \($0)" } ?? ""
    let details = DependencyGraph.shared.diagnosis(of: error.subject)
    let message =
      (["InjectionError: \(error.description).\(recovery)", "Injected at \(file):\(line)"] + details)
      .joined(separator: "\n")
    preconditionFailure(message, file: file, line: line)
  }
}

/// A type with a value that stands for the absence of a dependency.
protocol EmptyValueProviding {
  /// The value that stands for absence.
  static var emptyValue: Self { get }

  /// Whether this is the value that stands for absence.
  var isEmptyValue: Bool { get }
}

extension Optional: EmptyValueProviding {
  static var emptyValue: Wrapped? { nil }
  var isEmptyValue: Bool {
    if case .none = self { return true }
    return false
  }
}

extension Array: EmptyValueProviding {
  static var emptyValue: [Element] { [] }
  var isEmptyValue: Bool { isEmpty }
}

extension Set: EmptyValueProviding {
  static var emptyValue: Set<Element> { [] }
  var isEmptyValue: Bool { isEmpty }
}

extension Dictionary: EmptyValueProviding {
  static var emptyValue: [Key: Value] { [:] }
  var isEmptyValue: Bool { isEmpty }
}
