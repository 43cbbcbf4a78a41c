import Stitch

/// An object with properties of types that declare their injected instance themselves.
@MainActor private final class Screen {
  @Stitch(Session.self) var session
  @StitchPublished(Session.self) var published
  @Stitch(Draft.self) var draft
  @StitchPublished(Draft.self) var publishedDraft
  init() {}
}

extension Family.Spelling {
  /// Creates a spelling that runs on the main actor, as the benchmarks do.
  fileprivate init(_ id: String, onMain operation: @escaping @MainActor @Sendable (Int) -> Void) {
    self.init(id) { iterations in MainActor.assumeIsolated { operation(iterations) } }
  }
}

extension Family {
  /// Types that declare their injected instance themselves.
  static let stitchables = [
    Family(
      "the application's object of a type",
      [
        Spelling(
          "stitchable.property",
          onMain: { iterations in
            let screen = Screen()
            for _ in 0..<iterations { Sink<Session>.take(screen.session) }
          }),
        Spelling(
          "stitchable.published",
          onMain: { iterations in
            let screen = Screen()
            for _ in 0..<iterations { Sink<Session>.take(screen.published) }
          }),
        Spelling(
          "stitchable.user",
          onMain: { iterations in
            let user = MapUser()
            for _ in 0..<iterations { Sink<Session>.take(user.resolve(Session.self)) }
          }),
        Spelling(
          "stitchable.static",
          onMain: { iterations in
            for _ in 0..<iterations { Sink<Session>.take(MapUser.resolve(Session.self)) }
          }),
        Spelling(
          "stitchable.type",
          onMain: { iterations in
            for _ in 0..<iterations { Sink<Session>.take(Session.resolve()) }
          }),
      ]),
    Family(
      "a property's own object of a type",
      [
        Spelling(
          "stitchable.unique.property",
          onMain: { iterations in
            let screen = Screen()
            for _ in 0..<iterations { Sink<Draft>.take(screen.draft) }
          }),
        Spelling(
          "stitchable.unique.published",
          onMain: { iterations in
            let screen = Screen()
            for _ in 0..<iterations { Sink<Draft>.take(screen.publishedDraft) }
          }),
      ]),
    Family(
      "a new object of a type",
      [
        Spelling(
          "stitchable.unique.user",
          onMain: { iterations in
            let user = MapUser()
            for _ in 0..<iterations { Sink<Draft>.take(user.resolve(Draft.self)) }
          }),
        Spelling(
          "stitchable.unique.static",
          onMain: { iterations in
            for _ in 0..<iterations { Sink<Draft>.take(MapUser.resolve(Draft.self)) }
          }),
        Spelling(
          "stitchable.unique.type",
          onMain: { iterations in
            for _ in 0..<iterations { Sink<Draft>.take(Draft.resolve()) }
          }),
      ]),
  ]
}
