internal import Foundation

/// The names of the types of which more must be known to say what to do about a missing dependency:
/// which of the registered types conform to it.
struct TypesToRead {
  /// The names, without modules.
  private(set) var names: Set<String> = []

  /// Finds the types that files register, and those that they inject and that no file registers.
  ///
  /// - Complexity: O(*n*) in the number of facts.
  init(_ facts: some Sequence<FileFacts>) {
    var registered: Set<String> = []
    var products: Set<String> = []
    var injected: Set<String> = []
    var declared: Set<String> = []
    for file in facts {
      declared.formUnion(file.types.map(\.name))
      for fact in file.registrations {
        registered.formUnion(fact.keys.compactMap(\.typeName))
        if let product = fact.product { products.insert(product) }
        injected.formUnion(fact.declared.compactMap { Self.required($0.key, $0.demand) })
      }
      for fact in file.decorations {
        injected.formUnion(fact.declared.compactMap { Self.required($0.key, $0.demand) })
      }
      for fact in file.injections where !fact.isTolerated {
        if let type = Self.required(fact.key, fact.demand) { injected.insert(type) }
      }
    }
    let missing = injected.subtracting(registered)
    if missing.isEmpty { return }
    for type in missing.union(products).map(TypeNames.base) where !declared.contains(type) {
      if let name = TypeNames.short(type).split(separator: " ").last { names.insert(String(name)) }
    }
  }

  /// The type of a key, if one dependency of it is required.
  private static func required(_ key: KeyFact, _ demand: Demand) -> String? {
    demand == .one ? key.typeName : nil
  }

  /// Whether a source declares or extends one of the types, as far as its words tell.
  ///
  /// - Complexity: O(*n*) in the size of the source.
  func areDeclared(in source: Data) -> Bool {
    let words = String(decoding: source, as: UTF8.self)
      .split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return zip(words, words.dropFirst()).contains { keyword, name in
      Self.keywords.contains(String(keyword)) && names.contains(String(name))
    }
  }

  /// The keywords in front of the name of a declared or extended type.
  private static let keywords: Set = [
    "struct", "class", "enum", "actor", "protocol", "extension",
  ]
}
