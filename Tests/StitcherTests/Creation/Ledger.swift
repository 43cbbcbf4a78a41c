import StitcherTestSupport

/// Something that has to be closed once, after all that was made with it.
final class Item: Sendable {
  /// Its position in the ledger.
  let number: Int

  /// What it is called.
  let name: String

  fileprivate init(_ number: Int, _ name: String) {
    self.number = number
    self.name = name
  }
}

/// What was made with what, and what of it was closed; notes what is wrong with that.
final class Ledger: Sendable {
  /// What is known of an item.
  private struct Entry {
    let name: String
    var users: [Int] = []
    var isClosed = false
  }

  /// What changes under the lock.
  private struct State {
    var entries: [Entry] = []
    var open = 0
    var closed: [String] = []
    var faults: [String] = []
  }

  private let state = Box(State())

  /// Makes an item with others, which have to be open.
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

  /// How many were made and not closed.
  var open: Int { state.change { $0.open } }

  /// How many were made.
  var made: Int { state.change { $0.entries.count } }

  /// The names of what was closed, in order.
  var closed: [String] { state.change { $0.closed.map { $0 } } }

  /// What is wrong.
  var faults: [String] { state.change { $0.faults.map { $0 } } }
}

/// How many rounds a race has: all in release, where races show, and a part of them in debug, where
/// each takes several times as long.
func raceRounds(_ count: Int) -> Int {
  #if DEBUG
    count / 4
  #else
    count
  #endif
}
