internal import SwiftSyntax

/// The arguments of an attribute, by their labels.
///
/// Arguments without a label belong to the label before them, as those of a variadic parameter do.
struct AttributeArguments {
  /// The labels that were given and their values, in order.
  private var values: [(label: String, expressions: [ExprSyntax])] = []

  /// Reads the arguments.
  ///
  /// - Parameters:
  ///   - attribute: The attribute.
  ///   - labels: The labels that it may have; each at most once.
  /// - Returns: The arguments, or nil if they cannot be read.
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

  /// The values of a label; none if it was not given.
  subscript(label: String) -> [ExprSyntax] {
    values.first { $0.label == label }?.expressions ?? []
  }

  /// The last component of the only value of a label, which is a name with or without dots.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - names: The names that are known.
  ///   - standard: The name if the label is not given.
  /// - Returns: The name, or nil if there are several values or the name is unknown.
  func name(of label: String, among names: [String], standard: String) -> String? {
    let expressions = self[label]
    guard let expression = expressions.first else { return standard }
    let name = String(expression.trimmedDescription.split(separator: ".").last ?? "")
    return expressions.count == 1 && names.contains(name) ? name : nil
  }

  /// Whether the only value of a label is `true`; false if the label is not given, and nil if the
  /// value is no literal.
  ///
  /// - Parameter label: The label.
  func flag(_ label: String) -> Bool? {
    name(of: label, among: ["true", "false"], standard: "false").map { $0 == "true" }
  }

  /// The texts of a list of string literals, or nil if one of them has white space within.
  ///
  /// - Parameter label: The label.
  func texts(of label: String) -> [String]? {
    var texts: [String] = []
    for expression in self[label] {
      var text = Substring(expression.trimmedDescription)
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
  /// The keys, which are string literals, and the values of a dictionary in the order in which they
  /// are written, or nil if the argument is something else.
  ///
  /// - Parameter label: The label.
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
      return (key.content.text, element.value.trimmedDescription)
    }
    return pairs.count == elements.count ? pairs : nil
  }
}

extension AttributeSyntax {
  /// The attribute with one more name in its argument `ignoring`.
  func ignoring(_ name: String) -> AttributeSyntax {
    let literal = "\"\(name)\""
    var arguments =
      self.arguments?.as(LabeledExprListSyntax.self)?.map(\.trimmedDescription)
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

  /// The name without the module and without generic arguments.
  var lastName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.trimmedDescription
  }
}

extension AttributeListSyntax {
  /// The attribute of a name, however it is spelled: with its module, with parentheses, in `#if`.
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
