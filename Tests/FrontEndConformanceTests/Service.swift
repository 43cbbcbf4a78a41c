import StitcherTestSupport

/// A type that differs for every test and front end.
enum Mark<Test, FrontEnd> {}

/// An object of a type that only one test uses.
final class Service<Mark>: Sendable {
  let tracked: Tracked
  let needed: (any Sendable)?

  var number: Int { tracked.number }

  init(
    _ lifetimes: Lifetimes = Lifetimes(), number: Int = 0, needed: (any Sendable)? = nil,
    onDeinit: (@Sendable () -> Void)? = nil
  ) {
    tracked = Tracked(lifetimes, number: number, onDeinit: onDeinit)
    self.needed = needed
  }
}
