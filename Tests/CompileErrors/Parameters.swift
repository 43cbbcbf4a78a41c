import StitcherMacros

// What the compiler says of initializers that a registration cannot call.

protocol Mail: Sendable {}
final class Store: Sendable {}

@Registerable
final class Unknown: Sendable {
  let store: Store
  init(store: Store) { self.store = store }
}
// error: 'init(locator:scope:eagerness:file:line:nonisolated:)' is unavailable: Each parameter that is passed at injection must be Hashable. Inject the other parameters, with '@InjectedInitializer' on the type or '@InjectedParameters' on the initializer, and list the Hashable ones after 'ignoring:'.

@MainActor @Registerable
final class Screen {
  let store: Store
  init(store: Store) { self.store = store }
}
// error: 'init(locator:scope:eagerness:file:line:onMainActor:)' is unavailable: The type must be Sendable, and each parameter that is passed at injection Hashable and Sendable. Inject other parameters, with '@InjectedInitializer' on the type or '@InjectedParameters' on the initializer.

@Registerable
final class Seen: Sendable {
  let mail: any Mail
  init(mail: any Mail) { self.mail = mail }
}
// error: Cannot pass the parameter 'mail' at injection, since 'any Mail' is not Hashable. Inject it with '@InjectedInitializer' or '@InjectedParameters', or mark another initializer with '@PreferredInitializer'.
// fix-it: Replace 'init(mail:)' with '@InjectedInitializer'

// However many there are, there is one error.
@Registerable
final class Filled: Sendable {
  let mail: any Mail
  let store: Store
  let title: String
  init(mail: any Mail, store: Store, title: String) {
    self.mail = mail
    self.store = store
    self.title = title
  }
}
// error: Cannot pass the parameter 'mail' at injection, since 'any Mail' is not Hashable. Inject it with '@InjectedInitializer' or '@InjectedParameters', or mark another initializer with '@PreferredInitializer'.
// fix-it: Replace 'init(mail:store:title:)' with '@InjectedInitializer'

@Registerable
struct Mixed {
  init(store: Store, clock: ContinuousClock, names: [String], stores: [Store]) {}
}
// error: 'init(locator:scope:eagerness:file:line:nonisolated:)' is unavailable: Each parameter that is passed at injection must be Hashable. Inject the other parameters, with '@InjectedInitializer' on the type or '@InjectedParameters' on the initializer, and list the Hashable ones after 'ignoring:'.

@Registerable
final class Failable: Sendable {
  init?() {}
}
// error: Cannot register the type by 'init()', which is failable. Add an initializer that is neither failable nor generic, or register the type with 'Dependency'.

@Registerable(as: (any Mail).self)
final class Unrelated: Sendable {
  init() {}
}
// error: cannot convert value of type 'Unrelated' to type 'any Mail' in coercion
