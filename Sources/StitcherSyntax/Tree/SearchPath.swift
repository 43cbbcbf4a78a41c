internal import Foundation

/// The folders in which the system looks for programs, from the environment variable `PATH`.
package struct SearchPath: Sendable {
  /// The folders, in their order.
  package let folders: [String]

  /// Whether programs have the extensions of Windows.
  private let isWindows: Bool

  #if os(Windows)
    /// Whether this process runs on Windows.
    package static let isOnWindows = true
  #else
    /// Whether this process runs on Windows.
    package static let isOnWindows = false
  #endif

  /// Reads the folders from the value of `PATH`: separated by `;` on Windows, otherwise by `:`.
  package init(_ value: String, isWindows: Bool = Self.isOnWindows) {
    folders = value.split(separator: isWindows ? ";" : ":").map { folder in
      // Windows permits quotation marks around a folder.
      isWindows ? folder.filter { $0 != "\"" } : String(folder)
    }
    self.isWindows = isWindows
  }

  /// The search path of this process. Windows writes the variable `Path`, and ignores the case.
  package static var current: SearchPath {
    let environment = ProcessInfo.processInfo.environment
    let value = environment["PATH"] ?? environment.first { $0.key.uppercased() == "PATH" }?.value
    return SearchPath(value ?? "")
  }

  /// Returns the paths at which a program may be, the first folder's first.
  ///
  /// - Parameter program: The name of the program; on Windows, `.exe` is added if it is missing.
  package func candidates(for program: String) -> [String] {
    let isComplete = !isWindows || program.lowercased().hasSuffix(".exe")
    let file = isComplete ? program : program + ".exe"
    return folders.map { $0.hasSuffix("/") || $0.hasSuffix("\\") ? $0 + file : "\($0)/\(file)" }
  }

  /// Returns the path of a program, or `nil` if no folder contains it.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - isExecutable: Whether a path is that of an executable file.
  package func find(
    _ program: String,
    where isExecutable: (String) -> Bool = { FileManager.default.isExecutableFile(atPath: $0) }
  ) -> String? {
    candidates(for: program).first(where: isExecutable)
  }

  /// Returns whether a text is the path of a program, instead of a name to look up.
  package static func isPath(_ program: String, isWindows: Bool = Self.isOnWindows) -> Bool {
    program.contains("/") || (isWindows && program.contains("\\"))
  }
}
