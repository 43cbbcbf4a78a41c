/// The circumstances of a failed request, as texts that errors print.
///
/// A trace is stored separately, for errors that cannot store it.
///
/// A trace contains texts only. So it retains neither the graph nor registrations, and later
/// changes of the graph have no effect on it.
package struct FailureTrace: Sendable {
  /// Sentences about the dependencies that were being created when the request was made.
  ///
  /// The last one is about the dependency that has made the request.
  private let path: [String]

  /// The source location of the request.
  private var place: SourceLocation

  /// The front end's participle for a request, such as "Injected".
  private let verb: String

  /// Lines of text that help to mend the failure, such as hints and lists of registrations.
  ///
  /// The lines name likely mistakes, the registrations that the failure concerns, and what to
  /// write.
  private let help: [String]

  /// Whether the trace says what to do to mend the failure.
  ///
  /// For example, to pass other parameters, or to make the request on another actor.
  package let hasRemedy: Bool

  /// The number of nested dependencies that were being created when the request was made.
  private let depth: Int

  /// The maximum number of dependencies in a printed creation path.
  private static let limit = 16

  /// Creates the trace of a request that has just failed in the calling thread or task.
  ///
  /// - Parameters:
  ///   - error: The error that was thrown.
  ///   - key: The key of the request.
  ///   - place: The source location of the request.
  ///   - hints: Likely mistakes, each in a sentence.
  ///   - graph: The graph that received the request, or `nil` if it was deallocated.
  ///   - wording: The words of the front end.
  ///   - context: The context of the factory that made the request, if the factory is asynchronous.
  /// - Complexity: O(*n*) in the number of registrations.
  package init(
    of error: any Error, key: LookupKey, place: SourceLocation, hints: [String] = [],
    graph: Graph?, _ wording: any DiagnosisWording, in context: AsyncResolutionContext? = nil
  ) {
    self.place = place
    verb = wording.verb
    help = hints + (graph?.diagnosis(of: error, key, wording) ?? [])
    let failure = error as? ResolutionFailure
    hasRemedy =
      if case .missing = failure?.reason { failure?.registrations.isEmpty == false } else {
        failure?.isolatedConformance != nil
      }
    let registrations = Self.currentRegistrations(in: context)
    depth = registrations.count
    var path: [String] = []
    if let last = registrations.last {
      let names = registrations.suffix(Self.limit).map {
        ($0.isDecoration ? "decorator of " : "") + $0.locator.key(at: 0).text
      }
      // The end of a sentence that says where the registration is written, if that is known.
      let isUnknown = !last.isDecoration && last.location == .unknown
      let verb = last.isDecoration ? "written" : "registered"
      let place = isUnknown ? "" : ", which is \(verb) at \(last.place)"
      let start = depth > Self.limit ? "… → " : ""
      path = [
        "Path: \(start)\((names + [key.text]).joined(separator: " → "))",
        "Needed by \(last.needer)\(place).",
      ]
      // The error of a cycle contains the path already.
      if case .cycle = failure?.reason { path.removeFirst() }
    }
    self.path = path
  }

  /// Returns lines of text that describe the failure.
  ///
  /// They name the dependency that made the request, the source location of the request, and help.
  ///
  /// - Parameter place: A source location that the message contains already, so that it is not
  ///   repeated.
  package func lines(without place: SourceLocation = .unknown) -> [String] {
    let isPlaceKnown = self.place == place || self.place == .unknown
    return path + (isPlaceKnown ? [] : ["\(verb) at \(self.place)."]) + help
  }
}

extension FailureTrace {
  /// The address of the current task or thread, which identifies the origin of a request.
  ///
  /// It is the address of the task or, outside of tasks, of the thread's record.
  private static var origin: UInt {
    let task = UInt(bitPattern: AsyncStep.currentTask)
    return task != 0 ? task : UInt(bitPattern: ThreadRecord.current)
  }

  /// The log of the latest failures in the process, the oldest first.
  ///
  /// An entry contains texts only, so its removal under the lock runs no code of the program.
  /// Each trace is stored with the first sentence of the error's text, and with the address that
  /// identifies where the request has failed.
  private static let log = Lock<[(text: String, origin: UInt, trace: FailureTrace)]>([])

  /// The number of latest failures that the log always keeps.
  ///
  /// The log grows to twice this number before old failures are removed.
  private static let capacity = 4096

  /// Adds this trace to the log of the latest failures, under the given error text.
  ///
  /// - Parameter text: The first sentence of the error's text, by which ``latest(for:)`` finds the
  ///   trace.
  /// - Complexity: O(1) on average.
  package func note(for text: String) {
    let origin = Self.origin
    Self.log.withLock { log in
      if log.count == 2 * Self.capacity { log.removeFirst(Self.capacity) }
      log.append((text, origin, self))
    }
  }

  /// Adds a request's source location to the trace of the caller's latest failure with the given
  /// text, unless the trace already has a source location.
  ///
  /// Requests inside that request have their own source locations, or none.
  ///
  /// - Parameters:
  ///   - place: The source location of the request.
  ///   - text: The first sentence of the error's text.
  package static func note(_ place: SourceLocation, for text: String) {
    let origin = Self.origin
    let depth = currentRegistrations(in: nil).count
    log.withLock { log in
      guard let last = log.lastIndex(where: { $0.text == text && $0.origin == origin }),
        log[last].trace.place == .unknown, log[last].trace.depth == depth
      else { return }
      log[last].trace.place = place
    }
  }

  /// Returns the trace of the latest failure whose error has the given text; `nil` if there is
  /// none.
  ///
  /// Returns `nil` if the log no longer contains the failure.
  ///
  /// A failure of the current task or thread is preferred.
  package static func latest(for text: String) -> FailureTrace? {
    let origin = Self.origin
    return log.withLock { log in
      (log.last { $0.text == text && $0.origin == origin } ?? log.last { $0.text == text })?.trace
    }
  }

  /// Returns the registrations whose factories the calling thread or task is running, outermost
  /// first.
  ///
  /// - Parameter context: The context of the factory that makes the request, if the factory is
  ///   asynchronous.
  private static func currentRegistrations(in context: AsyncResolutionContext?) -> [Registration] {
    if let context { return Requester(context).step?.registrations ?? [] }
    return (AsyncStep.around?.registrations ?? [])
      + ThreadRecord.current.path.pointee.registrations
  }
}
