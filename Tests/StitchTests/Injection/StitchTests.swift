import Stitch
import StitcherTestSupport
import StitcherTesting
import Testing

private protocol Logger: AnyObject, Sendable { var name: String { get } }
private final class RemoteLogger: Logger {
  let name: String
  init(_ name: String = "remote") { self.name = name }
}

extension DependencyMap {
  fileprivate enum LazyKey: DependencyKey {
    static let made = Counter()
    static var dependency: any Logger {
      made.increment()
      return RemoteLogger()
    }
  }
  fileprivate var lazyLogger: any Logger {
    get { resolve(key: LazyKey.self) }
    set { register(key: LazyKey.self, dependency: newValue) }
  }

  private enum LoggerKey: DependencyKey { static let dependency: any Logger = RemoteLogger() }
  fileprivate var logger: any Logger {
    get { resolve(key: LoggerKey.self) }
    set { register(key: LoggerKey.self, dependency: newValue) }
  }

  private enum SettingsKey: DependencyKey { static let dependency = Settings() }
  fileprivate var settings: Settings {
    get { resolve(key: SettingsKey.self) }
    set { register(key: SettingsKey.self, dependency: newValue) }
  }

  private enum OptionalKey: DependencyKey { static let dependency: Int? = nil }
  fileprivate var optional: Int? {
    get { resolve(key: OptionalKey.self) }
    set { register(key: OptionalKey.self, dependency: newValue) }
  }

  private enum HandlerKey: DependencyKey { static let dependency: @Sendable () -> Int = { 1 } }
  fileprivate var handler: @Sendable () -> Int {
    get { resolve(key: HandlerKey.self) }
    set { register(key: HandlerKey.self, dependency: newValue) }
  }

  private enum PlainKey: DependencyKey { static var dependency: Plain { Plain() } }
  fileprivate var plain: Plain {
    get { resolve(key: PlainKey.self) }
    set { register(key: PlainKey.self, dependency: newValue) }
  }
}

private struct Settings: Equatable, Sendable { var volume = 1, name = "default" }

/// An object that threads must not share.
private final class Plain { var number = 0 }

private final class Model: Sendable {
  // A `Sendable` class cannot have variables, so it stores the wrapper in a constant.
  private let wrapper = Stitch(\.logger)
  var name: String { wrapper.wrappedValue.name }
  nonisolated init() {}
}

private actor Worker {
  @Stitch(\.settings) var settings
  func rename(_ name: String) { settings.name = name }
}

/// Properties that read and write the map.
@Suite(.dependencies()) struct StitchTests {
  @Test func nothingIsResolvedBeforeTheFirstRead() {
    struct Owner { @Stitch(\.lazyLogger) var logger }
    let owner = Owner()
    #expect(DependencyMap.LazyKey.made.value == 0)
    owner.logger = RemoteLogger("other")
    #expect(owner.logger.name == "other")
    #expect(DependencyMap.LazyKey.made.value == 0)
  }

  @Test func everyReadResolvesAndEveryWriteRegisters() async {
    struct Value { @Stitch(\.settings) var settings: Settings }
    final class Object { @Stitch(\.settings) fileprivate var settings }
    let value = Value()
    let object = Object()
    let worker = Worker()
    #expect(value.settings == Settings())
    // Writing works through a constant structure, too; a part of a value is read, changed and
    // registered.
    value.settings.volume = 2
    #expect(object.settings.volume == 2)
    object.settings = Settings(volume: 3, name: "object")
    #expect(value.settings == Settings(volume: 3, name: "object"))
    await worker.rename("actor")
    #expect(value.settings == Settings(volume: 3, name: "actor"))
    #expect(DependencyMap.resolve(\.settings).name == "actor")
    let copy = value
    copy.settings.name = "copy"
    #expect(await worker.settings.name == "copy")
  }

  @Test func optionalsAndClosuresAreDependencies() {
    struct Owner {
      @Stitch(\.optional) var optional
      @Stitch(\.handler) var handler
    }
    let owner = Owner()
    #expect(owner.optional == nil)
    owner.optional = 4
    #expect(owner.optional == 4)
    owner.optional = nil
    #expect(owner.optional == nil)
    #expect(owner.handler() == 1)
    owner.handler = { 2 }
    #expect(owner.handler() == 2)
  }

  @Test func whatIsNotSendableIsADependency() {
    final class Owner { @Stitch(\.plain) fileprivate var plain }
    let owner = Owner()
    owner.plain.number += 1
    #expect(DependencyMap.resolve(\.plain).number == 1)
    owner.plain = Plain()
    #expect(owner.plain.number == 0)
  }

  @Test func thePropertyIsSendableIfTheDependencyIs() async {
    func check<Value: Sendable>(_ value: Value) -> Value { value }
    struct Owner: Sendable { @Stitch(\.logger) var logger }
    let owner = check(Owner())
    let name = await Task.detached { owner.logger.name + Model().name }.value
    #expect(name == "remoteremote")
  }

  @Test func aKeyPathInAVariableWorks() {
    let keyPath: WritableKeyPath<DependencyMap, Settings> = \.settings
    let wrapper = Stitch(keyPath)
    #expect(wrapper.wrappedValue == wrapper.resolve(\.settings))
    let partial = Stitch(\.settings.name)
    #expect(partial.wrappedValue == wrapper.wrappedValue.name)
  }
}
