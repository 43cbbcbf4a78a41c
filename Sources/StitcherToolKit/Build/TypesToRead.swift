internal import Foundation

/// The types to read before the tool can advise on a missing dependency.
///
/// The advice names the registered types that conform to the missing type.
struct TypesToRead {
  /// The names of the types, without modules.
  private(set) var names: Set<String> = []

  /// Finds the missing types and the registered products with an unread declaration.
  ///
  /// A missing type is injected, and no file registers it.
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

  /// Returns the type of a key if exactly one dependency is requested, or `nil`.
  private static func required(_ key: KeyFact, _ demand: Demand) -> String? {
    demand == .one ? key.typeName : nil
  }

  /// Whether a source text declares or extends one of the types.
  ///
  /// Only the text's words are compared.
  ///
  /// - Complexity: O(*n*) in the size of the source.
  func areDeclared(in source: Data) -> Bool {
    let words = String(decoding: source, as: UTF8.self)
      .split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return zip(words, words.dropFirst()).contains { keyword, name in
      Self.keywords.contains(String(keyword)) && names.contains(String(name))
    }
  }

  /// The keywords before the name of a declared or extended type.
  private static let keywords: Set = [
    "struct", "class", "enum", "actor", "protocol", "extension",
  ]
}
