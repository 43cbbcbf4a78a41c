import Foundation

/// The identifier of a note, equal in every database with a copy of the note.
public struct NoteID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The text of the identifier; for new notes, a UUID in lower case.
  public let rawValue: String

  /// Creates an identifier from its text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates a unique identifier.
  public init() {
    rawValue = UUID().uuidString.lowercased()
  }

  /// The first eight characters, which identify a note in commands.
  public var short: String { String(rawValue.prefix(8)) }

  /// The text of the identifier.
  public var description: String { rawValue }
}

extension NoteID: Comparable {
  /// Compares the texts of two identifiers.
  public static func < (lhs: NoteID, rhs: NoteID) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}
