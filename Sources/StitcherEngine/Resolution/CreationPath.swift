/// What a thread is creating, outermost first.
///
/// Up to a depth the path is searched; what lies deeper is in a set, so that a step costs the same at any depth.
package struct CreationPath: ~Copyable {
  /// The depth up to which the path is searched.
  private static let searched = 48

  /// The registrations, which are alive as long as they are on the path.
  private var registrations = UnsafeMutablePointer<Unmanaged<Registration>>.allocate(capacity: 16)

  /// The room for registrations.
  private var capacity = 16

  /// The number of registrations.
  private(set) var depth = 0

  /// The locators that lie deeper than is searched.
  private var deepLocators: Set<Locator> = []

  deinit { registrations.deallocate() }

  /// The locators of the path, outermost first.
  var locators: [Locator] {
    (0..<depth).map { registrations[$0]._withUnsafeGuaranteedRef { $0.locator } }
  }

  /// Adds a registration that is going to be created.
  ///
  /// - Throws: A cycle if its locator is on the path already and `isChecking` is true.
  /// - Complexity: O(1) on average.
  @inline(__always)
  mutating func enter(_ registration: Unmanaged<Registration>, isChecking: Bool) throws {
    if depth > 0, isChecking { try check(registration) }
    if depth == capacity { grow() }
    registrations[depth] = registration
    depth += 1
  }

  /// Takes the innermost registration off the path.
  @inline(__always)
  mutating func leave() {
    depth -= 1
    if depth >= Self.searched { leaveDeep() }
  }

  /// Throws if a registration's locator is on the path; else notes it if the path is deep.
  @inline(never)
  private mutating func check(_ registration: Unmanaged<Registration>) throws {
    let locator = registration._withUnsafeGuaranteedRef { $0.locator }
    for position in 0..<min(depth, Self.searched) {
      if registrations[position]._withUnsafeGuaranteedRef({ $0.locator == locator }) {
        throw cycle(closedBy: locator)
      }
    }
    if depth >= Self.searched, !deepLocators.insert(locator).inserted {
      throw cycle(closedBy: locator)
    }
  }

  /// Forgets the locator that was just left.
  private mutating func leaveDeep() {
    deepLocators.remove(registrations[depth]._withUnsafeGuaranteedRef { $0.locator })
  }

  /// Doubles the room.
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Unmanaged<Registration>>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: registrations, count: depth)
    registrations.deallocate()
    registrations = larger
    capacity *= 2
  }

  /// Returns the failure for a locator that is on the path already.
  private func cycle(closedBy locator: Locator) -> ResolutionFailure {
    ResolutionFailure(.cycle(locators + [locator]), registrations: [])
  }
}

/// Runs an action with a locator on the calling thread's path, whatever a graph's settings are.
///
/// - Throws: A cycle if the locator is on the path already; else what the action throws.
package func withCycleDetection<Result>(_ locator: Locator, _ action: () throws -> Result) throws
  -> Result
{
  let marker = TypedRegistration<Void>(
    locator: locator, scope: .instance, location: SourceLocation(file: "", line: 0), factory: {})
  let record = ThreadRecord.current
  try record.pointee.path.enter(.passUnretained(marker), isChecking: true)
  defer { withExtendedLifetime(marker) { record.pointee.path.leave() } }
  return try action()
}
