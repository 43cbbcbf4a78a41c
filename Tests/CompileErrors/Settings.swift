import Stitcher

// The compiler's errors for settings that have another name.

func configure() {
  StitcherConfiguration.autoCleanupFrequency = .low
}
// error: 'autoCleanupFrequency' has been renamed to 'autoCleanupEnabled': Cleanup has no frequency: set 'autoCleanupEnabled' to 'true' or 'false'.
