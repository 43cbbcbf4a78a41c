// If a factory takes parameters, there is one cached instance for each combination of argument
// values. The cell of such a registration contains no instance itself, but a member cell for each
// combination.

extension Cell {
  /// Returns the cell that stores the instance for the given arguments; `nil` if this cell has
  /// ended.
  ///
  /// A registration with parameters has one instance for each combination of arguments. Each of
  /// them has a *member* of the registration's cell, which is also a cell. This function adds the
  /// member if there is none. Without parameters, the result is this cell.
  ///
  /// Runs the `==` and `hash(into:)` of the arguments, so call it outside every lock and read
  /// section.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - registration: A registration that uses this cell.
  /// - Complexity: O(1) on average.
  package func place(for arguments: [Any], of registration: Registration) -> Cell? {
    if !hasMembers { return self }
    let values = ArgumentValues(arguments)
    var compared: [Cell] = []
    while true {
      let (new, present) = state.withLock { state -> (Cell?, [Cell]?) in
        if state.hasEnded { return (nil, nil) }
        let present = state.members[values.hash] ?? []
        // Another thread may have added members during the comparison. They have to be compared,
        // too. Unused members are removed before the new member is added. The new member has no
        // instance yet, so it would be removed, too.
        if !present.elementsEqual(compared, by: ===) || state.memberCount >= state.sweepCount {
          return (nil, present)
        }
        let new = Cell(for: registration, isOwn: isOwn, arguments: values)
        state.members[values.hash] = present + [new]
        state.memberCount += 1
        return (new, nil)
      }
      guard let present else { return new }
      if let cell = present.first(where: { $0.arguments == values }) { return cell }
      // If there is nothing else to compare, there are too many members.
      if present.elementsEqual(compared, by: ===) { removeUnusedMembers() }
      compared = present
    }
  }

  /// The arguments for which this member cell was created; `nil` if this cell is no member.
  ///
  /// Also `nil` after the end of the cell.
  private var arguments: ArgumentValues? { state.withLock { $0.arguments } }

  /// The member cells: one cell for each combination of arguments that was requested so far, in no
  /// order.
  var members: [Cell] { hasMembers ? state.withLock { $0.members.values.flatMap { $0 } } : [] }

  /// Removes the cells of all arguments for which there is no live instance.
  ///
  /// The arguments of these members are released.
  ///
  /// - Complexity: O(*n*) in the number of members; O(1) on average for each member that is added.
  func removeUnusedMembers() {
    // Retained until the lock is released, since the release of the members runs foreign code.
    let members = members
    let discarded = members.map { $0.endIfUnused() }
    state.withLock { state in
      let left = state.members.compactMapValues { members in
        let left = members.filter { !$0.hasEnded }
        return left.isEmpty ? nil : left
      }
      state.members = left
      state.memberCount = left.values.reduce(0) { $0 + $1.count }
      state.sweepCount = max(CellState.fewMembers, 2 * state.memberCount)
    }
    withExtendedLifetime(members) { PendingTeardowns.collect { discarded.dispose(&$0) } }
  }

  /// Whether the cell contains a live instance, for any arguments.
  var isLive: Bool { ([self] + members).contains { $0.kept?.isGone == false } }
}

extension [Cell] {
  /// Removes the instances of the cells and of their member cells, and prevents later creations in
  /// these cells.
  ///
  /// If `onlyReset` is `true`, the given cells are only emptied; their member cells end.
  ///
  /// - Parameters:
  ///   - onlyReset: Whether the cells are emptied, but do not end.
  ///   - pendingTeardowns: The list that also collects the instances of running creations.
  /// - Returns: The contents of the cells, which the caller releases outside every lock.
  @_optimize(speed) func end(onlyReset: Bool = false, _ pendingTeardowns: inout PendingTeardowns)
    -> [EvictedContents]
  {
    let discarded = map { $0.end(onlyReset: onlyReset, &pendingTeardowns) }
    guard contains(where: \.hasMembers) else { return discarded }
    // An ended cell gets no further members.
    let members = flatMap { cell -> [Cell] in
      guard cell.hasMembers else { return [] }
      return cell.state.withLock { state in
        defer { (state.members, state.memberCount) = (.init(), 0) }
        return state.members.values.flatMap { $0 }
      }
    }
    return discarded + members.end(&pendingTeardowns)
  }

  /// The cells in the array, followed by their member cells.
  var withMembers: [Cell] { contains(where: \.hasMembers) ? self + flatMap(\.members) : self }
}
