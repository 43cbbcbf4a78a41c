#if Macros
  /// Adds a type that forwards a protocol, and calls an ``Interceptor`` around each member.
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
  /// The type is called like the protocol, with `Intercepted` in front, is visible where that is,
  /// and takes what it wraps and an interceptor. It is a structure, or a class if only classes
  /// conform. Methods, properties and subscripts are forwarded, also generic, asynchronous,
  /// throwing and mutating ones. Each call makes an ``Invocation``, whose arguments are boxed.
  ///
  /// A macro sees what is written in the protocol, nothing else. What cannot be forwarded is an
  /// error at its place: inherited protocols, but `Sendable` and `AnyObject`; associated types,
  /// initializers and static members; variadic, `sending`, `isolated`, `borrowing` and `consuming`
  /// parameters; and `Self`, unless it is a result. A global actor is known by a name that ends in
  /// `Actor`. A closure that a member takes has to have its type written out, not as a `typealias`.
  @attached(peer, names: prefixed(Intercepted))
  public macro Intercepted() =
    #externalMacro(module: "StitcherMacrosPlugin", type: "InterceptedMacro")
#endif
