/// The names under which the domain's dependencies are registered.
public enum DomainName: String, Sendable {
  /// The clock, an `any WallClock`.
  case clock = "domain.clock"
}
