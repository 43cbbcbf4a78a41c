import StitcherChecking
import Testing

/// The dependency graph of the application, checked by the tool without running it.
@Test func theGraphIsComplete() throws { try checkDependencies() }
