/// The names of the domain's registrations.
public enum DomainName: String, Sendable {
  /// The clock, an `any WallClock`.
  case clock = "domain.clock"
}
