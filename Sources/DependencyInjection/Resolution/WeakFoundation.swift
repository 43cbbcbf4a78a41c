// A statically linked program does not link Foundation because of the module's conformances to
// `LocalizedError`, unless it uses Foundation itself. Without Foundation, the conformances do not
// exist at run time.
#if os(Linux)
  @_weakLinked internal import FoundationEssentials
#endif
