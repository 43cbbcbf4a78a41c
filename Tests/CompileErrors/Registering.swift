import StitcherMacros

// What the compiler says of registrations that cannot be. Below each of them stands the error.

protocol Mail: Sendable {}
struct NotMail {}
final class Store: Sendable {}
class Base: @unchecked Sendable {}  // Safe: it has no state.

let checked = Dependency { NotMail() }.conforms(to: { $0 as any Mail })
// error: cannot convert value of type 'NotMail' to type 'any Mail' in coercion

let named = Dependency { 1 }.named("x").conforms(to: (any Mail).self)
// error: 'conforms(to:)' is unavailable: A dependency that is found by a name is not found by types. Register it a second time, by its types.

let alsoNamed = Dependency(named: "x") { Store() }.conforms(to: { $0 as AnyObject })
// error: 'conforms(to:)' is unavailable: A dependency that is found by a name is not found by types. Register it a second time, by its types.

let namedAndInherited = Dependency { Store() }.named("x").inherits(from: Base.self)
// error: 'inherits(from:)' is unavailable: A dependency that is found by a name is not found by types. Register it a second time, by its types.

let associated = Dependency { 1 }.associated(with: 1).conforms(to: (any Mail).self)
// error: 'conforms(to:)' is unavailable: A dependency that is found by a value is not found by types. Register it a second time, by its types.

let typed = Dependency { 1 }.conforms(to: (any Mail).self).named("x")
// error: 'named' is unavailable: A dependency that is found by several types has no name. Register it a second time, by its name.

let typedAndAssociated = Dependency { 1 }.conforms(to: (any Mail).self).associated(with: 1)
// error: 'associated(with:)' is unavailable: A dependency that is found by several types has no value. Register it a second time, by its value.
