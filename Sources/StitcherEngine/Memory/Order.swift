/// Returns the positions of numbers in rising order. The standard library's code that sorts is
/// long, and would stand once for each type that is sorted.
@inline(never)
func positions(inOrderOf numbers: [UInt64]) -> [Int] {
  numbers.indices.sorted { numbers[$0] < numbers[$1] }
}
