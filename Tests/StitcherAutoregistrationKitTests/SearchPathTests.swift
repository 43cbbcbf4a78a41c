import StitcherSyntax
import Testing

/// The search for programs in the folders of `PATH`, with the rules of each system.
@Suite struct SearchPathTests {
  @Test func foldersAreSeparatedByColons() {
    let path = SearchPath("/usr/local/bin:/usr/bin/", isWindows: false)
    #expect(path.folders == ["/usr/local/bin", "/usr/bin/"])
    #expect(path.candidates(for: "swift") == ["/usr/local/bin/swift", "/usr/bin/swift"])
  }

  @Test func onWindowsFoldersAreSeparatedBySemicolons() {
    let path = SearchPath(#"C:\Swift\bin\;"D:\Git Tools";E:/bin"#, isWindows: true)
    #expect(path.folders == [#"C:\Swift\bin\"#, #"D:\Git Tools"#, "E:/bin"])
    #expect(
      path.candidates(for: "swift") == [
        #"C:\Swift\bin\swift.exe"#, #"D:\Git Tools/swift.exe"#, "E:/bin/swift.exe",
      ])
    #expect(path.candidates(for: "git.EXE").last == "E:/bin/git.EXE")
  }

  @Test func theFirstFolderWithTheProgramIsTaken() {
    let path = SearchPath("/a:/b:/c", isWindows: false)
    #expect(path.find("swift") { ["/b/swift", "/c/swift"].contains($0) } == "/b/swift")
    #expect(path.find("swift") { _ in false } == nil)
  }

  @Test func aPathIsNotLookedUp() throws {
    #expect(SearchPath.isPath("/usr/bin/swift", isWindows: false))
    #expect(SearchPath.isPath(#"C:\Swift\swift.exe"#, isWindows: true))
    #expect(!SearchPath.isPath("swift", isWindows: true))
    #expect(try Subprocess.path(of: "/nowhere/swift") == "/nowhere/swift")
  }

  @Test func aMissingProgramIsNamed() {
    let failure = #expect(throws: ToolFailure.self) {
      try Subprocess.run("no-such-program", [])
    }
    #expect(
      failure.map { "\($0)" } == "no-such-program cannot be run: no folder of PATH contains it")
  }

  @Test func aProgramOfThisSystemIsFound() throws {
    #expect(SearchPath.current.find("swift") != nil)
    #expect(try Subprocess.run("swift", ["--version"]).output.contains("Swift version"))
  }
}
