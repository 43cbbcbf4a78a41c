@_exported public import Stitcher

/// The kind of the type that contains an initializer with
/// ``InjectedParameters(parent:strategy:asynchronous:ignoring:)``.
///
/// The argument is needed only in an extension of a structure or an enumeration. Elsewhere, the
/// macro detects the kind.
public enum AttachedParentKind: Hashable, Sendable {
  /// The type is an actor.
  case actorParent

  /// The type is a class.
  case classParent

  /// The type is an enumeration.
  case enumParent

  /// The type is a structure.
  case structParent
}

#if Macros
  /// Generates an overload of a function or an initializer that injects the parameters.
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
  /// The overload takes the ignored parameters, injects the others, and calls the original. If
  /// nothing is registered for `X`, a parameter of type `X?` is `nil`. An array contains all
  /// dependencies of its element type.
  ///
  /// If another dependency is missing, the overload stops the program. The registration of a
  /// ``Registerable(scope:eagerness:)`` type calls a throwing form of the initializer instead,
  /// so the injection throws.
  ///
  /// If the factory of a dependency is asynchronous, pass `asynchronous: true`. The overload is
  /// then `async throws`, and injects with `DependencyGraph.injectAsync`. Injected types must be
  /// `Sendable`. If a dependency is missing, the overload throws:
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
  /// The registration of a ``Registerable(scope:eagerness:)`` type with an asynchronous
  /// initializer injects asynchronously, too.
  ///
  /// - Parameters:
  ///   - parent: The kind of the type, if the initializer is in an extension of a structure or an
  ///     enumeration. Elsewhere, the macro detects the kind.
  ///   - generator: The strategy of the injection: by the types of the parameters, or by their
  ///     internal names.
  ///   - isAsynchronous: Whether the overload injects asynchronously. The argument must be a
  ///     literal.
  ///   - ignoredParameters: The labels or names of the parameters that the overload takes.
  @attached(peer, names: arbitrary)
  public macro InjectedParameters(
    parent: AttachedParentKind = .classParent,
    strategy generator: InjectionCodeGenerators.Name = .stitcherByType,
    asynchronous isAsynchronous: Bool = false,
    ignoring ignoredParameters: String...
  ) = #externalMacro(module: "StitcherMacrosPlugin", type: "InjectedParametersMacro")
#endif
