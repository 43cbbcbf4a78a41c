#if Macros
  import Foundation
  import StitcherMacros
  import Testing

  // Interception in Swift 5 mode, in which protocol types are written without `any`.

  /// A class that is not `Sendable`.
  class Letter {
    var text = "Dear"
  }

  @Intercepted protocol Archive {
    var count: Int { get set }
    func store(_ letter: Letter) async throws -> Letter
    func each(_ body: (Letter) throws -> Void) rethrows
    func newest() -> Letter?
  }

  final class Drawer: Archive {
    var count = 1
    func store(_ letter: Letter) async throws -> Letter { letter }
    func each(_ body: (Letter) throws -> Void) rethrows { try body(Letter()) }
    func newest() -> Letter? { Letter() }
  }

  /// A list of recorded names.
  final class Told: @unchecked Sendable {
    // Safe: the names are guarded by the lock.
    private let lock = NSLock()
    private var list: [String] = []

    var names: [String] { lock.withLock { list } }
    func add(_ name: String) { lock.withLock { list.append(name) } }
  }

  struct InterceptedUsageTests {
    @Test func protocolsAreForwarded() async throws {
      let told = Told()
      var archive: Archive = InterceptedArchive(
        Drawer(), by: InvocationObserver { invocation, _ in told.add(invocation.name) })
      archive.count = 2
      let letter = try await archive.store(Letter())
      #expect(letter.text == "Dear")
      archive.each { $0.text = "" }
      #expect(archive.newest() != nil)
      #expect(archive.count == 2)
      #expect(
        told.names == [
          "Archive.count", "Archive.store(_:)", "Archive.each(_:)", "Archive.newest()",
          "Archive.count",
        ])
    }
  }
#endif
