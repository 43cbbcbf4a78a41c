internal import Foundation
internal import NotesDomain

/// The sample notes of the application, for the tour.
enum SampleNotes {
  /// The text of the file.
  ///
  /// - Throws: ``InputError/missingFile(path:)`` if the resource is missing.
  static func text() throws -> String {
    guard let url = Bundle.module.url(forResource: "notes", withExtension: "txt") else {
      throw InputError.missingFile(path: "notes.txt")
    }
    return try String(contentsOf: url, encoding: .utf8)
  }
}
