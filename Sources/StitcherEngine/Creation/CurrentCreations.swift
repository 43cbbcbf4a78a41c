/// What the calling thread or task creates, for the texts of errors.
package enum CurrentCreations {
  /// Returns the registrations that are being created, outermost first.
  ///
  /// - Parameter context: What the asking factory was given, if it is asynchronous.
  package static func registrations(in context: AsyncResolutionContext?) -> [Registration] {
    if let context { return Asker(context).step?.registrations ?? [] }
    return (AsyncStep.around?.registrations ?? [])
      + ThreadRecord.current.path.pointee.registrations
  }

  /// What tells tasks apart, or else threads: zero in place of the other one.
  package static var asker: (task: Int, thread: UInt) {
    let task = AsyncStep.currentTask
    return (task, task == 0 ? UInt(bitPattern: ThreadRecord.current) : 0)
  }
}
