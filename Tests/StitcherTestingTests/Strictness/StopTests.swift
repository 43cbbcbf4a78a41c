import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

#if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  /// A property that cannot be injected stops the process; the message names the test.
  @Suite struct StopTests {
    /// A type that is never declared.
    final class Missing: Sendable {}

    @Test func theMessageNamesTheTest() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        DependencyGraph.process.isolated(named: "search()").run {
          _ = Injected<Missing>().wrappedValue
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("Injected by the property at \(#fileID):"), "\(text)")
      #expect(text.contains("Its graph is 'search()'."), "\(text)")
    }

    @Test func itIsAnIssueOfTheTestBefore() async {
      let issues = Log<Recorded>()
      await withKnownIssue {
        await #expect(processExitsWith: .failure) {
          try await DependenciesTrait.dependencies {}.run("search()") {
            _ = Injected<Missing>().wrappedValue
          }
        }
      } matching: { issue in
        issues.add(Recorded(issue))
        return true
      }
      #expect(issues.entries.count == 1)
      let issue = issues.entries.first
      #expect(issue?.text.contains("Its graph is 'search()'.") == true, "\(issue?.text ?? "")")
      #expect(issue?.place.hasPrefix("\(#fileID):") == true, "\(issue?.place ?? "")")
    }
  }
#endif
