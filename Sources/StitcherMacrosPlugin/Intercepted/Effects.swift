internal import SwiftSyntax

/// The effects of a member: `async` and `throws`.
struct Effects {
  let isAsynchronous: Bool

  /// The keywords before a call of the member, such as `try await`.
  let marks: String

  /// The keywords in the type of a closure that calls the member, such as `async throws`.
  ///
  /// For a `rethrows` member, the text is empty: the compiler infers the effects.
  let specifiers: String

  /// Reads the effects of a function.
  init(_ effects: FunctionEffectSpecifiersSyntax?) {
    self.init(effects?.asyncSpecifier, effects?.throwsClause)
  }

  /// Reads the effects of an accessor.
  init(_ effects: AccessorEffectSpecifiersSyntax?) {
    self.init(effects?.asyncSpecifier, effects?.throwsClause)
  }

  /// Reads the effects of a function type.
  init(_ effects: TypeEffectSpecifiersSyntax?) {
    self.init(effects?.asyncSpecifier, effects?.throwsClause)
  }

  /// Reads the effects from their tokens.
  private init(_ asyncSpecifier: TokenSyntax?, _ throwsClause: ThrowsClauseSyntax?) {
    isAsynchronous = asyncSpecifier != nil
    marks = (throwsClause == nil ? "" : "try ") + (isAsynchronous ? "await " : "")
    let isRethrowing = throwsClause?.throwsSpecifier.tokenKind == .keyword(.rethrows)
    specifiers =
      isRethrowing
      ? ""
      : (isAsynchronous ? " async" : "") + (throwsClause.map { " " + $0.trimmedText } ?? "")
  }
}
