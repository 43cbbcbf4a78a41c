#if DEBUG
  internal import StitcherEngine

  /// A check, in debug builds, for registrations under a type to which the instance does not
  /// conform, or from which it does not inherit.
  ///
  /// Each source location is printed once, when the container is activated in a debug build.
  enum UnrelatedTypes {
    /// Checks the registrations that list several types, and prints each listed type to which the
    /// instance does not conform, or from which it does not inherit.
    ///
    /// - Complexity: O(*n*) in the number of registrations.
    static func printMistakes(in registrations: some Sequence<Registration>) {
      for registration in registrations where registration.locator.keyCount > 1 {
        let type = registration.producedType
        for other in registration.locator.types where !isRelated(type, to: other) {
          let text = text(type, other, registration.location)
          printOnce(text, for: text)
        }
      }
    }

    /// Returns the message for a registration under a type to which the instance does not conform,
    /// or from which it does not inherit.
    private static func text(
      _ type: any Any.Type, _ other: any Any.Type, _ location: SourceLocation
    ) -> String {
      let isClass = other is AnyClass
      let name = InjectionError.DependencyContext.type("\(other)")
      return "'\(type)' \(isClass ? "does not inherit from" : "does not conform to")"
        + " '\(other)', so that an injection by \(name) fails. Registered at \(location).\n"
        + (isClass
          ? "  Register it by its superclass."
          : "  Make it conform, and write '.conforms(to: { $0 as any \(other) })',"
            + " which the compiler checks.")
    }
  }
#endif
