#if !NoFoundation
  // FoundationEssentials is the part of Foundation that declares the protocol. Importing all of
  // Foundation would take two seconds of each clean build, and each program would load it.
  #if os(Linux)
    // Linked weakly, so that a statically linked program without Foundation stays without it.
    @_weakLinked public import FoundationEssentials
  #elseif !canImport(Darwin) && canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  extension ResolutionError: LocalizedError {}

  extension ContainerTeardownError: LocalizedError {}
#endif
