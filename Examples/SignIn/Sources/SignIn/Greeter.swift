internal import Stitch

/// Greets who signs in, and says goodbye.
@MainActor
public final class Greeter {
  @Stitch(\.logger) private var logger
  @StitchPublished(\.authStore) private var store
  private var cancellables: Set<StitchCancellable> = []

  /// Creates a greeter that is silent until it is started.
  public init() {}

  /// Greets from now on.
  public func start() {
    $store.user.sink { [weak self] user in
      self?.logger.log(user.map { "Welcome, \($0)!" } ?? "Goodbye.")
    }
    .store(in: &cancellables)
    $store.failures.sink { [weak self] failures in
      self?.logger.log("Attempt \(failures) has failed.")
    }
    .store(in: &cancellables)
  }

  /// Greets no more.
  public func stop() { cancellables = [] }
}
