import StitcherEngine
import Testing

/// An error of the engine in a comparable form.
enum Failure: Equatable {
  case none
  case missing(LookupKey)
  case multiple(LookupKey, count: Int)
  case mismatched(found: ObjectIdentifier, expected: ObjectIdentifier)
  case cycle([Locator])
  case asynchronous(Locator)
  case isolated(String)
  case captive(Locator, of: Locator)
  case scopeRequired(Locator)
  case ended
  case other(String)

  /// A mismatch of two types.
  static func mismatch(_ found: any Any.Type, _ expected: any Any.Type) -> Failure {
    .mismatched(found: ObjectIdentifier(found), expected: ObjectIdentifier(expected))
  }

  /// Whether this is a cycle.
  var isCycle: Bool {
    if case .cycle = self { true } else { false }
  }
}

/// Returns the failure of a closure, or `.none`.
func failure<Result>(of body: () throws -> Result) -> Failure {
  do {
    _ = try body()
    return .none
  } catch let error as ResolutionFailure {
    switch error.reason {
    case .missing(let key): return .missing(key)
    case .multiple(let key): return .multiple(key, count: error.registrations.count)
    case .mismatched(let found, let expected): return .mismatch(found, expected)
    case .cycle(let path): return .cycle(path)
    case .asynchronous(let locator): return .asynchronous(locator)
    case .isolated(let factory): return .isolated("\(factory)")
    case .captive(let locator, let holder): return .captive(locator, of: holder)
    case .scopeRequired(let locator): return .scopeRequired(locator)
    case .ended: return .ended
    }
  } catch {
    return .other("\(error)")
  }
}

/// An error that factories throw.
struct FactoryError: Error, Equatable {
  var number = 0
}

extension Graph {
  /// Creates a graph with active registrations.
  convenience init(_ registrations: RegistrationSet) {
    self.init()
    activate(DeclaredRegistry(contents: registrations))
  }
}
