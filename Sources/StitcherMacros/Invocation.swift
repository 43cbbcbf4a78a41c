/// One call of a member, as an ``Interceptor`` is told of it.
///
/// Its description is written like the call: `NoteStore.save("Milk", to: 3)`, `NoteStore.count`, or
/// `NoteStore.title = "Groceries"`. Where arguments are confidential, use ``name``.
///
/// It is not `Sendable`, since arguments need not be. What another actor is to have is taken out of
/// it, such as its description.
public struct Invocation: CustomStringConvertible {
  /// The name of the protocol.
  public let type: String

  /// The name of the member with its labels: `save(_:to:)`, `count` or `subscript(_:)`.
  public let member: String

  /// How the member is used.
  public let kind: Kind

  /// The arguments in their order; at last the value that is set, if one is.
  public let arguments: [Argument]

  /// Creates a description of a call. What ``Intercepted()`` generates does; tests of an
  /// interceptor may.
  ///
  /// - Parameters:
  ///   - type: The name of the protocol.
  ///   - member: The name of the member with its labels.
  ///   - kind: How the member is used.
  ///   - arguments: The arguments in their order; at last the value that is set, if one is.
  public init(of type: String, _ member: String, _ kind: Kind, _ arguments: [Argument]) {
    self.type = type
    self.member = member
    self.kind = kind
    self.arguments = arguments
  }

  /// The protocol and the member, without arguments: `NoteStore.save(_:to:)`.
  ///
  /// - Complexity: O(*n*) in the length of the names.
  public var name: String { "\(type).\(member)" }

  /// The call with its arguments.
  ///
  /// - Complexity: O(*n*) in the length of the arguments' descriptions.
  public var description: String {
    let isSetter = kind == .setter
    let passed = isSetter ? arguments.dropLast() : arguments[...]
    let list = passed.map(\.description).joined(separator: ", ")
    let base = member.prefix { $0 != "(" }
    var text = "\(type).\(base)"
    if base == "subscript" {
      text = "\(type)[\(list)]"
    } else if kind == .method {
      text += "(\(list))"
    }
    if isSetter, let value = arguments.last { text += " = \(value)" }
    return text
  }
}

extension Invocation {
  /// How a member is used.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The word for it.
    public let description: String

    /// A method is called.
    public static let method = Kind(description: "method")

    /// A property or a subscript is read.
    public static let getter = Kind(description: "getter")

    /// A property or a subscript is set.
    public static let setter = Kind(description: "setter")
  }

  /// An argument of a call.
  public struct Argument: CustomStringConvertible {
    /// The label in the call, if there is one.
    public let label: String?

    /// The name of the parameter.
    public let name: String

    /// What is passed; nil for a closure, which must not be kept. An argument that is nil is an
    /// `Optional` in here. What is `inout` has the value that it had before the call.
    public let value: Any?

    /// Creates an argument.
    ///
    /// - Parameters:
    ///   - label: The label in the call, if there is one.
    ///   - name: The name of the parameter.
    ///   - value: What is passed; nil for a closure.
    public init(label: String?, name: String, value: Any?) {
      self.label = label
      self.name = name
      self.value = value
    }

    /// The label and the value, as a debugger shows it.
    public var description: String {
      let text = value.map { String(reflecting: $0) } ?? "(Function)"
      return label.map { "\($0): \(text)" } ?? text
    }
  }
}
