// What the rows ask for. The types are those of an app: protocols without constraints, small
// classes.

/// The protocol by which the singleton is asked for.
protocol Service: Sendable {
  /// Some state.
  var number: Int { get }
}

/// The singleton.
final class LiveService: Service {
  let number = 7
  init() {}
}

/// The protocol of the second thread's own singleton.
protocol OtherService: Sendable {
  /// Some state.
  var number: Int { get }
}

/// The second thread's own singleton.
final class LiveOtherService: OtherService {
  let number = 8
  init() {}
}

/// The protocol of a fresh object.
protocol Recording: Sendable {
  /// Some state.
  var number: Int { get }
}

/// A fresh object.
final class Record: Recording {
  let number: Int
  init(number: Int = 1) { self.number = number }
}

/// A fresh object with a parameter.
final class Report: Sendable {
  let size: Int
  init(size: Int) { self.size = size }
}

/// The leaves of a graph of four objects.
final class Header: Sendable { init() {} }
/// See ``Header``.
final class Body: Sendable { init() {} }
/// See ``Header``.
final class Footer: Sendable { init() {} }

/// The root of a graph of four objects.
final class Page: Sendable {
  let header: Header
  let body: Body
  let footer: Footer
  init(header: Header, body: Body, footer: Footer) {
    self.header = header
    self.body = body
    self.footer = footer
  }
}

/// A singleton that is found by a name.
final class NamedService: Service {
  let number = 9
  init() {}
}

/// A singleton that is found by a value.
final class ValuedService: Service {
  let number = 10
  init() {}
}

/// The value that finds a singleton.
enum Channel: Hashable, Sendable { case main, background, test }

/// A shared object, which the benchmark keeps alive.
final class SharedCache: Sendable { init() {} }

/// What each request has one of.
final class UnitOfWork: Sendable { init() {} }

/// What each request has one of, too.
final class RequestLog: Sendable { init() {} }

/// What a request brings.
struct Tenant: Sendable {
  let id: Int
}

/// A singleton that is a value and needs no counting.
struct Limits: Sendable {
  var count = 3
  init() {}
}
