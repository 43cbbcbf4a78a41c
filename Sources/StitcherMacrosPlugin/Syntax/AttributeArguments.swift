internal import SwiftSyntax

/// The arguments of an attribute, grouped by label.
///
/// An argument without a label belongs to the label before it, as in a variadic parameter.
struct AttributeArguments {
  /// The labels and their values, in order.
  private var values: [(label: String, expressions: [ExprSyntax])] = []

  /// Reads the arguments of an attribute, or returns `nil` if they are malformed.
  ///
  /// - Parameters:
  ///   - attribute: The attribute.
  ///   - labels: The permitted labels; each may occur once.
  init?(of attribute: AttributeSyntax, labels: Set<String>) {
    guard let arguments = attribute.arguments else { return }
    guard let list = arguments.as(LabeledExprListSyntax.self) else { return nil }
    for argument in list {
      if let label = argument.label?.text {
        guard labels.contains(label), self[label].isEmpty else { return nil }
        values.append((label, [argument.expression]))
      } else {
        guard !values.isEmpty else { return nil }
        values[values.count - 1].expressions.append(argument.expression)
      }
    }
  }

  /// Returns the values of a label, or an empty array if the label does not occur.
  subscript(label: String) -> [ExprSyntax] {
    values.first { $0.label == label }?.expressions ?? []
  }

  /// Returns the name that is the only value of a label. For a name with dots, returns the last
  /// component.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - names: The permitted names.
  ///   - standard: The result if the label does not occur.
  /// - Returns: The name, or `nil` if there are several values or the name is not permitted.
  func name(of label: String, among names: [String], standard: String) -> String? {
    let expressions = self[label]
    guard let expression = expressions.first else { return standard }
    let name = String(expression.trimmedText.split(separator: ".").last ?? "")
    return expressions.count == 1 && names.contains(name) ? name : nil
  }

  /// Returns the Boolean literal that is the only value of a label, or `nil` if the value is not a
  /// literal.
  ///
  /// The result is `false` if the label does not occur.
  func flag(_ label: String) -> Bool? {
    name(of: label, among: ["true", "false"], standard: "false").map { $0 == "true" }
  }

  /// Returns the texts of a label's string literals, or `nil` if a text contains white space.
  func texts(of label: String) -> [String]? {
    var texts: [String] = []
    for expression in self[label] {
      var text = Substring(expression.trimmedText)
      if text.count > 1, text.first == "\"", text.last == "\"" {
        text = text.dropFirst().dropLast()
      }
      while text.first?.isWhitespace == true { text.removeFirst() }
      while text.last?.isWhitespace == true { text.removeLast() }
      guard !text.contains(where: \.isWhitespace) else { return nil }
      texts.append(String(text))
    }
    return texts
  }
}

extension AttributeArguments {
  /// Returns the keys and values of a dictionary literal in order, or `nil` if the argument is
  /// another expression.
  ///
  /// The keys must be string literals.
  func pairs(of label: String) -> [(key: String, value: String)]? {
    let expressions = self[label]
    guard let expression = expressions.first else { return [] }
    guard expressions.count == 1, let dictionary = expression.as(DictionaryExprSyntax.self) else {
      return nil
    }
    guard case .elements(let elements) = dictionary.content else { return [] }
    let pairs = elements.compactMap { element -> (key: String, value: String)? in
      guard let segments = element.key.as(StringLiteralExprSyntax.self)?.segments,
        segments.count == 1, case .stringSegment(let key)? = segments.first
      else { return nil }
      return (key.content.text, element.value.trimmedText)
    }
    return pairs.count == elements.count ? pairs : nil
  }
}

extension AttributeSyntax {
  /// Returns a copy of the attribute with one more name in its argument `ignoring`.
  func ignoring(_ name: String) -> AttributeSyntax {
    let literal = "\"\(name)\""
    var arguments =
      self.arguments?.as(LabeledExprListSyntax.self)?.map(\.trimmedText)
      .map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 } ?? []
    let isGiven = self.arguments?.as(LabeledExprListSyntax.self)?.last.map { last in
      last.label == nil || last.label?.text == "ignoring"
    }
    arguments.append(isGiven == true ? literal : "ignoring: \(literal)")
    let list = LabeledExprListSyntax(
      arguments.enumerated().map { index, argument in
        LabeledExprSyntax(
          expression: DeclReferenceExprSyntax(baseName: .identifier(argument)),
          trailingComma: index + 1 < arguments.count ? .commaToken(trailingTrivia: .space) : nil)
      })
    return with(\.attributeName.trailingTrivia, [])
      .with(\.leftParen, .leftParenToken()).with(\.arguments, .argumentList(list))
      .with(\.rightParen, .rightParenToken(trailingTrivia: trailingTrivia))
  }

  /// The name without its module and generic arguments.
  var lastName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.trimmedText
  }
}

extension AttributeListSyntax {
  /// Returns the attribute with the given name, or `nil`. The attribute may be qualified by its
  /// module, and may be in an `#if` block.
  ///
  /// - Parameter name: The name without the module.
  func attribute(named name: String) -> AttributeSyntax? {
    for element in self {
      if case .attribute(let attribute) = element, attribute.lastName == name { return attribute }
      guard case .ifConfigDecl(let block) = element else { continue }
      for clause in block.clauses {
        if case .attributes(let list)? = clause.elements,
          let attribute = list.attribute(named: name)
        {
          return attribute
        }
      }
    }
    return nil
  }
}
