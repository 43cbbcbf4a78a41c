/// The texts that `--help` and `--version` print.
package enum ToolHelp {
  /// The version of the tool.
  package static let version = "1.0.0"

  /// Returns the help text of a command, or of the whole tool.
  package static func text(_ command: ToolOptions.Command?) -> String {
    guard let command else { return overview }
    return topic(command) + "\n" + options
  }

  /// The help text of the whole tool.
  private static let overview = """
    Checks the dependency graph of the programs of a package, as the compiler sees it.

    Usage: swift package stitcher COMMAND [OPTIONS]

    Commands:
      check         finds missing, ambiguous and cyclic dependencies
      why TYPE      shows the dependencies and the dependents of a type
      unused        lists registrations without injections, and decorators without effect
      graph         draws the graph
      diff REV      compares the graph with that of a Git revision
      tool-path     prints the path of the tool, to run it without the plugin

    'swift package stitcher COMMAND --help' prints the help of a command.

    \(options)
    """

  /// Returns the help text of one command.
  private static func topic(_ command: ToolOptions.Command) -> String {
    switch command {
    case .check:
      """
      Finds the problems in the dependency graph of each program of the package.

      Usage: swift package stitcher check [OPTIONS]

      Each problem is printed once, as 'path:line:column: error: ...' or '... warning: ...'. The
      notes below a problem are the dependencies that lead to it, with their places, and the
      remedy. Warnings do not change the exit code. A comment '// stitcher:ignore REASON' silences
      the problems of its line; on a line without code, those of the next line.

      Options:
        --watch                  checks again after each change of a source, without a build; start
                                 it as "$(swift package stitcher tool-path)" check --watch, since a
                                 plugin that runs blocks builds
        --xcode                  runs in a script phase of Xcode: records the target's module, and
                                 checks if the target is an application (not tried with Xcode)

      """
    case .why:
      """
      Prints, for each registration of a type, its dependencies, its dependents, its decorators with
      their dependencies, and the shortest path from an injection to the registration.

      Usage: swift package stitcher why TYPE [OPTIONS]

      TYPE is a name with or without its module. The exit code is 1 if nothing is registered for it.

      """
    case .unused:
      """
      Lists registrations that no injection reaches and that are not eager.
      Also lists decorators of keys without a registration.

      Usage: swift package stitcher unused [OPTIONS]

      Each is a warning, which does not change the exit code. The tool does not know injections by
      names that the program computes at run time.

      """
    case .graph:
      """
      Draws the graph of a program.

      Usage: swift package stitcher graph [--format html|mermaid|dot|json] [--output FILE] [OPTIONS]

      Options:
        --format FORMAT          the format: html (the default), mermaid, dot or json
        --output FILE            writes a file instead of the standard output; a file in the package
                                 needs 'swift package --allow-writing-to-package-directory'

      """
    case .diff:
      """
      Compares the graph of each program with that of a Git revision.

      Usage: swift package stitcher diff REV [OPTIONS]

      The revision is checked out into a separate worktree, and built there. The command prints
      added and removed registrations and dependencies, and new problems. The exit code is 1 if a
      new problem is an error.

      """
    }
  }

  /// The help text about the options of all commands.
  private static let options = """
    Options:
      --product NAME           checks one executable only
      --tests                  checks the modules of tests, too
      --json                   prints JSON
      --no-build               does not build first: uses the compiler arguments of the last build,
                               and compiles edited files outside of the build
      --configuration NAME     debug (the default) or release
      --package-path PATH      the folder of the package (without the plugin)
      --build-path PATH        the folder of builds; default: .build in the package
      --cache-path PATH        the folder of the tool's cache
      --build-system NAME      the build system that is used: native or swiftbuild
      --version                prints the version
      --help                   prints this help

    Exit codes:
      0  there are no errors; there may be warnings
      1  the program has errors, or nothing is registered for the type of 'why'
      2  the arguments are wrong, or the program does not build
      3  the tool does not support the compiler's syntax trees

    The tool's cache is in the work folder of the plugin, and needs no permission.
    """
}
