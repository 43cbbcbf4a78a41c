#if Macros
  import StitcherMacros
  import Testing

  /// A class that is not `Sendable`.
  final class Parcel {
    var stops: [String] = []
  }

  /// A protocol with an explicit isolation for each member.
  @Intercepted
  protocol Courier {
    func carry(_ parcel: Parcel) async -> Parcel
    nonisolated(nonsending) func carryNear(_ parcel: Parcel) async -> Parcel
    @concurrent func carryFar(_ parcel: Parcel) async -> Parcel
    @MainActor func carryHome(_ parcel: Parcel) async -> Parcel
    @MainActor func show(_ parcel: Parcel) -> Parcel
  }

  /// A courier that records the isolation of each call.
  final class Bicycle: Courier {
    func carry(_ parcel: Parcel) async -> Parcel { note(parcel, #isolation) }
    nonisolated(nonsending) func carryNear(_ parcel: Parcel) async -> Parcel {
      note(parcel, #isolation)
    }
    @concurrent func carryFar(_ parcel: Parcel) async -> Parcel { note(parcel, #isolation) }
    @MainActor func carryHome(_ parcel: Parcel) async -> Parcel { note(parcel, #isolation) }
    @MainActor func show(_ parcel: Parcel) -> Parcel { note(parcel, #isolation) }

    private func note(_ parcel: Parcel, _ isolation: (any Actor)?) -> Parcel {
      parcel.stops.append(isolation == nil ? "elsewhere" : "main")
      return parcel
    }
  }

  /// A protocol of the main actor with one nonisolated member.
  @MainActor @Intercepted
  protocol Screen: Sendable {
    var title: String { get set }
    func show(_ text: String) async throws -> String
    nonisolated func identify(_ place: String) async -> String
    nonisolated var identifier: Int { get }
  }

  /// A screen that remembers its title.
  @MainActor final class Terminal: Screen {
    var title = "Terminal"
    func show(_ text: String) async throws -> String {
      MainActor.assertIsolated()
      return title + text
    }
    nonisolated func identify(_ place: String) async -> String {
      "\(place) \(#isolation == nil)"
    }
    nonisolated var identifier: Int { 7 }
  }

  /// The isolation of forwarded members.
  @Suite struct InterceptedIsolationTests {
    private let recorder = Recorder()

    @Test @MainActor func membersRunWhereTheySay() async {
      let near: any Courier = InterceptedCourier(Bicycle(), by: recorder)
      let parcel = await near.carryHome(near.show(await near.carryNear(Parcel())))
      #expect(parcel.stops == ["main", "main", "main"])
      #expect(recorder.calls.count == 3)
    }

    @Test func othersRunWhereTheirCallersDoNotMatter() async {
      let far: any Courier = InterceptedCourier(Bicycle(), by: recorder)
      let parcel = await far.carryFar(await far.carry(await far.carryNear(Parcel())))
      #expect(parcel.stops == ["elsewhere", "elsewhere", "elsewhere"])
      #expect(recorder.calls.count == 3)
    }

    @Test @MainActor func aWrapperOfTheMainActorBelongsToIt() async throws {
      var screen: any Screen = InterceptedScreen(Terminal(), by: recorder)
      screen.title = "Notes"
      #expect(try await screen.show("!") == "Notes!")
      #expect(await screen.identify("here") == "here true")
      #expect(screen.identifier == 7)
      #expect(
        recorder.calls == [
          "Screen.title = \"Notes\"", "await Screen.show(\"!\")",
          "await Screen.identify(\"here\")", "Screen.identifier",
        ])
    }
  }
#endif
