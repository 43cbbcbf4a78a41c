import StitcherMacros
import Testing
struct A { @PreferredInitializer init() {} }
@Test func a() { _ = A() }
