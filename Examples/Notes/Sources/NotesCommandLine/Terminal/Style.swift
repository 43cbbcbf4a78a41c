/// The style of text on a terminal, with or without colors.
public struct Style: Hashable, Sendable {
  /// Whether the text is colored.
  public let isColored: Bool

  /// Creates a style.
  public init(isColored: Bool) {
    self.isColored = isColored
  }

  /// Returns bold text.
  public func bold(_ text: String) -> String { wrapped(text, code: 1) }

  /// Returns dim text.
  public func dim(_ text: String) -> String { wrapped(text, code: 2) }

  /// Returns the text of a success.
  public func good(_ text: String) -> String { wrapped(text, code: 32) }

  /// Returns the text of a failure.
  public func bad(_ text: String) -> String { wrapped(text, code: 31) }

  /// Returns the text of a name.
  public func accent(_ text: String) -> String { wrapped(text, code: 36) }

  /// Returns text between two escape codes.
  private func wrapped(_ text: String, code: Int) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
