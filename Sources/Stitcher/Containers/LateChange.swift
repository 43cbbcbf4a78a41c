/// The last change of a container's state that may land after the round that follows it.
package struct LateChange {
  /// How many changes had been told of with it; nil if none is looked for any more.
  private var told: UInt64?

  /// Nothing is looked for.
  package init() {}

  /// Whether one is looked for.
  package var mayCome: Bool { told != nil }

  /// Notes a change, with how many have been told of now.
  package mutating func note(_ told: UInt64) { self.told = told }

  /// Notes that a change was looked for long enough after a round; but one of which only a round to
  /// come knows is looked for after that.
  ///
  /// - Parameter followed: How many changes had been told of when the last round built.
  package mutating func end(following followed: UInt64) {
    if let told, told <= followed { self.told = nil }
  }
}
