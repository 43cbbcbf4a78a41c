/// What was known where a request failed, for the text of an error that has no room for it. It has
/// texts only: it keeps neither the graph nor a registration alive, and later changes of the graph
/// do not count.
package struct FailureTrace: Sendable {
  /// The path to the request, and the dependency that made the request, each in a sentence.
  private let path: [String]

  /// The place of the request.
  private var place: SourceLocation

  /// What the front end does to a dependency, in a word.
  private let verb: String

  /// The mistakes that the request looks like, the registrations that the failure is about, where
  /// they are, and what to write.
  private let help: [String]

  /// Whether the help says what to do: pass other parameters, or ask on another actor.
  package let hasRemedy: Bool

  /// The number of dependencies that were being created for the request.
  private let depth: Int

  /// The most dependencies that a path lists.
  private static let limit = 16

  /// Notes what the calling thread or task is creating, and what the graph says of the failure.
  ///
  /// - Parameters:
  ///   - error: What was thrown.
  ///   - key: What was asked for.
  ///   - place: Where it was asked for.
  ///   - hints: Mistakes that the request looks like, each in a sentence.
  ///   - graph: The graph that was asked; nil if it is gone.
  ///   - wording: The words of the front end.
  ///   - context: What the asking factory was given, if it is asynchronous.
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
      let names = registrations.suffix(Self.limit).map(\.nameOnPath) + [key.text]
      let start = depth > Self.limit ? "… → " : ""
      path = [
        "Path: \(start)\(names.joined(separator: " → "))",
        "Needed by \(last.needer)\(last.ending).",
      ]
      // The error of a cycle has the path.
      if case .cycle = failure?.reason { path.removeFirst() }
    }
    self.path = path
  }

  /// Returns lines that describe a failure: which dependency made the request and where, hints, and
  /// the registrations that matter.
  ///
  /// - Parameter place: A location that the message contains already, so that it is not repeated.
  package func lines(without place: SourceLocation = .unknown) -> [String] {
    let isPlaceKnown = self.place == place || self.place == .unknown
    return path + (isPlaceKnown ? [] : ["\(verb) at \(self.place)."]) + help
  }
}

extension Registration {
  /// The key; of a decorator, with the key that it decorates.
  fileprivate var nameOnPath: String {
    (isDecoration ? "decorator of " : "") + locator.key(at: 0).text
  }

  /// Where the registration is written, as the end of a sentence; empty if that is not known.
  fileprivate var ending: String {
    if isDecoration { return ", which is written at \(place)" }
    return location == .unknown ? "" : ", which is registered at \(place)"
  }
}

extension FailureTrace {
  /// A remembered failure.
  private struct Entry {
    /// The first sentence of the error's text.
    let text: String

    /// The task, or else the thread, in which the request has failed.
    let origin: UInt

    /// The trace of the failure.
    var trace: FailureTrace
  }

  /// The address of the task that runs, or, outside of tasks, of the thread's record.
  private static var origin: UInt {
    let task = UInt(bitPattern: AsyncStep.currentTask)
    return task != 0 ? task : UInt(bitPattern: ThreadRecord.current)
  }

  /// The latest failures of the process, oldest first. An entry contains texts only, so no foreign
  /// code runs when it is removed under the lock.
  private static let log = Lock<[Entry]>([])

  /// The number of failures that are remembered at least, and half of the number at most.
  private static let capacity = 4096

  /// Remembers the trace for a while.
  ///
  /// - Parameter text: The first sentence of the error's text, by which the trace is found.
  /// - Complexity: O(1) on average.
  package func note(for text: String) {
    let entry = Entry(text: text, origin: Self.origin, trace: self)
    Self.log.withLock { log in
      if log.count == 2 * Self.capacity { log.removeFirst(Self.capacity) }
      log.append(entry)
    }
  }

  /// Notes where the caller has made the request that has failed last, if the place is unknown.
  /// Requests within that request have their own places, or none.
  ///
  /// - Parameters:
  ///   - place: Where the request is written.
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

  /// Returns the trace of the latest failure with a text in the current task or thread, or else in
  /// any; nil if the failure is not remembered.
  package static func latest(for text: String) -> FailureTrace? {
    let origin = Self.origin
    return log.withLock { log in
      (log.last { $0.text == text && $0.origin == origin } ?? log.last { $0.text == text })?.trace
    }
  }

  /// Returns the registrations that the calling thread or task is creating, outermost first.
  ///
  /// - Parameter context: The context of the factory that makes the request, if the factory is
  ///   asynchronous.
  private static func currentRegistrations(
    in context: AsyncResolutionContext?
  ) -> [Registration] {
    if let context { return Requester(context).step?.registrations ?? [] }
    return (AsyncStep.around?.registrations ?? [])
      + ThreadRecord.current.path.pointee.registrations
  }
}
