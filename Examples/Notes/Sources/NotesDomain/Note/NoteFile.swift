/// A plain text file of notes, for any editor.
///
///     == Plum cake
///     author: Ana
///     tags: baking, recipes
///     date: 2024-09-01 16:20
///
///     Halve the plums and set them skin side down.
///
/// A line that starts with `== ` begins a note. Header lines follow, then an empty line, then the
/// text, up to the next note.
public enum NoteFile {
  /// Parses the notes of a file, in the file's order.
  ///
  /// - Throws: ``NoteFileError`` at the first malformed line.
  /// - Complexity: O(*n*) in the length of the text.
  public static func parse(_ text: String) throws(NoteFileError) -> [Note] {
    var notes: [Note] = []
    var draft: Draft?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("== ") {
        if let finished = draft { notes.append(try finished.note()) }
        draft = Draft(title: line.dropFirst(3).trimmed, line: index + 1)
      } else if draft == nil {
        guard line.trimmed.isEmpty else {
          throw NoteFileError(line: index + 1, reason: "text before the first '== title'")
        }
      } else {
        try draft?.read(line, number: index + 1)
      }
    }
    if let finished = draft { notes.append(try finished.note()) }
    return notes
  }
}

/// A malformed line in a file of notes.
public struct NoteFileError: Error, Hashable, CustomStringConvertible {
  /// The number of the line, from 1.
  public let line: Int

  /// The reason of the error.
  public let reason: String

  /// The line and the reason of the error.
  public var description: String { "line \(line): \(reason)" }
}

/// The parser's state for one note.
private struct Draft {
  /// The title of the note.
  let title: String

  /// The number of the line with the title.
  let line: Int

  /// Whether the parser has reached the body.
  var isInBody = false

  /// The author, once the parser has read that line.
  var author: String?

  /// The tags read so far.
  var tags: [String] = []

  /// The creation time, once the parser has read that line.
  var created: Timestamp?

  /// The lines of text read so far.
  var body: [Substring] = []

  /// Parses a line after the title.
  mutating func read(_ text: Substring, number: Int) throws(NoteFileError) {
    if isInBody {
      body.append(text)
    } else if text.trimmed.isEmpty {
      isInBody = true
    } else {
      try readHeader(text, number: number)
    }
  }

  /// Parses a line of the form `name: value`.
  private mutating func readHeader(_ text: Substring, number: Int) throws(NoteFileError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw NoteFileError(line: number, reason: "'\(text)' is not 'name: value'")
    }
    let value = parts[1].trimmed
    switch parts[0] {
    case "author":
      author = value
    case "tags":
      tags = value.split(separator: ",").map(\.trimmed)
    case "date":
      created = Timestamp(value)
      guard created != nil else {
        throw NoteFileError(line: number, reason: "'\(value)' is not a date like 2024-09-01 16:20")
      }
    default:
      throw NoteFileError(line: number, reason: "unknown header '\(parts[0])'")
    }
  }

  /// Returns the finished note.
  func note() throws(NoteFileError) -> Note {
    guard !title.isEmpty else { throw NoteFileError(line: line, reason: "a note without a title") }
    guard let author else { throw NoteFileError(line: line, reason: "'\(title)' has no author") }
    guard let created else { throw NoteFileError(line: line, reason: "'\(title)' has no date") }
    let text = body.joined(separator: "\n").trimmed
    return Note(title: title, body: text, author: author, tags: tags, created: created)
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
