import StitcherTestSupport

/// An item that must be closed once, after all items that were made with it.
final class Item: Sendable {
  /// Its position in the ledger.
  let number: Int

  /// The name of the item.
  let name: String

  fileprivate init(_ number: Int, _ name: String) {
    self.number = number
    self.name = name
  }
}

/// A record of created and closed items, with their dependencies, that detects wrong orders.
final class Ledger: Sendable {
  /// The entry of one item.
  private struct Entry {
    let name: String
    var users: [Int] = []
    var isClosed = false
  }

  /// The state behind the lock.
  private struct State {
    var entries: [Entry] = []
    var open = 0
    var closed: [String] = []
    var faults: [String] = []
  }

  private let state = Box(State())

  /// Creates an item from other items, which must be open.
  func make(_ name: String, with needed: Item...) -> Item {
    state.change { state in
      let number = state.entries.count
      state.entries.append(Entry(name: name))
      state.open += 1
      for item in needed {
        if state.entries[item.number].isClosed {
          state.faults.append("\(name) was made with \(item.name), which was closed.")
        }
        state.entries[item.number].users.append(number)
      }
      return Item(number, name)
    }
  }

  /// Closes an item.
  func close(_ item: Item) {
    state.change { state in
      if state.entries[item.number].isClosed {
        state.faults.append("\(item.name) was closed twice.")
        return
      }
      state.entries[item.number].isClosed = true
      state.open -= 1
      state.closed.append(item.name)
      for user in state.entries[item.number].users where !state.entries[user].isClosed {
        state.faults.append("\(item.name) was closed before \(state.entries[user].name).")
      }
    }
  }

  /// The number of open items.
  var open: Int { state.change { $0.open } }

  /// The number of all items.
  var made: Int { state.change { $0.entries.count } }

  /// The names of the closed items, in order.
  var closed: [String] { state.change { $0.closed.map { $0 } } }

  /// The errors so far, such as an item that was closed twice.
  var faults: [String] { state.change { $0.faults.map { $0 } } }
}
