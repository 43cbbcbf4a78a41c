import NotesDomain
import Testing

/// Tests of parsing files of notes, and of errors in them.
@Suite("Files of notes")
struct NoteFileTests {
  @Test("A note has a title, headers and a text")
  func note() throws {
    let notes = try NoteFile.parse(
      """
      == Plum cake: the tray
      author: Ana
      tags: Recipes, baking, recipes
      date: 2024-09-01 16:20

      Halve the plums.

          350 g flour

      == Second
      author: Ben
      date: 2024-09-02 08:00

      """)
    let note = try #require(notes.first)
    #expect(notes.map(\.title) == ["Plum cake: the tray", "Second"])
    #expect(note.author == "Ana")
    #expect(note.tags == ["baking", "recipes"])
    #expect(note.created.description == "2024-09-01 16:20")
    #expect(note.body == "Halve the plums.\n\n    350 g flour")
    #expect(notes[1].body.isEmpty)
  }

  @Test("An empty file has no notes", arguments: ["", "\n\n", "   \n"])
  func empty(text: String) throws {
    #expect(try NoteFile.parse(text).isEmpty)
  }

  @Test(
    "A line that is not understood is an error with its number",
    arguments: [
      ("Hello", 1, "text before the first '== title'"),
      ("\n\nHello", 3, "text before the first '== title'"),
      ("== A\nauthor Ana", 2, "'author Ana' is not 'name: value'"),
      ("== A\nauthor: Ana\ncolor: red", 3, "unknown header 'color'"),
      (
        "== A\ndate: 2024-02-30 10:00", 2,
        "'2024-02-30 10:00' is not a date like 2024-09-01 16:20"
      ),
      ("== A\ndate: 2024-02-01 10:00", 1, "'A' has no author"),
      ("\n== A\nauthor: Ana\n\nText", 2, "'A' has no date"),
      ("==  \nauthor: Ana\ndate: 2024-02-01 10:00", 1, "a note without a title"),
    ])
  func malformed(text: String, line: Int, reason: String) throws {
    let error = #expect(throws: NoteFileError.self) { try NoteFile.parse(text) }
    #expect(error?.line == line)
    #expect(error?.reason == reason)
    #expect(error?.description == "line \(line): \(reason)")
  }
}
