/// The cells of all instances with the scope `managed`, grouped by the source that ends the
/// lifetimes.
///
/// The end of a lifetime empties all cells of its source under one lock, and releases their
/// instances afterwards. A cell joins the group before the factory runs. If the lifetime ends
/// during the creation, the instance is not cached. A factory that starts after the end finds none
/// of the evicted instances. So no cached instance was created from an evicted one.
enum ManagedCells {
  /// A lifetime source, with the cells of the instances that the source manages.
  ///
  /// The number of a cell's subscription identifies the cell.
  ///
  /// Each cell comes with its generation at the start of the creation.
  ///
  /// The group retains the source, so that no other source can get the same identity.
  private typealias Group = (
    source: any LifetimeSource, members: [UInt64: (cell: WeakBox<Cell>, generation: UInt64)]
  )

  /// The lock that protects the groups of cells, and the number of the most recent subscription.
  ///
  /// The key of a group is the identity of the lifetime source. Locks of graphs and cells may be
  /// taken under this lock, never the other way round.
  private static let state = Lock<(last: UInt64, groups: [ObjectIdentifier: Group])>((0, .init()))

  /// Subscribes a cell to the end of its instance's lifetime, when a creation starts.
  ///
  /// Adds the cell to the group of the lifetime source.
  ///
  /// - Returns: A closure that cancels the subscription when the instance is evicted.
  static func subscribe(
    _ cell: WeakBox<Cell>, generation: UInt64, to source: any LifetimeSource
  ) -> @Sendable () -> Void {
    let identity = source.identity
    let number = state.withLock { state in
      state.last += 1
      state.groups[identity, default: (source, .init())].members[state.last] = (cell, generation)
      return state.last
    }
    let base = source.onLifetimeEnd { end(number, of: identity) }
    return {
      let empty: Group? = state.withLock { state in
        state.groups[identity]?.members[number] = nil
        guard state.groups[identity]?.members.isEmpty == true else { return nil }
        return state.groups.removeValue(forKey: identity)
      }
      // The source belongs to foreign code, so it is released outside the lock.
      _ = consume empty
      base.cancel()
    }
  }

  /// Evicts all instances that belong to a lifetime source, when the source ends the lifetime.
  ///
  /// Does nothing if an earlier call has done so.
  ///
  /// A source calls its subscribers one by one, and the first call empties all cells.
  private static func end(_ number: UInt64, of identity: ObjectIdentifier) {
    GatheredTeardowns.take { gathered in
      _ = state.withLock { state -> (group: Group, cells: [Cell?], graphs: [Graph])? in
        guard let group = state.groups[identity], group.members[number] != nil else { return nil }
        state.groups[identity] = nil
        let members = Array(group.members).inOrder(of: \.key).map(\.value)
        let cells = members.map(\.cell.object)
        let graphs = gathered.pendingTeardowns.begin(emptying: cells.compactMap { $0 })
        for case (let cell?, let member) in zip(cells, members) {
          let contents = cell.end(
            onlyReset: true, generation: member.generation, &gathered.pendingTeardowns)
          if !contents.isEmpty { gathered.discarded.append(contents) }
        }
        return (group, cells, graphs)
      }
    }
  }
}
