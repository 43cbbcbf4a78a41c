import DependencyInjection
import Stitch
import Stitcher
import SwiftDependencyInjector

/// What is overridden: whose it is, and which instance.
final class Label: Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}

extension DependencyMap {
  private struct LabelKey: DependencyKey {
    static var dependency: Label { Label("default") }
  }

  var label: Label {
    get { resolve(key: LabelKey.self) }
    set { register(key: LabelKey.self, dependency: newValue) }
  }
}

/// Registers in the map, as types of programs do.
struct Registrant: DependencyRegistrant {}

/// A value of its own for each test, which the front ends share as a type.
struct Tag<Owner>: Sendable {
  let text: String
}

/// One front end, as what a program writes where it is used: no graph is mentioned.
struct Spelling: Sendable, CustomStringConvertible {
  let description: String

  /// Registers the text of a label.
  let write: @Sendable (String) -> Void

  /// Returns the label.
  let read: @Sendable () -> Label

  /// Makes an object with a property that injects the label; returns what reads the property.
  let property: @Sendable () -> @Sendable () -> Label

  static let all = [stitch, stitchType, injector, builtInjector, container, expression]

  static let stitch = Spelling(
    description: "Stitch",
    write: { Registrant().register(\.label, dependency: Label($0)) },
    read: { DependencyMap.resolve(\.label) },
    property: {
      struct Owner: Sendable { @Stitch(\.label) var label }
      let owner = Owner()
      return { owner.label }
    })

  static let stitchType = Spelling(
    description: "Stitch, assigned",
    write: {
      struct Owner: Sendable { @Stitch(\.label) var label }
      Owner().label = Label($0)
    },
    read: { Registrant.resolved },
    property: { { Registrant.resolved } })

  static let injector = Spelling(
    description: "SwiftDependencyInjector",
    write: { text in
      Injector.global.remove(Label.self)
      Injector.global.register(Label.self) { Label(text) }
    },
    read: { Injector.global.get(injectionType: .singleton) },
    property: {
      struct Owner: Sendable { @Inject(injection: .singleton) var label: Label }
      let owner = Owner()
      return { owner.label }
    })

  /// An injector that was made before any graph.
  private static let built = Injector.build(context: .custom(name: "spelling"))

  static let builtInjector = Spelling(
    description: "SwiftDependencyInjector, a context",
    write: { text in
      built.addOrRegister(Label.self) { Label(text) }
    },
    read: { built.get(injectionType: .singleton) },
    property: {
      struct Owner: Sendable {
        @Inject(injection: .singleton, context: .custom(name: "spelling")) var label: Label
      }
      let owner = Owner()
      return { owner.label }
    })

  static let container = Spelling(
    description: "DependencyInjection",
    write: { text in Container.shared.register(type: Label.self) { _ in Label(text) } },
    read: { Container.shared.resolve() },
    property: {
      final class Owner: Sendable { let label = LazyInjected<Label>() }
      let owner = Owner()
      return { owner.label.wrappedValue }
    })

  static let expression = Spelling(
    description: "DependencyInjection, by an expression",
    write: { text in Container.shared.register(dependency: Label(text)) },
    read: { (try? Container.shared.tryResolve(type: Label.self)) ?? Label("none") },
    property: {
      struct Owner: Sendable { @DependencyInjection.Injected var label: Label }
      let owner = Owner()
      return { owner.label }
    })
}

extension Registrant: DependencyResolver {
  static var resolved: Label { resolve(\.label) }
}
