import Foundation
import ScannerFuzzing
import StitcherModel
import Testing

/// The inputs that fuzzers have kept, and those of errors that they have found, run once more.
@Suite struct CorpusTests {
  /// Returns the inputs of a corpus, by name.
  private func inputs(_ name: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("../../Fuzz/Corpus/\(name)")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let inputs = try files.sorted { $0.path < $1.path }.map {
      (name: $0.lastPathComponent, bytes: [UInt8](try Data(contentsOf: $0)))
    }
    try #require(!inputs.isEmpty, "The corpus is empty.")
    return inputs
  }

  @Test func theScannerPasses() throws {
    for input in try inputs("scanner") {
      #expect(throws: Never.self, "\(input.name)") { try fuzzScanner(input.bytes) }
    }
  }

  @Test func theEnginePasses() throws {
    for input in try inputs("engine") {
      #expect(throws: Never.self, "\(input.name)") { try Program.fuzz(input.bytes) }
    }
  }
}
