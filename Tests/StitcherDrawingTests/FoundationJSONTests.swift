import Foundation
import GraphSamples
import StitcherDescription
import StitcherDrawing
import Testing

/// A JSON value that Foundation's coders read and write.
private enum FoundationJSON: Codable {
  case boolean(Bool)
  case number(Double)
  case text(String)
  case list([FoundationJSON])
  case object([String: FoundationJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([FoundationJSON].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: FoundationJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .boolean(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

@Suite struct FoundationJSONTests {
  @Test(arguments: [
    Small.search, Small.strangeGraph, GraphSamples.program(40),
    GraphDescription(title: "", nodes: [], edges: []),
  ])
  func writesWhatFoundationsCoderWrites(_ description: GraphDescription) throws {
    let json = Data(description.json().utf8)
    let value = try JSONDecoder().decode(FoundationJSON.self, from: json)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    #expect(description.json() == text + "\n")
    encoder.outputFormatting = []
    let compact = String(decoding: try encoder.encode(value), as: UTF8.self)
    #expect(try GraphDescription(json: compact) == description)
  }

  @Test func writesDifferencesLikeFoundationsCoder() throws {
    var later = GraphSamples.program(40)
    later.nodes[0].scope = "other"
    let difference = later.difference(from: Small.strangeGraph)
    for json in [difference.json, Small.search.difference(from: later).json] {
      let value = try JSONDecoder().decode(FoundationJSON.self, from: Data(json.utf8))
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      #expect(json == String(decoding: try encoder.encode(value), as: UTF8.self))
    }
  }

  @Test(arguments: [
    "{\"version\":1}x", "{\"version\":01}", "{\"version\":1,}", "[1", "\"\\ud800\"", "\"\\q\"",
    "{\"version\":-}", "{\"version\":1.}", "tru", "", "{\"a\":\"\u{1}\"}",
    String(repeating: "[", count: 100_000),
  ])
  func rejectsWhatIsNoJSON(_ text: String) throws {
    let error = try #require(throws: GraphDescription.ReadingError.self) {
      _ = try GraphDescription(json: text)
    }
    #expect(error.description.contains("It is no JSON."))
  }

  @Test func readsEscapedCharacters() throws {
    let text = Small.search.json().replacing(
      "\"title\" : \"Notes\"", with: #""title" : "\u00e4\ud83d\ude00\/\b\f\n\r\t\"\\""#)
    #expect(try GraphDescription(json: text).title == "ä😀/\u{8}\u{C}\n\r\t\"\\")
  }
}
