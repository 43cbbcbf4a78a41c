import StitcherEngine
import StitcherTestSupport
import Testing

/// The cell of an injected property whose value is dropped while it is injected.
@Suite(.timeLimit(.minutes(20))) struct PropertyCellTests {
  /// The value that the cell stores; `nil` if there is none.
  private func value(of cell: Cell) throws -> Int? {
    try cell.read(record: ThreadRecord.current)
  }

  @Test func aValueIsNotStoredIfItIsDroppedDuringItsInjection() throws {
    let cell = Cell(ofProperty: ())
    let isInjected = try cell.injectOnce {
      cell.dropPropertyValue()
      return TypedInstance(1)
    }
    #expect(isInjected)
    #expect(try value(of: cell) == nil)
    #expect(try cell.injectOnce { TypedInstance(2) })
    #expect(try value(of: cell) == 2)
    cell.dropPropertyValue()
    #expect(try value(of: cell) == nil)
  }

  @Test func anInjectionAfterTheDropStoresItsValue() throws {
    let cell = Cell(ofProperty: ())
    let isInjected = try cell.injectOnce {
      cell.dropPropertyValue()
      let isInjectedAnew = try cell.injectOnce { TypedInstance(2) }
      #expect(isInjectedAnew)
      return TypedInstance(1)
    }
    #expect(isInjected)
    #expect(try value(of: cell) == 2)
  }

  @Test func aThreadReadsAgainAfterADroppedInjection() throws {
    let cell = Cell(ofProperty: ())
    let meeting = Gate()
    let results = runThreads(2) { thread in
      if thread == 0 {
        return try? cell.injectOnce {
          meeting.open()
          cell.dropPropertyValue()
          return TypedInstance(1)
        }
      }
      meeting.wait()
      while true {
        if let value = try? value(of: cell) { return value == 2 }
        _ = try? cell.injectOnce { TypedInstance(2) }
      }
    }
    #expect(results == [true, true])
  }
}
