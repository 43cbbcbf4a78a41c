import Testing

/// A front end as the suite sees it: a world in which types are registered and resolved.
///
/// Worlds of some front ends share what they register, so every test uses types of its own.
protocol FrontEnd: Sendable {
  /// Creates a world in which nothing is registered.
  init()

  /// Registers how a type is made; what was registered for the type before is replaced.
  ///
  /// The instance is kept, and is the same for everybody, until it is replaced.
  func register<Value: Sendable>(
    _ type: Value.Type, _ factory: @escaping @Sendable (Self) throws -> Value)

  /// Returns the instance of a type.
  func resolve<Value: Sendable>(_ type: Value.Type) throws -> Value

  /// Takes everything back.
  func end()

  /// What happens when creations need each other.
  static var cycles: Cycles { get }

  /// Returns what a user gets to read about an error.
  static func text(of error: any Error) -> String
}

/// What happens when creations need each other.
enum Cycles {
  /// The resolution throws.
  case areThrown
  /// The program stops with a message.
  case stopTheProgram
}

extension FrontEnd {
  static func text(of error: any Error) -> String { String(reflecting: error) }
}

/// The front ends, as arguments of tests.
enum FrontEndKind: String, CaseIterable, Codable, CustomTestStringConvertible {
  case stitcher = "Stitcher"
  case stitch = "Stitch"
  case injector = "SwiftDependencyInjector"
  case container = "DependencyInjection"
  case isolatedStitcher = "Stitcher, isolated"
  case isolatedStitch = "Stitch, isolated"
  case isolatedInjector = "SwiftDependencyInjector, isolated"
  case isolatedContainer = "DependencyInjection, isolated"
  case childOfStitcher = "Stitcher, child"
  case scopedInStitcher = "Stitcher, scoped in a child"

  var testDescription: String { rawValue }

  /// Whether nothing takes a type back, since a default of Stitch stays.
  var hasDefaults: Bool { self == .stitch || self == .isolatedStitch }

  /// The front end.
  var type: any FrontEnd.Type {
    switch self {
    case .stitcher: StitcherWorld.self
    case .stitch: StitchWorld.self
    case .injector: InjectorWorld.self
    case .container: ContainerWorld.self
    case .isolatedStitcher: IsolatedWorld<StitcherWorld>.self
    case .isolatedStitch: IsolatedWorld<StitchWorld>.self
    case .isolatedInjector: IsolatedWorld<InjectorWorld>.self
    case .isolatedContainer: IsolatedWorld<SharedContainerWorld>.self
    case .childOfStitcher: ChildWorld<KeptByTheParent>.self
    case .scopedInStitcher: ChildWorld<KeptByTheChild>.self
    }
  }
}
