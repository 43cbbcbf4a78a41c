public import StitcherEngine

/// The value of an ``Injected`` property, which its copies share.
///
/// It is kept and read as the engine says. What every property does once is inlined, so that no
/// metadata of generic types is looked up at run time.
@usableFromInline
final class InjectedStorage<Value>: @unchecked Sendable {
  // Safe: constants and atomics. The closure is only called.

  /// The words of the value with the number of its drops; of the subscription that reloads the
  /// value, or zero; and of the cell in which first reads share one injection, or zero before the
  /// first read. Subscription and cell are retained.
  @usableFromInline let words: _AtomicWord

  /// Injects a value, and says whether it stands for absence; nil for the only dependency of the
  /// property's type.
  @usableFromInline let injection: ((_ isAbsent: inout Bool) throws -> Value)?

  /// The reference to the graph that was current when the property was made, retained; zero for
  /// that of the process. The graph is not kept alive.
  ///
  /// As an object, it would keep the compiler from seeing that the storage of a short-lived
  /// property may lie on the stack.
  @usableFromInline let homeBits: UInt

  /// The file of the property.
  @usableFromInline let file: StaticString

  /// The line of the property.
  @usableFromInline let line: UInt

  /// Creates an empty storage.
  @inlinable
  init(
    file: StaticString, line: UInt, injection: ((_ isAbsent: inout Bool) throws -> Value)? = nil
  ) {
    words = makeInjectedWords()
    self.injection = injection
    homeBits = injectedHome()
    self.file = file
    self.line = line
  }

  @inlinable
  deinit {
    if homeBits != 0 { releaseInjectedHome(homeBits) }
    kept.end()
    releaseInjectedWords(words)
  }

  /// Where the value is kept.
  @inlinable
  @inline(__always)
  var kept: _KeptValue<Value> { _KeptValue(words) }

  /// The subscription that reloads the value.
  private var subscription: _AtomicWord { words.word(2) }

  /// The cell in which first reads share one injection.
  private var cellBits: _AtomicWord { words.word(3) }

  /// The value, injected at the first read.
  @inlinable
  @inline(__always)
  var value: Value { kept.read { firstValue() } }

  /// The value, injected where none is loaded.
  func loadedValue() throws -> Value {
    try kept.read { do { return try load() } catch { return try absence(error) } }
  }

  /// Applies a closure to the value, which is injected at the first read, and returns the result;
  /// stops the program if that fails.
  func part<Part>(_ part: (Value) throws -> Part) -> Part {
    do { return try part(value) } catch { fail(injectionError(error)) }
  }

  /// Applies a closure to the value, and returns the result. If no value is loaded, it is injected
  /// first.
  func loadedPart<Part>(_ part: (Value) throws -> Part) throws -> Part {
    let value = try loadedValue()
    do { return try part(value) } catch { throw injectionError(error) }
  }

  /// Whether a value is loaded.
  var isLoaded: Bool { !kept.isEmpty || presentCell?.holdsInstance == true }

  /// Returns the value, or what stands for it as long as it has to be made asynchronously.
  ///
  /// - Parameter pending: Returns what stands for it; nil stops the program.
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

  /// The graph that was current when the property was made.
  ///
  /// - Throws: ``InjectionError/graphEnded(_:)``, if it is gone.
  var home: Graph {
    get throws(InjectionError) {
      do { return try graph } catch { throw injectionError(error) }
    }
  }

  /// Injects a value, unless one is loaded.
  func loadIfNeeded() throws {
    if isLoaded { return }
    do { _ = try load() } catch { throw injectionError(error) }
  }

  /// Drops the value and injects another one.
  func reload() throws {
    kept.drop()
    presentCell?.dropPropertyValue()
    do { _ = try load() } catch { throw injectionError(error) }
  }

  /// Reloads the value after each change of the graph.
  func autoreload() {
    guard let graph = try? graph else { return }
    let new = graph.allChanges.subscribe { [weak self] in
      // What is absent at this moment is reported by the next read, if it is still absent.
      try? self?.reload()
    }
    let old = subscription.exchange(UInt(bitPattern: Unmanaged.passRetained(new).toOpaque()))
    if old != 0 { releaseInjectedSubscription(old) }
  }

  /// Injects the value at the first read, or stops the program with a message that helps.
  @usableFromInline
  func firstValue() -> Value {
    do { return try load() } catch { return recover(error) }
  }

  /// The graph that was current when the property was made.
  ///
  /// - Throws: That it has ended, if it is gone.
  private var graph: Graph {
    get throws {
      guard let address = UnsafeRawPointer(bitPattern: homeBits) else {
        return DependencyGraph.processGraph
      }
      return try Unmanaged<GraphReference>.fromOpaque(address).takeUnretainedValue().present
    }
  }

