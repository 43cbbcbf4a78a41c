// Links Foundation weakly in the whole module. Otherwise our conformances to `LocalizedError` would
// add Foundation to each statically linked program. In a program without Foundation, the runtime
// does not see these conformances.
#if os(Linux) && !NoFoundation
  @_weakLinked internal import FoundationEssentials
#endif
