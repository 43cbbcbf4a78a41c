// This holds for the whole module. A program that is linked statically gets nothing of Foundation
// because of our conformances to `LocalizedError`, unless it uses Foundation itself. Where nothing
// has the protocol, they are not seen at run time.
#if os(Linux) && STITCHER_FOUNDATION
  @_weakLinked internal import FoundationEssentials
#endif
