import Testing

/// The diagnostics of `@Intercepted`. If it reports a diagnostic, its expansion is empty.
@Suite struct InterceptedDiagnosticTests {
  @Test func otherKinds() {
    expectExpansion(
      of: """
        @Intercepted
        final class NoteStore {
        }
        """,
      """

      final class NoteStore {
      }
      """,
      diagnostics: [
        "1:1: error: This macro can only be used on protocol declarations.",
        "  fix-it: Remove '@Intercepted'",
      ],
      fixed: """

        final class NoteStore {
        }
        """)
  }

  @Test func everythingIsReportedAtItsPlace() {
    expectExpansion(
      of: """
        @Intercepted
        protocol NoteStore: Sendable {
            associatedtype Note
            init(path: String)
            static func standard() -> Self
            func save(_ notes: String...)
        }
        """,
      """

      protocol NoteStore: Sendable {
          associatedtype Note
          init(path: String)
          static func standard() -> Self
          func save(_ notes: String...)
      }
      """,
      diagnostics: [
        "3:5: error: '@Intercepted' wraps any value of the protocol, so the associated type 'Note' is unknown. Write a concrete type instead, make the members generic, or write the forwarding type by hand.",
        "4:5: error: '@Intercepted' wraps an existing instance, so it cannot forward an initializer. Move the initializer to another protocol, or create instances in a factory.",
        "5:5: error: '@Intercepted' wraps an instance, so it cannot forward the static member 'standard()'. Make it a member of instances, or move it to another protocol.",
        "6:15: error: '@Intercepted' cannot forward the variadic parameter 'notes' of 'save(_:)'. Declare it as an array, and add a variadic form in an extension of the protocol.",
      ])
  }

  @Test func inheritance() {
    expect(
      """
      @Intercepted protocol A: Swift.Sendable, CustomStringConvertible & AnyObject {}
      @Intercepted protocol B where Self: Storage {}
      @Intercepted protocol C: Actor {}
      @Intercepted protocol D: ~Copyable {}
      @Intercepted @objc protocol E {}
      @Intercepted protocol F: class, SendableMetatype {}
      """,
      [
        "1:42: error: '@Intercepted' sees only the members that are declared in 'A', so the members of 'CustomStringConvertible' would not be intercepted. Declare these members in 'A' instead of inheriting 'CustomStringConvertible', or write the forwarding type by hand.",
        "2:37: error: '@Intercepted' sees only the members that are declared in 'B', so the members of 'Storage' would not be intercepted. Declare these members in 'B' instead of inheriting 'Storage', or write the forwarding type by hand.",
        "3:26: error: '@Intercepted' cannot forward a protocol that only actors conform to, since the generated type is not an actor. Let the protocol inherit 'Sendable' instead, with asynchronous members.",
        "4:26: error: '@Intercepted' stores the wrapped instance as a copyable value, but a type with '~Copyable' may not be copyable. Write the forwarding type by hand.",
        "5:14: error: '@Intercepted' cannot forward an '@objc' protocol. Write the forwarding type by hand.",
      ])
  }

  @Test func modifiers() {
    expect(
      """
      @Intercepted protocol A {
        consuming func close()
        static var standard: Int { get }
        static subscript(line: Int) -> Int { get }
        var text: String { borrowing get }
        var name: String { _read }
        #if DEBUG
          distributed func call()
        #endif
        #members
      }
      """,
      [
        "2:3: error: '@Intercepted' cannot forward 'close()', which is 'consuming'. Leave the modifier out, or write the forwarding type by hand.",
        "3:3: error: '@Intercepted' wraps an instance, so it cannot forward the static member 'standard'. Make it a member of instances, or move it to another protocol.",
        "4:3: error: '@Intercepted' wraps an instance, so it cannot forward the static member 'subscript(_:)'. Make it a member of instances, or move it to another protocol.",
        "5:22: error: '@Intercepted' cannot forward 'text', which is 'borrowing'. Leave the modifier out, or write the forwarding type by hand.",
        "6:22: error: '@Intercepted' cannot forward the accessor '_read' of 'name'. Write 'get' and 'set'.",
        "8:5: error: '@Intercepted' cannot forward 'call()', which is 'distributed'. Leave the modifier out, or write the forwarding type by hand.",
        "10:3: error: '@Intercepted' cannot read this member, so it cannot forward it. Declare the member without a macro, or write the forwarding type by hand.",
      ])
  }

  @Test func parametersAndResults() {
    expect(
      """
      @Intercepted protocol A {
        func take(_ note: sending Note, on actor: isolated Worker)
        func use(note: borrowing Note, and other: consuming Note)
        func make() -> sending Note
        subscript(notes: Int...) -> sending Note { get }
      }
      """,
      [
        "2:13: error: '@Intercepted' cannot forward the sending parameter 'note' of 'take(_:on:)', since a retry may pass it again. Leave 'sending' out, or write the forwarding type by hand.",
        "2:35: error: '@Intercepted' cannot forward the isolated parameter 'actor' of 'take(_:on:)', since a retry may pass it again. Leave 'isolated' out, or write the forwarding type by hand.",
        "3:12: error: '@Intercepted' cannot forward the borrowing parameter 'note' of 'use(note:and:)', since a retry may pass it again. Leave 'borrowing' out, or write the forwarding type by hand.",
        "3:34: error: '@Intercepted' cannot forward the consuming parameter 'other' of 'use(note:and:)', since a retry may pass it again. Leave 'consuming' out, or write the forwarding type by hand.",
        "4:18: error: '@Intercepted' cannot forward the sending result of 'make()', which an interceptor may keep. Return a Sendable type, or write the forwarding type by hand.",
        "5:13: error: '@Intercepted' cannot forward the variadic parameter 'notes' of 'subscript(_:)'. Declare it as an array, and add a variadic form in an extension of the protocol.",
        "5:31: error: '@Intercepted' cannot forward the sending result of 'subscript(_:)', which an interceptor may keep. Return a Sendable type, or write the forwarding type by hand.",
      ])
  }

  @Test func typeOfTheWrapper() {
    let text = { (place: String, member: String) in
      "\(place): error: '@Intercepted' wraps any value of the protocol, so '\(member)' can use 'Self' only as the type of a result or of a read-only property. Write the protocol instead, or write the forwarding type by hand."
    }
    expect(
      """
      @Intercepted protocol A {
        func merge(with other: Self) -> Self
        func all() -> [Self]
        var parent: Self { get set }
        var twin: Self? { get }
        subscript(line: Int) -> Self { get set }
      }
      """,
      [
        text("2:14", "merge(with:)"), text("3:17", "all()"), text("4:15", "parent"),
        text("5:13", "twin"), text("6:27", "subscript(_:)"),
      ])
  }

  @Test func membersOutsideOfTheActor() {
    expect(
      """
      @Intercepted @MainActor protocol Screen {
        nonisolated func identify() async
        nonisolated var identifier: Int { get }
        func show()
      }
      """,
      [
        "2:3: error: 'identify()' is nonisolated, but the instance that '@Intercepted' wraps is isolated to '@MainActor'. Let 'Screen' inherit 'Sendable'.",
        "3:3: error: 'identifier' is nonisolated, but the instance that '@Intercepted' wraps is isolated to '@MainActor'. Let 'Screen' inherit 'Sendable'.",
      ])
  }

  /// Expects the diagnostics of a source.
  private func expect(
    _ source: String, _ expected: [String],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(diagnostics(of: source) == expected, sourceLocation: sourceLocation)
  }
}
