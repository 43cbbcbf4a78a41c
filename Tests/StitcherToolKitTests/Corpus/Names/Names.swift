/// Names as cases with texts, with and without a text of their own.
enum Name: String, Sendable {
  case clock = "app.clock"
  case store
  case missing
}

enum Other: String, Sendable {
  case clock = "app.clock"
  case nobody = "nobody"
}

let globalName = "global"

enum Constants {
  static let directory = "directory"
  static let lost = "lost"
  static let computed = ["a", "b"].joined()
}
