internal import Synchronization

/// Something that was left to its readers.
struct Retired: Sendable {
  /// The epoch that began when it was retired; sections of an older one may look at it.
  let epoch: UInt

  /// What readers have to be about to look at it, as bits, or zero if every reader may.
  let domain: UInt

  /// The object that pins keep alive, as bits, or zero.
  let pinnedBits: UInt

  /// What is to be released.
  let garbage: any Garbage
}

/// What the living threads may be looking at, as seen one after the other.
///
/// See ``ReadSection`` and ``Pins`` for why what is not seen here is not looked at.
struct Readers {
  /// A thread that keeps something from being released.
  struct Holder: Equatable {
    /// The thread's record.
    let record: ThreadRecordPointer

    /// The bit of ``_Attention`` by which the thread is asked to look after it.
    let bit: UInt

    /// Asks the thread to look after it, if that has not been asked yet.
    func ask() {
      // Who has seen the bit, and is about to clear it, waits for the lock of what is left.
      if record.pointee.mark.attention.load(ordering: .relaxed) & bit != 0 { return }
      record.pointee.mark.attention.bitwiseOr(bit, ordering: .sequentiallyConsistent)
    }
  }

  /// A section that is open.
  private struct Section {
    /// The epoch in which it began, and what it is about.
    let epoch: UInt, domain: UInt

    /// Its thread.
    let holder: Holder
  }

  /// The open sections.
  private var sections: [Section] = []

  /// Who pins what.
  private var pins: [UInt: Holder] = [:]

  /// Looks at all living threads.
  init() {
    var readers = Self(nobody: ())
    ThreadRecords.visit { record in
      readers.noteSection(of: record)
      record.pointee.pins.visit { bits, bit in
        readers.pins[bits] = Holder(record: record, bit: bit)
      }
      // Once more: see `Pins`.
      readers.noteSection(of: record)
    }
    self = readers
  }

  /// Starts with no reader.
  private init(nobody: Void) {}

  /// Returns a thread that may be looking at something.
  func holder(of retired: Retired) -> Holder? {
    for section in sections
    where _ReadMark.isEpoch(section.epoch, before: retired.epoch)
      && _ReadMark.isDomain(section.domain, near: retired.domain)
    {
      return section.holder
    }
    return retired.pinnedBits == 0 ? nil : pins[retired.pinnedBits]
  }

  /// Notes the section that a thread is in.
  private mutating func noteSection(of record: ThreadRecordPointer) {
    let epoch = record.pointee.mark.epoch.load(ordering: .sequentiallyConsistent)
    guard epoch != 0 else { return }
    let domain = record.pointee.mark.domain.load(ordering: .acquiring)
    let holder = Holder(record: record, bit: _Attention.section)
    sections.append(Section(epoch: epoch, domain: domain, holder: holder))
  }
}

extension _ReadMark {
  /// Whether the thread may be looking at what was retired in a domain. Any thread may ask.
  func mayRead(_ retired: UInt, in domain: UInt) -> Bool {
    let epoch = epoch.load(ordering: .sequentiallyConsistent)
    return epoch != 0 && Self.isEpoch(epoch, before: retired)
      && Self.isDomain(self.domain.load(ordering: .acquiring), near: domain)
  }

  /// Whether an epoch comes before another one, whatever the lowest bit says.
  static func isEpoch(_ epoch: UInt, before other: UInt) -> Bool {
    // The numbers may wrap around where words are small.
    Int(bitPattern: (epoch | 1) &- (other | 1)) < 0
  }

  /// Whether what is read in one domain may be what was retired in the other.
  static func isDomain(_ domain: UInt, near other: UInt) -> Bool {
    domain == 0 || other == 0 || domain == other
  }
}
