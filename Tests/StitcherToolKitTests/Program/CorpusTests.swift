import Foundation
import Testing

/// Small programs, each with all that the tool has to say of it.
///
/// A new case is a folder of Swift files in `Corpus`. With `STITCHER_RECORD=1` in the environment
/// the tests write what the tool says into the `expected.txt` of each case that differs, to be read
/// before it is committed.
@Suite struct CorpusTests {
  /// The names of all cases; those with macros only where there are macros.
  static let cases: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: corpus.path)) ?? []
    return names.sorted().filter { name in
      #if Macros
        true
      #else
        !name.hasPrefix("Macro")
      #endif
    }
  }()

  /// The cases, as the build has copied them.
  private static let corpus = Bundle.module.resourceURL!.appendingPathComponent("Corpus")

  @Test func thereIsACorpus() { #expect(Self.cases.count > 20) }

  @Test(arguments: cases) func everythingThatHasToBeSaidIsSaid(of name: String) throws {
    let folder = Self.corpus.appendingPathComponent(name)
    let report = CorpusReport(program: try ToolchainCompiler().program(in: folder)).text
    let expected = try? String(
      contentsOf: folder.appendingPathComponent("expected.txt"), encoding: .utf8)
    if report != expected, ProcessInfo.processInfo.environment["STITCHER_RECORD"] == "1" {
      let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Corpus/\(name)/expected.txt")
      try report.write(to: source, atomically: true, encoding: .utf8)
    }
    #expect(report == expected)
  }
}
