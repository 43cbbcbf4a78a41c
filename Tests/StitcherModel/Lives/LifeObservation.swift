/// Why a request of a program of lives failed.
package enum LifeFailure: Error, Hashable, Sendable {
  case missing(LifeKey)
  case multiple(LifeKey)
  case cycle
  case captive(LifeKey, of: LifeKey)
  /// It has to be awaited, and is not alive.
  case asynchronous(LifeKey)
  /// The graph that has ended, by its number.
  case ended(Int)
  /// A factory or a decorator has thrown.
  case maker(LifeMaker)
  /// The teardown of an instance has thrown.
  case teardown(Int)
  /// A teardown has taken longer than it may.
  case timedOut
  case cancelled
  case outOfFuel
  /// What no program expects.
  case other(String)
}

/// What a request of a program of lives came to.
package enum LifeOutcome: Hashable, Sendable {
  /// The instances, by the numbers in which they were made.
  case found([Int])
  case nothing
  case failed(LifeFailure)

  /// The instances.
  var serials: [Int] { if case .found(let serials) = self { serials } else { [] } }
}

/// What happened in a step of a program of lives.
package enum LifeEvent: Hashable, Sendable {
  /// A factory or a decorator was called, in a graph.
  case began(LifeMaker, graph: Int)
  /// A factory or a decorator got what it asked for.
  case got(LifeOutcome)
  /// It made an instance; a decorator one around another.
  case made(LifeMaker, serial: Int, around: Int?)
  /// An instance was torn down, by what ends.
  case closed(Int)
  /// A request of the program came to that.
  case answered(LifeOutcome)
  /// The request that was cancelled came to that, beside the other one.
  case interrupted(LifeOutcome)
  /// What was awaited has thrown that; nothing if it is empty.
  case completed([LifeFailure])
}

/// What somebody who watches a graph was told.
package struct LifeNews: Hashable, Sendable {
  /// What has happened.
  package enum Kind: Hashable, Sendable {
    /// An instance was made, for whom.
    case created(for: Int?)
    /// An instance was not made, for whom, and why.
    case failed(for: Int?, LifeFailure)
    /// Somebody else has waited for the instance.
    case waited
    /// The instance was let go.
    case released
    /// The instance was torn down; why that failed.
    case tornDown(LifeFailure?)
    /// The graph has changed.
    case changed
  }

  /// The graph that is watched; nil for any.
  var watched: Int?
  /// The graph in which it has happened.
  var graph: Int
  /// Which declaration it is about; nil if it is about none.
  var declaration: Int?
  /// What has happened.
  var kind: Kind
}

/// All that can be observed of a step of a program of lives.
package struct LifeObservation: Hashable, Sendable {
  /// What happened, in order.
  package var events: [LifeEvent] = []
  /// The instances that were torn down by what hangs, and how often. It may get a thread only when
  /// its time limit has ended, after what comes next.
  package var hanging: [Int: Int] = [:]
  /// What those were told who watch, in order, but for the rest.
  package var news: [LifeNews] = []
  /// What those were told who watch, in no order: changes, and what was let go.
  package var unordered: [LifeNews: Int] = [:]
  /// The instances that went.
  package var died: Set<Int> = []

  /// Adds what somebody was told.
  mutating func tell(_ one: LifeNews) {
    switch one.kind {
    case .released, .changed, .waited: unordered[one, default: 0] += 1
    default: news.append(one)
    }
  }

  /// The same in collections of their own: the thread sanitizer does not see that shared ones are
  /// changed only when their readers have let go of them.
  var copy: LifeObservation {
    LifeObservation(
      events: events.map { $0 },
      hanging: Dictionary(uniqueKeysWithValues: hanging.map { ($0.key, $0.value) }),
      news: news.map { $0 },
      unordered: Dictionary(uniqueKeysWithValues: unordered.map { ($0.key, $0.value) }),
      died: Set(died.map { $0 }))
  }

  /// The same without what may have come late and is not expected.
  func without(_ late: Set<LifeNews>, unless expected: LifeObservation) -> LifeObservation {
    var copy = self
    var missing = expected.news
    copy.news = news.filter { one in
      if let position = missing.firstIndex(of: one) {
        missing.remove(at: position)
        return true
      }
      var anyone = one
      anyone.watched = nil
      return !late.contains(anyone)
    }
    return copy
  }

  /// The same without the order of what tasks do beside each other.
  var withoutOrder: LifeObservation {
    var copy = self
    copy.events.sort { "\($0)" < "\($1)" }
    copy.news.sort { "\($0)" < "\($1)" }
    return copy
  }
}
