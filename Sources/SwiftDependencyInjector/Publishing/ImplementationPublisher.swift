internal import StitcherEngine

/// A publisher of the new implementations of an observed property, which is also an asynchronous
/// sequence.
///
/// ```swift
/// final class Service {
///   @ObservedInjectable var repository: Repository?
///
///   func follow() async {
///     for await repository in $repository { print("Now it is \(repository)") }
///   }
/// }
/// ```
///
/// An implementation is published when the default key was changed to a key with an implementation:
/// once for each change, and in the order of the changes. The publisher replays no value and does
/// not complete. Read the property for the current implementation.
///
/// A subscriber is called on the thread that changes the key, before that thread continues. At this
/// time, the property already has the new implementation. The subscriber receives implementations
/// one at a time. If thread A runs the subscriber while thread B changes the key, thread A delivers
/// the implementation of thread B afterwards. An iteration that is slower than the changes receives
/// the latest implementation.
public struct ImplementationPublisher<Abstraction>: Sendable {
  /// The engine's publisher, which sends each implementation with the number of its default-key
  /// change.
  let signal: SignalPublisher<Publication<Abstraction>>

  /// Creates a publisher of the implementations that are published after the default-key change
  /// with the given number.
  init(_ publications: PublicationsOf<Abstraction>?, after version: UInt64) {
    let publications = publications ?? PublicationsOf()
    signal = SignalPublisher(
      publications.signal, keeping: publications,
      number: { $0.version > version ? $0.version : 0 })
  }

  /// Subscribes a closure to all future implementations of the observed property.
  ///
  /// With Combine or the package trait `OpenCombine`, the `sink` of that framework is preferred,
  /// unless the result's type is written in the source.
  ///
  /// - Parameter receiveValue: The closure, which may subscribe, cancel, inject and change keys. A
  ///   closure that is isolated to an actor is called on that actor; if the key is changed
  ///   elsewhere, the call follows soon.
  /// - Returns: The subscription, which ends when it is cancelled or deallocated.
  @_disfavoredOverload
  public func sink(
    @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (Abstraction) -> Void
  ) -> ImplementationCancellable {
    ImplementationCancellable(signal.sink(ActorBound(receiveValue) { $0.instance }))
  }

  #if !(canImport(Combine) || OpenCombine)
    /// The publisher as an asynchronous sequence, under the name that Combine uses.
    public var values: ImplementationPublisher<Abstraction> { self }
  #endif
}

extension ImplementationPublisher: AsyncSequence {
  /// The type of the implementations over which the sequence iterates.
  public typealias Element = Abstraction

  /// An iterator over the future implementations of an observed property.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The iterator over the implementations that were published since the iteration began.
    fileprivate var base: AsyncStream<Publication<Abstraction>>.Iterator

    /// Returns the next implementation, or `nil` if the task was cancelled.
    public mutating func next() async -> Abstraction? { await base.next()?.instance }

    /// Returns the next implementation, or `nil` if the task was cancelled.
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Abstraction? {
      await base.next(isolation: actor)?.instance
    }
  }

  /// Subscribes, and returns an iterator over the future implementations. An implementation that is
  /// not read before the next one is dropped.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: signal.values().makeAsyncIterator())
  }
}
