import Synchronization

/// An object that can detect a use after its release.
package final class Canary: Sendable {
  /// The index of the object in its cage.
  package let number: Int

  /// The cage that records the release.
  private let cage: Cage

  fileprivate init(_ number: Int, in cage: Cage) {
    self.number = number
    self.cage = cage
  }

  deinit { cage.gone[number].store(true, ordering: .relaxed) }

  /// Returns whether the object is alive, as it must be for each holder of a reference.
  @inline(never)
  package func isAlive() -> Bool { !cage.gone[number].load(ordering: .relaxed) }
}

/// The release flags of several canaries; never freed, so that flags of released canaries can be
/// read.
final class Cage: @unchecked Sendable {
  // Safe: a constant address of atomics, which are never freed.

  /// All cages, so that the leak checker can reach them.
  private static let all = Box<[UnsafeSendable]>([])

  /// A `Sendable` wrapper of an address that is never freed.
  private struct UnsafeSendable: @unchecked Sendable {
    // Safe: the address is never used.
    let gone: UnsafeMutablePointer<Atomic<Bool>>
  }

  let gone: UnsafeMutablePointer<Atomic<Bool>>

  init(_ count: Int) {
    gone = .allocate(capacity: count)
    for number in 0..<count { (gone + number).initialize(to: Atomic(false)) }
    Self.all.change { $0.append(UnsafeSendable(gone: gone)) }
  }
}

/// Replaces an object again and again while threads read it; returns the number of reads that
/// returned a released object.
///
/// The error to detect is a value that is retained after the read section. That takes an interrupt
/// in between: hence the many rounds, and a reader that uses the value at once.
///
/// - Parameters:
///   - rounds: The number of replacements.
///   - replace: Replaces the current object by another one.
///   - read: Reads the object, and returns whether it is alive.
package func readsAfterRelease(
  rounds: Int = 1500, replace: @escaping @Sendable (Canary) -> Void,
  read: @escaping @Sendable () -> Bool
) -> Int {
  let cage = Cage(rounds + 1)
  replace(Canary(0, in: cage))
  let isDone = Flag()
  let writer = Worker {
    for number in 1...rounds { replace(Canary(number, in: cage)) }
    isDone.value.store(true, ordering: .relaxed)
  }
  let dead = runThreads(3) { _ in
    var dead = 0
    while !isDone.value.load(ordering: .relaxed) {
      for _ in 0..<100 where !read() { dead += 1 }
    }
    return dead
  }
  writer.join()
  return dead.reduce(0, +)
}

/// A flag that any thread may set.
private final class Flag: Sendable {
  let value = Atomic(false)
}
