internal import Observation
import Stitch

extension DependencyMap {
  /// The key of the service.
  struct ServiceKey: DependencyKey {
    static let dependency: any Service = LiveService()
  }

  /// The service, as an app declares it.
  var service: any Service {
    get { resolve(key: ServiceKey.self) }
    set { register(key: ServiceKey.self, dependency: newValue) }
  }

  /// The key of a value without references, which needs no reference counting.
  struct LimitsKey: DependencyKey {
    static let dependency = Limits()
  }

  /// A value without references, which needs no reference counting.
  var limits: Limits {
    get { resolve(key: LimitsKey.self) }
    set { register(key: LimitsKey.self, dependency: newValue) }
  }

  /// The key of an observable object.
  struct SettingsKey: DependencyKey {
    static var dependency: Settings { Settings.shared }
  }

  /// An observable object.
  var settings: Settings {
    get { resolve(key: SettingsKey.self) }
    set { register(key: SettingsKey.self, dependency: newValue) }
  }
}

/// An observable object.
@Observable final class Settings: Sendable {
  /// The instance in the map.
  static let shared = Settings()

  /// Some state.
  let number = 1
  init() {}
}

/// A type that resolves and registers.
struct MapUser: DependencyLifecycleScope {}

/// A type that declares its injected instance itself: one object for the application.
@MainActor @Observable final class Session: Stitchable {
  static let scope = StitchableScope.application
  static var dependency = createNewInstance()
  static func createNewInstance() -> Session { Session() }
  init() {}
}

/// A type that declares its injected instance itself: an object for each property.
@MainActor @Observable final class Draft: Stitchable {
  static let scope = StitchableScope.unique
  static var dependency = createNewInstance()
  static func createNewInstance() -> Draft { Draft() }
  init() {}
}
