import NotesDomain
import Synchronization
import Testing

/// Tests of notes, time and events.
@Suite("Notes, time and events")
struct NoteTests {
  @Test("Tags are in lower case, each once, in alphabetical order")
  func tags() {
    let note = Note(title: "A", author: "Ana", tags: ["b", "A", "B"], created: .origin)
    #expect(note.tags == ["a", "b"])
  }

  @Test("A tombstone keeps identifier and title, and neither text nor tags")
  func tombstone() {
    let note = Note(title: "A", body: "Text", author: "Ana", tags: ["a"], created: .origin)
    let tombstone = note.tombstone(at: .origin.advanced(bySeconds: 60))
    #expect(tombstone.isDeleted)
    #expect(tombstone.id == note.id)
    #expect(tombstone.title == "A")
    #expect(tombstone.body.isEmpty && tombstone.tags.isEmpty)
    #expect(tombstone.modified.milliseconds == 60_000)
  }

  @Test("Identifiers differ, and their short form has eight characters")
  func identifiers() {
    let identifiers = Set((0..<100).map { _ in NoteID() })
    #expect(identifiers.count == 100)
    #expect(identifiers.allSatisfy { $0.short.count == 8 })
  }

  @Test(
    "A moment reads what it writes",
    arguments: ["1970-01-01 00:00", "2000-02-29 23:59", "2024-12-31 07:05"])
  func timestamp(text: String) throws {
    let moment = try #require(Timestamp(text))
    #expect(moment.description == text)
    #expect("\(moment.day) \(moment.timeOfDay)" == text)
  }

  @Test(
    "Other texts are no moments",
    arguments: ["", "yesterday", "2023-02-29 10:00", "2024-01-01 24:00", "2024-01-01", "x-y-z a:b"])
  func noTimestamp(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test("A stepped clock moves only when told")
  func steppedClock() {
    let clock = SteppedClock(at: .origin)
    #expect(clock.now() == clock.now())
    clock.advance(bySeconds: 90)
    #expect(clock.now().milliseconds == 90_000)
  }

  @Test("A recorder hears what is sent once it listens, and holds nothing back")
  func recorder() {
    let channel = EventChannel()
    let recorder = EventRecorder(channel: channel, clock: SteppedClock(at: .origin))
    channel.send(.signedIn("early"))
    recorder.didInstantiate()
    channel.send(.signedIn("ana"))
    channel.send(.signedOut("ana"))
    #expect(recorder.events == [.signedIn("ana"), .signedOut("ana")])
    #expect(recorder.entries.map(\.time) == [.origin, .origin])
  }

  @Test("A listener may listen and send while it is called")
  func reentrantListener() {
    let channel = EventChannel()
    let heard = Mutex<[Event]>([])
    channel.listen { [unowned channel] event in
      heard.withLock { $0.append(event) }
      if event == .signedIn("ana") {
        channel.listen { _ in }
        channel.send(.signedOut("ana"))
      }
    }
    channel.send(.signedIn("ana"))
    #expect(heard.withLock { $0 } == [.signedIn("ana"), .signedOut("ana")])
  }
}

extension Timestamp {
  /// The start of 1970.
  fileprivate static let origin = Timestamp(milliseconds: 0)
}
