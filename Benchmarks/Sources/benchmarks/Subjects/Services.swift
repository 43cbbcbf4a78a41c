// The dependencies of the rows. Their types resemble those of an app: protocols without
// constraints, small classes.

/// The protocol by which the singleton is injected.
protocol Service: Sendable {
  /// A property that a benchmark reads.
  var number: Int { get }
}

/// The singleton.
final class LiveService: Service {
  let number = 7
  init() {}
}

/// The protocol of the second thread's singleton.
protocol OtherService: Sendable {
  /// A property that a benchmark reads.
  var number: Int { get }
}

/// The second thread's singleton.
final class LiveOtherService: OtherService {
  let number = 8
  init() {}
}

/// The protocol of an object that is created for each injection.
protocol Recording: Sendable {
  /// A property that a benchmark reads.
  var number: Int { get }
}

/// An object that is created for each injection.
final class Record: Recording {
  let number: Int
  init(number: Int = 1) { self.number = number }
}

/// An object with a parameter, created for each injection.
final class Report: Sendable {
  let size: Int
  init(size: Int) { self.size = size }
}

/// One of the leaves of a graph of four objects.
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

/// A scoped object of each request.
final class UnitOfWork: Sendable { init() {} }

/// Another scoped object of each request.
final class RequestLog: Sendable { init() {} }

/// A value that each request provides.
struct Tenant: Sendable {
  let id: Int
}

/// A singleton that is a value without references, which needs no reference counting.
struct Limits: Sendable {
  var count = 3
  init() {}
}
