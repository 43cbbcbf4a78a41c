import StitcherToolKit
import Testing

/// Splitting the output of a compiler driver into arguments.
@Suite struct ShellWordsTests {
  @Test func `quotes and backslashes are undone`() {
    #expect(
      ShellWords.split(#"/a/swift -D X '/p#M a' "b c" d\ e """#)
        == ["/a/swift", "-D", "X", "/p#M a", "b c", "d e", ""])
  }

  @Test func `a response file quotes every argument`() {
    #expect(ShellWords.responseFile(["a b", #"c"\"#]) == "\"a b\"\n\"c\\\"\\\\\"\n")
  }
}
