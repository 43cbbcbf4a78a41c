/// The types that a module declares. Each type has a reason if other files cannot name its members.
struct TypeCatalog {
  private var obstacles: [String: Obstacle] = [:]
  private var names: Set<String> = []

  /// Adds the types that a file declares.
  mutating func add(_ types: [(name: String, obstacle: Obstacle?)]) {
    for (name, obstacle) in types {
      names.insert(name)
      if let obstacle, obstacles[name] == nil { obstacles[name] = obstacle }
    }
  }

  /// Whether the module declares a type with the given full name.
  func knows(_ name: String) -> Bool { names.contains(name) }

  /// Returns the reason why other files cannot name the members of a type, or `nil` if they can.
  func obstacle(_ name: String) -> Obstacle? {
    var components = name.split(separator: ".")
    while !components.isEmpty {
      if let obstacle = obstacles[components.joined(separator: ".")] { return obstacle }
      components.removeLast()
    }
    return nil
  }
}
