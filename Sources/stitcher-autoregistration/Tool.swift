internal import Foundation
internal import StitcherSyntax

/// Scans the sources of a target, and writes or prints the file with its autoregistered
/// dependencies.
///
/// ```
/// stitcher-autoregistration [--output FILE] [--inputs FILE] [--compiler SWIFTC] [SOURCE]...
/// ```
@main
struct Tool {
  /// Runs the tool.
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      write("error: \(error)", to: .standardError)
      exit(1)
    }
  }

  /// Scans the source files, and writes or prints the generated file.
  private static func run(_ arguments: [String]) throws {
    var output: String?
    var compiler: String?
    var paths: [String] = []
    var index = 0
    while index < arguments.count {
      switch arguments[index] {
      case "--output", "--inputs", "--compiler":
        guard index + 1 < arguments.count else {
          throw UsageError(description: "\(arguments[index]) needs a file")
        }
        switch arguments[index] {
        case "--output": output = arguments[index + 1]
        case "--compiler": compiler = arguments[index + 1]
        default: paths += try read(arguments[index + 1]).split(separator: "\n").map(String.init)
        }
        index += 2
      case let argument where argument.hasPrefix("-"):
        throw UsageError(description: "unknown option '\(argument)'")
      default:
        paths.append(arguments[index])
        index += 1
      }
    }
    let scan = try RegisterableScan(
      paths.map { SourceFile(path: $0, text: try read($0)) },
      parser: CompilerParser(compiler: compiler))
    for note in scan.notes { write("\(note)", to: .standardError) }
    let writer = AutoregistrationWriter(places: output == nil ? .comments : .directives)
    let text = writer.text(of: scan.entries)
    guard let output else {
      write(text, to: .standardOutput, terminator: "")
      return
    }
    // An unchanged file is left alone, so that it is not compiled again.
    guard (try? read(output)) != text else { return }
    try text.write(toFile: output, atomically: true, encoding: .utf8)
  }

  /// Returns the text of a file, or throws an error that names the file.
  private static func read(_ path: String) throws -> String {
    do { return try String(contentsOfFile: path, encoding: .utf8) } catch {
      throw UsageError(description: "\(path): the file cannot be read as UTF-8")
    }
  }

  /// Writes a text and a terminator to a file handle.
  private static func write(_ text: String, to handle: FileHandle, terminator: String = "\n") {
    handle.write(Data((text + terminator).utf8))
  }
}

/// The error of wrong arguments.
private struct UsageError: Error, CustomStringConvertible {
  /// The message that the tool prints.
  let description: String
}
