import Foundation
import Testing

/// Small programs, each with the tool's expected findings.
///
/// A new case is a folder of Swift files in `Corpus`. If the environment has `STITCHER_RECORD=1`,
/// the tests write the actual findings into the `expected.txt` of each case that differs. Read them
/// before you commit them.
@Suite struct CorpusTests {
  /// The names of all cases; cases with macros are included only on systems that can run macros.
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
