extension Model {
  /// Reloads all properties that follow changes, then records the event of the change.
  mutating func announce() throws {
    for number in reloading { _ = try reload(number) }
    note(.changed)
  }

  /// Reads a property; the result is held.
  ///
  /// - Throws: ``Unspecified`` if the program would stop.
  mutating func read(_ number: Int) throws -> Outcome {
    guard let property = properties[number] else { throw Unspecified() }
    if let value = property.value {
      held += value
      return .found(value)
    }
    let outcome = try load(number)
    if case .failed = outcome { throw Unspecified() }
    return outcome
  }

  /// Drops the value of a property and injects another one.
  ///
  /// - Returns: The failure, or `.nothing`.
  mutating func reload(_ number: Int) throws -> Outcome {
    guard properties[number] != nil else { throw Unspecified() }
    properties[number]?.generation += 1
    properties[number]?.value = nil
    collect()
    let outcome = try load(number)
    held.removeLast(outcome.serials.count)
    collect()
    if case .failed = outcome { return outcome }
    return .nothing
  }

  /// Injects the value of a property and keeps it.
  ///
  /// The value is not kept if it is nil or empty, or if the property was dropped meanwhile. A value
  /// that was kept meanwhile stays.
  private mutating func load(_ number: Int) throws -> Outcome {
    guard let before = properties[number] else { throw Unspecified() }
    let outcome = try answer(before.ask)
    guard case .found(let serials) = outcome, !serials.isEmpty else { return outcome }
    if let other = properties[number]?.value {
      held.removeLast(serials.count)
      held += other
      collect()
      return .found(other)
    }
    if properties[number]?.generation == before.generation { properties[number]?.value = serials }
    return outcome
  }
}
