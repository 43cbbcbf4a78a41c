/// The cells of managed instances, grouped by the source that ends their lifetimes.
///
/// The end of a lifetime empties all cells of its source under one lock, and releases their
/// instances afterwards. A creation joins the group before its factory runs. The instance of a
/// creation that joined before the end is not kept. The factory of a creation that joins after the
/// end finds none of the ended instances. So no instance is kept that was made from an ended one.
enum ManagedCells {
  /// A cell that creates or keeps an instance.
  private struct Member {
    /// The cell.
    let cell: WeakBox<Cell>

    /// The cell's generation when the creation began.
    let generation: UInt64
  }

  /// The cells of one source.
  private struct Group {
    /// The source. The group retains it, so that no other source gets its identity.
    let source: any LifetimeSource

    /// The cells, by the number of their subscription.
    var members: [UInt64: Member] = [:]
  }

  /// What changes under the lock.
  private struct State {
    /// The number of the last subscription.
    var last: UInt64 = 0

    /// The groups that have members, by the identity of their source.
    var groups: [ObjectIdentifier: Group] = [:]
  }

  /// The groups. Locks of graphs and cells are taken under this lock, never the other way round.
  private static let state = Lock(State())

  /// Adds the cell of a creation to the group of a source, and subscribes to the end of the
  /// lifetime.
  ///
  /// - Returns: The subscription, which is cancelled when the instance is released.
  static func subscribe(
    _ cell: WeakBox<Cell>, generation: UInt64, to source: any LifetimeSource
  ) -> any LifetimeReceipt {
    let identity = source.identity
    let number = state.withLock { state in
      state.last += 1
      state.groups[identity, default: Group(source: source)].members[state.last] = Member(
        cell: cell, generation: generation)
      return state.last
    }
    let base = source.onLifetimeEnd { end(number, of: identity) }
    return Receipt(base: base, number: number, identity: identity)
  }

  /// Ends the lifetime of all instances of a source, unless it has ended since the subscription: a
  /// source calls its subscribers one by one, and the first call ends all.
  private static func end(_ number: UInt64, of identity: ObjectIdentifier) {
    GatheredTeardowns.take { gathered in
      _ = state.withLock { state -> (group: Group, cells: [Cell?], graphs: [Graph])? in
        guard let group = state.groups[identity], group.members[number] != nil else { return nil }
        state.groups[identity] = nil
        let members = group.members.sorted { $0.key < $1.key }.map(\.value)
        let cells = members.map(\.cell.object)
        let graphs = gathered.pendingTeardowns.begin(emptying: cells.compactMap { $0 })
        for case (let cell?, let member) in zip(cells, members) {
          let contents = cell.reset(generation: member.generation, &gathered.pendingTeardowns)
          if !contents.isEmpty { gathered.discarded.append(contents) }
        }
        return (group, cells, graphs)
      }
    }
  }

  /// Removes a cell from the group of its source.
  private static func remove(_ number: UInt64, from identity: ObjectIdentifier) {
    let empty: Group? = state.withLock { state in
      state.groups[identity]?.members[number] = nil
      guard state.groups[identity]?.members.isEmpty == true else { return nil }
      return state.groups.removeValue(forKey: identity)
    }
    // The source is foreign code's, and is released outside the lock.
    _ = consume empty
  }

  /// A subscription of a cell.
  private struct Receipt: LifetimeReceipt {
    /// The source's subscription.
    let base: any LifetimeReceipt

    /// The number of the subscription.
    let number: UInt64

    /// The identity of the source.
    let identity: ObjectIdentifier

    func cancel() {
      remove(number, from: identity)
      base.cancel()
    }
  }
}
