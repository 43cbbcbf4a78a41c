extension Graph {
  /// Returns the only dependency of a type that takes no parameters.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1). A live instance is read without a lock.
  @inline(__always)
  package func resolve<Value>(_ type: Value.Type) throws -> Value {
    try finish(find(ObjectIdentifier(type)), .type(type))
  }

  /// Returns the only dependency of a type that takes parameters of the arguments' types.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(*p*) in the number of arguments.
  package func resolve<Value, each Argument>(
    _ type: Value.Type, arguments: repeat each Argument
  ) throws -> Value {
    try finish(find(ObjectIdentifier(type)), .type(type), arguments: repeat each arguments)
  }

  /// Returns the only dependency of a type whose key is not known when the code is compiled.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  package func resolve<Value, each Argument>(
    dynamically type: any Any.Type, as value: Value.Type, arguments: repeat each Argument
  ) throws -> Value {
    try lookUpAndResolve(.type(type), arguments: repeat each arguments)
  }

  /// Returns the only dependency of a type, or nil if there is none.
  ///
  /// - Throws: ``ResolutionFailure`` but for a missing registration of the type itself, or what a
  ///   factory throws.
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

  /// Returns the only dependency of a type, or nil if there is none.
  ///
  /// - Throws: ``ResolutionFailure`` but for a missing registration of the type itself, or what a
  ///   factory throws.
  @inline(__always)
  package func resolveIfPresent<Value>(_ type: Value.Type) throws -> Value? {
    do { return try resolve(type) } catch {
      if isMissing(type, error) { return nil }
      throw error
    }
  }

  /// Whether a failure says that a type itself is missing. A dependency that is missing further in
  /// was thrown by a factory, through the front end's own error.
  @inline(never)
  package func isMissing(_ type: any Any.Type, _ error: any Error) -> Bool {
    guard let failure = error as? ResolutionFailure,
      case .missing(.type(let missing)) = failure.reason
    else { return false }
    return missing == type
  }

  /// Returns the only dependency of a type, after registering one if there is none.
  ///
  /// - Parameters:
  ///   - make: Makes a registration that is found by the type, outside every lock.
  ///   - registry: The editable registry that gets it, active in this graph.
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1). A live instance is read without a lock.
  package func resolve<Value>(
    _ type: Value.Type, orInserting make: () -> Registration, into registry: EditableRegistry
  ) throws -> Value {
    do {
      if let present = try resolveIfPresent(type) { return present }
    } catch let failure as ResolutionFailure where failure.isEndOfHost {
      // What is inserted can be had after that, too.
    }
    while true {
      let new = make()
      let registration = registry.registration(for: .type(type)) { new }
      do { return try resolve(type) } catch let failure as ResolutionFailure {
        // Another thread may have taken it out at once: then it is inserted once more.
        guard case .missing = failure.reason,
          !registry.registrations(for: .type(type)).contains(where: { $0 === registration })
        else { throw failure }
      }
    }
  }

  /// Does the second half of a resolution without parameters.
  @inline(__always)
  package func finish<Value>(_ found: LookupResult, _ key: @autoclosure () -> LookupKey) throws
    -> Value
  {
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

  /// Does the second half of a resolution with one argument: the usual case of the form below,
  /// without the copies that a pack of arguments costs.
  package func finish<Value, Argument>(
    _ found: LookupResult, _ key: @autoclosure () -> LookupKey, argument: Argument
  ) throws -> Value {
    let step = CreationStep(graph: UnretainedReference(self), record: found.record)
    guard let registration = found.unstored,
      registration.with({ $0.takesOne(typeBits(Argument.self), returning: typeBits(Value.self)) }),
      !step.mayRepeat(registration)
    else { return try finish(found, key(), arguments: argument) }
    defer { found.unpin() }
    try step.enterFirst(registration)
    let value: Value
    do {
      defer { step.leave() }
      // The types of the parameter and of the result were compared.
      value =
        try registration.cast(to: TypedRegistration<Value, Argument>.self).with {
          try $0.factory(argument)
        }
    }
    registration.with { step.tell(value, of: $0) }
    return value
  }

  /// Does the second half of a resolution with arguments. Only slots lead to what takes parameters.
  package func finish<Value, each Argument>(
    _ found: LookupResult, _ key: @autoclosure () -> LookupKey, arguments: repeat each Argument
  ) throws -> Value {
    if found.kind == LookupResult.Kind.lookupEntry {
      defer { found.unpin() }
      // The only candidate that takes these parameters, if a factory has to run for it.
      var registration: UnretainedReference<Registration>?
      var matches = 0
      for candidate in found.lookupEntry.with({ $0.candidates }) {
        let parameters = candidate.registration.parameterTypes
        var count = 0
        var isMatch = true
        // No list of types is allocated, and no pack of metatypes is passed.
        repeat compare(parameters, (each Argument).self, &count, &isMatch)
        guard isMatch, count == parameters.count else { continue }
        matches += 1
        registration = candidate.isUnstored ? UnretainedReference(candidate.registration) : nil
      }
      if matches != 1 { registration = nil }
      // The call stands here, not in a function of its own: passing a pack on copies it.
      let step = CreationStep(graph: UnretainedReference(self), record: found.record)
      if let registration, registration.with({ $0.producedBits }) == typeBits(Value.self),
        !step.mayRepeat(registration)
      {
        try step.enterFirst(registration)
        let value: Value
        do {
          defer { step.leave() }
          // The types of the parameters and of the result were compared.
          let typed =
            registration
            .cast(to: TypedRegistration<Value, (repeat each Argument)>.self).object
          value = try typed.factory((repeat each arguments))
        }
        registration.with { step.tell(value, of: $0) }
        return value
      }
      return try resolveBoxed(found.lookupEntry, key(), record: found.record, repeat each arguments)
    }
    return try finishElse(found, key(), repeat each arguments)
  }

  /// Compares the next one of a registration's parameters with the type of an argument.
  @inline(__always)
  private func compare<Argument>(
    _ parameters: [any Any.Type], _ type: Argument.Type, _ count: inout Int, _ isMatch: inout Bool
  ) {
    isMatch = isMatch && count < parameters.count && parameters[count] == type
    count += 1
  }

  /// Does the second half of a resolution with arguments that was not found as a slot.
  @inline(never)
  private func finishElse<Value, each Argument>(
    _ found: LookupResult, _ key: @autoclosure () -> LookupKey, _ arguments: repeat each Argument
  ) throws -> Value {
    // What takes no parameters is found without a slot; it is what is asked for if there are no
    // arguments.
    if isEmpty(repeat (each Argument).self) { return try finish(found, key()) }
    if found.isLive { _ = found.take(as: Value.self) } else { found.unpin() }
    return try lookUpAndResolve(key(), arguments: repeat each arguments)
  }

  /// Whether a pack has no elements.
  @inline(__always)
  package func isEmpty<each Argument>(_ types: repeat (each Argument).Type) -> Bool {
    for _ in repeat each types { return false }
    return true
  }

  /// Looks a key up, remembers what it leads to, and resolves it.
  @inline(never)
  func lookUpAndResolve<Value, each Argument>(
    _ key: LookupKey, arguments: repeat each Argument
  ) throws -> Value {
    if parent != nil, isEmpty(repeat (each Argument).self), case .type(let type) = key,
      type == Value.self
    {
      return try resolveAskingParent(key, type)
    }
    let found = lookUp(key)
    // The registrations, and the containers that they need, live as long as the snapshot.
    return try withExtendedLifetime(found) {
      try resolveBoxed(
        UnretainedReference(found.lookupEntry), key, record: ThreadRecord.current,
        repeat each arguments)
    }
  }
}

extension Graph {
  /// Returns the only dependency of a name that takes no parameters.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value>(name: String, as type: Value.Type) throws -> Value {
    try finish(find(name, as: ObjectIdentifier(type)), .name(name))
  }

  /// Returns the only dependency of a name that takes parameters of the arguments' types.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value, each Argument>(
    name: String, as type: Value.Type, arguments: repeat each Argument
  ) throws -> Value {
    try finish(
      find(name, as: ObjectIdentifier(type)), .name(name), arguments: repeat each arguments)
  }

  /// Returns the only dependency of a value that takes no parameters.
  ///
  /// The value's `hash(into:)` and `==` run outside every lock.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value, Key: Hashable>(value: Key, as type: Value.Type) throws -> Value {
    try finish(find(value: value), .value(TypedValueKey(value)))
  }

  /// Returns the only dependency of a value that takes parameters of the arguments' types.
  ///
  /// The value's `hash(into:)` and `==` run outside every lock.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value, Key: Hashable, each Argument>(
    value: Key, as type: Value.Type, arguments: repeat each Argument
  ) throws -> Value {
    try finish(
      find(value: value), .value(TypedValueKey(value)),
      arguments: repeat each arguments)
  }
}
