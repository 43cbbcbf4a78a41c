import Stitcher

extension LifeFactories {
  /// The pretended file of all registrations; the pretended lines are the numbers of declarations.
  private static let file: StaticString = "Life"

  /// Returns the number of the declaration that a place of Stitcher names.
  static func declaration(at place: String) -> Int? { Int(place.dropFirst("\(file):".count)) }

  /// Makes a container.
  func container(_ contents: LifeContainer) -> DependencyContainer {
    var registrar = DependenciesRegistrar()
    for number in contents.declarations {
      registrar.insert(
        program.declarations[number].key.open(Registering(factories: self, number: number)))
    }
    let registrations = registrar
    let decorators = contents.decorations.map { number in
      program.decorations[number].key.open(Decorating(factories: self, number: number))
    }
    return DependencyContainer {
      registrations
      for decorator in decorators { decorator }
    }
  }

  /// Tears an instance of a declaration down.
  private func close(_ node: LifeNode, of declaration: Int) throws {
    switch fault {
    case .forgetsTeardowns: break
    case .swallowsTeardownErrors: try? ledger.close(node, of: declaration)
    case .tearsDownTwice:
      try? ledger.close(node, of: declaration)
      fallthrough
    default: try ledger.close(node, of: declaration)
    }
  }

  /// Tears an instance down with a teardown that runs until its time limit.
  private func closeForEver(_ node: LifeNode) async throws {
    if fault != .forgetsTeardowns { ledger.closeForEver(node) }
    if fault == .tearsDownTwice { ledger.closeForEver(node) }
    if fault != .hurriesTeardowns { try await Task.sleep(for: .seconds(3600)) }
  }

  /// A visitor that creates a registration of the visited type.
  private struct Registering: LifeVisitor {
    let factories: LifeFactories
    let number: Int

    func visit<Found: Sendable>(
      _ type: Found.Type, as node: LifeNode.Type
    ) -> RawDependencyRegistration {
      let (factories, number) = (factories, number)
      let declaration = factories.program.declarations[number]
      let maker = LifeMaker.declaration(number)
      let synchronous: @Sendable () throws -> Found = {
        try factories.make(maker, node) as! Found
      }
      let asynchronous: @Sendable () async throws -> Found = {
        try await factories.makeInTask(maker, node) as! Found
      }
      let (file, line) = (LifeFactories.file, UInt(number))
      switch (declaration.key, declaration.isAsynchronous) {
      case (.named, false):
        return raw(
          Dependency(named: LifeKey.name, file: file, line: line, dependency: synchronous))
      case (.named, true):
        return raw(
          Dependency(named: LifeKey.name, file: file, line: line, dependency: asynchronous))
      case (.valued, false):
        return raw(
          Dependency(for: LifeKey.value, file: file, line: line, dependency: synchronous))
      case (.valued, true):
        return raw(
          Dependency(for: LifeKey.value, file: file, line: line, dependency: asynchronous))
      case (_, false):
        let dependency = Dependency(file: file, line: line, dependency: synchronous)
        return declaration.isBeing
          ? raw(dependency.conforms(to: (any LifeBeing).self)) : raw(dependency)
      case (_, true):
        let dependency = Dependency(file: file, line: line, dependency: asynchronous)
        return declaration.isBeing
          ? raw(dependency.conforms(to: (any LifeBeing).self)) : raw(dependency)
      }
    }

    /// Adds the remaining properties of a registration.
    private func raw<Found, Trait>(
      _ dependency: Dependency<Found, Trait>
    ) -> RawDependencyRegistration {
      let (factories, number) = (factories, number)
      let declaration = factories.program.declarations[number]
      let scope: DependencyScope =
        switch declaration.scope {
        case .instance: .instance
        case .shared: .shared
        case .singleton:
          declaration.lifetime.flatMap { lifetime in
            factories.fault == .forgetsLifetimes
              ? nil : .managed(by: factories.lifetimes[lifetime])
          } ?? .singleton
        case .scoped: factories.fault == .makesScopedOnesAnew ? .instance : .scoped
        }
      let finished = dependency.id(number).scope(scope)
        .eagerness(declaration.isEager ? .eager : .lazy)
      switch declaration.teardown {
      case .nothing: return RawDependencyRegistration(finished)
      case .synchronous:
        let close: @Sendable (Found) throws -> Void = {
          try factories.close($0 as! LifeNode, of: number)
        }
        return RawDependencyRegistration(finished.teardown(close))
      case .asynchronous:
        let close: @Sendable (Found) async throws -> Void = { found in
          await Task.yield()
          try factories.close(found as! LifeNode, of: number)
        }
        return RawDependencyRegistration(finished.teardown(close))
      case .limited:
        return RawDependencyRegistration(
          finished.teardown(within: .seconds(3600)) { found in
            await Task.yield()
            try factories.close(found as! LifeNode, of: number)
          })
      case .hanging:
        return RawDependencyRegistration(
          finished.teardown(within: .milliseconds(1)) { found in
            try await factories.closeForEver(found as! LifeNode)
          })
      }
    }
  }

  /// A visitor that creates a decorator of a key.
  private struct Decorating: LifeVisitor {
    let factories: LifeFactories
    let number: Int

    func visit<Found: Sendable>(_ type: Found.Type, as node: LifeNode.Type) -> Decorator {
      let (factories, maker) = (factories, LifeMaker.decoration(number))
      let decoration = factories.program.decorations[number]
      let synchronous: @Sendable (Found) throws -> Found = {
        var inner = $0 as! LifeNode
        if factories.fault == .decoratesTwice {
          inner = try factories.make(maker, node, around: inner)
        }
        return try factories.make(maker, node, around: inner) as! Found
      }
      let asynchronous: @Sendable (Found) async throws -> Found = {
        try await factories.makeInTask(maker, node, around: ($0 as! LifeNode)) as! Found
      }
      // Decorators differ by their lines.
      let (file, line) = (LifeFactories.file, UInt(1_000 + number))
      switch (decoration.key, decoration.isAsynchronous) {
      case (.named, false):
        return Decorator(named: LifeKey.name, file: file, line: line, decorate: synchronous)
      case (.named, true):
        return Decorator(named: LifeKey.name, file: file, line: line, decorate: asynchronous)
      case (.valued, false):
        return Decorator(value: LifeKey.value, file: file, line: line, decorate: synchronous)
      case (.valued, true):
        return Decorator(value: LifeKey.value, file: file, line: line, decorate: asynchronous)
      case (_, false): return Decorator(type, file: file, line: line, decorate: synchronous)
      case (_, true): return Decorator(type, file: file, line: line, decorate: asynchronous)
      }
    }
  }
}
