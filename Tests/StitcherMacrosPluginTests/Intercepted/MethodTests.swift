import Testing

/// The expansion of `@Intercepted` for synchronous methods.
@Suite struct InterceptedMethodTests {
  @Test func synchronousAndThrowing() {
    expectExpansion(
      of: """
        @Intercepted
        protocol NoteStore {
            func save(_ note: String, to folder: Int?) throws
            func check() throws(CancellationError) -> Bool
            func close()
        }
        """,
      """

      protocol NoteStore {
          func save(_ note: String, to folder: Int?) throws
          func check() throws(CancellationError) -> Bool
          func close()
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

          func save(_ note: String, to folder: Int?) throws {
              try self.interceptor.intercept(
                  StitcherMacros.Invocation(
                      of: "NoteStore", "save(_:to:)", .method, [
                          .init(label: nil, name: "note", value: note as Any),
                          .init(label: "to", name: "folder", value: folder as Any),
                      ])
              ) { () throws -> Void in
                  try self.inner.save(note, to: folder)
              }
          }

          func check() throws(CancellationError) -> Bool {
              try self.interceptor.intercept(
                  StitcherMacros.Invocation(of: "NoteStore", "check()", .method, [])
              ) { () throws(CancellationError) -> Bool in
                  try self.inner.check()
              }
          }

          func close() {
              self.interceptor.intercept(
                  StitcherMacros.Invocation(of: "NoteStore", "close()", .method, [])
              ) { () -> Void in
                  self.inner.close()
              }
          }
      }
      """)
  }

  @Test func generic() {
    expectExpansion(
      of: """
        @Intercepted
        protocol NoteStore {
            func load<T: Decodable>(_ type: T.Type) -> T where T: Sendable
            func count(_ notes: some Sequence<String>) -> Int
            func zip<each T>(_ values: repeat each T)
        }
        """,
      """

      protocol NoteStore {
          func load<T: Decodable>(_ type: T.Type) -> T where T: Sendable
          func count(_ notes: some Sequence<String>) -> Int
          func zip<each T>(_ values: repeat each T)
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

          func load<T: Decodable>(_ type: T.Type) -> T where T: Sendable {
              self.interceptor.intercept(
                  StitcherMacros.Invocation(
                      of: "NoteStore", "load(_:)", .method, [
                          .init(label: nil, name: "type", value: type as Any),
                      ])
              ) { () -> T in
                  self.inner.load(type)
              }
          }

          func count(_ notes: some Sequence<String>) -> Int {
              self.interceptor.intercept(
                  StitcherMacros.Invocation(
                      of: "NoteStore", "count(_:)", .method, [
                          .init(label: nil, name: "notes", value: notes as Any),
                      ])
              ) { () -> Int in
                  self.inner.count(notes)
              }
          }

          func zip<each T>(_ values: repeat each T) {
              self.interceptor.intercept(
                  StitcherMacros.Invocation(
                      of: "NoteStore", "zip(_:)", .method, [
                          .init(label: nil, name: "values", value: (repeat each values) as Any),
                      ])
              ) { () -> Void in
                  self.inner.zip(repeat each values)
              }
          }
      }
      """)
  }

  @Test func parameters() {
    expectExpansion(
      of: """
        @Intercepted
        protocol NoteStore {
            func `default`(_: Int, in for: inout String, where _: Int!) -> Int!
            @discardableResult @available(*, deprecated) func old() -> Int
        }
        """,
      """

      protocol NoteStore {
          func `default`(_: Int, in for: inout String, where _: Int!) -> Int!
          @discardableResult @available(*, deprecated) func old() -> Int
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

          func `default`(_ argument0: Int, in for: inout String, where argument2: Int!) -> Int! {
              self.interceptor.intercept(
                  StitcherMacros.Invocation(
                      of: "NoteStore", "default(_:in:where:)", .method, [
                          .init(label: nil, name: "argument0", value: argument0 as Any),
                          .init(label: "in", name: "for", value: `for` as Any),
                          .init(label: "where", name: "argument2", value: argument2 as Any),
                      ])
              ) { () -> Int? in
                  self.inner.`default`(argument0, in: &`for`, where: argument2)
              }
          }

          @discardableResult
          @available(*, deprecated)
          func old() -> Int {
              self.interceptor.intercept(
                  StitcherMacros.Invocation(of: "NoteStore", "old()", .method, [])
              ) { () -> Int in
                  self.inner.old()
              }
          }
      }
      """)
  }
}
