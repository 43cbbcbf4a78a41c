import Synchronization

/// An object that tells when somebody reads it after it was released.
package final class Canary: Sendable {
  /// Which one it is.
  package let number: Int

  /// The objects that it belongs to.
  private let cage: Cage

  fileprivate init(_ number: Int, in cage: Cage) {
    self.number = number
    self.cage = cage
  }

  deinit { cage.gone[number].store(true, ordering: .relaxed) }

  /// Says whether it is alive, as it must be for whoever holds it.
  @inline(never)
  package func isAlive() -> Bool { !cage.gone[number].load(ordering: .relaxed) }
}

/// What canaries belong to; stays, so that one that has gone can still be asked for.
final class Cage: @unchecked Sendable {
  // Safe: a constant address of atomics, which are never freed.

  /// All of them, so that what stays is no leak.
  private static let all = Box<[UnsafeSendable]>([])

  /// An address that stays.
  private struct UnsafeSendable: @unchecked Sendable {
    // Safe: nothing is done with it.
    let gone: UnsafeMutablePointer<Atomic<Bool>>
  }

  let gone: UnsafeMutablePointer<Atomic<Bool>>

  init(_ count: Int) {
    gone = .allocate(capacity: count)
    for number in 0..<count { (gone + number).initialize(to: Atomic(false)) }
    Self.all.change { $0.append(UnsafeSendable(gone: gone)) }
  }
}

/// Replaces an object again and again while threads read it; returns how many reads got one
/// that was gone.
///
/// What is to be caught is a value that is retained after the read section, which takes an
/// interrupt in between: hence the many rounds, and hence a reader that uses the value at once.
///
/// - Parameters:
///   - rounds: How often the object is replaced.
///   - replace: Puts an object in the place of the one that is there.
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

/// Whether something is done.
private final class Flag: Sendable {
  let value = Atomic(false)
}
