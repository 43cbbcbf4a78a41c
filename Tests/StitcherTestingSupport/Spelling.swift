import DependencyInjection
package import Stitch
import Stitcher
import SwiftDependencyInjector

/// What is overridden through front ends: whose it is, and which instance.
package final class Label: Sendable {
  /// The text.
  package let text: String

  /// Creates a label.
  package init(_ text: String) { self.text = text }
}

extension DependencyMap {
  private struct LabelKey: DependencyKey {
    static var dependency: Label { Label("default") }
  }

  /// What is overridden in the map.
  package var label: Label {
    get { resolve(key: LabelKey.self) }
    set { register(key: LabelKey.self, dependency: newValue) }
  }
}

/// Registers in the map, as types of programs do.
package struct Registrant: DependencyRegistrant {
  /// Creates a registrant.
  package init() {}
}

/// One front end, as what a program writes where it is used: no graph is mentioned.
package struct Spelling: Sendable, CustomStringConvertible {
  /// What tests call it.
  package let description: String

  /// Whether a property belongs to the graph in which it was made; else to that of its reader.
  package var keepsGraph = true

  /// Registers the text of a label.
  package let write: @Sendable (String) -> Void

  /// Returns the label.
  package let read: @Sendable () -> Label

  /// Makes an object with a property that injects the label; returns what reads the property.
  package let property: @Sendable () -> @Sendable () -> Label

  /// All of them.
  package static let all = [stitch, stitchType, injector, builtInjector, container, expression]

  private static let stitch = Spelling(
    description: "Stitch",
    keepsGraph: false,
    write: { Registrant().register(\.label, dependency: Label($0)) },
    read: { DependencyMap.resolve(\.label) },
    property: {
      struct Owner: Sendable { @Stitch(\.label) var label }
      let owner = Owner()
      return { owner.label }
    })

  private static let stitchType = Spelling(
    description: "Stitch, assigned",
    keepsGraph: false,
    write: {
      struct Owner: Sendable { @Stitch(\.label) var label }
      Owner().label = Label($0)
    },
    read: { Registrant.resolved },
    property: { { Registrant.resolved } })

  private static let injector = Spelling(
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

  private static let builtInjector = Spelling(
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

  private static let container = Spelling(
    description: "DependencyInjection",
    write: { text in Container.shared.register(type: Label.self) { _ in Label(text) } },
    read: { Container.shared.resolve() },
    property: {
      final class Owner: Sendable { let label = LazyInjected<Label>() }
      let owner = Owner()
      return { owner.label.wrappedValue }
    })

  private static let expression = Spelling(
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
  /// The label, resolved by the type.
  fileprivate static var resolved: Label { resolve(\.label) }
}
