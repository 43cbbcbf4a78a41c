internal import Foundation
internal import StitcherSyntax

/// The command that runs the compiler frontend for a module, without the source files.
package struct FrontendCommand: Codable, Sendable, Equatable {
  /// The path of the compiler frontend.
  package var executable: String

  /// The arguments, without source files, output paths and the frontend's mode.
  package var arguments: [String]

  /// Asks the compiler driver for the frontend command that type-checks a module.
  ///
  /// - Parameters:
  ///   - module: The module to type-check.
  ///   - folder: The working folder of the driver.
  ///   - cache: The folder of the cache, which stores the answer.
  ///
  /// - Throws: ``ToolFailure`` if the driver does not answer.
  package static func make(
    for module: ProgramModule, in folder: String, cache: String
  ) throws -> FrontendCommand {
    guard let source = module.sources.first else {
      throw ToolFailure("\(module.name): the module has no source")
    }
    var arguments = ["-###", "-wmo", "-typecheck", "-module-name", module.name]
    if let folder = module.currentFolder { arguments += ["-I", folder] }
    arguments += ["-I", module.importPath] + cleaned(module.arguments) + [source]
    var key = ContentHash([module.compiler, folder] + arguments)
    key.add(CompilerIdentity.of(module.compiler))
    let kept = "\(cache)/frontend/\(key).json"
    if let data = FileManager.default.contents(atPath: kept),
      let command = try? JSONDecoder().decode(FrontendCommand.self, from: data)
    {
      return command
    }
    let driver = try Subprocess.run(module.compiler, arguments, in: folder)
    guard driver.isSuccess, let command = parse(driver.output, source: source) else {
      throw ToolFailure(
        "the compiler does not say how it compiles \(module.name):\n\(driver.errors)")
    }
    try? JSONEncoder().encode(command).write(to: URL(fileURLWithPath: kept), options: .atomic)
    return command
  }

  /// Parses the frontend commands that the driver has printed.
  ///
  /// - Returns: The command that type-checks, or `nil` if there is none.
  package static func parse(_ text: String, source: String) -> FrontendCommand? {
    for line in text.split(separator: "\n") {
      let words = ShellWords.split(line)
      guard let executable = words.first, words.dropFirst().first == "-frontend",
        words.contains("-typecheck")
      else { continue }
      let rest = drop(
        ["-typecheck", source, "-warnings-as-errors"],
        withValue: ["-supplementary-output-file-map", "-o", "-primary-file"],
        from: Array(words.dropFirst(2)))
      return FrontendCommand(executable: executable, arguments: rest)
    }
    return nil
  }

  /// Removes the driver's arguments about output files and about the split into compile jobs.
  package static func cleaned(_ arguments: [String]) -> [String] {
    let single: Set = [
      "-incremental", "-enable-batch-mode", "-disable-batch-mode", "-parseable-output",
      "-serialize-diagnostics", "-emit-objc-header", "-emit-module", "-emit-dependencies", "-c",
      "-wmo", "-whole-module-optimization", "-no-whole-module-optimization", "-v",
      "-warnings-as-errors", "-emit-object", "-save-temps", "-explicit-module-build",
      "-use-frontend-parseable-output", "-validate-clang-modules-once", "-driver-show-incremental",
      "-experimental-emit-module-separately", "-no-emit-module-separately-wmo",
    ]
    let withValue: Set = [
      "-index-store-path", "-emit-objc-header-path", "-emit-module-path", "-num-threads",
      "-output-file-map", "-index-unit-output-path", "-emit-const-values-path", "-o",
      "-clang-build-session-file", "-emit-module-interface-path", "-working-directory",
      "-emit-private-module-interface-path", "-const-gather-protocols-file",
      "-emit-package-module-interface-path", "-emit-abi-descriptor-path", "-emit-tbd-path",
      "-module-name",
    ]
    return drop(single, withValue: withValue, from: arguments)
  }

  /// Removes single arguments, and arguments together with the value that follows.
  private static func drop(
    _ single: Set<String>, withValue: Set<String>, from arguments: [String]
  ) -> [String] {
    var rest: [String] = []
    var index = 0
    while index < arguments.count {
      if withValue.contains(arguments[index]) {
        index += 2
      } else {
        if !single.contains(arguments[index]) { rest.append(arguments[index]) }
        index += 1
      }
    }
    return rest
  }
}
