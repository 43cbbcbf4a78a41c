internal import Foundation
internal import StitcherDescription
internal import StitcherSyntax

/// The tool as a command: from its arguments to its exit code.
package enum ToolCommand {
  /// Runs the tool, and prints what it has to say.
  ///
  /// - Parameter arguments: The arguments, without the name of the program.
  /// - Returns: The exit code; see ``ToolFailure/Code``.
  package static func run(_ arguments: [String]) -> Int32 {
    do {
      let options = try ToolOptions(arguments)
      if options.wantsHelp {
        write(ToolHelp.text(options.command), to: .standardOutput)
        return 0
      }
      guard let command = options.command, !options.wantsVersion else {
        write("stitcher \(ToolHelp.version)", to: .standardOutput)
        return 0
      }
      if options.watches {
        WatchCommand(options).run { write($0, to: .standardOutput) }
        return 0
      }
      let answer = try answer(options, to: command)
      if !answer.text.isEmpty { write(answer.text, to: .standardOutput) }
      if !answer.summary.isEmpty { write(answer.summary, to: .standardError) }
      return answer.code.rawValue
    } catch let failure as ToolFailure {
      let text = failure.description
      write(text.contains("error: ") ? text : "error: \(text)", to: .standardError)
      return failure.code.rawValue
    } catch {
      write("error: \(error)", to: .standardError)
      return ToolFailure.Code.failure.rawValue
    }
  }

  /// Does what is asked for.
  ///
  /// - Parameters:
  ///   - options: What to look at, and how.
  ///   - command: What to do.
  /// - Returns: What there is to say.
  /// - Throws: ``ToolFailure`` if the package does not build, or cannot be read.
  package static func answer(
    _ options: ToolOptions, to command: ToolOptions.Command
  ) throws -> ToolAnswer {
    let session = ToolSession(options)
    let start = ContinuousClock.now
    if !options.skipsBuild { try session.build() }
    let reading = try session.read()
    var answer: ToolAnswer
    switch command {
    case .check: answer = try CheckCommand.answer(reading, options)
    case .why: answer = try WhyCommand.answer(options.subject ?? "", reading, options)
    case .unused: answer = try UnusedCommand.answer(reading, options)
    case .graph: answer = try GraphCommand.answer(reading, options)
    case .diff:
      let old = try RevisionReader(session: session, revision: options.subject ?? "").read()
      answer = try DiffCommand.answer(from: old, to: reading, options)
    }
    let seconds = Double((ContinuousClock.now - start) / .milliseconds(10)) / 100
    answer.seconds = seconds
    if !answer.summary.isEmpty {
      answer.summary += "; \(reading.effort.files) files in \(seconds.rounded(to: 2)) s"
      answer.summary += ", \(reading.effort.read) of them read anew"
    }
    return answer
  }

  /// Writes a text and a line break.
  private static func write(_ text: String, to handle: FileHandle) {
    handle.write(Data((text + (text.hasSuffix("\n") ? "" : "\n")).utf8))
  }
}

extension Double {
  /// The text with a number of digits behind the point.
  fileprivate func rounded(to digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
