import Stitch

extension DependencyMap {
  struct HouseKey: DependencyKey {
    static let dependency = House()
  }

  struct DoorKey: DependencyKey {
    static let dependency = Door()
  }

  var house: House {
    get { resolve(key: HouseKey.self) }
    set { register(key: HouseKey.self, dependency: newValue) }
  }

  var door: Door {
    get { resolve(key: DoorKey.self) }
    set { register(key: DoorKey.self, dependency: newValue) }
  }
}

final class House: @unchecked Sendable {  // Safe: it has no state.
  @Stitch(\.door) var door

  init() { print(door) }
}

final class Door: @unchecked Sendable {  // Safe: it has no state.
  @Stitch(\.house) var house

  init() { print(house) }
}
