public import StitcherMacros

extension DependencyContainer {
  /// Everything in this module that is registerable.
  public static func shop() -> DependencyContainer {
    DependencyContainer {
      DependencyGroup.autoregisteredDependencies
      PrivatePayments.dependencies
    }
  }
}