  /// The cell, if there was a first read.
  private var presentCell: Cell? {
    UnsafeRawPointer(bitPattern: cellBits.load(ordering: .acquiring)).map {
      Unmanaged<Cell>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The cell in which first reads share one injection.
  private var cell: Cell {
    if let presentCell { return presentCell }
    let new = Unmanaged.passRetained(Cell(ofProperty: ()))
    let (isFirst, _) = cellBits.compareExchange(
      expected: 0, desired: UInt(bitPattern: new.toOpaque()))
    if isFirst { return new.takeUnretainedValue() }
    new.release()
    return self.cell
  }

  /// Injects the value and keeps it, unless it is nil or empty, or the value was dropped meanwhile.
  /// Of several threads, one injects; the others get what it has kept.
  private func load() throws -> Value {
    let cell = cell
    while true {
      if let value: Value = try cell.propertyValue() { return value }
      let value = try cell.injectOnce { isKeptByCell in
        // Another thread may have been faster.
        try kept.read { try loadNow(&isKeptByCell) }
      }
      if let value { return value }
    }
  }

  /// Injects the value and keeps it, unless it is nil or empty, or the value was dropped meanwhile.
  ///
  /// - Parameter isKeptByCell: Set if each read has to cast the value, so that the cell keeps it.
  @inline(__always)
  private func loadNow(_ isKeptByCell: inout Bool) throws -> Value {
    // There is no other graph that could be current.
    if DependencyGraph.isOnlyOne { return try loadHere(&isKeptByCell) }
    return try loadAtHome(&isKeptByCell)
  }

  /// Injects the value from the graph of the property.
  @inline(never)
  private func loadAtHome(_ isKeptByCell: inout Bool) throws -> Value {
    let graph = try graph
    CurrentGraph.begin(graph)
    defer { CurrentGraph.end(graph) }
    return try loadHere(&isKeptByCell)
  }

  /// Injects the value from the current graph.
  @inline(__always)
  private func loadHere(_ isKeptByCell: inout Bool) throws -> Value {
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

  /// Notes that the value is nil or empty, which a strict test hears of if the property was made
  /// outside the test's graph.
  @inline(never)
  private func noteAbsence() {
    guard !DependencyGraph.isOnlyOne, let graph = try? graph else { return }
    LostContext.noteAbsence(
      of: Value.self, taking: nil, in: graph, isProperty: true,
      at: SourceLocation(file: file, line: line))
  }

  /// Returns the value that stands for absence, or stops the program.
  @inline(never)
  private func recover(_ error: any Error) -> Value {
    do { return try absence(error) } catch { fail(error) }
  }

  /// Returns the value that stands for absence, where an error means that.
  private func absence(_ error: any Error) throws(InjectionError) -> Value {
    let cause = (error as? ParameterMeantAsName)?.failure ?? error
    // What is missing further in was thrown by a factory, as an injection error.
    if let failure = cause as? ResolutionFailure, case .missing(let key) = failure.reason,
      let empty = Value.self as? any EmptyValueProviding.Type
    {
      if let graph = try? graph {
        LostContext.noteAbsence(
          of: [key], taking: failure.parameterTypes, in: graph, isProperty: true,
          at: SourceLocation(file: file, line: line))
      }
      // The empty value of a type is of that type.
      return empty.emptyValue as! Value
    }
    throw injectionError(error)
  }

  /// Turns what the engine or a factory threw into an injection error.
  private func injectionError(_ error: any Error) -> InjectionError {
    let meant = error as? ParameterMeantAsName
    let keyed = error as? KeyedFailure
    return InjectionError.wrapping(
      meant?.failure ?? keyed?.error ?? error, keyed?.key ?? .type(Value.self), file, line,
      hint: meant?.remedy, isProperty: true, in: try? graph)
  }

  /// Stops the program at the property's place.
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
    // Unlike a precondition, this prints the message in release builds, too.
    fatalError(message, file: file, line: line)
  }
}

/// What a property notes of the current graph; zero for that of the process.
@usableFromInline
func injectedHome() -> UInt {
  DependencyGraph.home.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
}

/// Releases what a property has noted of its graph.
@usableFromInline
func releaseInjectedHome(_ bits: UInt) {
  guard let address = UnsafeRawPointer(bitPattern: bits) else { return }
  Unmanaged<GraphReference>.fromOpaque(address).release()
}

/// Allocates the words of a property without a value.
@usableFromInline
@inline(never)
func makeInjectedWords() -> _AtomicWord {
  let words = allocateWords(4)
  words.store(1, ordering: .relaxed)
  return words
}

/// Frees the words of a property, and releases what they refer to besides the value.
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

/// Ends a subscription that reloads a value.
@usableFromInline
func releaseInjectedSubscription(_ bits: UInt) {
  // Only subscriptions are stored, and each is released once.
  Unmanaged<SignalSubscription<Void>>
    .fromOpaque(UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped).release()
}
