// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@frozen
public struct Text: View {
  nonisolated public init<S: StringProtocol>(_ content: S) { fatalError() }
  public typealias Body = Never
  public var body: Never { fatalError() }
}

public struct Button<Label: View>: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

extension Button where Label == Text {
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    fatalError()
  }
}

public struct TextField<Label: View>: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

extension TextField where Label == Text {
  nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) { fatalError() }
}

public struct Toggle<Label: View>: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

extension Toggle where Label == Text {
  nonisolated public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { fatalError() }
}

@frozen
public struct VStack<Content: View>: View {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
  public typealias Body = Never
  public var body: Never { fatalError() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

extension ForEach where ID == Data.Element.ID, Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    fatalError()
  }
}

extension ForEach {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    fatalError()
  }
}
