import Testing

/// The expansion of `@Intercepted` for asynchronous and mutating methods.
@Suite struct InterceptedAsynchronousMethodTests {
  @Test func asynchronous() {
    expectExpansion(
      of: """
        @Intercepted
        public protocol NoteStore: Sendable {
            func load(id: Int) async throws -> String
            @concurrent func loadFar() async
            nonisolated(nonsending) func loadNear() async
            @MainActor func show() async
        }
        """,
      """

      public protocol NoteStore: Sendable {
          func load(id: Int) async throws -> String
          @concurrent func loadFar() async
          nonisolated(nonsending) func loadNear() async
          @MainActor func show() async
      }

      public struct InterceptedNoteStore: NoteStore {
          private let inner: any NoteStore
          private let interceptor: any StitcherMacros.Interceptor

          public init(
              _ inner: any NoteStore, by interceptor: some StitcherMacros.Interceptor
          ) {
              self.inner = inner
              self.interceptor = interceptor
          }

          public func load(id: Int) async throws -> String {
              try await Self.awaiting(
                  self.interceptor,
                  StitcherMacros.Invocation(
                      of: "NoteStore", "load(id:)", .method, [
                          .init(label: "id", name: "id", value: id as Any),
                      ])
              ) { () async throws -> String in
                  try await self.inner.load(id: id)
              }
          }

          @concurrent
          public func loadFar() async {
              await Self.leaving(
                  self.interceptor,
                  StitcherMacros.Invocation(of: "NoteStore", "loadFar()", .method, [])
              ) { () async -> Void in
                  await self.inner.loadFar()
              }
          }

          public nonisolated(nonsending) func loadNear() async {
              await self.interceptor.intercept(
                  StitcherMacros.Invocation(of: "NoteStore", "loadNear()", .method, [])
              ) { () async -> Void in
                  await self.inner.loadNear()
              }
          }

          @MainActor
          public func show() async {
              await self.interceptor.intercept(
                  StitcherMacros.Invocation(of: "NoteStore", "show()", .method, [])
              ) { () async -> Void in
                  await self.inner.show()
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

          @concurrent private static func leaving<Value, Failure>(
              _ interceptor: any StitcherMacros.Interceptor,
              _ invocation: StitcherMacros.Invocation,
              _ proceed: @concurrent () async throws(Failure) -> Value
          ) async throws(Failure) -> Value {
              try await interceptor.intercept(invocation) { () async throws(Failure) -> Value in
                  try await proceed()
              }
          }
      }
      """)
  }

  @Test func closures() {
    expectExpansion(
      of: """
        @Intercepted
        protocol NoteStore {
            func each(_ body: (String) throws -> Void) rethrows
            func log(_ text: @autoclosure () throws -> String, then done: (() -> Void)?) rethrows
            func eachLater(_ body: @escaping @Sendable (String) async throws -> Void) async rethrows
        }
        """,
      """

      protocol NoteStore {
          func each(_ body: (String) throws -> Void) rethrows
          func log(_ text: @autoclosure () throws -> String, then done: (() -> Void)?) rethrows
          func eachLater(_ body: @escaping @Sendable (String) async throws -> Void) async rethrows
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

          func each(_ body: (String) throws -> Void) rethrows {
              try self.interceptor.intercept(
                  StitcherMacros.Invocation(
                      of: "NoteStore", "each(_:)", .method, [
                          .init(label: nil, name: "body", value: nil),
                      ])
              ) { () -> Void in
                  try self.inner.each(body)
              }
          }

          func log(_ text: @autoclosure () throws -> String, then done: (() -> Void)?) rethrows {
              try self.interceptor.intercept(
                  StitcherMacros.Invocation(
                      of: "NoteStore", "log(_:then:)", .method, [
                          .init(label: nil, name: "text", value: nil),
                          .init(label: "then", name: "done", value: done as Any),
                      ])
              ) { () -> Void in
                  try self.inner.log(try text(), then: done)
              }
          }

          func eachLater(_ body: @escaping @Sendable (String) async throws -> Void) async rethrows {
              try await Self.awaiting(
                  self.interceptor,
                  StitcherMacros.Invocation(
                      of: "NoteStore", "eachLater(_:)", .method, [
                          .init(label: nil, name: "body", value: nil),
                      ])
              ) { () -> Void in
                  try await self.inner.eachLater(body)
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

  @Test func valuesAndTheirCopies() {
    expectExpansion(
      of: """
        @Intercepted
        private protocol Tally {
            mutating func add(_ number: Int)
            func copy() -> Self
            func later() async throws -> Self
        }
        """,
      """

      private protocol Tally {
          mutating func add(_ number: Int)
          func copy() -> Self
          func later() async throws -> Self
      }

      private struct InterceptedTally: Tally {
          private var inner: any Tally
          private let interceptor: any StitcherMacros.Interceptor

          init(
              _ inner: any Tally, by interceptor: some StitcherMacros.Interceptor
          ) {
              self.inner = inner
              self.interceptor = interceptor
          }

          mutating func add(_ number: Int) {
              self.interceptor.intercept(
                  StitcherMacros.Invocation(
                      of: "Tally", "add(_:)", .method, [
                          .init(label: nil, name: "number", value: number as Any),
                      ])
              ) { () -> Void in
                  self.inner.add(number)
              }
          }

          func copy() -> InterceptedTally {
              InterceptedTally(self.interceptor.intercept(
                  StitcherMacros.Invocation(of: "Tally", "copy()", .method, [])
              ) { () -> any Tally in
                  self.inner.copy()
              }, by: self.interceptor)
          }

          func later() async throws -> InterceptedTally {
              InterceptedTally(try await Self.awaiting(
                  self.interceptor,
                  StitcherMacros.Invocation(of: "Tally", "later()", .method, [])
              ) { () async throws -> any Tally in
                  try await self.inner.later()
              }, by: self.interceptor)
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
}
