extension Program {
  /// The program as Swift source that can be pasted into a regression test.
  package var source: String {
    var lines = ["Program(", "  declarations: ["]
    for (position, declaration) in declarations.enumerated() {
      lines.append("    /* \(position) */ \(declaration.source),")
    }
    lines += ["  ],", "  steps: ["]
    lines += steps.map { "    \($0.source)," }
    lines += ["  ])"]
    return lines.joined(separator: "\n")
  }
}

extension StitcherProgram {
  /// The program as Swift source that can be pasted into a regression test.
  package var source: String {
    var lines = ["StitcherProgram(", "  declarations: ["]
    for (position, declaration) in declarations.enumerated() {
      lines.append("    /* \(position) */ \(declaration.source),")
    }
    lines += ["  ],", "  plans: ["]
    for (position, plan) in plans.enumerated() {
      lines.append("    /* \(position) */ \(plan.source),")
    }
    lines += ["  ],", "  steps: ["]
    lines += steps.map { "    \($0.source)," }
    lines += ["  ])"]
    return lines.joined(separator: "\n")
  }
}

extension ConcurrentProgram {
  /// The program as Swift source that can be pasted into a regression test.
  package var source: String {
    var lines = ["ConcurrentProgram(", "  declarations: ["]
    for (position, declaration) in declarations.enumerated() {
      lines.append("    /* \(position) */ \(declaration.source),")
    }
    lines += ["  ],", "  setup: ["] + setup.map { "    \($0.source)," }
    lines += ["  ],", "  threads: ["]
    for steps in threads { lines += ["    ["] + steps.map { "      \($0.source)," } + ["    ],"] }
    lines += ["  ],", "  epilogue: ["] + epilogue.map { "    \($0.source)," } + ["  ])"]
    return lines.joined(separator: "\n")
  }
}

extension Plan {
  /// The plan as source.
  fileprivate var source: String {
    switch self {
    case .built(let statements): ".built([\(statements.source)])"
    case .merged(let children): ".merged(\(children))"
    }
  }
}

extension [Statement] {
  /// The statements as source.
  fileprivate var source: String {
    map { statement in
      switch statement {
      case .declare(let declaration): ".declare(\(declaration))"
      case .group(let flag, let inner): ".group(flag: \(flag), [\(inner.source)])"
      case .when(let flag, let inner, let other):
        ".when(flag: \(flag), [\(inner.source)], otherwise: [\(other.source)])"
      }
    }.joined(separator: ", ")
  }
}

extension StitcherStep {
  /// The step as source.
  fileprivate var source: String {
    switch self {
    case .plain(let step): ".plain(\(step.source))"
    case .activateInTask(let container): ".activateInTask(\(container))"
    case .toggle(let flags): ".toggle(\(flags))"
    case .fire(let container): ".fire(\(container))"
    case .fireInVain(let container): ".fireInVain(\(container))"
    case .property(let number, let ask, let reloads):
      ".property(\(number), \(ask.source), reloads: \(reloads))"
    case .read(let number, let hand): ".read(\(number), hand: \(hand))"
    case .reload(let number): ".reload(\(number))"
    case .loadIfNeeded(let number): ".loadIfNeeded(\(number))"
    case .release(let number): ".release(\(number))"
    case .wrap(let number, let container): ".wrap(\(number), \(container))"
    case .unwrap(let number): ".unwrap(\(number))"
    }
  }
}

extension Declaration {
  /// The declaration as source.
  fileprivate var source: String {
    var parts = ["\(found.source)"]
    if declared != product.kinds[0] { parts.append("as: .\(declared)") }
    parts.append("makes: .\(product)")
    if parameters != .none { parts.append("takes: .\(parameters)") }
    if lifespan != .instance { parts.append(".\(lifespan)") }
    if isEager { parts.append("isEager: true") }
    if !deeds.isEmpty {
      parts.append("deeds: [\(deeds.map(\.source).joined(separator: ", "))]")
    }
    return "Declaration(\(parts.joined(separator: ", ")))"
  }
}

extension Found {
  /// The locator as source.
  fileprivate var source: String {
    switch self {
    case .types(let kinds): ".types([\(kinds.map { ".\($0)" }.joined(separator: ", "))])"
    case .name(let name): ".name(.\(name))"
    case .value(let value): ".value(.\(value))"
    case .keys(let keys): ".keys([\(keys.map(\.source).joined(separator: ", "))])"
    }
  }
}

extension Key {
  /// The key as source.
  fileprivate var source: String {
    switch self {
    case .type(let kind): ".type(.\(kind))"
    case .name(let name): ".name(.\(name))"
    case .value(let value): ".value(.\(value))"
    }
  }
}

extension Ask {
  /// The request as source.
  var source: String {
    let arguments = parameters == .none ? "" : ", .\(parameters)"
    switch key {
    case .type(let kind):
      let shape = shape == .one && parameters == .none ? "" : ", .\(shape)"
      return ".type(.\(kind)\(shape)\(arguments))"
    case .name(let name): return ".name(.\(name), as: .\(kind)\(arguments))"
    case .value(let value): return ".value(.\(value), as: .\(kind)\(arguments))"
    }
  }
}

extension Deed {
  /// The deed as source.
  fileprivate var source: String {
    switch self {
    case .need(let ask, let keeps, let recovers):
      ".need(\(ask.source), keeps: \(keeps), recovers: \(recovers))"
    case .change(let change): ".change(\(change.source))"
    }
  }
}

extension Step {
  /// The step as source.
  var source: String {
    switch self {
    case .ask(let ask, let hand): ".ask(\(ask.source), hand: \(hand))"
    case .change(let change): ".change(\(change.source))"
    case .drop(let hand): ".drop(hand: \(hand))"
    case .fail(let declaration, let times): ".fail(\(declaration), times: \(times))"
    }
  }
}

extension Item {
  /// The item as source.
  fileprivate var source: String { "Item(\(declaration), \(object))" }
}

extension Change {
  /// The change as source.
  fileprivate var source: String {
    switch self {
    case .contents(let registry, let items):
      ".contents(\(registry), [\(items.map(\.source).joined(separator: ", "))])"
    case .edit(let registry, let edits):
      ".edit(\(registry), [\(edits.map(\.source).joined(separator: ", "))])"
    case .activate(let registry, let isFurther):
      ".activate(\(registry), isFurther: \(isFurther))"
    case .deactivate(let registry): ".deactivate(\(registry))"
    case .deactivateAll: ".deactivateAll"
    case .endLifetime(let lifetime): ".endLifetime(\(lifetime))"
    case .releaseUnused: ".releaseUnused"
    case .forget(let object): ".forget(\(object))"
    case .set(let object): ".set(\(object))"
    }
  }
}

extension Edit {
  /// The edit as source.
  fileprivate var source: String {
    switch self {
    case .insert(let item): ".insert(\(item.source))"
    case .remove(let object): ".remove(\(object))"
    case .replace(let object, let item, let isKeeping):
      ".replace(\(object), by: \(item.source), keeping: \(isKeeping))"
    case .removeAll: ".removeAll"
    }
  }
}
