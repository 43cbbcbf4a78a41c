@_exported public import Stitcher

/// The kind of the type in which ``InjectedParameters(parent:strategy:asynchronous:ignoring:)``
/// is used.
///
/// The macro sees the kind for itself. Only in an extension it does not: there, an initializer of a
/// structure or an enumeration has to say it.
public enum AttachedParentKind: Hashable, Sendable {
  /// An actor.
  case actorParent

  /// A class.
  case classParent

  /// An enumeration.
  case enumParent

  /// A structure.
  case structParent
}

#if Macros
  /// Adds a second form of a function or an initializer, which injects the parameters.
  ///
  /// ```swift
  /// final class Inbox {
  ///   let mail: any Mail
  ///   let title: String
  ///
  ///   @InjectedParameters(ignoring: "title")
  ///   init(mail: any Mail, title: String) {
  ///     self.mail = mail
  ///     self.title = title
  ///   }
  /// }
  ///
  /// let inbox = Inbox(title: "Work")
  /// ```
  ///
  /// The second form takes the ignored parameters and calls the first. A parameter of type `X?` is
  /// nil where nothing is registered for `X`, and an array has all dependencies of its element
  /// type. A dependency that is missing stops the program, unless the initializer is called by what
  /// ``Registerable(by:scope:eagerness:)`` registers: then the injection throws.
  ///
  /// Where a dependency is made asynchronously, say `asynchronous: true`. Then the second form is
  /// `async throws`, whatever the first is, and finds what `DependencyGraph.injectAsync` finds.
  /// What is injected must be `Sendable`, and where it is missing, the form throws:
  ///
  /// ```swift
  /// struct Letters {
  ///   @InjectedParameters(asynchronous: true, ignoring: "page")
  ///   func load(database: Database, page: Int) throws -> [Letter] { try database.letters(page) }
  /// }
  ///
  /// let letters = try await Letters().load(page: 1)
  /// ```
  ///
  /// What ``Registerable(by:scope:eagerness:)`` registers injects so where the initializer is
  /// asynchronous, too.
  ///
  /// - Parameters:
  ///   - parent: The kind of the type around an initializer in an extension. Elsewhere the
  ///     macro sees it.
  ///   - generator: How parameters are injected: by their types or by their names
  ///     inside the function.
  ///   - isAsynchronous: Whether the second form injects asynchronously; a literal.
  ///   - ignoredParameters: The parameters that stay, by their labels or names.
  @attached(peer, names: arbitrary)
  public macro InjectedParameters(
    parent: AttachedParentKind = .classParent,
    strategy generator: InjectionCodeGenerators.Name = .stitcherByType,
    asynchronous isAsynchronous: Bool = false,
    ignoring ignoredParameters: String...
  ) = #externalMacro(module: "StitcherMacrosPlugin", type: "InjectedParametersMacro")
#endif
