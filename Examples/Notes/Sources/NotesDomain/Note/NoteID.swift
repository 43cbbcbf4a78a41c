import Foundation

/// What a note is known by, the same in every database that holds a copy of it.
public struct NoteID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The identifier as text: a UUID in lower case, for notes made here.
  public let rawValue: String

  /// Creates an identifier from the text of one.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates an identifier that no other note has.
  public init() {
    rawValue = UUID().uuidString.lowercased()
  }

  /// The first eight characters, which people type and which tell notes apart in practice.
  public var short: String { String(rawValue.prefix(8)) }

  /// The whole identifier.
  public var description: String { rawValue }
}

extension NoteID: Comparable {
  /// Orders identifiers by their text.
  public static func < (lhs: NoteID, rhs: NoteID) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}
