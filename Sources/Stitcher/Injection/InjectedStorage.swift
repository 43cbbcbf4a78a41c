public import StitcherEngine

/// The storage of an ``Injected`` property, which the copies of the property share.
///
/// The code that each property runs once is inlined, so that no metadata of generic types is looked
/// up at run time.
@usableFromInline
final class InjectedStorage<Value>: @unchecked Sendable {
  // Safe: the properties are constants and atomics. The closure is only called.

  /// The four words of the property's state: the value's address, how often a reload has dropped a
  /// value, the subscription that causes reloads, and the cell.
  ///
  /// The third word is zero without a subscription. The fourth word is zero before the first read;
  /// first reads on several threads share one injection by way of the cell. The words hold strong
  /// references to the subscription and the cell.
  @usableFromInline let words: _AtomicWord

  /// The closure that injects the value of the property; `nil` if the value is injected by the
  /// property's type.
  ///
  /// The closure sets `isAbsent` if nothing is registered, so that the value is not stored.
  @usableFromInline let injection: ((_ isAbsent: inout Bool) throws -> Value)?

  /// The address of a reference to the graph that was current when the property was created; zero
  /// for the process graph.
  ///
  /// The property retains the ``GraphReference``, which does not keep the graph alive. The address
  /// is an integer, so that the compiler may place the storage of a short-lived property on the
  /// stack.
  @usableFromInline let capturedGraphBits: UInt

  @usableFromInline let file: StaticString

  @usableFromInline let line: UInt

  @inlinable
  init(
    file: StaticString, line: UInt, injection: ((_ isAbsent: inout Bool) throws -> Value)? = nil
  ) {
    words = makeInjectedWords()
    self.injection = injection
    capturedGraphBits = retainCurrentGraph()
    self.file = file
    self.line = line
  }

  @inlinable
  deinit {
    if capturedGraphBits != 0 { releaseCapturedGraph(capturedGraphBits) }
    kept.end()
    releaseInjectedWords(words)
  }

  /// The cached value of the property, stored in two of the words.
  @inlinable
  @inline(__always)
  var kept: _KeptValue<Value> { _KeptValue(words) }

  /// The word that holds the subscription to the graph's changes, each of which reloads the value.
  private var subscription: _AtomicWord { words.word(2) }

  /// The word that holds the cell, which coordinates concurrent first reads of the property.
  private var cellBits: _AtomicWord { words.word(3) }

  /// The value of the property, which is injected at the first read.
  @inlinable
  @inline(__always)
  var value: Value { kept.read { firstValue() } }

  /// Returns the property's value, and injects it if the property holds none.
  func loadedValue() throws -> Value {
    try kept.read { do { return try load() } catch { return try absence(error) } }
  }

  /// Returns the result of applying a closure to the property's value; stops the program if the
  /// injection or the closure fails.
  func part<Part>(_ part: (Value) throws -> Part) -> Part {
    do { return try part(value) } catch { fail(injectionError(error)) }
  }

  /// Returns the result of applying a closure to the property's value; throws an error if the
  /// injection or the closure fails.
  func loadedPart<Part>(_ part: (Value) throws -> Part) throws -> Part {
    let value = try loadedValue()
    do { return try part(value) } catch { throw injectionError(error) }
  }

  /// Whether the property holds a value.
  var isLoaded: Bool { !kept.isEmpty || presentCell?.holdsInstance == true }

  /// Returns the property's value, or a placeholder if only an asynchronous factory can create the
  /// value.
  ///
  /// - Parameter pending: Returns the placeholder, or `nil` to stop the program.
  func value(orWhilePending pending: () -> Value?) -> Value {
    if isLoaded { return value }
    do { return try load() } catch {
      let cause = (error as? KeyedFailure)?.error ?? error
      if let failure = cause as? ResolutionFailure, case .asynchronous = failure.reason,
        let value = pending()
      {
        return value
      }
      return recover(error)
    }
  }

  /// The graph that was current when the property was created.
  ///
  /// - Throws: ``InjectionError/graphEnded(_:)`` if the graph was ended or deallocated.
  var home: Graph {
    get throws(InjectionError) {
      do { return try graph } catch { throw injectionError(error) }
    }
  }

