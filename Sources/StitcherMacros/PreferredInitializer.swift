@_exported public import Stitcher
#if Macros
@attached(peer)
public macro PreferredInitializer() =
  #externalMacro(module: "StitcherMacrosPlugin", type: "PreferredInitializerMacro")
#endif
