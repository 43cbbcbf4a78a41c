import GraphSamples
import StitcherDescription
import StitcherDrawing
import Testing

@Suite struct ReadingTests {
  @Test(arguments: [Small.search, Small.strangeGraph, GraphSamples.program(40)])
  func readsWhatWasWritten(_ description: GraphDescription) throws {
    #expect(try GraphDescription(json: description.json()) == description)
  }

  @Test func skipsFieldsThatItDoesNotKnow() throws {
    let text = Small.search.json().replacing(
      "\"title\" :", with: "\"colors\" : [\"red\"], \"title\" :")
    #expect(try GraphDescription(json: text) == Small.search)
  }

  @Test func rejectsAnotherVersion() throws {
    let text = Small.search.json().replacing("\"version\" : 1", with: "\"version\" : 9")
    let error = try #require(throws: GraphDescription.ReadingError.self) {
      _ = try GraphDescription(json: text)
    }
    #expect(error.foundVersion == 9)
    #expect(
      error.description
        == "The description of the graph has version 9 of the schema, and 1 can be read here. Write"
        + " it again with the same release of Stitcher.")
  }

  @Test(arguments: [
    ("{", "It is no JSON."), ("[]", "the text is of another type."),
    ("{\"version\": 1, \"title\": \"\"}", "'nodes' is missing."),
    ("{\"version\": \"1\"}", "'version' is of another type."),
    ("{\"title\": \"\"}", "'version' is missing."),
    (
      "{\"version\":1,\"title\":\"\",\"nodes\":[],\"problems\":[],\"edges\":[{\"from\":\"a\","
        + "\"to\":\"b\",\"evidence\":[\"heard\"],\"demand\":\"one\",\"isLazy\":false}]}",
      "'edges[0].evidence[0]' has an unknown value."
    ),
  ])
  func saysWhatIsWrong(_ text: String, _ reason: String) throws {
    let error = try #require(throws: GraphDescription.ReadingError.self) {
      _ = try GraphDescription(json: text)
    }
    #expect(
      error.description
        == "This is not the description of a graph: \(reason) Write one with 'json()', or with"
        + " '--format json'.")
    #expect(error.foundVersion == nil)
  }

  @Test func leavesOutTimesThatAreNoNumbers() throws {
    var description = Small.search
    description.nodes[0].creationSeconds = .infinity
    #expect(try GraphDescription(json: description.json()) == Small.search)
  }
}
