internal import StitcherSyntax

/// A source of the registrations and injections of programs, such as the compiler's syntax trees.
///
/// ``ProgramReader`` reads the compiler's syntax trees. Another source, such as an index, can
/// replace it, since the rest of the tool does not depend on the kind of source.
package protocol FactSource: Sendable {
  /// Returns the registrations and injections of all files that use the library.
  ///
  /// - Parameter modules: The modules to read.
  ///
  /// - Returns: The registrations and injections of the files by module, and the number of files
  ///   read.
  ///
  /// - Throws: ``ToolFailure`` if a module cannot be read.
  func facts(
    of modules: [ProgramModule]
  ) throws -> (facts: [String: [FileFacts]], effort: ProgramReader.Effort)
}
