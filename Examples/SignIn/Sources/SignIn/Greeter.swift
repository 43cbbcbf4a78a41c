internal import Stitch

/// Greets each user at the sign-in, and says goodbye at the sign-out.
@MainActor
public final class Greeter {
  @Stitch(\.logger) private var logger
  @StitchPublished(\.authStore) private var store
  private var cancellables: Set<StitchCancellable> = []

  /// Creates a greeter that does not greet yet.
  public init() {}

  /// Starts to greet.
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

  /// Stops to greet.
  public func stop() { cancellables = [] }
}
