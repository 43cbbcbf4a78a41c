internal import StitcherEngine

/// A problem, as it is logged. The names and texts are those that users of the library know.
struct InjectionProblem: Sendable {
  /// What kind of problem it is, as the log prefixes it.
  let name: String

  /// What happened, for the reader of the log.
  let message: String

  /// The abstraction is registered in the context, which registers each only once.
  static func abstractionAlreadyRegistered(
    _ abstraction: String, _ context: InjectionContext
  ) -> Self {
    Self(
      name: "AbstractionAlreadyRegistered",
      message: "'\(abstraction)' it's already registered in container of context with identifier"
        + " \(context.description). The previously registered implementations can't be override,"
        + " please make sure of register every abstraction just once.")
  }

  /// The abstraction is registered, but there is no instance.
  static func implementationsCouldNotBeCast(_ abstraction: String) -> Self {
    Self(
      name: "ImplementationsCouldNotBeCasted",
      message:
        "Something happened when trying to cast '\(abstraction)'. Please make sure of register"
        + " dependencies that successfully implement the '\(abstraction)' protocol and make sure to"
        + " add a valid dependency key.")
  }

  /// The abstraction is not registered.
  static func abstractionNotFound(_ abstraction: String, _ context: InjectionContext) -> Self {
    Self(
      name: "NotAbstrationFound",
      message:
        "No registered abstraction found with the identifier '\(abstraction)' in context with"
        + " identifier \(context.description).")
  }

  /// Implementations were added to an abstraction that is not registered.
  static func abstractionNotFoundForUpdate(_ abstraction: String) -> Self {
    Self(
      name: "AbstractionNotFoundForUpdate",
      message:
        "'\(abstraction)' couldn't be found to update its values. Please make sure of register"
        + " the abstraction into the container before trying to update its implementations.")
  }

  /// A property was read and has no instance.
  static func noImplementationFoundOnInjection(
    _ abstraction: String, file: String, line: Int
  ) -> Self {
    Self(
      name: "NoImplementationFoundOnInjection",
      message: "Not implementation found for '\(abstraction)' injection. File: \(file) \(line)")
  }

  /// An observed property has nothing to observe.
  static func noPublisherFound(_ abstraction: String) -> Self {
    Self(
      name: "NoPublisherFounded",
      message: "Unable to create a reactive publisher for '\(abstraction)' abstraction. Trying to"
        + " inject a default implementation.")
  }

  /// The default key changed to one that has no instance.
  static func noImplementationFoundForPublish(_ abstraction: String) -> Self {
    Self(
      name: "NoImplementationFoundForPublish",
      message:
        "No registered implementation found for '\(abstraction)' abstraction. Publish could not"
        + " be completed.")
  }

  /// The default key was changed to itself.
  static func equalDependencyKeyOnUpdate(_ abstraction: String, key: String) -> Self {
    Self(
      name: "EqualDependecyKeyOnUpdate",
      message:
        "The dependency key '\(key)' for '\(abstraction)' abstraction is already stored. Try to"
        + " set a new one to make real changes to the injected implementations.")
  }

  /// An implementation needs itself.
  static func circularDependency(_ abstraction: String, path: String) -> Self {
    Self(
      name: "CircularDependency",
      message: "'\(abstraction)' can't be created because it needs itself: \(path). Make one of the"
        + " properties on the path lazy, and read it after the creation.")
  }

  /// The creation of an implementation failed for a reason that lies beyond it.
  static func creationFailed(_ abstraction: String, reason: String) -> Self {
    Self(name: "CreationFailed", message: "'\(abstraction)' can't be created. \(reason)")
  }

  /// A singleton could not be closed.
  static func teardownFailed(_ failure: TeardownFailure) -> Self {
    let registration = failure.registration
    let name = registration.locator.keys.lazy.compactMap { key -> String? in
      if case .value(let value) = key { "\(value.erased)" } else { nil }
    }.first
    return Self(
      name: "TeardownFailed",
      message: "The teardown of \(name ?? "") (\(registration.location)) has failed:"
        + " \(failure.error)")
  }

  /// Stops the program since a dependency that has to be there is not.
  ///
  /// - Parameters:
  ///   - error: Why it is not there. If it is there for an actor only, or the graph has ended, the
  ///     program stops with the text that is logged.
  ///   - alternative: What injects an optional dependency instead.
  static func stop<Abstraction>(
    _ abstraction: Abstraction.Type, _ context: InjectionContext, because error: (any Error)?,
    alternative: String
  ) -> Never {
    if let refusal = (error as? ResolutionFailure)?.refusal {
      fatalError(creationFailed(printed(abstraction), reason: refusal).message)
    }
    fatalError(
      "No implementation found for abstraction of type \(printed( abstraction))"
        + " in context with identifier \(context.description). Use \(alternative) instead if a you"
        + " want to achieve an optional dependency injection.")
  }
}

extension ResolutionFailure {
  /// Why nobody would get an instance here, in words, whatever is registered; nil if that is not
  /// the reason.
  var refusal: String? {
    switch reason {
    case .isolated(let factory): "\(factory)"
    case .ended(let end): "\(end)"
    case .mismatched: isolatedConformance
    case .missing, .multiple, .cycle, .asynchronous, .captive, .scopeRequired: nil
    }
  }
}
