import Stitcher

struct Currency: Sendable {}
struct Locale: Sendable {}
struct Tax: Sendable {}

let app = DependencyContainer {
  Dependency { Currency() }
  Dependency { Locale() }
  Dependency { Tax() }
}

/// What stands in the graph that is asked hides what the parent has.
func asked(_ graph: DependencyGraph) throws {
  let child = graph.child {
    Dependency { Currency() }
      .scope(.singleton)
    Dependency { Currency() }
  }
  let currency: Currency = try child.inject()
  print(currency)
}

/// Not so where it is there sometimes, or where it is not known which graph is asked.
func unknown(_ graph: DependencyGraph, _ isOn: Bool) throws {
  let sometimes = graph.child {
    if isOn {
      Dependency { Locale() }
        .scope(.singleton)
      Dependency { Locale() }
    }
  }
  var changing = graph.child {
    Dependency { Tax() }
      .scope(.singleton)
    Dependency { Tax() }
  }
  if isOn { changing = graph }
  let shadowed = graph.child {
    Dependency { Tax() }
      .scope(.singleton)
    Dependency { Tax() }
  }
  do {
    let shadowed = graph
    print(try shadowed.inject() as Tax)
  }
  print(shadowed, try sometimes.inject() as Locale, try changing.inject() as Tax)
}
