extension Program {
  /// Returns a shorter program that still has a property, by delta debugging.
  ///
  /// - Parameter isFailing: The property.
  package func shrunk(while isFailing: (Program) -> Bool) -> Program {
    var best = self
    var size = 0
    repeat {
      size = best.size
      best.dropSteps(while: isFailing)
      best.simplifySteps(while: isFailing)
      best.simplifyDeclarations(while: isFailing)
      best.dropUnusedDeclarations(while: isFailing)
    } while best.size < size
    return best
  }

  /// How long the program is.
  private var size: Int {
    steps.reduce(0) { $0 + 1 + $1.weight }
      + declarations.reduce(0) { $0 + 1 + $1.deeds.count + $1.found.keys.count }
  }

  /// Takes another program if it still fails.
  private mutating func attempt(
    while isFailing: (Program) -> Bool, _ change: (inout Program) -> Void
  ) {
    var other = self
    change(&other)
    if other != self, isFailing(other) { self = other }
  }

  /// Leaves out runs of steps, ever shorter ones.
  private mutating func dropSteps(while isFailing: (Program) -> Bool) {
    var length = max(1, steps.count / 2)
    while true {
      var start = 0
      while start < steps.count {
        let end = min(start + length, steps.count)
        let before = steps.count
        attempt(while: isFailing) { $0.steps.removeSubrange(start..<end) }
        if steps.count == before { start = end }
      }
      if length == 1 { return }
      length /= 2
    }
  }

  /// Makes the changes within steps smaller.
  private mutating func simplifySteps(while isFailing: (Program) -> Bool) {
    for position in steps.indices {
      for element in 0..<12 {
        guard let smaller = steps[position].leavingOut(element) else { break }
        attempt(while: isFailing) { $0.steps[position] = smaller }
      }
    }
  }

  /// Makes declarations plainer.
  private mutating func simplifyDeclarations(while isFailing: (Program) -> Bool) {
    for position in declarations.indices {
      for deed in declarations[position].deeds.indices.reversed() {
        attempt(while: isFailing) { $0.declarations[position].deeds.remove(at: deed) }
      }
      attempt(while: isFailing) { $0.declarations[position].isEager = false }
      attempt(while: isFailing) { $0.declarations[position].lifespan = .instance }
      attempt(while: isFailing) { $0.declarations[position].lifespan = .singleton }
      if case .types(let kinds) = declarations[position].found, kinds.count > 1 {
        attempt(while: isFailing) { $0.declarations[position].found = .types(kinds.dropLast()) }
      }
    }
  }

  /// Leaves out declarations that are not used.
  private mutating func dropUnusedDeclarations(while isFailing: (Program) -> Bool) {
    for position in declarations.indices.reversed() where declarations.count > 1 {
      attempt(while: isFailing) { program in
        if !program.uses(position) { program.remove(position) }
      }
    }
  }
}

extension Program {
  /// Whether a declaration is used.
  private func uses(_ declaration: Int) -> Bool {
    steps.contains { $0.uses(declaration) }
      || declarations.contains { $0.deeds.contains { $0.uses(declaration) } }
  }

  /// Leaves out a declaration, and counts the others anew.
  private mutating func remove(_ declaration: Int) {
    declarations.remove(at: declaration)
    let renumber = { (number: Int) in number > declaration ? number - 1 : number }
    steps = steps.map { $0.renumbered(renumber) }
    for position in declarations.indices {
      declarations[position].deeds = declarations[position].deeds.map { deed in
        if case .change(let change) = deed { return .change(change.renumbered(renumber)) }
        return deed
      }
    }
  }
}

extension Deed {
  /// Whether a declaration is used.
  fileprivate func uses(_ declaration: Int) -> Bool {
    if case .change(let change) = self {
      return change.items.contains { $0.declaration == declaration }
    }
    return false
  }
}

extension Step {
  /// How much the step does.
  fileprivate var weight: Int {
    switch self {
    case .change(.contents(_, let items)): items.count
    case .change(.edit(_, let edits)): edits.count
    default: 0
    }
  }

  /// Returns the step without one of its parts; nil if it has no such part.
  fileprivate func leavingOut(_ position: Int) -> Step? {
    switch self {
    case .change(.contents(let registry, var items)) where items.indices.contains(position):
      items.remove(at: position)
      return .change(.contents(registry, items))
    case .change(.edit(let registry, var edits))
    where edits.count > 1 && edits.indices.contains(position):
      edits.remove(at: position)
      return .change(.edit(registry, edits))
    default: return nil
    }
  }

  /// Whether a declaration is used.
  fileprivate func uses(_ declaration: Int) -> Bool {
    switch self {
    case .change(let change): change.items.contains { $0.declaration == declaration }
    case .fail(let number, _): number == declaration
    case .ask, .drop: false
    }
  }

  /// Returns the step with other numbers of declarations.
  fileprivate func renumbered(_ renumber: (Int) -> Int) -> Step {
    switch self {
    case .change(let change): .change(change.renumbered(renumber))
    case .fail(let number, let times): .fail(renumber(number), times: times)
    case .ask, .drop: self
    }
  }
}

extension Change {
  /// The registrations that come.
  fileprivate var items: [Item] {
    switch self {
    case .contents(_, let items): items
    case .edit(_, let edits):
      edits.compactMap { edit in
        switch edit {
        case .insert(let item), .replace(_, by: let item, keeping: _): item
        case .remove, .removeAll: nil
        }
      }
    default: []
    }
  }

  /// Returns the change with other numbers of declarations.
  fileprivate func renumbered(_ renumber: (Int) -> Int) -> Change {
    func new(_ item: Item) -> Item { Item(renumber(item.declaration), item.object) }
    switch self {
    case .contents(let registry, let items): return .contents(registry, items.map(new))
    case .edit(let registry, let edits):
      return .edit(
        registry,
        edits.map { edit in
          switch edit {
          case .insert(let item): .insert(new(item))
          case .replace(let old, let item, let isKeeping):
            .replace(old, by: new(item), keeping: isKeeping)
          case .remove, .removeAll: edit
          }
        })
    default: return self
    }
  }
}
