/// Returns the texts of the fatal errors that a program has printed, without their places.
package func fatalErrors(in output: [UInt8]?) -> [String] {
  String(decoding: output ?? [], as: UTF8.self).split(separator: "\n").compactMap { line in
    line.firstRange(of: "Fatal error: ").map { String(line[$0.upperBound...]) }
  }
}