  /// Injects a value if the property holds no value.
  func loadIfNeeded() throws {
    if isLoaded { return }
    do { _ = try load() } catch { throw injectionError(error) }
  }

  /// Drops the value that the property holds, and injects a new one.
  func reload() throws {
    kept.drop()
    presentCell?.dropPropertyValue()
    do { _ = try load() } catch { throw injectionError(error) }
  }

  /// From now on, reloads the value of the property after each change of the graph.
  func autoreload() {
    guard let graph = try? graph else { return }
    let new = graph.allChanges.subscribe { [weak self] in
      // If this reload fails, the next read injects again and reports its own failure.
      try? self?.reload()
    }
    let old = subscription.exchange(UInt(bitPattern: Unmanaged.passRetained(new).toOpaque()))
    if old != 0 { releaseInjectedSubscription(old) }
  }

  /// Injects the value at the first read, or stops the program with a message that names the
  /// remedy.
  @usableFromInline
  func firstValue() -> Value {
    do { return try load() } catch { return recover(error) }
  }

  /// The graph that was current when the property was created.
  ///
  /// - Throws: An error of the engine if the graph was ended or deallocated.
  private var graph: Graph {
    get throws {
      guard let address = UnsafeRawPointer(bitPattern: capturedGraphBits) else {
        return DependencyGraph.processGraph
      }
      return try Unmanaged<GraphReference>.fromOpaque(address).takeUnretainedValue().present
    }
  }

