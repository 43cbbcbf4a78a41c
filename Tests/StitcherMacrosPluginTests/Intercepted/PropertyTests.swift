import Testing

/// The expansion of `@Intercepted` for properties and subscripts, and the generated type.
@Suite struct InterceptedPropertyTests {
  @Test func properties() {
    expectExpansion(
      of: """
        @Intercepted
        protocol NoteStore {
            var title: String { get set }
            var count: Int { get async throws }
            var twin: Self { get }
            var first: String { mutating get }
        }
        """,
      """

      protocol NoteStore {
          var title: String { get set }
          var count: Int { get async throws }
          var twin: Self { get }
          var first: String { mutating get }
      }

      struct InterceptedNoteStore: NoteStore {
          private var inner: any NoteStore
          private let interceptor: any StitcherMacros.Interceptor

          init(
              _ inner: any NoteStore, by interceptor: some StitcherMacros.Interceptor
          ) {
              self.inner = inner
              self.interceptor = interceptor
          }

          var title: String {
              get {
                  self.interceptor.intercept(
                      StitcherMacros.Invocation(of: "NoteStore", "title", .getter, [])
                  ) { () -> String in
                      self.inner.title
                  }
              }
              set {
                  self.interceptor.intercept(
                      StitcherMacros.Invocation(
                          of: "NoteStore", "title", .setter, [
                              .init(label: nil, name: "newValue", value: newValue as Any),
                          ])
                  ) { () -> Void in
                      self.inner.title = newValue
                  }
              }
          }

          var count: Int {
              get async throws {
                  try await Self.awaiting(
                      self.interceptor,
                      StitcherMacros.Invocation(of: "NoteStore", "count", .getter, [])
                  ) { () async throws -> Int in
                      try await self.inner.count
                  }
              }
          }

          var twin: InterceptedNoteStore {
              get {
                  InterceptedNoteStore(self.interceptor.intercept(
                      StitcherMacros.Invocation(of: "NoteStore", "twin", .getter, [])
                  ) { () -> any NoteStore in
                      self.inner.twin
                  }, by: self.interceptor)
              }
          }

          var first: String {
              mutating get {
                  self.interceptor.intercept(
                      StitcherMacros.Invocation(of: "NoteStore", "first", .getter, [])
                  ) { () -> String in
                      self.inner.first
                  }
              }
          }

          private static func awaiting<Value, Failure>(
              _ interceptor: any StitcherMacros.Interceptor,
              _ invocation: StitcherMacros.Invocation,
              _ proceed: () async throws(Failure) -> Value
          ) async throws(Failure) -> Value {
              try await interceptor.intercept(invocation) { () async throws(Failure) -> Value in
                  try await proceed()
              }
          }
      }
      """)
  }

  @Test func subscripts() {
    expectExpansion(
      of: """
        @Intercepted
        protocol NoteStore {
            subscript(line: Int) -> String { get }
            subscript<T>(type type: T.Type, newValue: Int) -> T { get nonmutating set }
        }
        """,
      """

      protocol NoteStore {
          subscript(line: Int) -> String { get }
          subscript<T>(type type: T.Type, newValue: Int) -> T { get nonmutating set }
      }

      struct InterceptedNoteStore: NoteStore {
          private let inner: any NoteStore
          private let interceptor: any StitcherMacros.Interceptor

          init(
              _ inner: any NoteStore, by interceptor: some StitcherMacros.Interceptor
          ) {
              self.inner = inner
              self.interceptor = interceptor
          }

          subscript(line: Int) -> String {
              get {
                  self.interceptor.intercept(
                      StitcherMacros.Invocation(
                          of: "NoteStore", "subscript(_:)", .getter, [
                              .init(label: nil, name: "line", value: line as Any),
                          ])
                  ) { () -> String in
                      self.inner[line]
                  }
              }
          }

          subscript<T>(type type: T.Type, newValue: Int) -> T {
              get {
                  self.interceptor.intercept(
                      StitcherMacros.Invocation(
                          of: "NoteStore", "subscript(type:_:)", .getter, [
                              .init(label: "type", name: "type", value: type as Any),
                              .init(label: nil, name: "newValue", value: newValue as Any),
                          ])
                  ) { () -> T in
                      self.inner[type: type, newValue]
                  }
              }
              nonmutating set(_newValue) {
                  self.interceptor.intercept(
                      StitcherMacros.Invocation(
                          of: "NoteStore", "subscript(type:_:)", .setter, [
                              .init(label: "type", name: "type", value: type as Any),
                              .init(label: nil, name: "newValue", value: newValue as Any),
                              .init(label: nil, name: "newValue", value: _newValue as Any),
                          ])
                  ) { () -> Void in
                      self.inner[type: type, newValue] = _newValue
                  }
              }
          }
      }
      """)
  }

