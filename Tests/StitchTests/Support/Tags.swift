/// A type argument that makes a key unique; tests use new tags, so that no cache contains their
/// keys.
protocol Tag: SendableMetatype {}

/// A tag that combines two others.
enum Pair<High, Low>: Tag {}

/// Returns 1,728 unused tags.
func freshTags<Owner>(for owner: Owner.Type) -> [any Tag.Type] {
  let digits: [any Any.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
    UInt32.self, UInt64.self, Bool.self, String.self,
  ]
  func pair<High, Low>(_: High.Type, _: Low.Type) -> any Tag.Type { Pair<High, Low>.self }
  func open<High>(_ high: High.Type, _ low: any Any.Type) -> any Tag.Type {
    func inner<Low>(_ low: Low.Type) -> any Tag.Type { pair(high, low) }
    return _openExistential(low, do: inner)
  }
  func combine(_ high: any Any.Type, _ low: any Any.Type) -> any Tag.Type {
    func outer<High>(_ high: High.Type) -> any Tag.Type { open(high, low) }
    return _openExistential(high, do: outer)
  }
  let pairs = digits.flatMap { high in digits.map { combine(high, $0) } }
  let triples = pairs.flatMap { high in digits.map { combine(high, $0) } }
  return triples.map { combine($0, owner) }
}
