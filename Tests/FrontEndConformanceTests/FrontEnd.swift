import Testing

/// A front end in a uniform form: a world in which tests register and resolve types.
///
/// Worlds of some front ends share their registrations, so every test uses separate types.
protocol FrontEnd: Sendable {
  /// Creates a world without registrations.
  init()

  /// Registers the factory of a type; replaces an earlier registration of the type.
  ///
  /// The instance is kept and shared until it is replaced.
  func register<Value: Sendable>(
    _ type: Value.Type, _ factory: @escaping @Sendable (Self) throws -> Value)

  /// Returns the instance of a type.
  func resolve<Value: Sendable>(_ type: Value.Type) throws -> Value

  /// Removes all registrations.
  func end()

  /// The reaction to a cycle.
  static var cycles: Cycles { get }

  /// Returns the text of an error for users.
  static func text(of error: any Error) -> String
}

/// The reaction to a cycle.
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

  /// Whether types cannot be removed, as in Stitch with its default values.
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
