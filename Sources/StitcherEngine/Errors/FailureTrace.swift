/// What was known where a request failed, for the text of an error that has no room for it. It has
/// texts only: it keeps neither the graph nor a registration alive, and later changes of the graph
/// do not count.
package struct FailureTrace: Sendable {
  /// Something that was being created.
  private struct Step {
    /// What it is found by; of a decorator, what it decorates.
    let name: String

    /// Who needs the dependency, and where that is written.
    let needer: String

    /// Notes a registration, without keeping it.
    init(_ registration: Registration) {
      let key = registration.locator.key(at: 0).text
      name = registration.isDecoration ? "decorator of \(key)" : key
      let verb = registration.isDecoration ? "written" : "registered"
      let isKnown = registration.isDecoration || registration.location != .unknown
      needer =
        registration.needer + (isKnown ? ", which is \(verb) at \(registration.place)" : "")
    }
  }

  /// What was asked for.
  private let key: String

  /// Where it was asked for.
  package private(set) var place: SourceLocation

  /// A mistake that the request looks like, in a sentence.
  private let hint: String?

  /// Which registrations the failure is about, where they are, and what to write.
  private let help: [String]

  /// Whether the key is registered, and takes other parameters.
  package let areParametersWrong: Bool

  /// Whether the instance conforms to the requested protocol on an actor only. The hint says so.
  package let isIsolatedConformance: Bool

  /// Whether the failure is a cycle, which says its own path.
  private let isCycle: Bool

  /// What was being created for the request, outermost first; of a long path the end.
  private let path: [Step]

  /// Whether the path is longer.
  private let isCut: Bool

  /// How many there were.
  private let depth: Int

  /// The most steps that are noted.
  private static let limit = 16

  /// Notes what the calling thread or task is creating, and what the graph says of the failure.
  ///
  /// - Parameters:
  ///   - error: What was thrown.
  ///   - key: What was asked for.
  ///   - place: Where it was asked for.
  ///   - hint: A mistake that the request looks like, in a sentence.
  ///   - graph: The graph that was asked; nil if it is gone.
  ///   - wording: The words of the front end.
  ///   - context: What the asking factory was given, if it is asynchronous.
  /// - Complexity: O(*n*) in the number of registrations.
  package init(
    of error: any Error, key: LookupKey, place: SourceLocation, hint: String? = nil,
    graph: Graph?, _ wording: Diagnosis.Wording, in context: AsyncResolutionContext? = nil
  ) {
    self.key = key.text
    self.place = place
    self.hint = hint
    help = graph?.diagnosis(of: error, key, wording) ?? []
    let failure = error as? ResolutionFailure
    areParametersWrong =
      if case .missing = failure?.reason { failure?.registrations.isEmpty == false } else { false }
    isIsolatedConformance = failure?.isolatedConformance != nil
    isCycle = if case .cycle = failure?.reason { true } else { false }
    let registrations = Self.currentRegistrations(in: context)
    path = registrations.suffix(Self.limit).map { Step($0) }
    depth = registrations.count
    isCut = depth > Self.limit
  }

  /// The path from what was asked for at the outermost level to what failed; nil if that is one.
  private var pathText: String? {
    if path.isEmpty { return nil }
    return ((isCut ? ["…"] : []) + path.map(\.name) + [key]).joined(separator: " → ")
  }

  /// Returns lines that describe a failure: which dependency made the request and where, a hint,
  /// and the registrations that matter.
  ///
  /// - Parameters:
  ///   - place: A location that the message contains already, so that it is not repeated.
  ///   - wording: The words of the front end.
  package func lines(
    without place: SourceLocation = .unknown, _ wording: Diagnosis.Wording = .declarative
  ) -> [String] {
    var lines: [String] = []
    if !isCycle, let pathText { lines.append("Path: \(pathText)") }
    if let last = path.last { lines.append("Needed by \(last.needer).") }
    if self.place != place, self.place != .unknown {
      lines.append("\(wording.verb) at \(self.place).")
    }
    if let hint { lines.append(hint) }
    return lines + help
  }

  /// Returns the text of an error: what happened, for whom and where it was asked for, and which
  /// registrations it is about, with their places.
  ///
  /// - Parameters:
  ///   - summary: What happened.
  ///   - wording: The words of the front end.
  /// - Complexity: O(1).
  package static func explanation(of summary: String, _ wording: Diagnosis.Wording) -> String {
    ([summary] + (latest(for: summary)?.lines(wording) ?? [])).joined(separator: "\n")
  }
}

extension FailureTrace {
  /// A remembered failure.
  private struct Entry {
    /// The first sentence of the error's text.
    let text: String

    /// The task, or else the thread, in which the request has failed.
    let origin: Origin

    /// The trace of the failure.
    var trace: FailureTrace
  }

  /// A task, or a thread outside of tasks; the other property is zero.
  private struct Origin: Equatable {
    let task: Int
    let thread: UInt

    /// The task or thread that runs.
    static var current: Self {
      let task = AsyncStep.currentTask
      return Self(task: task, thread: task == 0 ? UInt(bitPattern: ThreadRecord.current) : 0)
    }
  }

  /// The latest failures of the process, oldest first. An entry contains texts only, so no foreign
  /// code runs when it is removed under the lock.
  private static let log = Lock<[Entry]>([])

  /// The number of failures that are remembered at least, and half of the number at most.
  private static let capacity = 1024

  /// Remembers the trace for a while.
  ///
  /// - Parameter text: The first sentence of the error's text, by which the trace is found.
  /// - Complexity: O(1) on average.
  package func note(for text: String) {
    let entry = Entry(text: text, origin: .current, trace: self)
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
    let origin = Origin.current
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
    let origin = Origin.current
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
    if let context { return Asker(context).step?.registrations ?? [] }
    return (AsyncStep.around?.registrations ?? [])
      + ThreadRecord.current.path.pointee.registrations
  }
}
