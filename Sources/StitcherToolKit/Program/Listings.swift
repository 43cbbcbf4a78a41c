/// The types with `@Registerable` that a program registers, by reading a static property.
///
/// The attribute generates the static property `dependencyRegistration`, and registers nothing by
/// itself. A container has to list the property, or the group `autoregisteredDependencies` that the
/// plugin `StitcherAutoregistration` generates for a module.
struct Listings {
  /// The full names of the types in expressions of the program such as
  /// `Mailer.dependencyRegistration`, and the names of groups that it uses; see
  /// ``FileFacts/listed``.
  private let owners: Set<String>

  /// Whether the program may use the registrations of unknown types, as in
  /// `T.dependencyRegistration` for a type parameter `T`.
  private let isOpen: Bool

  /// Collects the properties that are read in the files of a program.
  init(_ facts: [FileFacts]) {
    owners = Set(facts.flatMap(\.listed))
    let registerable = facts.flatMap(\.registrations).compactMap(\.registerable)
    let groups = Set(facts.map(\.module)).map(Self.group)
    isOpen = !owners.subtracting(registerable).isSubset(of: groups)
  }

  /// Returns whether the program may use the generated registration of a type.
  ///
  /// The group of a module counts as a use of each type in the module. The list in the generated
  /// file may be older than the module's sources.
  ///
  /// - Parameters:
  ///   - type: The full name of the type, without generic arguments.
  ///   - module: The module that declares the type.
  func contain(_ type: String, of module: String) -> Bool {
    isOpen || owners.contains(type) || owners.contains(Self.group(of: module))
  }

  /// Returns the name of a module's group `autoregisteredDependencies`, as ``FileFacts/listed``
  /// contains it.
  private static func group(of module: String) -> String {
    "(extension in \(module)):Stitcher.DependencyGroup"
  }
}
