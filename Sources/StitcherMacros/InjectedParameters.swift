@_exported public import Stitcher

/// The kind of the type in which ``InjectedParameters(parent:strategy:ignoring:)`` is used.
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
  /// - Parameters:
  ///   - parent: The kind of the type around an initializer in an extension. Elsewhere the
  ///     macro sees it.
  ///   - generator: How parameters are injected: by their types or by their names
  ///     inside the function.
  ///   - ignoredParameters: The parameters that stay, by their labels or names.
  @attached(peer, names: arbitrary)
  public macro InjectedParameters(
    parent: AttachedParentKind = .classParent,
    strategy generator: InjectionCodeGenerators.Name = .stitcherByType,
    ignoring ignoredParameters: String...
  ) = #externalMacro(module: "StitcherMacrosPlugin", type: "InjectedParametersMacro")
#endif
