// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  public static func main() { fatalError() }
}

@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

@resultBuilder
public struct SceneBuilder {
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { fatalError() }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { fatalError() }
}

public struct WindowGroup<Content: View>: Scene {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
  public typealias Body = Never
  public var body: Never { fatalError() }
}

// In the SDK, the following comes from DeveloperToolsSupport, which SwiftUI re-exports.

@MainActor @preconcurrency
public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

public struct Preview {
  public struct ViewTraits {}
}

public struct PreviewTrait<T> {}

@MainActor @preconcurrency
public protocol PreviewModifier {
  associatedtype Context = Void
  associatedtype Body: View
  @MainActor static func makeSharedContext() async throws -> Context
  @ViewBuilder @MainActor func body(content: Content, context: Context) -> Body
  typealias Content = PreviewModifierContent
}

extension PreviewModifier where Context == Void {
  public static func makeSharedContext() async throws { fatalError() }
}

public struct PreviewModifierContent: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

extension PreviewTrait where T == Preview.ViewTraits {
  @MainActor public static func modifier(_ modifier: some PreviewModifier) -> PreviewTrait<T> {
    fatalError()
  }
}
