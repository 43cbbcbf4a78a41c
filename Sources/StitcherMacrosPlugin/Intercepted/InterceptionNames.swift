internal import SwiftSyntax

/// The names of the generated type and its members, which differ from the names of the protocol's
/// members.
struct InterceptionNames {
  /// The name of the generated type.
  let wrapper: String

  /// The name of the property that holds the wrapped instance.
  let inner: String

  /// The name of the property that holds the interceptor.
  let interceptor: String

  /// The name of the helper function through which asynchronous members call the interceptor.
  private let awaiting: String

  /// The name of the helper function through which `@concurrent` members call the interceptor.
  private let leaving: String

  /// Chooses names that the protocol's members do not use.
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

  /// Returns the name of the helper function for a way of calling the interceptor; `nil` for a
  /// direct call.
  func bridge(_ route: InterceptedCall.Route) -> String? {
    switch route {
    case .direct: nil
    case .bridge: awaiting
    case .concurrent: leaving
    }
  }

  /// Returns the source code of a member's type in the generated type, with `Self` replaced by the
  /// generated type.
  func witness(of type: TypeSyntax) -> String {
    let text = type.trimmedText
    return text == "Self" ? wrapper : text
  }

  /// Returns the names that a member declares.
  private static func names(of member: DeclSyntax) -> [String] {
    if let function = member.as(FunctionDeclSyntax.self) {
      return [function.name.text.withoutBackticks]
    }
    return member.as(VariableDeclSyntax.self)?.requirements.map(\.name.withoutBackticks) ?? []
  }
}
