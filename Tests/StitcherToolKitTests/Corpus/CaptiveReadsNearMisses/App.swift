import Stitcher

final class Request: Sendable {}

/// Read when it is used.
final class Later {
  @Injected var request: Request

  init() {}

  func start() { print(request) }
}

final class Constant: Sendable {
  let request = Injected<Request>()
}

/// The tree of the compiler has no initial value of the wrapped variable.
final class Local {
  init() {
    @Injected var request: Request
    print(request)
    let constant = Injected<Request>()
    print(constant)
  }
}

/// Of another object, which may have read it before.
final class Other {
  init(_ later: Later) { print(later.request) }
}

final class Sometimes {
  @Injected var request: Request

  init(_ isOn: Bool) {
    if isOn { print(request) }
  }
}

let app = DependencyContainer {
  Dependency { Request() }
    .scope(.scoped)
  Dependency { Later() }
  Dependency { Constant() }
  Dependency { Local() }
  Dependency { Other(try DependencyGraph.inject()) }
  Dependency { Sometimes(false) }
}

struct Screen {
  @Injected var later: Later
  @Injected var constant: Constant
  @Injected var local: Local
  @Injected var other: Other
  @Injected var sometimes: Sometimes
}