  @Test func objects() {
    expectExpansion(
      of: """
        @Intercepted
        package protocol NoteStore: AnyObject, Sendable {
            typealias Note = String
            var inner: Note { get set }
            func interceptor() -> Self
        }
        """,
      """

      package protocol NoteStore: AnyObject, Sendable {
          typealias Note = String
          var inner: Note { get set }
          func interceptor() -> Self
      }

      package final class InterceptedNoteStore: NoteStore {
          private let _inner: any NoteStore
          private let _interceptor: any StitcherMacros.Interceptor

          package init(
              _ inner: any NoteStore, by interceptor: some StitcherMacros.Interceptor
          ) {
              self._inner = inner
              self._interceptor = interceptor
          }

          package var inner: Note {
              get {
                  self._interceptor.intercept(
                      StitcherMacros.Invocation(of: "NoteStore", "inner", .getter, [])
                  ) { () -> Note in
                      self._inner.inner
                  }
              }
              set {
                  self._interceptor.intercept(
                      StitcherMacros.Invocation(
                          of: "NoteStore", "inner", .setter, [
                              .init(label: nil, name: "newValue", value: newValue as Any),
                          ])
                  ) { () -> Void in
                      self._inner.inner = newValue
                  }
              }
          }

          package func interceptor() -> InterceptedNoteStore {
              InterceptedNoteStore(self._interceptor.intercept(
                  StitcherMacros.Invocation(of: "NoteStore", "interceptor()", .method, [])
              ) { () -> any NoteStore in
                  self._inner.interceptor()
              }, by: self._interceptor)
          }
      }
      """)
  }

  @Test func actorsAndAvailability() {
    expectExpansion(
      of: """
        @MainActor @available(macOS 15, *) @Intercepted
        protocol Screen: Sendable {
            func show() async
            nonisolated func identify() async
        }
        """,
      """
      @MainActor @available(macOS 15, *)
      protocol Screen: Sendable {
          func show() async
          nonisolated func identify() async
      }

      @MainActor
      @available(macOS 15, *)
      struct InterceptedScreen: Screen {
          private let inner: any Screen
          private let interceptor: any StitcherMacros.Interceptor

          init(
              _ inner: any Screen, by interceptor: some StitcherMacros.Interceptor
          ) {
              self.inner = inner
              self.interceptor = interceptor
          }

          func show() async {
              await self.interceptor.intercept(
                  StitcherMacros.Invocation(of: "Screen", "show()", .method, [])
              ) { () async -> Void in
                  await self.inner.show()
              }
          }

          nonisolated func identify() async {
              await Self.awaiting(
                  self.interceptor,
                  StitcherMacros.Invocation(of: "Screen", "identify()", .method, [])
              ) { () async -> Void in
                  await self.inner.identify()
              }
          }

          nonisolated private static func awaiting<Value, Failure>(
              _ interceptor: any StitcherMacros.Interceptor,
              _ invocation: StitcherMacros.Invocation,
              _ proceed: () async throws(Failure) -> Value
          ) async throws(Failure) -> Value {
              try await interceptor.intercept(invocation) { () async throws(Failure) -> Value in
                  try await proceed()
              }
          }
      }
      """)
  }

  @Test func nothing() {
    expectExpansion(
      of: """
        @Intercepted
        nonisolated protocol Empty where Self: AnyObject {}
        """,
      """

      nonisolated protocol Empty where Self: AnyObject {}

      nonisolated final class InterceptedEmpty: Empty {
          private let inner: any Empty
          private let interceptor: any StitcherMacros.Interceptor

          init(
              _ inner: any Empty, by interceptor: some StitcherMacros.Interceptor
          ) {
              self.inner = inner
              self.interceptor = interceptor
          }
      }
      """)
  }

  @Test func conditions() {
    expectExpansion(
      of: """
        @Intercepted
        protocol NoteStore {
            #if DEBUG
            func dump()
            #else
            var isSmall: Bool { get }
            #endif
        }
        """,
      """

      protocol NoteStore {
          #if DEBUG
          func dump()
          #else
          var isSmall: Bool { get }
          #endif
      }

      struct InterceptedNoteStore: NoteStore {
          private let inner: any NoteStore
          private let interceptor: any StitcherMacros.Interceptor

          init(
              _ inner: any NoteStore, by interceptor: some StitcherMacros.Interceptor
          ) {
              self.inner = inner
              self.interceptor = interceptor
          }

          #if DEBUG
          func dump() {
              self.interceptor.intercept(
                  StitcherMacros.Invocation(of: "NoteStore", "dump()", .method, [])
              ) { () -> Void in
                  self.inner.dump()
              }
          }
          #else
          var isSmall: Bool {
              get {
                  self.interceptor.intercept(
                      StitcherMacros.Invocation(of: "NoteStore", "isSmall", .getter, [])
                  ) { () -> Bool in
                      self.inner.isSmall
                  }
              }
          }
          #endif
      }
      """)
  }
}
