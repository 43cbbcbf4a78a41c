#if !NoFoundation
  // Only the part of Foundation that declares the protocol. Importing all of it would take two
  // seconds of each clean build, and each program would load it.
  #if os(Linux)
    // Linked weakly, so that a statically linked program without Foundation stays without it.
    @_weakLinked public import FoundationEssentials
  #elseif canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  extension ResolutionError: LocalizedError {}

  extension ContainerTeardownError: LocalizedError {}
#endif
