// Every text that `@Intercepted` reports. The compiler shows them at what cannot be forwarded.

internal import SwiftDiagnostics

/// What `@Intercepted` reports.
public struct InterceptedDiagnostic: MacroDiagnostic {
  /// What was found.
  public let code: DiagnosticCode

  /// What can be found.
  public enum DiagnosticCode: Sendable {
    /// The declaration cannot be read as what its kind says.
    case unknown
    /// Not a protocol.
    case unexpectedDeclarationKind
    /// A protocol for Objective-C.
    case objectiveC
    /// A protocol of actors.
    case actor
    /// The protocol has members that are declared elsewhere.
    case inherited(String, by: String)
    /// The protocol's types need not be what a wrapper is: `~Copyable`.
    case suppressed(String)
    /// A member that takes an associated type.
    case associatedType(String)
    /// An initializer.
    case initializer
    /// A member of the type itself.
    case staticMember(String)
    /// A modifier that no wrapper can have.
    case modifier(String, member: String)
    /// An accessor that is neither `get` nor `set`.
    case accessor(String, member: String)
    /// A declaration that the macro cannot read.
    case unreadableMember
    /// A variadic parameter.
    case variadicParameter(String, member: String)
    /// A parameter with an ownership or isolation that a closure cannot forward.
    case parameter(String, specifier: String, member: String)
    /// A result that cannot come from a closure.
    case sendingResult(member: String)
    /// The type of the wrapper where an existential has none.
    case selfType(member: String)
    /// A member outside of the actor that what is wrapped belongs to.
    case nonisolatedMember(String, actor: String, of: String)
  }

  /// Creates a diagnostic.
  init(_ code: DiagnosticCode) { self.code = code }

  /// The text.
  public var description: String {
    switch code {
    case .unknown: unexpectedText
    case .unexpectedDeclarationKind: "This macro can only be used on protocol declarations."
    case .objectiveC:
      "'@Intercepted' cannot forward an '@objc' protocol. \(Self.byHand)"
    case .actor:
      "'@Intercepted' cannot forward a protocol that only actors conform to, since what is generated is no actor. Let the protocol inherit 'Sendable' instead, with asynchronous members."
    case .inherited(let base, let name):
      "'@Intercepted' sees only the members that are written in '\(name)', so those of '\(base)' would not be intercepted. Declare them in '\(name)' instead of inheriting '\(base)', or write the forwarding type by hand."
    case .suppressed(let base):
      "'@Intercepted' keeps what it wraps as a value that can be copied, which '\(base)' does not promise. \(Self.byHand)"
    case .associatedType(let name):
      "'@Intercepted' wraps any value of the protocol, for which the associated type '\(name)' is not known. Name a type instead, make the members generic, or write the forwarding type by hand."
    case .initializer:
      "'@Intercepted' wraps an instance that exists, and cannot forward an initializer. Move it to another protocol, or have a factory create instances."
    case .staticMember(let name):
      "'@Intercepted' wraps an instance, and cannot forward the static member '\(name)'. Make it a member of instances, or move it to another protocol."
    case .modifier(let modifier, let member):
      "'@Intercepted' cannot forward '\(member)', which is '\(modifier)'. Leave the modifier out, or write the forwarding type by hand."
    case .accessor(let accessor, let member):
      "'@Intercepted' cannot forward the accessor '\(accessor)' of '\(member)'. Write 'get' and 'set'."
    case .unreadableMember:
      "'@Intercepted' cannot read this member, and so not forward it. Write it out, or write the forwarding type by hand."
    case .variadicParameter(let name, let member):
      "'@Intercepted' cannot forward the variadic parameter '\(name)' of '\(member)'. Declare it as an array, and add a variadic form in an extension of the protocol."
    case .parameter(let name, let specifier, let member):
      "'@Intercepted' cannot forward the \(specifier) parameter '\(name)' of '\(member)', since a retry may pass it again. Leave '\(specifier)' out, or write the forwarding type by hand."
    case .sendingResult(let member):
      "'@Intercepted' cannot forward the sending result of '\(member)', which an interceptor may keep. Return a Sendable type, or write the forwarding type by hand."
    case .selfType(let member):
      "'@Intercepted' wraps any value of the protocol, so '\(member)' can only have 'Self' as the type of a result or of a property that is not set. Name the protocol instead, or write the forwarding type by hand."
    case .nonisolatedMember(let member, let actor, let name):
      "'\(member)' is not isolated, so '@Intercepted' cannot reach what it wraps there, which belongs to '\(actor)'. Let '\(name)' inherit 'Sendable'."
    }
  }

  /// What is left where no change of the protocol helps.
  private static let byHand = "Write the forwarding type by hand."
}
