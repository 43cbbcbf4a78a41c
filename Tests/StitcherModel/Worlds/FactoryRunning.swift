/// A world: the tested library with its state, in which the factories of a program run.
protocol FactoryRunning: Sendable {
  /// The declarations of the program.
  var declarations: [Declaration] { get }

  /// The recorder of events.
  var ledger: Ledger { get }

  /// Returns the outcome of a request, with its instances.
  func answer(_ ask: Ask) -> Answer

  /// Makes a change.
  func perform(_ change: Change)

  /// Lets other threads run, in the middle of each factory.
  func pause()
}

/// The result of a request.
struct Answer {
  /// The outcome, for comparisons.
  let outcome: Outcome
  /// The instances.
  private(set) var instances: [any Labeled] = []
  /// The error, as a factory rethrows it.
  private(set) var error: (any Error)?

  /// Runs a request and stores its result.
  ///
  /// - Parameters:
  ///   - values: Returns the instances, or nil.
  ///   - failure: Converts a thrown error; a factory rethrows the converted error, or the original.
  init(
    _ values: () throws -> [Any]?, failure: (any Error) -> Failure, passesOn isOwn: Bool = false
  ) {
    do {
      guard let values = try values() else {
        outcome = .nothing
        return
      }
      for value in values {
        if let instance = value as? any Labeled { instances.append(instance) }
      }
      outcome =
        values.count == instances.count
        ? .found(instances.map(\.token.serial)) : .failed(.other("\(values)"))
    } catch {
      let failure = failure(error)
      outcome = .failed(failure)
      self.error = isOwn ? error : failure
    }
  }
}

extension FactoryRunning {
  func pause() {}

  /// Runs the factory of a declaration.
  func make(_ number: Int, _ arguments: Parameters) throws -> any Labeled {
    if !ledger.burn() { throw Failure.outOfFuel }
    ledger.note(.began(number))
    let declaration = declarations[number]
    var holds: [any Labeled] = []
    do {
      for deed in declaration.deeds {
        switch deed {
        case .need(let ask, let keeps, let recovers):
          let error: (any Error)?
          if keeps {
            let answer = answer(ask)
            holds += answer.instances
            ledger.note(.got(answer.outcome))
            error = answer.error
          } else {
            let (outcome, thrown) = outcome(ask)
            ledger.note(.got(outcome))
            error = thrown
          }
          if let error, !recovers { throw error }
        case .change(let change): perform(change)
        }
      }
      pause()
      if ledger.mustFail(number) { throw Failure.factory(number) }
    } catch {
      ledger.note(.threw(number))
      throw error
    }
    let serial = ledger.nextSerial()
    ledger.note(.made(number, serial: serial, arguments))
    return declaration.product.make(Token(serial: serial, holds: holds, ledger: ledger))
  }

  /// Resolves a request for a factory; releases the instances when it returns.
  @inline(never)
  private func outcome(_ ask: Ask) -> (Outcome, (any Error)?) {
    let answer = answer(ask)
    return (answer.outcome, answer.error)
  }
}
