extension Graph {
  /// Returns the only dependency that is registered for the given type and takes no arguments.
  ///
  /// - Throws: ``ResolutionFailure``, or the error of a factory.
  /// - Complexity: O(1). A live instance is read without a lock.
  @inline(__always)
  package func resolve<Value>(_ type: Value.Type) throws -> Value {
    try finish(find(ObjectIdentifier(type)), .type(type))
  }

  /// Returns the only dependency that is registered for the given type and takes the given
  /// arguments.
  ///
  /// - Throws: ``ResolutionFailure``, or the error of a factory.
  /// - Complexity: O(*p*) in the number of arguments.
  package func resolve<Value, each Argument>(
    _ type: Value.Type, arguments: repeat each Argument
  ) throws -> Value {
    try finish(find(ObjectIdentifier(type)), .type(type), arguments: repeat each arguments)
  }

  /// Returns the only dependency that is registered for the given type; `nil` if there is none.
  ///
  /// - Throws: ``ResolutionFailure``, except for a missing registration of the type itself, or the
  ///   error of a factory.
  @inline(__always)
  package func resolveIfPresent<Value, each Argument>(
    _ type: Value.Type, arguments: repeat each Argument
  ) throws -> Value? {
    do {
      return try resolve(type, arguments: repeat each arguments)
    } catch {
      if isMissing(type, error) { return nil }
      throw error
    }
  }

  /// Whether the given error says that the given type itself is not registered.
  ///
  /// Returns `false` if the error is about another type that a factory has requested.
  ///
  /// If a factory requests another missing type, the error is the front end's own and not a
  /// ``ResolutionFailure``.
  @inline(never)
  package func isMissing(_ type: any Any.Type, _ error: any Error) -> Bool {
    guard let failure = error as? ResolutionFailure,
      case .missing(.type(let missing)) = failure.reason
    else { return false }
    return missing == type
  }

  /// Returns the only dependency that is registered for the given type; if there is none, registers
  /// one first.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - make: Creates a registration for the type. Called outside every lock.
  ///   - registry: The editable registry to which the registration is added. It has to be active in
  ///     this graph.
  /// - Throws: ``ResolutionFailure``, or the error of a factory.
  /// - Complexity: O(1). A live instance is read without a lock.
  package func resolve<Value>(
    _ type: Value.Type, orInserting make: () -> Registration, into registry: EditableRegistry
  ) throws -> Value {
    do {
      if let present = try resolveIfPresent(type) { return present }
    } catch let failure as ResolutionFailure where failure.isEndOfHost {
      // An inserted registration can be resolved even after the end of the host.
    }
    while true {
      let new = make()
      let registration = registry.registration(for: .type(type)) { new }
      do { return try resolve(type) } catch let failure as ResolutionFailure {
        // Another thread may have removed the registration. Then the registration is inserted
        // again.
        guard case .missing = failure.reason,
          !registry.registrations(for: .type(type)).contains(where: { $0 === registration })
        else { throw failure }
      }
    }
  }

  /// Completes an injection without arguments, given the result of a search in the lookup table.
  @inline(__always)
  @_optimize(speed) package func finish<Value>(
    _ found: LookupResult, _ key: @autoclosure () -> LookupKey
  ) throws -> Value {
    switch found.kind {
    case LookupResult.Kind.live: return found.take(as: Value.self)
    case LookupResult.Kind.make:
      defer { found.unpin() }
      return try CreationStep(graph: UnretainedReference(self), record: found.record).create(
        found.registration)
    case LookupResult.Kind.nothing: return try lookUpAndResolve(key())
    default:
      defer { found.unpin() }
      if let live = found.live(ObjectIdentifier(Value.self)) { return live.take(as: Value.self) }
      return try resolve(found.lookupEntry, key(), record: found.record)
    }
  }

  /// Completes an injection with one argument, given the result of a search in the lookup table.
  ///
  /// This is a fast path of the method below, without the copies that a parameter pack costs.
  @_optimize(speed) package func finish<Value, Argument>(
    _ found: LookupResult, _ key: @autoclosure () -> LookupKey, argument: Argument
  ) throws -> Value {
    let step = CreationStep(graph: UnretainedReference(self), record: found.record)
    guard found.kind == LookupResult.Kind.lookupEntry,
      let registration = found.lookupEntry.with({ $0.unstored }),
      registration.with({ $0.takesOne(typeBits(Argument.self), returning: typeBits(Value.self)) }),
      !step.mayRepeat(registration)
    else { return try finish(found, key(), arguments: argument) }
    defer { found.unpin() }
    try step.enterFirst(registration)
    return try step.call(registration, argument)
  }

