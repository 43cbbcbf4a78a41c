import Stitcher

final class Request: Sendable {}

final class Property {
  @Injected var request: Request

  init() { print(request) }
}

final class Explicit {
  @Injected var request: Request

  init() { print(self.request) }
}

final class ByMethod {
  @Injected var request: Request

  init() { start() }

  func start() { print(request) }
}

final class Wrapped: Sendable {
  private let _request = Injected<Request>()
  var request: Request { _request.wrappedValue }

  init() { print(request) }
}

final class Constant: Sendable {
  let request = Injected<Request>()

  init() { print(request.wrappedValue) }
}

final class Storage {
  @Injected var request: Request

  init() { print(_request.wrappedValue) }
}

final class LocalConstant {
  init() {
    let request = Injected<Request>()
    print(request.wrappedValue)
  }
}

final class AtOnce {
  init() { print(Injected<Request>().wrappedValue) }
}

class Base {
  @Injected var request: Request

  init() { print(request) }
}

final class Derived: Base {}

let app = DependencyContainer {
  Dependency { Request() }
    .scope(.scoped)
  Dependency { Property() }
  Dependency { Explicit() }
  Dependency { ByMethod() }
  Dependency { Wrapped() }
  Dependency { Constant() }
  Dependency { Storage() }
  Dependency { LocalConstant() }
  Dependency { AtOnce() }
  Dependency { Derived() }
    .scope(.singleton)
}

struct Screen {
  @Injected var property: Property
  @Injected var explicit: Explicit
  @Injected var byMethod: ByMethod
  @Injected var wrapped: Wrapped
  @Injected var constant: Constant
  @Injected var storage: Storage
  @Injected var localConstant: LocalConstant
  @Injected var atOnce: AtOnce
  @Injected var derived: Derived
}
