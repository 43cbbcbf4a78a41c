/// What the queue is told at its start.
public struct Settings: Sendable {
  /// How many jobs run at the same time.
  public var width: Int

  /// Creates settings.
  public init(width: Int) { self.width = width }

  /// Loads the settings, from a file in a larger program.
  public static func loaded() async throws -> Settings {
    await Task.yield()
    return Settings(width: 2)
  }
}

/// The words that letters are made of.
public struct Phrases: Sendable {
  /// What comes before a name.
  public var greeting: String

  /// Creates phrases.
  public init(greeting: String) { self.greeting = greeting }

  /// Loads the phrases, from a server in a larger program.
  public static func loaded() async -> Phrases {
    await Task.yield()
    return Phrases(greeting: "Hello")
  }
}

/// What the queue needs while it runs.
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
