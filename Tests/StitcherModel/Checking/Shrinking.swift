/// A program that can be shortened while it still fails.
package protocol Shrinkable: Hashable {
  /// The type of the steps.
  associatedtype Part

  /// The steps, in order.
  var parts: [Part] { get set }

  /// Programs that are a little simpler.
  var simplified: [Self] { get }

  /// The program without unused declarations.
  var tidied: Self { get }
}

extension Shrinkable {
  /// Returns a shorter program that still has a property, by delta debugging.
  ///
  /// - Parameter isFailing: Returns whether a program has the property.
  package func shrunk(while isFailing: (Self) -> Bool) -> Self {
    var best = self
    while true {
      best.dropSteps(while: isFailing)
      guard let smaller = best.simplified.first(where: { $0 != best && isFailing($0) }) else {
        break
      }
      best = smaller
    }
    let tidied = best.tidied
    return isFailing(tidied) ? tidied : best
  }

  /// Removes ranges of steps, of ever shorter lengths.
  private mutating func dropSteps(while isFailing: (Self) -> Bool) {
    var length = max(1, parts.count / 2)
    while true {
      var start = 0
      while start < parts.count {
        var shorter = self
        shorter.parts.removeSubrange(start..<min(start + length, parts.count))
        if isFailing(shorter) { self = shorter } else { start += length }
      }
      if length == 1 { return }
      length /= 2
    }
  }
}

extension Program: Shrinkable {
  /// The steps.
  package var parts: [Step] {
    get { steps }
    set { steps = newValue }
  }

  /// Programs with a simpler step or declaration.
  package var simplified: [Program] {
    var all: [Program] = []
    for position in steps.indices {
      for step in steps[position].simplified {
        var program = self
        program.steps[position] = step
        all.append(program)
      }
    }
    for position in declarations.indices {
      for declaration in declarations[position].simplified {
        var program = self
        program.declarations[position] = declaration
        all.append(program)
      }
    }
    return all
  }

  /// The program without unused declarations.
  package var tidied: Program {
    var program = self
    for position in declarations.indices.reversed() where !program.uses(position) {
      program.remove(position)
    }
    return program
  }
}

extension StitcherProgram: Shrinkable {
  /// The steps.
  package var parts: [StitcherStep] {
    get { steps }
    set { steps = newValue }
  }

  /// Programs with a smaller container or a simpler declaration.
  package var simplified: [StitcherProgram] {
    var all: [StitcherProgram] = []
    for position in plans.indices {
      for plan in plans[position].simplified {
        var program = self
        program.plans[position] = plan
        all.append(program)
      }
    }
    for position in declarations.indices {
      for declaration in declarations[position].simplified {
        var program = self
        program.declarations[position] = declaration
        all.append(program)
      }
    }
    return all
  }

  /// The program itself: containers and declarations keep their numbers.
  package var tidied: StitcherProgram { self }
}

extension Plan {
  /// Lists of plans in which one plan is smaller.
  fileprivate var simplified: [Plan] {
    switch self {
    case .built(let statements): statements.simplified.map { .built($0) }
    case .merged(let children):
      children.indices.map { position in
        var fewer = children
        fewer.remove(at: position)
        return .merged(fewer)
      } + [.built([])]
    }
  }
}

extension [Statement] {
  /// Lists of statements in which one is removed or smaller.
  fileprivate var simplified: [[Statement]] {
    indices.flatMap { position -> [[Statement]] in
      let inner: [[Statement]] =
        switch self[position] {
        case .declare: [[]]
        case .group(let flag, let inner):
          [[], inner] + inner.simplified.map { [.group(flag: flag, $0)] }
        case .when(let flag, let inner, let other):
          [[], inner, other] + inner.simplified.map { [.when(flag: flag, $0, otherwise: other)] }
            + other.simplified.map { [.when(flag: flag, inner, otherwise: $0)] }
        }
      return inner.map { Array(self[..<position]) + $0 + Array(self[(position + 1)...]) }
    }
  }
}

extension Declaration {
  /// Lists of declarations in which one is simpler.
  fileprivate var simplified: [Declaration] {
    var all: [Declaration] = []
    for deed in deeds.indices {
      var fewer = self
      fewer.deeds.remove(at: deed)
      all.append(fewer)
    }
    if isEager {
      var lazy = self
      lazy.isEager = false
      all.append(lazy)
    }
    if case .types(let kinds) = found, kinds.count > 1 {
      var fewer = self
      fewer.found = .types(kinds.dropLast())
      all.append(fewer)
    }
    return all
  }
}

extension Program {
  /// Whether a declaration is used.
  private func uses(_ declaration: Int) -> Bool {
    steps.contains { $0.uses(declaration) }
      || declarations.contains { $0.deeds.contains { $0.uses(declaration) } }
  }

  /// Removes a declaration, and renumbers the others.
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
  /// Simpler steps.
  fileprivate var simplified: [Step] {
    switch self {
    case .change(.contents(let registry, let items)):
      items.indices.map { position in
        var fewer = items
        fewer.remove(at: position)
        return .change(.contents(registry, fewer))
      }
    case .change(.edit(let registry, let edits)) where edits.count > 1:
      edits.indices.map { position in
        var fewer = edits
        fewer.remove(at: position)
        return .change(.edit(registry, fewer))
      }
    default: []
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

  /// Returns the step with renumbered declarations.
  fileprivate func renumbered(_ renumber: (Int) -> Int) -> Step {
    switch self {
    case .change(let change): .change(change.renumbered(renumber))
    case .fail(let number, let times): .fail(renumber(number), times: times)
    case .ask, .drop: self
    }
  }
}

extension Change {
  /// The registrations that the change adds.
  var items: [Item] {
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

  /// Returns the change with renumbered declarations.
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
