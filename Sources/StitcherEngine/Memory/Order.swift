/// Returns the positions of the numbers in the array, in ascending order of the numbers.
///
/// This function is shared, because the standard library's sorting code is long and is specialized
/// again for each element type.
@inline(never)
func positions(inOrderOf numbers: [UInt64]) -> [Int] {
  numbers.indices.sorted { numbers[$0] < numbers[$1] }
}
