import Stitcher

protocol Clock: Sendable {}
protocol PreciseClock: Clock {}
struct SystemClock: PreciseClock {}
class Base: @unchecked Sendable {}  // Safe: it has no state.
class Middle: Base, @unchecked Sendable {}  // Safe: it has no state.
final class Derived: Middle, @unchecked Sendable {}  // Safe: it has no state.
protocol Log: Sendable {}
struct FileLog: Log {}
struct ScreenLog {}
extension ScreenLog: Log {}
protocol Nowhere: Sendable {}
struct RequestLog: Sendable {}
struct Address: Sendable {}
struct Door: Sendable {}

let app = DependencyContainer {
  Dependency { SystemClock() }
  Dependency { Derived() }
  Dependency { FileLog() }
  Dependency { ScreenLog() }
  Dependency { Address() as Address? }
  Dependency(named: "front") { Door() }
}

func run() throws {
  let clock: any Clock = try DependencyGraph.inject()
  let base: Base = try DependencyGraph.inject()
  let log: any Log = try DependencyGraph.inject()
  let nowhere: any Nowhere = try DependencyGraph.inject()
  let request: RequestLog = try DependencyGraph.inject()
  let address: Address = try DependencyGraph.inject()
  let door: Door = try DependencyGraph.inject()
  print(clock, base, log, nowhere, request, address, door)
}
