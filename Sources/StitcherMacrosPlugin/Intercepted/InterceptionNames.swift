internal import SwiftSyntax

/// What the parts of a forwarding type are called, so that no member of the protocol has the name.
struct InterceptionNames {
  /// The type.
  let wrapper: String

  /// The property with what is wrapped.
  let inner: String

  /// The property with the interceptor.
  let interceptor: String

  /// The function that asynchronous members call the interceptor through.
  private let awaiting: String

  /// The one for members that leave their actor.
  private let leaving: String

  /// Finds names.
  init(_ intercepted: InterceptedProtocol) {
    let taken = Set(intercepted.members.flatMap(Self.names))
    let free = { (name: String) in
      var name = name
      while taken.contains(name) { name = "_" + name }
      return name
    }
    wrapper = "Intercepted" + intercepted.name.withoutBackticks
    inner = free("inner")
    interceptor = free("interceptor")
    awaiting = free("awaiting")
    leaving = free("leaving")
  }

  /// The function that a route goes through, if there is one.
  func bridge(_ route: InterceptedCall.Route) -> String? {
    switch route {
    case .direct: nil
    case .bridge: awaiting
    case .concurrent: leaving
    }
  }

  /// The text of a type as the type of a member: `Self` is the wrapper.
  func witness(of type: TypeSyntax) -> String {
    let text = type.trimmedDescription
    return text == "Self" ? wrapper : text
  }

  /// The names that a member declares.
  private static func names(of member: DeclSyntax) -> [String] {
    if let function = member.as(FunctionDeclSyntax.self) {
      return [function.name.text.withoutBackticks]
    }
    return member.as(VariableDeclSyntax.self)?.requirements.map(\.name.withoutBackticks) ?? []
  }
}
