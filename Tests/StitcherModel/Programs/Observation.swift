/// The reason why a request failed.
package enum Failure: Error, Hashable, Sendable {
  /// No object has the key and takes the arguments; the listed objects have the key.
  case missing(Key, [Int])
  /// Several objects have the key and take the arguments.
  case multiple(Key, [Int])
  /// The instance is not of the requested type.
  case mismatched(Product, Kind)
  /// A cycle, with the path of the creations; the last locator is being created already.
  case cycle([Found])
  /// The factory of a declaration failed.
  case factory(Int)
  /// A step ran too many factories.
  case outOfFuel
  /// Any other error, which no program expects.
  case other(String)
}

/// The outcome of a request.
package enum Outcome: Hashable, Sendable {
  /// The instances, by their numbers in the order of creation.
  case found([Int])
  /// No instance.
  case nothing
  /// An error.
  case failed(Failure)
}

/// An event in a step.
package enum Event: Hashable, Sendable {
  /// The factory of a declaration was called.
  case began(Int)
  /// The factory made an instance, with these arguments.
  case made(Int, serial: Int, Parameters)
  /// The factory threw an error.
  case threw(Int)
  /// A request of a factory had an outcome.
  case got(Outcome)
  /// The hook was called for an instance.
  case hooked(Int)
  /// The graph has sent an event for a change.
  case changed
  /// A request of the program had an outcome.
  case answered(Outcome)
  /// An instance was set, and was kept or not.
  case set(Int, isKept: Bool)
}

extension Event {
  /// The name of the event in statistics.
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
  /// The name of the outcome in statistics.
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

/// The observation of a step.
package struct Observation: Hashable, Sendable {
  /// The events, in order.
  package var events: [Event] = []
  /// The instances that ended.
  package var died: [Int] = []
  /// The active objects, in order.
  package var registrations: [Int] = []
  /// The number of subscriptions of each lifetime.
  package var subscribers: [Int] = []

  /// Creates an observation.
  package init() {}
}
