import StitcherTesting
import SwiftDependencyInjector
import Testing

// Calls in the form in which users write them.

private protocol Storage {
  func fetch() -> [Int]
}

private class LocalStorage: Storage, InjectableDependency {
  required init() {}
  func fetch() -> [Int] { [1, 2, 3, 4] }
}

private class RemoteStorage: Storage, InjectableDependency {
  required init() {}
  func fetch() -> [Int] { [5, 6, 7, 8] }
}

private protocol Archive: InjectableDependency {
  var size: Int { get }
}

private struct Tape: Archive { let size = 3 }

private enum StorageType: String {
  case local
  case remote
}

private struct Missing {}

private final class StorageService {
  @Injectable private var storage: Storage?
  @Injectable(injection: .singleton) private var one: Storage?
  @Injectable(instantiation: .regular) private var early: Storage?
  @Injectable(constrainedTo: StorageType.local.rawValue) private var local: Storage?
  @Injectable(injection: .singleton, instantiation: .regular) private var both: Storage?
  @Injectable(context: .custom(name: "C")) private var elsewhere: Missing?
  @ObservedInjectable private var observed: Storage?
  @ObservedInjectable(context: .custom(name: "C")) private var observedElsewhere: Missing?
  @Inject private var forced: Storage
  @ObservedInject private var forcedObserved: Storage

  var all: [[Int]?] {
    [
      storage?.fetch(), one?.fetch(), early?.fetch(), local?.fetch(), both?.fetch(),
      observed?.fetch(), forced.fetch(), forcedObserved.fetch(),
    ]
  }

  var missing: [Missing?] { [elsewhere, observedElsewhere] }
}

@Suite(.dependencies()) struct CallShapesTests {
  @Test func whatUsersWriteWorks() {
    Injector.global.register(
      Storage.self, defaultDependency: StorageType.remote.rawValue,
      implementations: [
        StorageType.remote.rawValue: RemoteStorage.instance,
        StorageType.local.rawValue: LocalStorage.instance,
      ])
    let service = StorageService()
    #expect(service.all.compactMap { $0?.first } == [5, 5, 5, 1, 5, 5, 5, 5])
    #expect(service.missing.allSatisfy { $0 == nil })
    Injector.updateDependencyKey(of: Storage.self, newKey: StorageType.local.rawValue)
    #expect(service.all.compactMap { $0?.first } == [5, 5, 5, 1, 5, 1, 5, 1])

    let injector = Injector.build(context: .custom(name: "shapes"))
    injector.register(Storage.self, key: "k") { RemoteStorage() }
    injector.add(Storage.self, key: "l", implementation: LocalStorage.instance)
    injector.add(Storage.self, implementations: ["m": LocalStorage.instance])
    injector.register(Archive.self, implementation: Tape.instance)
    let made: @Sendable () -> Storage? = { LocalStorage() }
    injector.addOrRegister(Storage.self, key: "n", implementation: made)
    let storage: Storage = injector.get(injectionType: .singleton, constrainedTo: "n")
    #expect(storage.fetch() == [1, 2, 3, 4])
    #expect((injector.getSafe() as Archive?)?.size == 3)
    injector.destroy()
  }

  @Test func propertiesOfSendableTypesAreSendable() {
    func require<Value: Sendable>(_: Value.Type) {}
    require(Inject<Int>.self)
    require(Injectable<Int>.self)
    require(ObservedInject<Int>.self)
    require(ObservedInjectable<Int>.self)
    require(Injector.self)
    _ = Dependency(Int.self, name: "number", injectionType: .regular, constrainedTo: "k")
    _ = InjectableDependencyArgs(Int.self, key: "k")
  }
}
