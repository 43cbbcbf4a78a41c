/// The reason why a request of a life-cycle program failed.
package enum LifeFailure: Error, Hashable, Sendable {
  case missing(LifeKey)
  case multiple(LifeKey)
  case cycle
  case captive(LifeKey, of: LifeKey)
  /// The instance does not exist, and its factory must be awaited.
  case asynchronous(LifeKey)
  /// The graph that has ended, by its number.
  case ended(Int)
  /// A factory or a decorator has thrown an error.
  case maker(LifeMaker)
  /// The teardown of an instance has thrown an error.
  case teardown(Int)
  /// A teardown has exceeded its time limit.
  case timedOut
  case cancelled
  case outOfFuel
  /// Any other error, which no program expects.
  case other(String)
}

/// The outcome of a request of a life-cycle program.
package enum LifeOutcome: Hashable, Sendable {
  /// The instances, by their numbers in the order of creation.
  case found([Int])
  case nothing
  case failed(LifeFailure)

  var serials: [Int] { if case .found(let serials) = self { serials } else { [] } }
}

/// An event in a step of a life-cycle program.
package enum LifeEvent: Hashable, Sendable {
  /// A graph called a factory or a decorator.
  case began(LifeMaker, graph: Int)
  /// A request of a factory or a decorator had an outcome.
  case got(LifeOutcome)
  /// A factory made an instance, or a decorator one around another.
  case made(LifeMaker, serial: Int, around: Int?)
  /// The teardown of an instance was called.
  case closed(Int)
  /// A request of the program had an outcome.
  case answered(LifeOutcome)
  /// The cancelled one of two requests had an outcome.
  case interrupted(LifeOutcome)
  /// An awaited change has ended with these failures, or without any.
  case completed([LifeFailure])
}

/// An event that an observer of a graph has received.
package struct LifeNotification: Hashable, Sendable {
  /// The kind of an event.
  package enum Kind: Hashable, Sendable {
    /// An instance was created for a requester, if any.
    case created(for: Int?)
    /// The creation of an instance for a requester, if any, has failed.
    case failed(for: Int?, LifeFailure)
    /// Another requester has waited for the instance.
    case waited
    /// The instance was evicted.
    case released
    /// The instance was torn down, successfully or with a failure.
    case tornDown(LifeFailure?)
    /// The registrations of the graph have changed.
    case changed
  }

  /// The observed graph, or `nil` for any graph.
  var watched: Int?
  /// The graph in which the event occurred.
  var graph: Int
  /// The declaration of the instance, or `nil` if the event has none.
  var declaration: Int?
  /// The kind of the event.
  var kind: Kind
}

/// The observation of a step of a life-cycle program.
package struct LifeObservation: Hashable, Sendable {
  /// The events, in order.
  package var events: [LifeEvent] = []
  /// The number of hanging teardowns that were called, by instance. Such a teardown may start only
  /// when its time limit has ended, so after later events.
  package var hanging: [Int: Int] = [:]
  /// The ordered events that observers have received.
  package var news: [LifeNotification] = []
  /// The unordered events that observers have received: changes, evictions and waits, with their
  /// numbers.
  package var unordered: [LifeNotification: Int] = [:]
  /// The instances that ended.
  package var died: Set<Int> = []

  /// Adds an event of an observer.
  mutating func record(_ one: LifeNotification) {
    switch one.kind {
    case .released, .changed, .waited: unordered[one, default: 0] += 1
    default: news.append(one)
    }
  }

  /// A copy with new collections: the thread sanitizer does not see that shared ones are changed
  /// only after their readers have released them.
  var copy: LifeObservation {
    LifeObservation(
      events: events.map { $0 },
      hanging: Dictionary(uniqueKeysWithValues: hanging.map { ($0.key, $0.value) }),
      news: news.map { $0 },
      unordered: Dictionary(uniqueKeysWithValues: unordered.map { ($0.key, $0.value) }),
      died: Set(died.map { $0 }))
  }

  /// Returns a copy without late events that are not expected.
  func without(_ late: Set<LifeNotification>, unless expected: LifeObservation) -> LifeObservation {
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

  /// A copy in which the order of concurrent events is normalized.
  var withoutOrder: LifeObservation {
    var copy = self
    copy.events.sort { "\($0)" < "\($1)" }
    copy.news.sort { "\($0)" < "\($1)" }
    return copy
  }
}
