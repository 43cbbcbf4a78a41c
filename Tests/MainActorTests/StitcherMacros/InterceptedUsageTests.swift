#if Macros
  import StitcherMacros
  import StitcherTestSupport
  import Testing

  // Interception in a module that is isolated to the main actor by default. A protocol for use off
  // the main actor is declared `nonisolated`, and so is the generated code.

  @Intercepted protocol Drawing {
    var title: String { get set }
    func draw(_ shape: Stroke) async throws -> Stroke
    func undo()
  }

  @Intercepted nonisolated protocol Disk: Sendable {
    var space: Int { get async }
    func write(_ text: String) async throws -> Int
    func flush()
  }

  /// Not `Sendable`, since it stays on the main actor.
  class Stroke {
    var corners = 4
  }

  class Sketch: Drawing {
    var title = "Sketch"
    func draw(_ shape: Stroke) async throws -> Stroke { shape }
    func undo() { title = "" }
  }

  nonisolated struct Ramdisk: Disk {
    var space: Int { get async { 8 } }
    func write(_ text: String) async throws -> Int { text.utf8.count }
    func flush() {}
  }

  /// Without isolation, since an interceptor is `Sendable`.
  struct CallCounting: Interceptor {
    let counted: CallCount

    func intercept<Value, Failure>(
      _ invocation: Invocation, _ proceed: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
      counted.count()
      return try proceed()
    }

    nonisolated(nonsending) func intercept<Value, Failure>(
      _ invocation: Invocation,
      _ proceed: nonisolated(nonsending) () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
      counted.count()
      return try await proceed()
    }
  }

  /// A number that any thread may increment.
  nonisolated final class CallCount: Sendable {
    private let number = Box(0)
    var value: Int { number.value }
    func count() { number.change { $0 += 1 } }
  }

  @Suite struct InterceptedUsageTests {
    @Test func protocolsOfTheMainActorAreForwardedThere() async throws {
      let counted = CallCount()
      let sketch = Sketch()
      var drawing: any Drawing = InterceptedDrawing(sketch, by: CallCounting(counted: counted))
      let shape = try await drawing.draw(Stroke())
      #expect(shape.corners == 4)
      drawing.title = "House"
      #expect(sketch.title == "House")
      drawing.undo()
      #expect(drawing.title.isEmpty)
      #expect(counted.value == 4)
    }

    @Test nonisolated func othersAreForwardedAnywhere() async throws {
      let counted = CallCount()
      let disk: any Disk = InterceptedDisk(Ramdisk(), by: CallCounting(counted: counted))
      #expect(await disk.space == 8)
      #expect(try await disk.write("Milk") == 4)
      disk.flush()
      #expect(counted.value == 3)
    }
  }
#endif
