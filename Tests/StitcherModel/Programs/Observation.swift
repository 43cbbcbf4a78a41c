/// Why a request failed.
package enum Failure: Error, Hashable, Sendable {
  /// Nothing has the key and takes the arguments; the objects have the key.
  case missing(Key, [Int])
  /// Several objects have the key and take the arguments.
  case multiple(Key, [Int])
  /// The instance is not of the requested type.
  case mismatched(Product, Kind)
  /// The last locator is being created already.
  case cycle([Found])
  /// The factory of a declaration failed.
  case factory(Int)
  /// A step ran too many factories.
  case outOfFuel
  /// What no program expects.
  case other(String)
}

/// What a request came to.
package enum Outcome: Hashable, Sendable {
  /// The instances, by the numbers in which they were made.
  case found([Int])
  /// No instance.
  case nothing
  /// An error.
  case failed(Failure)
}

/// What happened during a step.
package enum Event: Hashable, Sendable {
  /// The factory of a declaration was called.
  case began(Int)
  /// It made an instance, with these arguments.
  case made(Int, serial: Int, Parameters)
  /// It failed.
  case threw(Int)
  /// A factory got what it asked for.
  case got(Outcome)
  /// The hook was called for an instance.
  case hooked(Int)
  /// The graph said that it has changed.
  case changed
  /// A request of the program came to that.
  case answered(Outcome)
  /// An instance was set, or was not kept.
  case set(Int, isKept: Bool)
}

extension Event {
  /// What figures call the event.
  package var title: String {
    switch self {
    case .began: "creations"
    case .made: "instances"
    case .threw: "failed creations"
    case .got(let outcome): "injected: \(outcome.title)"
    case .hooked: "hooks"
    case .changed: "graph changes"
    case .answered(let outcome): "asked: \(outcome.title)"
    case .set: "set instances"
    }
  }
}

extension Outcome {
  /// What figures call the outcome.
  fileprivate var title: String {
    switch self {
    case .found(let serials): serials.isEmpty ? "none" : serials.count == 1 ? "one" : "several"
    case .nothing: "nil"
    case .failed(.missing): "missing"
    case .failed(.multiple): "multiple"
    case .failed(.mismatched): "mismatch"
    case .failed(.cycle): "cycle"
    case .failed(.factory): "failure"
    case .failed(.outOfFuel): "out of fuel"
    case .failed(.other): "other"
    }
  }
}

/// All that can be observed of a step.
package struct Observation: Hashable, Sendable {
  /// What happened, in order.
  package var events: [Event] = []
  /// The instances that went.
  package var died: [Int] = []
  /// The objects that are active, in order.
  package var registrations: [Int] = []
  /// The number of subscriptions of each lifetime.
  package var subscribers: [Int] = []

  /// Creates an observation.
  package init() {}
}
