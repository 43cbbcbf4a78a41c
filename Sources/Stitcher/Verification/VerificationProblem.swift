internal import StitcherEngine

/// Something that is wrong with what a graph or a container declares.
public struct VerificationProblem: Sendable, Equatable {
  /// What is wrong.
  public enum Kind: String, Sendable, CaseIterable {
    /// A factory asks for what nobody declares.
    case missing

    /// A factory asks for one dependency, and there are several.
    case ambiguous

    /// A dependency needs itself.
    case cycle

    /// What is kept needs what is scoped.
    case captive

    /// A dependency is registered by a type that it does not conform to, or inherit from.
    case unrelatedType = "unrelated-type"

    /// A dependency takes parameters that nobody passes.
    case parameters
  }

  /// What is wrong.
  public let kind: Kind

  /// What it is wrong with: what finds the dependency first, or what a decorator decorates.
  public let subject: InjectionError.DependencyContext

  /// How one gets there: from a dependency that nothing known needs to the subject, and on to what
  /// is missing or ambiguous; of a cycle, the cycle; of a captive, from who keeps it to it.
  public let path: [InjectionError.DependencyContext]

  /// Where the subject is registered or decorated, such as `App/Services.swift:12`.
  public let place: String

  /// What is wrong, where, and what to do, in a few lines.
  public let text: String

  /// What is wrong, in a line.
  let message: String

  /// What to do, in a line.
  let remedy: String
}

extension VerificationProblem: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}

/// What a verification has found out where nothing is wrong.
public struct VerificationReport: Sendable, Equatable {
  /// The number of registrations.
  public let registrations: Int

  /// The number of things that factories are known to ask for, and will find.
  public let provenEdges: Int

  /// The number of things that factories are known to ask for, and that are declared elsewhere: of
  /// a container that is verified alone.
  public let openEdges: Int

  /// The number of registrations whose factories may ask for anything. Nothing is guessed about
  /// them.
  public let unknown: Int

  /// The number of decorators that may ask for anything. Nothing is guessed about them.
  public let unknownDecorators: Int

  /// Describes what the engine has found.
  init(_ verification: Verification) {
    registrations = verification.registrationCount
    provenEdges = verification.provenCount
    openEdges = verification.openCount
    unknown = verification.undeclaredCount
    unknownDecorators = verification.undeclaredDecorationCount
  }
}

extension VerificationReport: CustomStringConvertible {
  /// The numbers in a line.
  public var description: String {
    let open = openEdges == 0 ? "" : ", \(openEdges) open"
    let decorators =
      switch unknownDecorators {
      case 0: ""
      case 1: " and 1 decorator"
      default: " and \(unknownDecorators) decorators"
      }
    return
      "\(registrations) registration\(registrations == 1 ? "" : "s"): \(provenEdges) needs proven\(open);"
      + " \(unknown) factories\(decorators) may ask for anything"
  }
}

/// That something is wrong with what a graph or a container declares: everything that is.
public struct VerificationError: Error, Sendable, Equatable {
  /// All problems, in the order of the registrations that they are wrong with.
  public let problems: [VerificationProblem]

  /// What was found out about the rest.
  public let report: VerificationReport

  /// Throws what the engine has found, if that is anything.
  static func check(_ verification: Verification) throws -> VerificationReport {
    let report = VerificationReport(verification)
    if verification.problems.isEmpty { return report }
    throw VerificationError(
      problems: verification.problems.map { VerificationProblem($0) }, report: report)
  }
}

extension VerificationError: CustomStringConvertible {
  /// All problems, with an empty line between them.
  public var description: String {
    let count = problems.count == 1 ? "1 problem:" : "\(problems.count) problems:"
    return ([count] + problems.map(\.text)).joined(separator: "\n\n")
  }
}

extension VerificationProblem {
  /// Describes a problem of the engine.
  init(_ problem: Verification.Problem) {
    let subject = problem.subject
    self.subject = InjectionError.DependencyContext(subject.locator)
    place = subject.location.description
    var path = problem.path.map { InjectionError.DependencyContext($0.locator) }
    let words: (kind: Kind, what: String, others: [Registration], remedy: String)
    switch problem.kind {
    case .missing(let key):
      let remedy =
        if case .type = key { "Declare one, or ask for an optional." } else { "Declare one." }
      let key = InjectionError.DependencyContext(key)
      path.append(key)
      words = (
        .missing, "No dependency is declared for \(key), which \(self.subject) needs.", [], remedy
      )
    case .ambiguous(let key, let others):
      let key = InjectionError.DependencyContext(key)
      path.append(key)
      words = (
        .ambiguous,
        "Several dependencies are declared for \(key), one of which \(self.subject) needs.", others,
        "Keep one of them, or tell them apart by names or values, and ask by these."
      )
    case .parameters(let key, let others):
      let key = InjectionError.DependencyContext(key)
      path.append(key)
      words = (
        .parameters,
        "What is declared for \(key), which \(self.subject) needs, takes parameters that nobody"
          + " passes.", others,
        "Have its parameters injected, or make it in a factory that passes them."
      )
    case .eagerWithParameters:
      words = (
        .parameters,
        "\(self.subject) is eager, and takes parameters that an activation does not pass.", [],
        "Make it lazy, or have its parameters injected."
      )
    case .cycle:
      words = (
        .cycle, "\(self.subject) needs itself.", problem.path.dropLast().map { $0 },
        "Have one of them refer back to another one, by a property '@WeakInjected var'."
      )
    case .captive(let other):
      let key = InjectionError.DependencyContext(other.locator)
      let decorator = subject.isDecoration ? "The decorator of " : ""
      let owner = subject.isDecoration ? "\(self.subject), which it decorates" : "\(self.subject)"
      let scopes =
        other.scope.isScoped ? "'.scope(.scoped)' or '.scope(.instance)'" : "'.scope(.instance)'"
      words = (
        .captive,
        "\(decorator)\(self.subject) is \(subject.scopeText) and needs \(key), which is"
          + " \(other.scopeText) and has a shorter lifetime.", [other],
        "Write \(scopes) on \(owner); or inject \(key) later, where it is used, by a property"
          + " '@Injected var'."
      )
    case .unrelated(let type):
      let verb = type is AnyClass ? "inherit from" : "conform to"
      words = (
        .unrelatedType,
        "\(self.subject) is registered by '\(type)', which '\(subject.producedType)' does not"
          + " \(verb).", [], "Have it \(verb) it, or register it by another type."
      )
    }
    (kind, self.path, message, remedy) = (words.kind, path, words.what, words.remedy)
    let route = path.count > 1 ? ["Path: \(path.map(\.name).joined(separator: " → "))"] : []
    let verb = subject.isDecoration ? "decorated" : "registered"
    let own = place == "unknown place" ? [] : ["\(self.subject) is \(verb) at \(place)."]
    text =
      (["\(words.what)"] + route + own + words.others.map { "  - \($0.summary)" } + [words.remedy])
      .joined(separator: "\n")
  }
}

extension InjectionError.DependencyContext {
  /// The name, the type or the value alone.
  fileprivate var name: String {
    switch self {
    case .name(let name): "\"\(name)\""
    case .type(let type): type
    case .value(let value): "\(value)"
    }
  }
}
