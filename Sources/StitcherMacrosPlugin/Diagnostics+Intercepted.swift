// All diagnostics of `@Intercepted`. The compiler shows each one at the declaration that cannot be
// forwarded.

internal import SwiftDiagnostics

/// A diagnostic of `@Intercepted`.
public struct InterceptedDiagnostic: MacroDiagnostic {
  /// The reported problem.
  public let code: DiagnosticCode

  /// The problems that the macro can report.
  public enum DiagnosticCode: Sendable {
    /// An internal error of the macro, which should not occur.
    case unknown
    /// The declaration is not a protocol.
    case unexpectedDeclarationKind
    /// The protocol is an `@objc` protocol.
    case objectiveC
    /// Only actors can conform to the protocol.
    case actor
    /// The protocol inherits another protocol, which may have members.
    case inherited(String, by: String)
    /// The protocol suppresses a conformance, for example with `~Copyable`.
    case suppressed(String)
    /// The protocol has an associated type.
    case associatedType(String)
    /// The protocol has an initializer.
    case initializer
    /// The protocol has a static member.
    case staticMember(String)
    /// A member has a modifier that the generated type cannot have.
    case modifier(String, member: String)
    /// A property or a subscript has an accessor that is neither `get` nor `set`.
    case accessor(String, member: String)
    /// A member has an unknown syntax, such as a macro expansion.
    case unreadableMember
    /// A parameter is variadic.
    case variadicParameter(String, member: String)
    /// A parameter has an ownership or isolation modifier that a closure cannot forward.
    case parameter(String, specifier: String, member: String)
    /// The result of a method is `sending`, which a closure cannot return.
    case sendingResult(member: String)
    /// A member uses `Self` at a position where the generated type cannot replace it.
    case selfType(member: String)
    /// A member is nonisolated, but the protocol is isolated to an actor.
    case nonisolatedMember(String, actor: String, of: String)
  }

  /// Creates a diagnostic for a problem.
  init(_ code: DiagnosticCode) { self.code = code }

  /// The text that the compiler shows.
  public var description: String {
    switch code {
    case .unknown: unexpectedText
    case .unexpectedDeclarationKind: "This macro can only be used on protocol declarations."
    case .objectiveC:
      "'@Intercepted' cannot forward an '@objc' protocol. \(Self.byHand)"
    case .actor:
      "'@Intercepted' cannot forward a protocol that only actors conform to, since the generated type is not an actor. Let the protocol inherit 'Sendable' instead, with asynchronous members."
    case .inherited(let base, let name):
      "'@Intercepted' sees only the members that are declared in '\(name)', so the members of '\(base)' would not be intercepted. Declare these members in '\(name)' instead of inheriting '\(base)', or write the forwarding type by hand."
    case .suppressed(let base):
      "'@Intercepted' stores the wrapped instance as a copyable value, but a type with '\(base)' may not be copyable. \(Self.byHand)"
    case .associatedType(let name):
      "'@Intercepted' wraps any value of the protocol, so the associated type '\(name)' is unknown. Write a concrete type instead, make the members generic, or write the forwarding type by hand."
    case .initializer:
      "'@Intercepted' wraps an existing instance, so it cannot forward an initializer. Move the initializer to another protocol, or create instances in a factory."
    case .staticMember(let name):
      "'@Intercepted' wraps an instance, so it cannot forward the static member '\(name)'. Make it a member of instances, or move it to another protocol."
    case .modifier(let modifier, let member):
      "'@Intercepted' cannot forward '\(member)', which is '\(modifier)'. Leave the modifier out, or write the forwarding type by hand."
    case .accessor(let accessor, let member):
      "'@Intercepted' cannot forward the accessor '\(accessor)' of '\(member)'. Write 'get' and 'set'."
    case .unreadableMember:
      "'@Intercepted' cannot read this member, so it cannot forward it. Declare the member without a macro, or write the forwarding type by hand."
    case .variadicParameter(let name, let member):
      "'@Intercepted' cannot forward the variadic parameter '\(name)' of '\(member)'. Declare it as an array, and add a variadic form in an extension of the protocol."
    case .parameter(let name, let specifier, let member):
      "'@Intercepted' cannot forward the \(specifier) parameter '\(name)' of '\(member)', since a retry may pass it again. Leave '\(specifier)' out, or write the forwarding type by hand."
    case .sendingResult(let member):
      "'@Intercepted' cannot forward the sending result of '\(member)', which an interceptor may keep. Return a Sendable type, or write the forwarding type by hand."
    case .selfType(let member):
      "'@Intercepted' wraps any value of the protocol, so '\(member)' can use 'Self' only as the type of a result or of a read-only property. Write the protocol instead, or write the forwarding type by hand."
    case .nonisolatedMember(let member, let actor, let name):
      "'\(member)' is nonisolated, but the instance that '@Intercepted' wraps is isolated to '\(actor)'. Let '\(name)' inherit 'Sendable'."
    }
  }

  /// The remedy to print if no change of the protocol would help.
  private static let byHand = "Write the forwarding type by hand."
}
