public import DependencyInjection

/// Registers the services of the queue.
public enum JobQueueModule: AsyncModuleRegistration {
  /// Registers the loaded services and the queue.
  public static func registerDependencies(in container: AsyncContainer) async {
    await container.register { _ in try await Settings.loaded() }
    await container.register { _ in await Phrases.loaded() }
    await container.register { resolver in
      // The settings and the phrases are loaded at the same time.
      async let settings = resolver.tryResolve(type: Settings.self)
      async let phrases = resolver.tryResolve(type: Phrases.self)
      return Services(settings: try await settings, handlers: Handlers(phrases: try await phrases))
    }
    await container.register(in: .new) { resolver in
      JobQueue(services: try await resolver.tryResolve(type: Services.self))
    }
  }
}
