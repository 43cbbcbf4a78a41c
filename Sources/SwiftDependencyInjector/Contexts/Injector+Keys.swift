internal import StitcherEngine

extension Injector {
  /// Changes the default key of the given abstraction. Later injections without a key use the
  /// implementation of the new key.
  ///
  /// Observed properties receive the new implementation before the call returns: one new instance,
  /// which they share. If the key has no implementation, they keep the old one.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - newKey: The new default key, which need not have an implementation yet.
  /// - Complexity: O(*n*) in the number of observed properties of the abstraction in this context.
  public func updateDependencyKey<Abstraction>(
    of abstraction: Abstraction.Type, newKey: String
  ) {
    let name = printed(abstraction)
    let context = context
    let (isKnown, new) = context.edit { edit -> (Bool, DefaultKeyOf<Abstraction>?) in
      guard let present = edit.defaultKey(of: abstraction) else { return (false, nil) }
      guard present.key != newKey else { return (true, nil) }
      let new = context.nextDefault(newKey, of: abstraction)
      edit.setDefaultKey(new)
      return (true, new)
    }
    guard isKnown else { return InjectorLog.error(.abstractionNotFound(name, context.name)) }
    guard let new else {
      return InjectorLog.error(.equalDependencyKeyOnUpdate(name, key: newKey))
    }
    InjectorLog.info(
      "The key '\(newKey)' was saved successfully for the new injections of '\(name)'")
    publish(new, in: context)
  }

  /// Changes the default key of the given abstraction in the global context.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - newKey: The new default key, which need not have an implementation yet.
  /// - Complexity: O(*n*) in the number of observed properties of the abstraction.
  public static func updateDependencyKey<Abstraction>(
    of abstraction: Abstraction.Type, newKey: String
  ) {
    global.updateDependencyKey(of: abstraction, newKey: newKey)
  }

  /// Returns the default key of the given abstraction.
  ///
  /// - Parameter abstraction: The abstraction.
  /// - Returns: The key, or `nil` if the abstraction is not registered.
  /// - Complexity: O(1) on average.
  public func getCurrentKey<Abstraction>(of abstraction: Abstraction.Type) -> String? {
    registry.defaultKey(of: abstraction)?.key
  }

  /// Releases the singletons of the given abstraction, so that the next injection creates them
  /// again.
  ///
  /// Properties keep their instances.
  ///
  /// - Parameters:
  ///   - abstraction: The abstraction.
  ///   - key: The key of the implementation; `nil` for all implementations.
  /// - Complexity: O(*n*) in the number of implementations.
  public func resetSingleton<Abstraction>(of abstraction: Abstraction.Type, key: String? = nil) {
    let name = printed(abstraction)
    let context = context
    context.ensureExists()
    let registry = context.registry
    guard registry.defaultKey(of: abstraction) != nil else {
      return InjectorLog.error(.abstractionNotFound(name, context.name))
    }
    let lookup: LookupKey =
      key.map { LookupKey(abstraction, $0, .singleton) }
      ?? .type(ImplementationsOf<Abstraction>.self)
    context.forgetInstances(of: registry.registrations(for: lookup).filter(\.isStored))
    let which = key.map { " with key '\($0)'" } ?? ""
    InjectorLog.info(
      "All singletons instances\(which) removed successfully for implementations of '\(name)'")
  }

  /// Creates an instance of the abstraction's new default implementation, and sends it to all
  /// observers.
  private func publish<Abstraction>(_ new: DefaultKeyOf<Abstraction>, in context: Context) {
    let name = printed(Abstraction.self)
    let instance: Abstraction
    do { instance = try context.resolve(Abstraction.self, .regular, new.key) } catch {
      if let refusal = (error as? ResolutionFailure)?.refusal {
        InjectorLog.error(.creationFailed(name, reason: refusal))
      }
      return InjectorLog.error(.noImplementationFoundForPublish(name))
    }
    context.publications(of: Abstraction.self)?.signal
      .send(Publication(instance: instance, version: new.version))
    InjectorLog.info("New implementation of '\(name)' was published succesfully to all subscribers")
  }
}
