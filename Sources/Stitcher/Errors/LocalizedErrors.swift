internal import CStitcherThread

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

  extension InjectionError: LocalizedError {}

  extension TeardownError: LocalizedError {}
#endif

extension InjectionError {
  /// Returns the description of an error that is a `LocalizedError`; `nil` for other errors.
  static func localizedText(of error: any Error) -> String? {
    #if !NoFoundation
      // In a program that does not link Foundation, the protocol `LocalizedError` does not exist,
      // and a cast to it would crash.
      if stitcher_thread_has_localized_errors() { return linkedLocalizedText(of: error) }
    #endif
    return nil
  }

  #if !NoFoundation
    /// Returns the description of an error that is a `LocalizedError`, in a program that links
    /// Foundation; `nil` for other errors.
    @inline(never) private static func linkedLocalizedText(of error: any Error) -> String? {
      (error as? any LocalizedError)?.errorDescription
    }
  #endif
}
