#if Macros
  /// Generates a type that conforms to the protocol, and forwards each call through an
  /// ``Interceptor`` to a wrapped instance.
  ///
  /// ```swift
  /// @Intercepted
  /// protocol NoteStore: Sendable {
  ///   var count: Int { get async throws }
  ///   func save(_ note: String) throws
  /// }
  ///
  /// let container = DependencyContainer {
  ///   Dependency { FileNoteStore() }
  ///     .conforms(to: (any NoteStore).self)
  ///   Decorator((any NoteStore).self) { inner in
  ///     InterceptedNoteStore(inner, by: InvocationObserver { print($0, $1.duration) })
  ///   }
  /// }
  /// ```
  ///
  /// The name of the generated type is the protocol's name after `Intercepted`. Its access level is
  /// that of the protocol. Its initializer takes the wrapped instance and an interceptor. The type
  /// is a structure, or a class if only classes can conform to the protocol.
  ///
  /// Methods, properties and subscripts are forwarded, including generic, asynchronous, throwing
  /// and mutating ones. Each call creates an ``Invocation``, which boxes the arguments.
  ///
  /// A macro sees only the source code of the protocol. If a member cannot be forwarded, the
  /// compiler reports an error at the member. These cannot be forwarded:
  ///
  /// - Members of inherited protocols. `Sendable` and `AnyObject` may be inherited.
  /// - Associated types, initializers and static members.
  /// - Parameters that are variadic, `sending`, `isolated`, `borrowing` or `consuming`.
  /// - `Self`, except as a result.
  ///
  /// The macro recognizes a global actor if its name ends in `Actor`. Write the type of a closure
  /// parameter in full, not as a `typealias`.
  @attached(peer, names: prefixed(Intercepted))
  public macro Intercepted() =
    #externalMacro(module: "StitcherMacrosPlugin", type: "InterceptedMacro")
#endif
