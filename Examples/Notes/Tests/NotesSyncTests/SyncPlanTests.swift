import NotesDomain
import NotesSync
import Testing

/// Tests of the comparison of two copies.
@Suite("Plans of sync")
struct SyncPlanTests {
  /// A note at time 0.
  private let note = Note.sample()

  @Test("What one side lacks, it gets")
  func missing() {
    let other = Note.sample()
    let plan = SyncPlan(local: [note], remote: [other])
    #expect(plan.pushed == [note])
    #expect(plan.pulled == [other])
    #expect(plan.conflicts.isEmpty)
    #expect(plan.agreements == [note.id: note.modified, other.id: other.modified])
  }

  @Test("What is the same stays")
  func same() {
    let plan = SyncPlan(local: [note], remote: [note])
    #expect(plan.pushed.isEmpty && plan.pulled.isEmpty)
    #expect(plan.unchanged == 1)
  }

  @Test("A change on one side is no conflict")
  func oneSide() {
    let agreed = [note.id: note.modified]
    let changed = note.changed(at: 5)
    let push = SyncPlan(local: [changed], remote: [note], agreed: agreed)
    #expect(push.pushed == [changed])
    #expect(push.pulled.isEmpty && push.conflicts.isEmpty)
    let pull = SyncPlan(local: [note], remote: [changed], agreed: agreed)
    #expect(pull.pulled == [changed])
    #expect(pull.pushed.isEmpty && pull.conflicts.isEmpty)
  }

  @Test("Of changes on both sides the later one stays, whichever side syncs")
  func bothSides() {
    let agreed = [note.id: note.modified]
    let early = note.changed(at: 5)
    let late = note.changed(at: 9)
    let here = SyncPlan(local: [early], remote: [late], agreed: agreed)
    #expect(here.pulled == [late])
    #expect(here.conflicts.map(\.winner) == [late])
    #expect(here.conflicts.map(\.loser) == [early])
    #expect(here.conflicts.map(\.keptSide) == [.remote])
    let there = SyncPlan(local: [late], remote: [early], agreed: agreed)
    #expect(there.pushed == [late])
    #expect(there.conflicts.map(\.winner) == [late])
    #expect(there.conflicts.map(\.keptSide) == [.local])
  }

  @Test("Equally late changes are decided alike on both sides")
  func tie() {
    let first = note.changed(at: 5, body: "a")
    let second = note.changed(at: 5, body: "b")
    let here = SyncPlan(local: [first], remote: [second])
    let there = SyncPlan(local: [second], remote: [first])
    #expect(here.conflicts.map(\.winner) == there.conflicts.map(\.winner))
    let gone = note.tombstone(at: Timestamp(milliseconds: 5))
    #expect(SyncPlan(local: [gone], remote: [first]).conflicts.map(\.winner) == [first])
  }

  @Test("A removal travels like any other change")
  func removal() {
    let gone = note.tombstone(at: Timestamp(milliseconds: 5))
    let plan = SyncPlan(local: [gone], remote: [note], agreed: [note.id: note.modified])
    #expect(plan.pushed == [gone])
    #expect(plan.conflicts.isEmpty)
  }
}

extension Note {
  /// Returns a note written at time 0.
  static func sample(_ title: String = "Note") -> Note {
    Note(title: title, author: "Ana", created: Timestamp(milliseconds: 0))
  }

  /// Returns the note with another text.
  func changed(at time: Int64, body: String = "changed") -> Note {
    var note = self
    note.body = body
    note.modified = Timestamp(milliseconds: time)
    return note
  }
}
