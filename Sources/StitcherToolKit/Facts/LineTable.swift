/// The byte offsets at which the lines of a file begin.
struct LineTable {
  /// The offset of the first byte of each line.
  private let starts: [Int]

  /// Finds the lines of a source text.
  init(_ source: String) {
    var starts = [0]
    for (offset, byte) in source.utf8.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    self.starts = starts
  }

  /// Returns the line and column of an offset.
  func place(_ offset: Int, in file: String) -> SourcePlace {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return SourcePlace(file: file, line: low + 1, column: offset - starts[low] + 1)
  }
}
