import StitcherTestSupport
import SwiftDependencyInjector

/// SwiftDependencyInjector: a separate context with implementations that are resolved as
/// singletons.
struct InjectorWorld: FrontEnd {
  private let injector: Injector
  private static let count = Counter()

  static var cycles: Cycles { .areThrown }

  init() {
    injector = .build(context: .custom(name: "Conformance \(Self.count.increment())"))
    injector.turnOffLogger(forced: true)
  }

  func register<Value: Sendable>(
    _ type: Value.Type, _ factory: @escaping @Sendable (Self) throws -> Value
  ) {
    injector.remove(type)
    injector.register(type) { try? factory(self) }
  }

  func resolve<Value: Sendable>(_ type: Value.Type) throws -> Value {
    guard let value: Value = injector.getSafe(injectionType: .singleton) else {
      throw NoImplementation(type: "\(type)")
    }
    return value
  }

  func end() { injector.destroy() }

  /// The error in place of this front end's `nil`.
  struct NoImplementation: Error {
    let type: String
  }
}
