import StitcherMacros

/// The generated file lists this type.
@Registerable
public struct ShopService: Sendable {}

/// The last build did not have this type, so the generated file does not list it.
@Registerable
public struct Newest: Sendable {}

/// The container with the generated group.
public let shop = DependencyContainer { DependencyGroup.autoregisteredDependencies }
