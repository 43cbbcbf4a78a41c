/// What a thread is creating, outermost first.
///
/// Up to a depth the path is searched; what lies deeper is counted by its hash, so that a step costs the same
/// at any depth. No foreign code runs while the path is being changed: the `==` of a value may resolve, too.
package struct CreationPath: ~Copyable {
  /// The depth up to which the path is searched.
  private static let searched = 48

  /// The registrations, which are alive as long as they are on the path.
  private var registrations = UnsafeMutablePointer<Unmanaged<Registration>>.allocate(capacity: 16)

  /// The room for registrations.
  private var capacity = 16

  /// The number of registrations.
  private(set) var depth = 0

  /// How often the hash of a locator lies deeper than is searched.
  private var deepHashes: [Int: Int] = [:]

  deinit { registrations.deallocate() }

  /// The locators of the path, outermost first.
  var locators: [Locator] {
    (0..<depth).map { registrations[$0]._withUnsafeGuaranteedRef { $0.locator } }
  }

  /// Adds a registration that is going to be created.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always)
  fileprivate mutating func push(_ registration: Unmanaged<Registration>) {
    if depth == capacity { grow() }
    registrations[depth] = registration
    if depth >= Self.searched { enterDeep() }
    depth += 1
  }

  /// Takes the innermost registration off the path.
  @inline(__always)
  mutating func leave() {
    depth -= 1
    if depth >= Self.searched { leaveDeep() }
  }

  /// Whether a locator may be on the path: the values of two locators are not compared yet.
  fileprivate func mayContain(_ locator: Locator) -> Bool {
    for position in 0..<min(depth, Self.searched) {
      if registrations[position]._withUnsafeGuaranteedRef({ $0.locator.mayEqual(locator) }) {
        return true
      }
    }
    return depth > Self.searched && deepHashes[locator.hashValue] != nil
  }

  /// Counts the locator that is being entered.
  private mutating func enterDeep() {
    let hash = registrations[depth]._withUnsafeGuaranteedRef { $0.locator.hashValue }
    deepHashes[hash, default: 0] += 1
  }

  /// Forgets the locator that was just left.
  private mutating func leaveDeep() {
    let hash = registrations[depth]._withUnsafeGuaranteedRef { $0.locator.hashValue }
    let count = deepHashes[hash, default: 0]
    deepHashes[hash] = count > 1 ? count - 1 : nil
  }

  /// Doubles the room.
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Unmanaged<Registration>>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: registrations, count: depth)
    registrations.deallocate()
    registrations = larger
    capacity *= 2
  }
}

extension Locator {
  /// Whether two locators may be equal, by all that can be compared without foreign code.
  fileprivate func mayEqual(_ other: Locator) -> Bool {
    if case .value(let one) = storage, case .value(let another) = other.storage {
      return one.word == another.word
    }
    return self == other
  }
}

extension ThreadRecordPointer {
  /// Puts a registration that is going to be created on the thread's path.
  ///
  /// - Throws: A cycle if its locator is on the path already and `isChecking` is true.
  /// - Complexity: O(1) on average.
  @inline(__always)
  func enter(_ registration: Unmanaged<Registration>, isChecking: Bool) throws {
    if isChecking, path.pointee.depth > 0 { try check(registration) }
    path.pointee.push(registration)
  }

  /// Throws if a registration's locator is on the path.
  @inline(never)
  private func check(_ registration: Unmanaged<Registration>) throws {
    let locator = registration._withUnsafeGuaranteedRef { $0.locator }
    guard path.pointee.mayContain(locator) else { return }
    // The comparison may resolve, and so change the path for a while.
    let locators = path.pointee.locators
    guard locators.contains(locator) else { return }
    throw ResolutionFailure(.cycle(locators + [locator]), registrations: [])
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
  try record.enter(.passUnretained(marker), isChecking: true)
  defer { withExtendedLifetime(marker) { record.path.pointee.leave() } }
  return try action()
}
