#if Macros
  public import StitcherMacros

  /// Keeps things.
  public protocol Storage: Sendable {}

  /// A public type, found by its protocol too.
  @Registerable(as: .conformances, scope: .singleton)
  public final class FileStorage: Storage {
    /// Creates storage.
    public init() {}
  }

  /// A namespace.
  enum Mailing {
    /// A nested type.
    @Registerable(by: .name("autoregistration.mailer"))
    struct Mailer {
      let host: String
      init(host: String) { self.host = host.lowercased() }
    }

    /// A type that only its file can name.
    @Registerable
    fileprivate struct Draft {}
  }

  /// A type with wrapper-free injection.
  @Registerable
  @InjectedInitializer
  final class Archive: Sendable {
    let storage: any Storage
  }

  /// A type whose initializer throws.
  @Registerable(scope: .singleton)
  final class Settings: Sendable {
    init() throws {}
  }

  /// A type that is made asynchronously.
  @Registerable(scope: .singleton)
  final class Database: Sendable {
    init() async throws {}
  }

  #if NEVER
    @Registerable
    struct Missing {
      init(other: DoesNotExist) {}
    }
  #elseif DEBUG
    @Registerable
    struct Build {
      let name = "debug"
    }
  #else
    @Registerable
    struct Build {
      let name = "release"
    }
  #endif

  @Registerable
  private struct Hidden {}

  private enum Concealed {
    @Registerable
    struct Note {}
  }

  /// A type that has to be specialized first.
  @Registerable
  struct Box<Item> {
    @Registerable
    struct Lid {}
  }

  extension Box {
    @Registerable
    struct Hinge {}
  }

  @Registerable
  struct `default` {}

  /// Registers the types of this file that others cannot name.
  var hiddenDependencies: DependencyGroup {
    DependencyGroup {
      Hidden.dependencyRegistration
      Concealed.Note.dependencyRegistration
      Mailing.Draft.dependencyRegistration
      Box<Int>.dependencyRegistration
      Box<Int>.Lid.dependencyRegistration
      Box<Int>.Hinge.dependencyRegistration
    }
  }
#endif
