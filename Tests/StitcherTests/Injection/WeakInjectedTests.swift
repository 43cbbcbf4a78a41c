import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Properties that hold an object weakly.
@Suite(.timeLimit(.minutes(10)), .dependencies()) struct WeakInjectedTests {
  protocol Mailing: AnyObject, Sendable {}
  protocol Opening: Sendable {}

  final class Mailbox: Mailing, Opening {
    let name: String
    init(_ name: String = "inbox") { self.name = name }
  }

  final class Sync: @unchecked Sendable {
    // Safe: the properties may be used on any thread.
    @WeakInjected var mailbox: Mailbox?
    @WeakInjected var mailing: (any Mailing)?
    @WeakInjected var opening: (any Opening)?
    @WeakInjected(name: "named") var named: Mailbox?
    @WeakInjected(value: 7) var valued: Mailbox?
    @WeakInjected("drafts") var drafts: Mailbox?
    @WeakInjected(type: Mailbox.self) var typed: Mailbox?
    private let _constant = WeakInjected<Mailbox>()
    var constant: Mailbox? { _constant.wrappedValue }
    var all: [Mailbox?] {
      [mailbox, mailing as? Mailbox, opening as? Mailbox, named, valued, drafts, typed, constant]
    }
    func reload() throws { try _mailbox.reload() }
    func load() throws -> Mailbox? { try _mailbox.loadedValue() }
  }

  @Test func eachFormHoldsWeakly() throws {
    let container = DependencyContainer {
      Dependency { Mailbox() }
        .conforms(to: (any Mailing).self).conforms(to: (any Opening).self).scope(.shared)
      Dependency(named: "named") { Mailbox("named") }.scope(.shared)
      Dependency(for: 7) { Mailbox("valued") }.scope(.shared)
      Dependency { (name: String) in Mailbox(name) }.scope(.instance)
    }
    try withActive(container) { () throws in
      let sync = Sync()
      var held = sync.all
      #expect(held.allSatisfy { $0 != nil })
      #expect(sync.mailbox === held[0] && sync.mailing === held[0])
      #expect(sync.named?.name == "named" && sync.valued?.name == "valued")
      #expect(sync.drafts?.name == "drafts")
      held = []
      #expect(sync.all.allSatisfy { $0 == nil }, "no other one is injected")
      try sync.reload()
      #expect(sync.mailbox == nil, "nothing holds the new one")
      let kept: Mailbox = try DependencyGraph.inject()
      try sync.reload()
      #expect(sync.mailbox === kept)
    }
  }

  @Test func nothingIsNilUntilItIsRegistered() throws {
    let sync = Sync()
    #expect(sync.all.allSatisfy { $0 == nil })
    #expect(try sync.load() == nil)
    let container = DependencyContainer { Dependency { Mailbox() }.scope(.singleton) }
    try withActive(container) { () throws in
      let mailbox: Mailbox = try DependencyGraph.inject()
      #expect(sync.mailbox === mailbox)
    }
    #expect(sync.mailbox == nil)
  }

  @Test func aReferenceBackLetsBothGo() async throws {
    final class Owner: Sendable {
      private let _sync = Injected<Reference>()
      var sync: Reference { _sync.wrappedValue }
    }
    final class Reference: Sendable {
      private let _owner = WeakInjected<Owner>()
      var owner: Owner? { _owner.wrappedValue }
    }
    weak var owner: Owner?
    weak var reference: Reference?
    do {
      let graph = DependencyGraph.process.child {
        Owner()
        Reference()
      }
      let one: Owner = try graph.inject()
      #expect(one.sync.owner === one)
      (owner, reference) = (one, one.sync)
      try await graph.end()
    }
    #expect(owner == nil && reference == nil)
  }

  @Test func itInjectsFromTheGraphInWhichItWasCreated() throws {
    let graph = DependencyGraph.process.isolated {
      Dependency { Mailbox("home") }.scope(.singleton)
    }
    let sync = graph.run { Sync() }
    #expect(sync.mailbox?.name == "home")
    let mailbox: Mailbox = try graph.inject()
    #expect(sync.mailbox === mailbox)
  }

  @Test func aStructureStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Plain: Sendable {}
      struct Holder { @WeakInjected var plain: Plain? }
      DependencyGraph.activate(DependencyContainer { Dependency { Plain() } }) {}
      _ = Holder().plain
    }
    let text = fatalErrors(in: result?.standardErrorContent).first ?? ""
    #expect(
      text.hasSuffix(
        "'@WeakInjected' holds class instances, and 'Plain' is not a class. Write '@Injected'."))
  }
}
