internal import StitcherSyntax

/// A source of facts about programs. The rest of the tool does not depend on its kind.
///
/// ``ProgramReader`` takes them from the compiler's syntax trees. Another source, such as an index,
/// can stand beside it.
package protocol FactSource: Sendable {
  /// Reads all files of modules that use the library.
  ///
  /// - Parameter modules: The modules.
  /// - Returns: The facts of the files by module, and the number of files read.
  /// - Throws: ``ToolFailure`` where the modules cannot be read.
  func facts(
    of modules: [ProgramModule]
  ) throws -> (facts: [String: [FileFacts]], effort: ProgramReader.Effort)
}
