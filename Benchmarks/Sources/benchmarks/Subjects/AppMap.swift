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

  /// The key of a value that needs no counting.
  struct LimitsKey: DependencyKey {
    static let dependency = Limits()
  }

  /// A value that needs no counting.
  var limits: Limits {
    get { resolve(key: LimitsKey.self) }
    set { register(key: LimitsKey.self, dependency: newValue) }
  }

  /// The key of an object that can be observed.
  struct SettingsKey: DependencyKey {
    static var dependency: Settings { Settings.shared }
  }

  /// An object that can be observed.
  var settings: Settings {
    get { resolve(key: SettingsKey.self) }
    set { register(key: SettingsKey.self, dependency: newValue) }
  }
}

/// An object that can be observed.
@Observable final class Settings: Sendable {
  /// The one of the map.
  static let shared = Settings()

  /// Some state.
  let number = 1
  init() {}
}

/// Something that resolves and registers.
struct MapUser: DependencyLifecycleScope {}

/// A type that says itself what is injected: the application's object.
@MainActor @Observable final class Session: Stitchable {
  static let scope = StitchableScope.application
  static var dependency = createNewInstance()
  static func createNewInstance() -> Session { Session() }
  init() {}
}

/// A type that says itself what is injected: an object for each user.
@MainActor @Observable final class Draft: Stitchable {
  static let scope = StitchableScope.unique
  static var dependency = createNewInstance()
  static func createNewInstance() -> Draft { Draft() }
  init() {}
}
