extension Sequence<Registration> {
  /// The sentences that say how to give these registrations the parameters that a request lacks.
  var parameterRemedies: [String] {
    let passing = "Pass parameters of exactly these types, in this order."
    guard contains(where: \.isGenerated) else { return [passing] }
    return [
      passing,
      "To inject the parameters of a '@Registerable' type, mark its initializer with"
        + " '@InjectedParameters', or write '@InjectedInitializer' in place of the initializer.",
    ]
  }
}