  /// The cell that coordinates concurrent first reads of the property; `nil` before the first read.
  private var presentCell: Cell? {
    UnsafeRawPointer(bitPattern: cellBits.load(ordering: .acquiring)).map {
      Unmanaged<Cell>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The cell that coordinates concurrent first reads, so that they share one injection; created at
  /// the first access.
  private var cell: Cell {
    if let presentCell { return presentCell }
    let new = Unmanaged.passRetained(Cell(ofProperty: ()))
    let (isFirst, _) = cellBits.compareExchange(
      expected: 0, desired: UInt(bitPattern: new.toOpaque()))
    if isFirst { return new.takeUnretainedValue() }
    new.release()
    return self.cell
  }

  /// Stores the live instance of the property's type, and returns the property's value; returns
  /// `nil` if the instance has to be created first.
  ///
  /// Several threads find the same instance, unless the graph changes meanwhile. So they need no
  /// cell to share one injection.
  private func storeLiveInstance() -> Value? {
    guard injection == nil, presentCell == nil else { return nil }
    let moment = kept.moment
    // If the graph was deallocated, the caller reports it, unless the property has a value by now.
    guard let graph = try? graph else { return nil }
    // A graph is not deallocated during a read of it.
    defer { withExtendedLifetime(graph) {} }
    let found = graph.find(ObjectIdentifier(Value.self))
    guard found.isLive else {
      found.unpin()
      return nil
    }
    let value = found.take(as: Value.self)
    guard isUsableAnywhere(value), !isEmptyDependency(value) else { return nil }
    return kept.keep(value, since: moment)
  }

  /// Injects the property's value, and stores it unless it is `nil` or empty, or another thread
  /// drops the property's value meanwhile.
  ///
  /// If several threads call this method at the same time, one of them injects. The other threads
  /// wait, and read the stored value.
  private func load() throws -> Value {
    if let value = storeLiveInstance() { return value }
    let cell = cell
    while true {
      if let value: Value = try cell.read(record: ThreadRecord.current) { return value }
      let value = try cell.injectOnce { isKeptByCell in
        // Another thread may have stored a value in the meantime.
        try kept.read { try loadNow(&isKeptByCell) }
      }
      if let value { return value }
    }
  }

  /// Injects the property's value, and stores it unless it is `nil` or empty, or another thread
  /// drops the property's value meanwhile.
  ///
  /// - Parameter isKeptByCell: Set if each read has to cast the value. The cell then stores the
  ///   value.
  @inline(__always)
  private func loadNow(_ isKeptByCell: inout Bool) throws -> Value {
    // If the process graph is the only graph, no other graph can be current.
    if DependencyGraph.hasOnlyProcessGraph { return try loadFromCurrentGraph(&isKeptByCell) }
    return try loadFromCapturedGraph(&isKeptByCell)
  }

  /// Injects the value of the property from the graph that was current when the property was
  /// created.
  @inline(never)
  private func loadFromCapturedGraph(_ isKeptByCell: inout Bool) throws -> Value {
    let graph = try graph
    CurrentGraph.begin(graph)
    defer { CurrentGraph.end(graph) }
    return try loadFromCurrentGraph(&isKeptByCell)
  }

  /// Injects the value of the property from the current graph.
  @inline(__always)
  private func loadFromCurrentGraph(_ isKeptByCell: inout Bool) throws -> Value {
    let moment = kept.moment
    let value: Value
    var isAbsent = false
    if let injection {
      value = try injection(&isAbsent)
    } else {
      value = try DependencyGraph.find(Value.self)
      isAbsent = isEmptyDependency(value)
    }
    if isAbsent {
      noteAbsence()
      return value
    }
    guard isUsableAnywhere(value) else {
      isKeptByCell = kept.moment == moment
      return value
    }
    return kept.keep(value, since: moment)
  }

  /// Reports a `nil` or empty value to a strict test, if the injection was probably meant for the
  /// test's graph, but the property was created outside of it.
  @inline(never)
  private func noteAbsence() {
    guard !DependencyGraph.hasOnlyProcessGraph, let graph = try? graph else { return }
    LostContext.noteAbsence(
      of: Value.self, taking: nil, in: graph, isProperty: true,
      at: SourceLocation(file: file, line: line))
  }

  /// Returns the empty value, such as `nil`, if the error says that the dependency is missing;
  /// otherwise stops the program.
  @inline(never)
  private func recover(_ error: any Error) -> Value {
    do { return try absence(error) } catch { fail(error) }
  }

  /// Returns the empty value, such as `nil`, if the error says that the dependency is missing;
  /// otherwise throws the error.
  private func absence(_ error: any Error) throws(InjectionError) -> Value {
    let cause = (error as? ParameterMeantAsName)?.failure ?? error
    // If a dependency of the requested one were missing, the factory would have thrown an injection
    // error, which is not a `ResolutionFailure`.
    if let failure = cause as? ResolutionFailure, case .missing(let key) = failure.reason,
      let empty = Value.self as? any EmptyValueProviding.Type
    {
      if let graph = try? graph {
        LostContext.noteAbsence(
          of: [key], taking: failure.parameterTypes, in: graph, isProperty: true,
          at: SourceLocation(file: file, line: line))
      }
      // The protocol declares the empty value as `Self`, so the cast succeeds.
      return empty.emptyValue as! Value
    }
    throw injectionError(error)
  }

  /// Converts an error of the engine or of a factory to an ``InjectionError``.
  private func injectionError(_ error: any Error) -> InjectionError {
    let meant = error as? ParameterMeantAsName
    let keyed = error as? KeyedFailure
    return InjectionError.wrapping(
      meant?.failure ?? keyed?.error ?? error, keyed?.key ?? .type(Value.self), file, line,
      hint: meant?.remedy, isProperty: true, in: try? graph)
  }

  /// Stops the program with a message that names the error and the property's source location.
  private func fail(_ error: InjectionError) -> Never {
    let summary = error.summary
    let end = summary.hasSuffix(".") ? "" : "."
    let recovery = error.recoverySuggestion.map { " Recovery: \($0)" } ?? ""
    let place = SourceLocation(file: file, line: line)
    let graph = try? graph
    let named = graph?.name.map { ["Its graph is '\($0)'."] } ?? []
    let lines =
      [
        "InjectionError: \(summary)\(end)\(recovery)",
        "Injected by the property at \(place).",
      ] + named + error.details(without: place)
    let message = lines.joined(separator: "\n")
    if let graph { FailureObserver.installed?.stop(message, place, graph) }
    // Unlike a precondition, `fatalError` prints the message in release builds, too.
    fatalError(message, file: file, line: line)
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

/// Allocates the four words in which a property stores its state, without a value.
@usableFromInline
@inline(never)
func makeInjectedWords() -> _AtomicWord {
  let words = allocateWords(4)
  words.store(1, ordering: .relaxed)
  return words
}

/// Frees the four words in which a property stores its state, and releases its subscription and its
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
