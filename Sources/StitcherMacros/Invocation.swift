/// One call of a protocol's member, with its arguments, which an ``Interceptor`` receives.
///
/// The description looks like the call: `NoteStore.save("Milk", to: 3)`, `NoteStore.count`, or
/// `NoteStore.title = "Groceries"`. If the arguments are confidential, print ``name`` instead.
///
/// An invocation is not `Sendable`, since its arguments may not be. To pass a call to another
/// actor, pass parts of the invocation, such as its description.
public struct Invocation: CustomStringConvertible {
  /// The name of the protocol.
  public let type: String

  /// The name of the member with its labels, such as `save(_:to:)`, `count` or `subscript(_:)`.
  public let member: String

  /// The kind of the call: a method call, a read, or a write.
  public let kind: Kind

  /// The arguments in order; for a setter, the last one is the new value.
  public let arguments: [Argument]

  /// Creates an invocation. The code that ``Intercepted()`` generates calls this initializer; a
  /// test of an interceptor may call it, too.
  ///
  /// - Parameters:
  ///   - type: The name of the protocol.
  ///   - member: The name of the member with its labels.
  ///   - kind: The kind of the call.
  ///   - arguments: The arguments in order; for a setter, the last one is the new value.
  public init(of type: String, _ member: String, _ kind: Kind, _ arguments: [Argument]) {
    self.type = type
    self.member = member
    self.kind = kind
    self.arguments = arguments
  }

  /// The protocol and the member, without the arguments, such as `NoteStore.save(_:to:)`.
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
  /// The kind of a call.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The kind as a word: `method`, `getter` or `setter`.
    public let description: String

    /// The call of a method.
    public static let method = Kind(description: "method")

    /// The read of a property or a subscript.
    public static let getter = Kind(description: "getter")

    /// The write of a property or a subscript.
    public static let setter = Kind(description: "setter")
  }

  /// One argument of a call.
  public struct Argument: CustomStringConvertible {
    /// The label in the call, or `nil` if the parameter has none.
    public let label: String?

    /// The name of the parameter.
    public let name: String

    /// The value of the argument; `nil` for a closure, since an interceptor must not keep a
    /// closure.
    ///
    /// If the argument itself is `nil`, this property contains an `Optional` without a value. For
    /// an `inout` parameter, the value is the one before the call.
    public let value: Any?

    /// Creates an argument.
    ///
    /// - Parameters:
    ///   - label: The label in the call, or `nil` if the parameter has none.
    ///   - name: The name of the parameter.
    ///   - value: The argument, or `nil` for a closure.
    public init(label: String?, name: String, value: Any?) {
      self.label = label
      self.name = name
      self.value = value
    }

    /// The label and the debug description of the value.
    public var description: String {
      let text = value.map { String(reflecting: $0) } ?? "(Function)"
      return label.map { "\($0): \(text)" } ?? text
    }
  }
}
