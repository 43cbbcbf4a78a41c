public import StitcherMacros

extension DependencyContainer {
  /// A container with all registerable types of this module.
  public static func shop() -> DependencyContainer {
    DependencyContainer {
      DependencyGroup.autoregisteredDependencies
      PrivatePayments.dependencies
    }
  }
}
