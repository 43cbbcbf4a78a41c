import Stitcher

// The compiler's errors for closures whose parameters an injection cannot pass.

final class Store: Sendable {}

struct Page: Sendable {
  let store: Store
}

@MainActor final class Screen {
  init(store: Store) {}
}

let unnamed = Dependency { (store: Store) in Page(store: store) }
// error: 'init(file:line:dependency:)' is unavailable: Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)', 'Dependency(autowiredAsync:)' or 'Dependency(autowiredOnMainActor:)'.

let located = Dependency { (store: Store) in Page(store: store) }.named("page")
// error: 'init(file:line:dependency:)' is unavailable: Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)', 'Dependency(autowiredAsync:)' or 'Dependency(autowiredOnMainActor:)'.

let ofSeveralStatements = Dependency { (store: Store) in
  let page = Page(store: store)
  return page
}
// error: 'init(file:line:dependency:)' is unavailable: Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)', 'Dependency(autowiredAsync:)' or 'Dependency(autowiredOnMainActor:)'.

let asynchronous = Dependency { (store: Store) async in Page(store: store) }
// error: 'init(file:line:dependency:)' is unavailable: Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)', 'Dependency(autowiredAsync:)' or 'Dependency(autowiredOnMainActor:)'.

let ofAnActor = Dependency { @MainActor (store: Store) in Screen(store: store) }
// error: 'init(file:line:dependency:)' is unavailable: Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)', 'Dependency(autowiredAsync:)' or 'Dependency(autowiredOnMainActor:)'.

let named = Dependency(named: "page") { (store: Store) in Page(store: store) }
// error: 'init(named:file:line:dependency:)' is unavailable: Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)' and add '.named(_:)'.

let valued = Dependency(for: 7) { (store: Store) in Page(store: store) }
// error: 'init(for:file:line:dependency:)' is unavailable: Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)' and add '.associated(with:)'.

let conforming = Dependency(conformingTo: (any Sendable).self) { (store: Store) in
  Page(store: store)
}
// error: 'init(conformingTo:file:line:dependency:)' is unavailable: Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)' and add '.conforms(to:)'.

let inheriting = Dependency(inheritingFrom: AnyObject.self) { (store: Store) in
  Page(store: store)
}
// error: 'init(inheritingFrom:file:line:dependency:)' is unavailable: Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)' and add '.inherits(from:)'.

let provider = DependencyFactory.Provider { (store: Store) in Page(store: store) }
// error: 'init(function:)' is unavailable: Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)' as a statement of a container.
