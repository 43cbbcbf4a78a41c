import StitcherMacros

// What the compiler says of what cannot be intercepted.

@Intercepted
protocol NoteStore: Sendable, CustomStringConvertible {
  associatedtype Note
  func save(_ notes: String...)
}
// error: '@Intercepted' sees only the members that are declared in 'NoteStore', so the members of 'CustomStringConvertible' would not be intercepted. Declare these members in 'NoteStore' instead of inheriting 'CustomStringConvertible', or write the forwarding type by hand.
// error: '@Intercepted' wraps any value of the protocol, so the associated type 'Note' is unknown. Write a concrete type instead, make the members generic, or write the forwarding type by hand.
// error: '@Intercepted' cannot forward the variadic parameter 'notes' of 'save(_:)'. Declare it as an array, and add a variadic form in an extension of the protocol.

@Intercepted
protocol Log: Sendable {
  func write(_ text: String) async
}

// Both forms have to be there, so that no member is forgotten.
struct Silent: Interceptor {
  func intercept<Value, Failure>(
    _ invocation: Invocation, _ proceed: () throws(Failure) -> Value
  ) throws(Failure) -> Value { try proceed() }
}
// error: type 'Silent' does not conform to protocol 'Interceptor'

func wrap(_ log: any Log) -> any Log {
  InterceptedLog(log, by: 7)
}
// error: initializer 'init(_:by:)' requires that 'Int' conform to 'Interceptor'
