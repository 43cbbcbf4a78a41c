internal import StitcherEngine

/// Containers that are rebuilt together: built one after the other, and installed in one change,
/// which is one event.
///
/// Those that belong to one actor, or to none, come together: an actor that is busy holds up
/// nobody else.
struct RebuildingRound: Sendable {
  /// A container that is due.
  struct Member: Sendable {
    /// The container's state.
    let rebuilding: LentReference<Rebuilding>
    /// The number of the rebuild that is checked, if it is a check.
    var checked: Int?
    /// The actor on which the container is built.
    let actor: ObjectIdentifier?
  }

  /// The containers, in order.
  private let members: [Member]

  /// Who comes due at the moment.
  private static let gathering = Lock(RebuildingGathering<Member>())

  /// Has a container rebuilt in a moment, with others that come due meanwhile.
  static func join(_ member: Member) {
    guard gathering.withLock({ $0.add(member, at: .now) }) else { return }
    Task.detached(priority: .userInitiated) {
      while true {
        switch gathering.withLock({ $0.next(at: .now) }) {
        case .wait(let end): try? await Task.sleep(until: end, clock: .continuous)
        case .begin(let members, let isMoreLeft):
          for round in rounds(of: members) {
            Task.detached(priority: .userInitiated) { await round.run() }
          }
          if !isMoreLeft { return }
        }
      }
    }
  }

  /// Divides members by the actors to which they belong.
  private static func rounds(of members: [Member]) -> [RebuildingRound] {
    Dictionary(grouping: members, by: \.actor).values.map { RebuildingRound(members: $0) }
  }

  /// Builds the containers, installs what they hold now, and has those looked after that may have
  /// missed a change.
  private func run() async {
    var builds: [Rebuilding.Build] = []
    for member in members {
      if let build = await member.rebuilding.object?.build(checking: member.checked) {
        builds.append(build)
      }
    }
    let replaced = builds.filter(\.isReplacing)
    DependencyContainer.install(replaced.map { ($0.rebuilding.registry, $0.registrar.base) })
    var checks: [Duration: [Member]] = [:]
    for build in builds {
      guard let (delay, number) = build.rebuilding.end(build) else { continue }
      checks[delay, default: []].append(build.rebuilding.member(checking: number))
    }
    for (delay, members) in checks {
      Task.detached {
        try? await Task.sleep(for: delay)
        await RebuildingRound(members: members).run()
      }
    }
  }
}
