import DependencyInjection
package import Stitch
import Stitcher
import SwiftDependencyInjector

/// A dependency that tests override through front ends; its text names its owner.
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

  /// The label in the map.
  package var label: Label {
    get { resolve(key: LabelKey.self) }
    set { register(key: LabelKey.self, dependency: newValue) }
  }
}

/// A type that registers in the map, as types of programs do.
package struct Registrant: DependencyRegistrant {
  /// Creates a registrant.
  package init() {}
}

/// One front end, in the form in which programs use it: without mentioning a graph.
package struct Spelling: Sendable, CustomStringConvertible {
  /// The name of the front end in tests.
  package let description: String

  /// Whether a property uses the graph in which it was created, instead of its reader's.
  package var keepsGraph = true

  /// Registers a label with a text.
  package let write: @Sendable (String) -> Void

  /// Resolves the label.
  package let read: @Sendable () -> Label

  /// Creates an object with a property that injects the label; returns a closure that reads the
  /// property.
  package let property: @Sendable () -> @Sendable () -> Label

  /// All front ends.
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

  /// An injector that was created before any graph.
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
  /// The label, resolved by a static method of the type.
  fileprivate static var resolved: Label { resolve(\.label) }
}
