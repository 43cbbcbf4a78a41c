internal import StitcherEngine

/// A problem that the library logs. Names and texts of problems are part of the library's contract.
struct InjectionProblem: Sendable {
  /// The name of the kind of problem, printed before the message.
  let name: String

  /// The message that describes the problem to the reader of the log.
  let message: String

  /// Returns the problem that an abstraction is registered again in a context that does not merge
  /// registrations.
  static func abstractionAlreadyRegistered(
    _ abstraction: String, _ context: InjectionContext
  ) -> Self {
    Self(
      name: "AbstractionAlreadyRegistered",
      message: "'\(abstraction)' it's already registered in container of context with identifier"
        + " \(context.description). The previously registered implementations can't be override,"
        + " please make sure of register every abstraction just once.")
  }

  /// Returns the problem that the implementation of a registered abstraction is missing or has
  /// returned no instance.
  static func implementationsCouldNotBeCast(_ abstraction: String) -> Self {
    Self(
      name: "ImplementationsCouldNotBeCasted",
      message:
        "Something happened when trying to cast '\(abstraction)'. Please make sure of register"
        + " dependencies that successfully implement the '\(abstraction)' protocol and make sure to"
        + " add a valid dependency key.")
  }

  /// Returns the problem that an abstraction is not registered in a context.
  static func abstractionNotFound(_ abstraction: String, _ context: InjectionContext) -> Self {
    Self(
      name: "NotAbstrationFound",
      message:
        "No registered abstraction found with the identifier '\(abstraction)' in context with"
        + " identifier \(context.description).")
  }

  /// Returns the problem that implementations were added to an abstraction that is not registered.
  static func abstractionNotFoundForUpdate(_ abstraction: String) -> Self {
    Self(
      name: "AbstractionNotFoundForUpdate",
      message:
        "'\(abstraction)' couldn't be found to update its values. Please make sure of register"
        + " the abstraction into the container before trying to update its implementations.")
  }

  /// Returns the problem that an injection has provided no instance, with the source location of
  /// the injection.
  static func noImplementationFoundOnInjection(
    _ abstraction: String, file: String, line: Int
  ) -> Self {
    Self(
      name: "NoImplementationFoundOnInjection",
      message: "Not implementation found for '\(abstraction)' injection. File: \(file) \(line)")
  }

  /// Returns the problem that the abstraction of an observed property is not registered.
  static func noPublisherFound(_ abstraction: String) -> Self {
    Self(
      name: "NoPublisherFounded",
      message: "Unable to create a reactive publisher for '\(abstraction)' abstraction. Trying to"
        + " inject a default implementation.")
  }

  /// Returns the problem that the default implementation of an observed abstraction provides no
  /// instance.
  static func noImplementationFoundForPublish(_ abstraction: String) -> Self {
    Self(
      name: "NoImplementationFoundForPublish",
      message:
        "No registered implementation found for '\(abstraction)' abstraction. Publish could not"
        + " be completed.")
  }

  /// Returns the problem that a new default key is equal to the old one.
  static func equalDependencyKeyOnUpdate(_ abstraction: String, key: String) -> Self {
    Self(
      name: "EqualDependecyKeyOnUpdate",
      message:
        "The dependency key '\(key)' for '\(abstraction)' abstraction is already stored. Try to"
        + " set a new one to make real changes to the injected implementations.")
  }

  /// Returns the problem that an implementation needs itself.
  static func circularDependency(_ abstraction: String, path: String) -> Self {
    Self(
      name: "CircularDependency",
      message: "'\(abstraction)' can't be created because it needs itself: \(path). Make one of the"
        + " properties on the path lazy, and read it after the creation.")
  }

  /// Returns the problem that an instance cannot be created on the current thread or in the current
  /// graph.
  static func creationFailed(_ abstraction: String, reason: String) -> Self {
    Self(name: "CreationFailed", message: "'\(abstraction)' can't be created. \(reason)")
  }

  /// Returns the problem that the teardown of a singleton has failed.
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

  /// Stops the program because the injection of a required dependency has failed.
  ///
  /// - Parameters:
  ///   - error: The reason. If the dependency belongs to another actor, or the graph has ended, the
  ///     program stops with the text of the log.
  ///   - alternative: The name of the API for an optional dependency, for the message.
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
  /// The reason of the failure in words, if the request was made outside the required actor or in
  /// an ended graph; `nil` for other failures.
  var refusal: String? {
    switch reason {
    case .isolated(let factory): "\(factory)"
    case .ended(let end): "\(end)"
    case .mismatched: isolatedConformance
    case .missing, .multiple, .cycle, .asynchronous, .captive, .scopeRequired: nil
    }
  }
}
