public import StitcherEngine

/// The state of an ``Injected`` property. An ``InjectedStorage`` owns the memory to which it
/// refers.
@usableFromInline
@frozen
struct InjectedPropertyState<Value>: @unchecked Sendable {
  // Safe: the properties are constants and atomics. The closure is only called.

  /// The four words of the property's state, and the memory for its first value behind them.
  ///
  /// The first two words belong to ``kept``. The others are the subscription that causes reloads,
  /// and the cell.
  ///
  /// The third word is zero without a subscription. The fourth word is zero until a read injects;
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
    words: _AtomicWord, injection: ((_ isAbsent: inout Bool) throws -> Value)?,
    capturedGraphBits: UInt, file: StaticString, line: UInt
  ) {
    self.words = words
    self.injection = injection
    self.capturedGraphBits = capturedGraphBits
    self.file = file
    self.line = line
  }

  /// The cached value of the property.
  @inlinable
  @inline(__always)
  var kept: _KeptValue<Value> { _KeptValue(words) }

  /// The word that holds the subscription to the graph's changes, each of which reloads the value.
  var subscription: _AtomicWord { words.word(2) }

  /// The word that holds the cell, which coordinates concurrent first reads of the property.
  private var cellBits: _AtomicWord { words.word(3) }

  /// The value of the property, which is injected at the first read.
  @inlinable
  @inline(__always)
  var value: Value { kept.read { firstValue() } }

  /// Returns the property's value, and injects it if the property holds none.
  @usableFromInline
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
  @usableFromInline
  func loadIfNeeded() throws {
    if isLoaded { return }
    do { _ = try load() } catch { throw injectionError(error) }
  }

  /// Drops the value that the property holds, and injects a new one.
  @usableFromInline
  func reload() throws {
    kept.drop()
    presentCell?.dropPropertyValue()
    do { _ = try load() } catch { throw injectionError(error) }
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
  var graph: Graph {
    get throws {
      guard let address = UnsafeRawPointer(bitPattern: capturedGraphBits) else {
        return DependencyGraph.processGraph
      }
      return try Unmanaged<GraphReference>.fromOpaque(address).takeUnretainedValue().present
    }
  }

  /// The cell that coordinates concurrent first reads of the property; `nil` until a read injects.
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

  /// Injects the property's value, and stores it unless it is `nil` or empty, or another thread
  /// drops the property's value meanwhile.
  ///
  /// If several threads call this method at the same time, one of them injects. The other threads
  /// wait, and read the stored value.
  @inline(__always)
  private func load() throws -> Value {
    if injection != nil || cellBits.load(ordering: .relaxed) != 0 { return try loadOnce() }
    if capturedGraphBits != 0 { return try loadInCapturedGraph() }
    return try load(in: UnretainedReference(DependencyGraph.processGraph))
  }

  /// Injects the property's value from the graph that was current when the property was created.
  @inline(never)
  private func loadInCapturedGraph() throws -> Value {
    // If the graph was deallocated, `loadOnce` reports it, unless the property has a value by now.
    guard let graph = try? graph else { return try loadOnce() }
    return try withExtendedLifetime(graph) { try load(in: UnretainedReference(graph)) }
  }

  /// Returns the given graph's live instance of the property's type, and stores it in the property.
  ///
  /// If there is no such instance, or if it is empty, injects the value with ``loadOnce()``. The
  /// caller retains the graph.
  @inline(__always)
  private func load(in graph: UnretainedReference<Graph>) throws -> Value {
    // Several threads find the same live instance, unless the graph changes meanwhile. So they need
    // no cell to share one injection.
    let moment = kept.moment
    let found = graph.with { $0.find(ObjectIdentifier(Value.self)) }
    if found.isLive {
      // Code on any executor may use an instance that a lookup finds as its exact type.
      let value = found.take(as: Value.self)
      if !isEmptyDependency(value) { return kept.keep(value, since: moment) }
    } else {
      found.unpin()
    }
    return try loadOnce()
  }

  /// Injects the property's value, and stores it, as ``load()`` does. Threads that call this method
  /// at the same time share one injection, unless the value is dropped meanwhile.
  @inline(never)
  private func loadOnce() throws -> Value {
    let cell = cell
    while true {
      if cell.holdsInstance, let value: Value = try cell.read(record: ThreadRecord.current) {
        return value
      }
      // The closure stores its result here. A variable of the type `Optional<Value>` would make the
      // runtime look up the metadata of that type at each call.
      let value = allocateValue(Value.self)
      defer { freeValue(value) }
      let isInjected = try cell.injectOnce {
        var isKeptByCell = false
        // Another thread may have stored a value in the meantime.
        value.initialize(to: try kept.read { try loadNow(&isKeptByCell) })
        return isKeptByCell ? TypedInstance(value.pointee) : nil
      }
      if isInjected { return value.move() }
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

  /// Reports to a test with strict checks that the value is `nil` or empty. Does so only if the
  /// test probably expected its own graph, but the property was created outside the test.
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
