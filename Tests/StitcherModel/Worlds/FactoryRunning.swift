/// A world in which the factories of a program's declarations run.
protocol FactoryRunning: Sendable {
  /// What can be registered.
  var declarations: [Declaration] { get }

  /// What is noted.
  var ledger: Ledger { get }

  /// Returns what a request comes to, and what it found.
  func answer(_ ask: Ask) -> Answer

  /// Makes a change.
  func perform(_ change: Change)

  /// Is called in the middle of each factory.
  func pause()
}

/// What a request came to.
struct Answer {
  /// The result, to be compared.
  let outcome: Outcome
  /// What was found.
  private(set) var instances: [any Labeled] = []
  /// What was thrown, as a factory passes it on.
  private(set) var error: (any Error)?

  /// Notes what a closure returns or throws.
  ///
  /// - Parameters:
  ///   - values: Returns what was found, or nil.
  ///   - failure: Translates what is thrown; what a factory passes on is that, or the error itself.
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
  /// Does nothing.
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

  /// Returns what a request comes to, and lets go of what it found.
  @inline(never)
  private func outcome(_ ask: Ask) -> (Outcome, (any Error)?) {
    let answer = answer(ask)
    return (answer.outcome, answer.error)
  }
}
