import Foundation

/// A pipe that is full, in place of a file: whoever writes to the file waits until it is read. It
/// stays until the process ends.
package struct FullPipe: Sendable {
  /// Where what is written can be read.
  private let output: Int32

  /// Puts a full pipe in place of an open file.
  ///
  /// - Parameter file: The file, such as the standard error.
  package init(insteadOf file: Int32) {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    output = ends[0]
    let flags = fcntl(ends[1], F_GETFL)
    precondition(fcntl(ends[1], F_SETFL, flags | O_NONBLOCK) == 0)
    while write(ends[1], " ", 1) == 1 {}
    precondition(fcntl(ends[1], F_SETFL, flags) == 0 && dup2(ends[1], file) == file)
  }

  /// Reads what was written, until a text is among it.
  package func read(until text: String) {
    var content = ""
    var bytes = [UInt8](repeating: 0, count: 4096)
    while !content.contains(text) {
      let count = Foundation.read(output, &bytes, bytes.count)
      precondition(count > 0)
      content += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }
}
