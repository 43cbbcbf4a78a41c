import Stitcher

private struct Voucher: Sendable {}

func runTwo() throws {
  let voucher: Voucher = try DependencyGraph.inject()
  print(voucher)
}
