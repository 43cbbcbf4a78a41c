internal import SwiftSyntax

/// The effects of a member.
struct Effects {
  /// Whether it is asynchronous.
  let isAsynchronous: Bool

  /// What stands before a call: `try await`.
  let marks: String

  /// What stands in the type of a closure that does the same: `async throws`. Where a member only
  /// throws what its closures throw, the compiler finds that out.
  let specifiers: String

  /// Reads those of a function.
  init(_ effects: FunctionEffectSpecifiersSyntax?) {
    self.init(effects?.asyncSpecifier, effects?.throwsClause)
  }

  /// Reads those of an accessor.
  init(_ effects: AccessorEffectSpecifiersSyntax?) {
    self.init(effects?.asyncSpecifier, effects?.throwsClause)
  }

  /// Reads those of a type.
  init(_ effects: TypeEffectSpecifiersSyntax?) {
    self.init(effects?.asyncSpecifier, effects?.throwsClause)
  }

  /// Reads effects.
  private init(_ asyncSpecifier: TokenSyntax?, _ throwsClause: ThrowsClauseSyntax?) {
    isAsynchronous = asyncSpecifier != nil
    marks = (throwsClause == nil ? "" : "try ") + (isAsynchronous ? "await " : "")
    let isRethrowing = throwsClause?.throwsSpecifier.tokenKind == .keyword(.rethrows)
    specifiers =
      isRethrowing
      ? ""
      : (isAsynchronous ? " async" : "") + (throwsClause.map { " " + $0.trimmedDescription } ?? "")
  }
}
