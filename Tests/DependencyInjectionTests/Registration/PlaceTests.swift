import DependencyInjection
import Testing

/// The places in source code that registrations record.
@Suite(.timeLimit(.minutes(20))) struct PlaceTests {
  private struct Clock: Sendable {}
  private struct Watch: Sendable { var size = 0 }

  /// A subclass that overrides a method without a place.
  private final class Logging: Container, @unchecked Sendable {
    // Safe: it has no state of its own.
    override func register<Dependency>(
      type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>
    ) {
      super.register(type: type, in: scope, factory: factory)
    }
  }

  /// Returns the lines of the registrations that a container prints; `nil` for an unknown one.
  private func lines(of container: some CustomStringConvertible) -> [UInt?] {
    "\(container)".split(separator: "\n").dropFirst().map { text in
      let parts = text.split(separator: "registered at \(#fileID):")
      return parts.count == 2 ? UInt(parts[1]) : nil
    }
  }

  @Test(arguments: [false, true]) func everyFormThatCallsOneThatMayBeOverridden(isSubclass: Bool) {
    let container = isSubclass ? Logging() : Container()
    let line: UInt = #line
    container.register(type: Int.self) { _ in 1 }
    container.register(in: .new) { _ in Int8(1) }
    container.register { _ in Int16(1) }
    container.register { (_, size: Int) in Watch(size: size) }
    container.register(type: Int32.self, dependency: 1)
    container.register(dependency: Clock())
    container.register(type: Int64.self) { try $0.tryResolve(type: Int64.self) }
    container.register { (resolver, _: Int) in try resolver.tryResolve(type: UInt8.self) as UInt8 }
    container.autoregister(initializer: { (_: Clock) in Watch() })
    container.autoregister(type: UInt16.self, in: .new, initializer: { 1 })
    #expect(lines(of: container) == (1...10).map { line + $0 })
  }

  @Test func whatMayBeOverriddenHasNone() {
    let container = Container()
    container.register(type: Int.self, in: .new) { _ in 1 }
    container.register(dependency: Clock())
    #expect(lines(of: container) == [nil, #line - 1])
  }

  @Test func whatAFactoryRegistersHasItsOwnPlace() {
    let container = Container()
    let line: UInt = #line
    container.register { resolver in
      (resolver as? Container)?.register(dependency: Clock())
      return 1
    }
    _ = container.resolve() as Int
    #expect(lines(of: container) == [line + 1, line + 2])
  }

  @Test func everyFormOfAnAsynchronousContainer() async {
    let container = AsyncContainer()
    let line: UInt = #line
    await container.register(type: Int.self, in: .new) { _ in 1 }
    await container.register(type: UInt.self) { _ in 1 }
    await container.register(in: .new) { _ in Int8(1) }
    await container.register { _ in Int16(1) }
    await container.register { (_, size: Int) in Watch(size: size) }
    await container.register(type: Int64.self) { try await $0.tryResolve(type: Int64.self) }
    #expect(lines(of: container) == (1...6).map { line + $0 })
  }
}
