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
    let registrations = CurrentCreations.registrations(in: context)
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
  /// Who asks: a task, or else a thread.
  private struct Origin: Hashable {
    /// What tells tasks apart; zero outside of one.
    let task: Int

    /// What tells threads apart; zero in a task.
    let thread: UInt

    /// Who asks now.
    static var current: Self {
      let (task, thread) = CurrentCreations.asker
      return Self(task: task, thread: thread)
    }
  }

  /// A failure that is remembered.
  private struct Entry {
    /// The text of the error.
    let text: String
    /// What was known.
    var trace: FailureTrace
    /// How many had been remembered before.
    let number: Int
  }

  /// The latest failures, by who has met them: who fails often does not have those of others
  /// forgotten.
  private struct Log {
    /// The latest ones of each, oldest first.
    var entries: [Origin: [Entry]] = [:]

    /// How many were ever remembered.
    var count = 0

    /// Forgets those who have not failed for longest.
    mutating func forget() {
      let last = entries.mapValues { $0.last?.number ?? 0 }
      let limit = last.values.sorted()[entries.count - FailureTrace.originCapacity]
      entries = entries.filter { last[$0.key] ?? 0 >= limit }
    }
  }

  /// The latest failures of the process. Only texts are kept, so that nothing is freed under the
  /// lock that is not the engine's.
  private static let log = Lock(Log())

  /// How many failures of each thread or task are remembered.
  private static let capacity = 8

  /// Of how many threads and tasks they are at least, and half of how many at most.
  private static let originCapacity = 512

  /// Remembers the trace for a while.
  ///
  /// - Parameter text: The first sentence of the error's text, by which the trace is found.
  /// - Complexity: O(1) on average.
  package func note(for text: String) {
    let origin = Origin.current
    Self.log.withLock { log in
      log.count += 1
      var entries = log.entries.removeValue(forKey: origin) ?? []
      if entries.count == Self.capacity { entries.removeFirst() }
      entries.append(Entry(text: text, trace: self, number: log.count))
      log.entries[origin] = entries
      if log.entries.count >= 2 * Self.originCapacity { log.forget() }
    }
  }

  /// Notes where the caller has made the request whose failure it has met last, if that is not
  /// known: requests that were made within it have places of their own, or none.
  ///
  /// - Parameters:
  ///   - place: Where the request is written.
  ///   - text: The first sentence of the error's text.
  /// - Complexity: O(1).
  package static func note(_ place: SourceLocation, for text: String) {
    let origin = Origin.current
    let depth = CurrentCreations.registrations(in: nil).count
    log.withLock { log in
      guard let last = log.entries[origin]?.lastIndex(where: { $0.text == text }) else { return }
      log.entries[origin]?[last].trace.take(place, atDepth: depth)
    }
  }

  /// Takes a place where none is known, if it is that of a request at the same level.
  private mutating func take(_ place: SourceLocation, atDepth depth: Int) {
    if self.place == .unknown, self.depth == depth { self.place = place }
  }

  /// Returns the trace of the latest failure with a text: of this task or thread, or else of any;
  /// nil if that is long ago.
  ///
  /// - Complexity: O(1).
  package static func latest(for text: String) -> FailureTrace? {
    let origin = Origin.current
    return log.withLock { log in
      if let own = log.entries[origin]?.last(where: { $0.text == text }) { return own.trace }
      let others = log.entries.values.compactMap { $0.last { $0.text == text } }
      return others.max { $0.number < $1.number }?.trace
    }
  }
}

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
