/// The settings of the queue.
public struct Settings: Sendable {
  /// The maximal number of jobs that run at the same time.
  public var width: Int

  /// Creates settings.
  public init(width: Int) { self.width = width }

  /// Loads the settings. A larger program would read a file.
  public static func loaded() async throws -> Settings {
    await Task.yield()
    return Settings(width: 2)
  }
}

/// The phrases of letters.
public struct Phrases: Sendable {
  /// The words before a name.
  public var greeting: String

  /// Creates phrases.
  public init(greeting: String) { self.greeting = greeting }

  /// Loads the phrases. A larger program would ask a server.
  public static func loaded() async -> Phrases {
    await Task.yield()
    return Phrases(greeting: "Hello")
  }
}

/// The services of a running queue.
public struct Services: Sendable {
  /// The settings.
  public let settings: Settings

  /// The handlers of the jobs.
  public let handlers: Handlers

  /// Creates services.
  public init(settings: Settings, handlers: Handlers) {
    self.settings = settings
    self.handlers = handlers
  }
}
