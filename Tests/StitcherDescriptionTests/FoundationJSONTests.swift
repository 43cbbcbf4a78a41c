import Foundation
import GraphSamples
import StitcherDescription
import Testing

@Suite struct FoundationJSONTests {
  @Test(arguments: [
    Small.search, Small.strangeGraph, GraphSamples.program(40),
    GraphDescription(title: "", nodes: [], edges: []),
  ])
  func writesWhatFoundationsCoderWrites(_ description: GraphDescription) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(description), as: UTF8.self)
    #expect(description.json() == text + "\n")
    encoder.outputFormatting = []
    let compact = String(decoding: try encoder.encode(description), as: UTF8.self)
    #expect(try GraphDescription(json: compact) == description)
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
