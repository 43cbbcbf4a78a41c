import StitcherMacros

// What the compiler says of what cannot be made or injected asynchronously.

final class Store: Sendable {}
class Session {}

@Registerable
final class Draft {
  var text = ""
  init() async {}
}
// error: type 'Draft' does not conform to the 'Sendable' protocol

@Registerable
final class Archive: Sendable {
  init(store: Store) async throws {}
}
// error: 'init(locator:scope:eagerness:file:line:dependencyProvider:)' is unavailable: A type with an asynchronous initializer must be Sendable, and each parameter that is passed at injection Hashable and Sendable. Inject other parameters, with '@InjectedInitializer' on the type or '@InjectedParameters' on the initializer.

@InjectedInitializer(asynchronous: true)
struct Inbox {
  let session: Session
}
// error: type 'Session' does not conform to the 'Sendable' protocol

struct Feed {
  @InjectedParameters(asynchronous: true)
  func load(action: () -> Void) {}
}
// error: Cannot inject the parameter 'action' asynchronously, since '() -> Void' is not Sendable. Ignore the parameter.
// fix-it: Ignore 'action'
