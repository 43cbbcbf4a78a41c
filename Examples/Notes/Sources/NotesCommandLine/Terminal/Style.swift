/// How text is emphasized: lightly, or not at all.
public struct Style: Hashable, Sendable {
  /// Whether there are colors.
  public let isColored: Bool

  /// Creates a style.
  public init(isColored: Bool) {
    self.isColored = isColored
  }

  /// Returns text that stands out.
  public func bold(_ text: String) -> String { wrapped(text, code: 1) }

  /// Returns text that stands back.
  public func dim(_ text: String) -> String { wrapped(text, code: 2) }

  /// Returns text about something that went well.
  public func good(_ text: String) -> String { wrapped(text, code: 32) }

  /// Returns text about something that went wrong.
  public func bad(_ text: String) -> String { wrapped(text, code: 31) }

  /// Returns text that names something.
  public func accent(_ text: String) -> String { wrapped(text, code: 36) }

  /// Returns text between the codes that switch a rendition on and off.
  private func wrapped(_ text: String, code: Int) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
