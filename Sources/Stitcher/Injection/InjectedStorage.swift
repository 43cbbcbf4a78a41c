public import StitcherEngine

/// The storage of an ``Injected`` property, which the copies of the property share.
///
/// The code that each property runs once is inlined, so that no metadata of generic types is looked
/// up at run time. A read does not pass this object to other code, so the compiler places the
/// storage of a short-lived property on the stack.
@usableFromInline
final class InjectedStorage<Value>: @unchecked Sendable {
  // Safe: see `InjectedPropertyState`.

  /// The state of the property, which is valid as long as this object: see ``with(_:)``.
  @usableFromInline let state: InjectedPropertyState<Value>

  @inlinable
  init(
    file: StaticString, line: UInt, injection: ((_ isAbsent: inout Bool) throws -> Value)? = nil
  ) {
    state = InjectedPropertyState(
      words: makeInjectedWords(valueSize: MemoryLayout<Value>.size), injection: injection,
      capturedGraphBits: retainCurrentGraph(), file: file, line: line)
  }

  @inlinable
  deinit {
    if state.capturedGraphBits != 0 { releaseCapturedGraph(state.capturedGraphBits) }
    state.kept.end()
    releaseInjectedWords(state.words)
  }

  /// Calls a closure with the state of the property, and keeps the state valid meanwhile.
  @inlinable
  @inline(__always)
  func with<Result>(_ body: (InjectedPropertyState<Value>) throws -> Result) rethrows -> Result {
    // `withExtendedLifetime` would look up the metadata of this class.
    defer { _fixLifetime(self) }
    return try body(state)
  }

  /// From now on, reloads the value of the property after each change of the graph.
  func autoreload() {
    with { state in
      guard let graph = try? state.graph else { return }
      let new = graph.allChanges.subscribe { [weak self] in
        // If this reload fails, the next read injects again and reports its own failure.
        try? self?.with { try $0.reload() }
      }
      let bits = UInt(bitPattern: Unmanaged.passRetained(new).toOpaque())
      let old = state.subscription.exchange(bits)
      if old != 0 { releaseInjectedSubscription(old) }
    }
  }
}

/// Returns the address of a retained reference to the current graph, or zero for the process graph.
@usableFromInline
func retainCurrentGraph() -> UInt {
  DependencyGraph.home.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
}

/// Releases the reference to the graph that a property has captured at its creation.
@usableFromInline
func releaseCapturedGraph(_ bits: UInt) {
  guard let address = UnsafeRawPointer(bitPattern: bits) else { return }
  Unmanaged<GraphReference>.fromOpaque(address).release()
}

/// Allocates the four words in which a property stores its state, and memory for a value of the
/// given size.
///
/// The memory has at least one byte. Otherwise its address could be that of an allocated value.
@usableFromInline
@inline(never)
func makeInjectedWords(valueSize: Int) -> _AtomicWord {
  let words = allocateWords(4, andBytes: max(1, valueSize))
  words.store(1, ordering: .relaxed)
  return words
}

/// Frees the memory in which a property stores its state, and releases its subscription and its
/// cell.
@usableFromInline
@inline(never)
func releaseInjectedWords(_ words: _AtomicWord) {
  let subscription = words.word(2).load(ordering: .relaxed)
  if subscription != 0 { releaseInjectedSubscription(subscription) }
  if let cell = UnsafeRawPointer(bitPattern: words.word(3).load(ordering: .relaxed)) {
    Unmanaged<Cell>.fromOpaque(cell).release()
  }
  freeWords(words)
}

/// Releases, and so cancels, the subscription that reloads the value of a property.
@usableFromInline
func releaseInjectedSubscription(_ bits: UInt) {
  // The word holds subscriptions only, and each is released once.
  Unmanaged<Cancellation>
    .fromOpaque(UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped).release()
}
