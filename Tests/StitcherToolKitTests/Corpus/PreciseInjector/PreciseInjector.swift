import SwiftDependencyInjector

protocol Tracker {}
protocol Counter {}

/// Without a registration, it is nil.
final class Screen {
  @Injectable var tracker: Tracker?
  @Inject var counter: Counter
}
