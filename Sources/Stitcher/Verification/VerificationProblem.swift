internal import StitcherEngine

/// A mistake in the registrations of a graph or a container, found without running a factory.
public struct VerificationProblem: Sendable, Equatable {
  /// The kind of a problem that verification finds.
  public enum Kind: String, Sendable, CaseIterable {
    /// A factory needs a dependency that is not registered.
    case missing

    /// A factory needs exactly one dependency, but several registrations match.
    case ambiguous

    /// A dependency needs itself, directly or through other dependencies.
    case cycle

    /// A dependency would capture the instance of another dependency with a shorter lifetime.
    case captive

    /// A dependency is registered under a type that it neither conforms to nor inherits from.
    case unrelatedType = "unrelated-type"

    /// A factory has parameters, but a request for the dependency, or its eager creation, does not
    /// pass arguments for them.
    case parameters
  }

  /// The kind of the problem.
  public let kind: Kind

  /// The dependency that has the problem. If a decorator has the problem, this is the decorated
  /// dependency.
  public let subject: InjectionError.DependencyContext

  /// The chain of dependencies that leads to the problem; each dependency in the chain needs the
  /// next one.
  ///
  /// The chain begins with a dependency that no other dependency declares, and ends with the
  /// missing or ambiguous dependency. For a cycle, the chain is the cycle. For a captive
  /// dependency, it begins with the dependency that would capture it.
  public let path: [InjectionError.DependencyContext]

  /// The source location where the dependency with the problem is registered or decorated, such as
  /// `App/Services.swift:12`.
  public let place: String

  /// A text of a few lines with the problem, its source location, and its remedy.
  public let text: String

  /// A text of one line that describes the problem.
  let message: String

  /// A text of one line that says how to solve the problem.
  let remedy: String
}

extension VerificationProblem: CustomStringConvertible {
  /// The same text as the problem's ``text``.
  public var description: String { text }
}

/// A summary of a verification: how many registrations and declared dependencies it has checked.
public struct VerificationReport: Sendable, Equatable {
  /// The number of registrations in the verified graph or containers.
  public let registrations: Int

  /// The number of declared requests of factories for which a registration was found.
  public let provenEdges: Int

  /// The number of declared requests of factories for which another container must register the
  /// dependency.
  ///
  /// The number is zero unless a container is verified alone.
  public let openEdges: Int

  /// The number of registrations with factories that do not declare their dependencies; these
  /// dependencies were not checked.
  public let unknown: Int

  /// The number of decorators that do not declare their dependencies; these dependencies were not
  /// checked.
  public let unknownDecorators: Int

  /// Creates the public report for the engine's verification.
  init(_ verification: Verification) {
    registrations = verification.registrationCount
    provenEdges = verification.provenCount
    openEdges = verification.openCount
    unknown = verification.undeclaredCount
    unknownDecorators = verification.undeclaredDecorationCount
  }
}

extension VerificationReport: CustomStringConvertible {
  /// A text of one line with the numbers of the report.
  public var description: String {
    let open = openEdges == 0 ? "" : ", \(openEdges) open"
    let decorators =
      switch unknownDecorators {
      case 0: ""
      case 1: " and 1 decorator"
      default: " and \(unknownDecorators) decorators"
      }
    return
      "\(registrations) registration\(registrations == 1 ? "" : "s"): \(provenEdges) \(provenEdges == 1 ? "dependency" : "dependencies") proven\(open);"
      + " \(unknown) factories\(decorators) with unknown dependencies"
  }
}

/// An error with the problems that a verification has found in a graph or a container.
public struct VerificationError: Error, Sendable, Equatable {
  /// All problems that the verification has found, in the order of the affected registrations.
  public let problems: [VerificationProblem]

  /// The numbers of registrations and requests that the verification has checked.
  public let report: VerificationReport

  /// Returns the report of a verification, or throws a ``VerificationError`` if there are problems.
  static func check(_ verification: Verification) throws -> VerificationReport {
    let report = VerificationReport(verification)
    if verification.problems.isEmpty { return report }
    throw VerificationError(
      problems: verification.problems.map { VerificationProblem($0) }, report: report)
  }
}

extension VerificationError: CustomStringConvertible {
  /// The texts of all problems that the verification has found, separated by empty lines.
  public var description: String {
    let count = problems.count == 1 ? "1 problem:" : "\(problems.count) problems:"
    return ([count] + problems.map(\.text)).joined(separator: "\n\n")
  }
}

extension VerificationProblem {
  /// Creates the public description of a problem that the engine has found.
  init(_ problem: Verification.Problem) {
    let subject = problem.subject
    self.subject = InjectionError.DependencyContext(subject.locator)
    place = subject.location.description
    var path = problem.path.map { InjectionError.DependencyContext($0.locator) }
    let words: (kind: Kind, what: String, others: [Registration], remedy: String)
    switch problem.kind {
    case .missing(let key):
      let remedy =
        if case .type = key { "Declare one, or inject an optional." } else { "Declare one." }
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
        "Keep one of them, or tell them apart by names or values, and inject by these."
      )
    case .parameters(let key, let others):
      let key = InjectionError.DependencyContext(key)
      path.append(key)
      words = (
        .parameters,
        "What is declared for \(key), which \(self.subject) needs, takes parameters that nobody"
          + " passes.", others,
        "Declare it with 'Dependency(autowired:)', or inject it in a factory that passes the parameters."
      )
    case .eagerWithParameters:
      words = (
        .parameters,
        "\(self.subject) is eager, and takes parameters that an activation does not pass.", [],
        "Make it lazy, or declare it with 'Dependency(autowired:)'."
      )
    case .cycle:
      words = (
        .cycle, "\(self.subject) needs itself.", problem.path.dropLast().map { $0 },
        "Make the reference back in one of them a property '@WeakInjected var'."
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
  /// The text of the lookup key's name, type or value, without the kind of the key.
  fileprivate var name: String {
    switch self {
    case .name(let name): "\"\(name)\""
    case .type(let type): type
    case .value(let value): "\(value)"
    }
  }
}