  /// Completes an injection with arguments, given the result of a search in the lookup table.
  ///
  /// If a registration takes parameters, the search always finds a lookup entry.
  package func finish<Value, each Argument>(
    _ found: LookupResult, _ key: @autoclosure () -> LookupKey, arguments: repeat each Argument
  ) throws -> Value {
    if isEmpty(repeat (each Argument).self) { return try finish(found, key()) }
    guard found.kind == LookupResult.Kind.lookupEntry else {
      // The search may find a live instance or a factory only if the registration takes no
      // parameters.
      found.release(as: Value.self)
      return try lookUpAndResolve(key(), arguments: repeat each arguments)
    }
    defer { found.unpin() }
    // The registration of the only candidate that takes these parameters, if its factory has to
    // run for each request.
    var registration: UnretainedReference<Registration>?
    var matches = 0
    for candidate in found.lookupEntry.with({ $0.candidates }) {
      let parameters = candidate.registration.parameterTypes
      var count = 0
      var isMatch = true
      // This comparison neither allocates a list of types nor passes a pack of metatypes.
      repeat compare(parameters, (each Argument).self, &count, &isMatch)
      guard isMatch, count == parameters.count else { continue }
      matches += 1
      registration = candidate.isUnstored ? UnretainedReference(candidate.registration) : nil
    }
    let step = CreationStep(graph: UnretainedReference(self), record: found.record)
    if matches == 1, let registration,
      registration.with({ $0.producedBits }) == typeBits(Value.self),
      !step.mayRepeat(registration)
    {
      try step.enterFirst(registration)
      return try step.call(registration, (repeat each arguments))
    }
    return try resolveBoxed(found.lookupEntry, key(), record: found.record, repeat each arguments)
  }

  /// Records a mismatch if the next argument has another type than the parameter at the same
  /// position.
  ///
  /// Sets `isMatch` to `false` if the types differ, and increments `count`.
  @inline(__always)
  private func compare<Argument>(
    _ parameters: [any Any.Type], _ type: Argument.Type, _ count: inout Int, _ isMatch: inout Bool
  ) {
    isMatch = isMatch && count < parameters.count && parameters[count] == type
    count += 1
  }

  /// Whether the given parameter pack has no elements.
  @inline(__always)
  package func isEmpty<each Argument>(_ types: repeat (each Argument).Type) -> Bool {
    for _ in repeat each types { return false }
    return true
  }

  /// Resolves a key that the lookup table does not contain: searches the registries, and stores the
  /// result.
  ///
  /// Also resolves a type that is known only at run time, and so is not the type of the result.
  @inline(never)
  package func lookUpAndResolve<Value, each Argument>(
    _ key: LookupKey, arguments: repeat each Argument
  ) throws -> Value {
    if parent != nil, isEmpty(repeat (each Argument).self), case .type(let type) = key,
      type == Value.self
    {
      return try resolveFirst(key, type)
    }
    let found = lookUp(key)
    // The snapshot keeps the registrations alive, and the containers that their factories need.
    return try withExtendedLifetime(found) {
      try resolveBoxed(
        UnretainedReference(found.lookupEntry), key, record: ThreadRecord.current,
        repeat each arguments)
    }
  }

  /// Returns the only dependency that is registered under the given name and takes no arguments.
  ///
  /// - Throws: ``ResolutionFailure``, or the error of a factory.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value>(name: String, as type: Value.Type) throws -> Value {
    try finish(find(name, as: ObjectIdentifier(type)), .name(name))
  }

  /// Returns the only dependency that is registered under the given name and takes the given
  /// arguments.
  ///
  /// - Throws: ``ResolutionFailure``, or the error of a factory.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value, each Argument>(
    name: String, as type: Value.Type, arguments: repeat each Argument
  ) throws -> Value {
    try finish(
      find(name, as: ObjectIdentifier(type)), .name(name), arguments: repeat each arguments)
  }

  /// Returns the only dependency that is registered for the given hashable value and takes no
  /// arguments.
  ///
  /// The factory takes no parameters.
  ///
  /// The value's `hash(into:)` and `==` run outside every lock.
  ///
  /// - Throws: ``ResolutionFailure``, or the error of a factory.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value, Key: Hashable>(value: Key, as type: Value.Type) throws -> Value {
    try finish(find(value: value), .value(TypedValueKey(value)))
  }

  /// Returns the only dependency that is registered for the given hashable value and takes the
  /// given arguments.
  ///
  /// The types of the factory's parameters match the arguments.
  ///
  /// The value's `hash(into:)` and `==` run outside every lock.
  ///
  /// - Throws: ``ResolutionFailure``, or the error of a factory.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value, Key: Hashable, each Argument>(
    value: Key, as type: Value.Type, arguments: repeat each Argument
  ) throws -> Value {
    try finish(
      find(value: value), .value(TypedValueKey(value)),
      arguments: repeat each arguments)
  }
}
