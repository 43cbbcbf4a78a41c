internal import Foundation
internal import StitcherDescription
internal import StitcherSyntax

/// The command-line tool, from its arguments to its exit code.
package enum ToolCommand {
  /// Runs the tool with the given arguments, and prints the output.
  ///
  /// - Parameter arguments: The arguments, without the name of the program.
  /// - Returns: The exit code; see ``ToolFailure/Code``.
  package static func run(_ arguments: [String]) -> Int32 {
    do {
      var options = try ToolOptions(arguments)
      if options.wantsHelp {
        write(ToolHelp.text(options.command), to: .standardOutput)
        return 0
      }
      guard let command = options.command, !options.wantsVersion else {
        write("stitcher \(ToolHelp.version)", to: .standardOutput)
        return 0
      }
      if options.isXcodePhase {
        guard let phase = try xcodePhase(options, ProcessInfo.processInfo.environment) else {
          return 0
        }
        options = phase
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

  /// Records the target of an Xcode script phase, for the later check of the application.
  ///
  /// - Parameters:
  ///   - options: The options of the tool in the phase.
  ///   - settings: The build settings of the target.
  ///
  /// - Returns: The options for checking the application, or `nil` if the target is no application.
  ///
  /// - Throws: ``ToolFailure`` if a setting is missing.
  package static func xcodePhase(
    _ options: ToolOptions, _ settings: [String: String]
  ) throws -> ToolOptions? {
    guard try XcodeModules.record(settings) == .executable else { return nil }
    var options = options
    let folder = try XcodeModules.folder(settings)
    options.modulesPath = folder
    options.skipsBuild = true
    options.product = options.product ?? settings["PRODUCT_MODULE_NAME"]
    options.packagePath = settings["SRCROOT"] ?? options.packagePath
    options.cachePath = options.cachePath ?? folder + "/cache"
    return options
  }

  /// Runs a command, and returns its output.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - command: The command.
  /// - Returns: The answer.
  /// - Throws: ``ToolFailure`` if the package does not build, or cannot be read.
  package static func answer(
    _ options: ToolOptions, to command: ToolOptions.Command
  ) throws -> ToolAnswer {
    let session = ToolSession(options)
    let start = Date()
    if !options.skipsBuild { try session.build() }
    let reading = try session.read()
    var answer: ToolAnswer
    switch command {
    case .check: answer = CheckCommand.answer(reading, options)
    case .why: answer = WhyCommand.answer(options.subject ?? "", reading, options)
    case .unused: answer = UnusedCommand.answer(reading, options)
    case .graph: answer = try GraphCommand.answer(reading, options)
    case .diff:
      let old = try RevisionReader(session: session, revision: options.subject ?? "").read()
      answer = DiffCommand.answer(from: old, to: reading, options)
    }
    let seconds = (Date().timeIntervalSince(start) * 100).rounded() / 100
    answer.seconds = seconds
    if !answer.summary.isEmpty {
      answer.summary += "; \(reading.effort.files) files in \(seconds.rounded(to: 2)) s"
      answer.summary += ", \(reading.effort.read) of them read anew"
    }
    return answer
  }

  /// Writes a text and a line break to a file handle.
  private static func write(_ text: String, to handle: FileHandle) {
    handle.write(Data((text + (text.hasSuffix("\n") ? "" : "\n")).utf8))
  }
}

extension Double {
  /// Returns the number as text with the given number of decimal places.
  fileprivate func rounded(to digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
