#if Macros
  import StitcherMacros

  extension Mailing {
    /// A type in an extension, in another file.
    @Registerable(scope: .singleton)
    actor Queue {}
  }

  /// A type of the main actor.
  @MainActor @Registerable(scope: .singleton)
  final class Window {
    init() {}
  }

  /// A type of newer systems.
  @available(macOS 15, iOS 18, *)
  @Registerable
  struct Recent {}

  /// A type that nobody can use.
  @available(*, unavailable)
  @Registerable
  struct Gone {}
#endif
