internal import StitcherSyntax

/// Where the facts about programs come from: the one thing that the rest of the tool knows of how
/// they are read.
///
/// ``ProgramReader`` takes them from the compiler's syntax trees. Another source, such as an index,
/// can stand beside it.
package protocol FactSource: Sendable {
  /// Reads all files of modules that use the library.
  ///
  /// - Parameter modules: The modules.
  /// - Returns: What the files of each module say, and what it took.
  /// - Throws: ``ToolFailure`` where the modules cannot be read.
  func facts(
    of modules: [ProgramModule]
  ) throws -> (facts: [String: [FileFacts]], effort: ProgramReader.Effort)
}
