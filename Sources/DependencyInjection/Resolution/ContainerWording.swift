internal import StitcherEngine

/// The words of this module in error texts.
struct ContainerWording: DiagnosisWording {
  var verb: String { "Resolved" }

  var empty: String { "Nothing is registered." }

  var hint: String {
    "A request for a protocol or a superclass finds only registrations under that type."
  }

  var overriding: String? { nil }

  func relating(_ type: String, isClass: Bool) -> String {
    "Register the one that the request should find as '\(type)'."
  }

  func injectingParameters(of registrations: [Registration]) -> [String] { [] }

  func referringBack(
    from holder: any Any.Type, to key: LookupKey, _ type: any Any.Type, named name: String
  ) -> String {
    let propertyType = if case .type(let key) = key { key } else { type }
    return "For example, '\(holder)' can resolve it at each use, without storing it:"
      + " var \(name): \(propertyType) { container.resolve() }"
  }
}
