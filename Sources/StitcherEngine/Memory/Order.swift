/// Returns the positions of the numbers in the array, in ascending order of the numbers.
///
/// This function is shared, because the standard library's sorting code is long and is specialized
/// again for each element type.
@inline(never)
func positions(inOrderOf numbers: [UInt64]) -> [Int] {
  numbers.indices.sorted { numbers[$0] < numbers[$1] }
}

extension Array {
  /// Returns the elements in ascending order of the numbers that the closure returns.
  ///
  /// Elements with equal numbers keep their order. If all elements are in order, none is copied.
  func inOrder(of number: (Element) -> UInt64) -> [Element] {
    let numbers = map(number)
    if zip(numbers, numbers.dropFirst()).allSatisfy(<=) { return self }
    return positions(inOrderOf: numbers).map { self[$0] }
  }
}
