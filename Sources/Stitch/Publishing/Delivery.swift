/// Where publishers read what has changed, and deliver it.
package enum Delivery {
  /// The actor. Publishers use the one that there is when their property wrapper is created.
  @TaskLocal package static var actor: any Actor = MainActor.shared
}
