#if DEBUG
  internal import StitcherEngine

  /// Tells of registrations by types that what is registered is not of: once for each place, when
  /// their container is activated, in debug builds.
  enum UnrelatedTypes {
    /// Looks through the registrations that are found by several types.
    ///
    /// - Complexity: O(*n*) in the number of registrations.
    static func tell(of registrations: some Sequence<Registration>) {
      for registration in registrations {
        guard case .types(let types) = registration.locator.storage else { continue }
        let type = registration.producedType
        for other in types where !isRelated(type, to: other) {
          let text = text(type, other, registration.location)
          printOnce(text, for: text)
        }
      }
    }

    /// What is said of one of them.
    private static func text(
      _ type: any Any.Type, _ other: any Any.Type, _ location: SourceLocation
    ) -> String {
      let isClass = other is AnyClass
      let name = InjectionError.DependencyContext.type("\(other)")
      return "'\(type)' \(isClass ? "does not inherit from" : "does not conform to")"
        + " '\(other)', so that an injection by \(name) fails. Registered at \(location).\n"
        + (isClass
          ? "  Register it by what it inherits from."
          : "  Have it conform, and write '.conforms(to: { $0 as any \(other) })',"
            + " which the compiler checks.")
    }
  }
#endif
