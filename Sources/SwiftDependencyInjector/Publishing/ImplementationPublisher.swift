internal import StitcherEngine

/// The new implementations of an abstraction, as an observed property gets them: something to
/// subscribe to, and an asynchronous sequence.
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
/// An implementation is published when the default key has changed and has one: once for each
/// change, and never one of an earlier key after one of a later key. Nothing is replayed, and there
/// is no end: what the property holds is there to be read.
///
/// A subscriber is called on the thread that changes the key, before that goes on, and finds the
/// new implementation in the property. It gets implementations one at a time: while a thread is in
/// it, those of other threads are left to that one. An iteration that is slower than the changes
/// gets the latest implementation.
public struct ImplementationPublisher<Abstraction>: Sendable {
  /// Sends the implementations.
  let signal: SignalPublisher<Publication<Abstraction>>

  /// Creates a publisher of implementations that come after one of a number.
  init(_ publications: PublicationsOf<Abstraction>?, after version: UInt64) {
    let publications = publications ?? PublicationsOf()
    signal = SignalPublisher(
      publications.signal, keeping: publications,
      number: { $0.version > version ? $0.version : 0 })
  }

  /// Calls a closure with each implementation from now on.
  ///
  /// Combine, or the package trait `OpenCombine`, adds that library's `sink`, which is taken unless
  /// this result is asked for by its type.
  ///
  /// - Parameter receiveValue: The closure, which may subscribe, cancel, inject and change
  ///   keys. One that was written on an actor is called on that actor, a little later if the
  ///   key is changed elsewhere.
  /// - Returns: The subscription. It ends when it is cancelled or released.
  @_disfavoredOverload
  public func sink(
    @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (Abstraction) -> Void
  ) -> ImplementationCancellable {
    ImplementationCancellable(signal.sink(ActorBound(receiveValue) { $0.instance }))
  }

  #if !(canImport(Combine) || OpenCombine)
    /// The implementations as an asynchronous sequence, spelled as publishers spell it.
    public var values: ImplementationPublisher<Abstraction> { self }
  #endif
}

extension ImplementationPublisher: AsyncSequence {
  /// The type of the elements.
  public typealias Element = Abstraction

  /// The implementations, one by one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The implementations that were published since the iteration began.
    fileprivate var base: AsyncStream<Publication<Abstraction>>.Iterator

    /// Returns the next implementation, or nil if the task was cancelled.
    public mutating func next() async -> Abstraction? { await base.next()?.instance }

    /// Returns the next implementation, or nil if the task was cancelled.
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Abstraction? {
      await base.next(isolation: actor)?.instance
    }
  }

  /// Subscribes, and returns the implementations from now on. An implementation that is not read
  /// before the next one comes is dropped.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: signal.values().makeAsyncIterator())
  }
}
