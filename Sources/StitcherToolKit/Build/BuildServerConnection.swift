internal import Foundation
internal import StitcherSyntax

/// A connection to a running build server, which exchanges JSON-RPC messages.
final class BuildServerConnection {
  /// The process of the build server.
  private let process = Process()

  /// The pipe to the server's standard input.
  private let input = Pipe()

  /// The pipe from the server's standard output.
  private let output = Pipe()

  /// The received bytes that are not parsed yet.
  private var buffer = Data()

  /// The identifier of the last request.
  private var last = 0

  /// The server's last error message, which becomes part of the tool's own error.
  private var complaint = ""

  /// Starts a build server.
  ///
  /// - Throws: ``ToolFailure`` if the server cannot be started.
  init(arguments: [String]) throws {
    #if !os(Windows)
      // Without the signal, `read()` can report a server that has ended.
      signal(SIGPIPE, SIG_IGN)
    #endif
    process.executableURL = URL(fileURLWithPath: try Subprocess.path(of: "swift"))
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch {
      throw ToolFailure("error: SwiftPM's build server cannot be run: \(error)")
    }
  }

  /// Sends a request, and waits for the answer.
  ///
  /// - Returns: The result, as JSON.
  /// - Throws: ``ToolFailure`` if the answer is an error, or the server ends.
  func request(_ method: String, _ parameters: [String: Any]) throws -> Data {
    last += 1
    send(["id": last, "method": method, "params": parameters])
    while let message = read() {
      if message["method"] != nil {
        note(message)
        // The tool answers no requests of the server.
        if let id = message["id"] { send(["id": id, "result": [String: String]()]) }
        continue
      }
      guard message["id"] as? Int == last else { continue }
      if let result = message["result"] {
        return try JSONSerialization.data(withJSONObject: result, options: .fragmentsAllowed)
      }
      let error = (message["error"] as? [String: Any])?["message"] as? String ?? "no answer"
      throw Self.failure("\(method): \(error)\(complaint)")
    }
    throw Self.failure("it has ended at \(method)\(complaint)")
  }

  /// Sends a notification, which has no answer.
  func notify(_ method: String) {
    send(["method": method, "params": [String: String]()])
  }

  /// Ends the server's process.
  func close() {
    _ = try? request("build/shutdown", [:])
    notify("build/exit")
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Stores the text of an error message from the server.
  private func note(_ message: [String: Any]) {
    guard let parameters = message["params"] as? [String: Any],
      let text = parameters["message"] as? String, text.hasPrefix("Error")
    else { return }
    complaint = "; it says: \(text)"
  }

  /// Sends a JSON-RPC message to the server.
  private func send(_ message: [String: Any]) {
    var message = message
    message["jsonrpc"] = "2.0"
    guard let body = try? JSONSerialization.data(withJSONObject: message) else { return }
    let head = Data("Content-Length: \(body.count)\r\n\r\n".utf8)
    let handle = input.fileHandleForWriting
    if #available(macOS 10.15.4, *) {
      try? handle.write(contentsOf: head + body)
    } else {
      handle.write(head + body)
    }
  }

  /// Reads the server's next message, or returns `nil` if the server has ended.
  private func read() -> [String: Any]? {
    let end = Data("\r\n\r\n".utf8)
    while true {
      if let range = buffer.range(of: end) {
        let head = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
        let length = head.split(separator: "\r\n").lazy
          .filter { $0.lowercased().hasPrefix("content-length:") }
          .compactMap { Int($0.drop { !$0.isNumber }) }.first
        guard let length else { return nil }
        if buffer.distance(from: range.upperBound, to: buffer.endIndex) >= length {
          let body = buffer[range.upperBound..<range.upperBound + length]
          buffer = Data(buffer[(range.upperBound + length)...])
          return (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
        }
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      buffer.append(more)
    }
  }

  /// Returns the error for a server that does not answer.
  private static func failure(_ reason: String) -> ToolFailure {
    ToolFailure(
      """
      error: the compiler arguments of the package are unknown: there is no 'description.json' of a build, \
      and SwiftPM's build server does not know: \(reason)
      note: run 'swift build' first, or 'swift build --build-system swiftbuild'
      """)
  }
}
