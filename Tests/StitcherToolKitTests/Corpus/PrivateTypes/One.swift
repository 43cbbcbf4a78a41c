import Stitcher

private struct Voucher: Sendable {}

/// The other file's type of the same name is another one.
let one = DependencyContainer {
  Dependency { Voucher() }
}

func runOne() throws {
  let voucher: Voucher = try DependencyGraph.inject()
  print(voucher)
}
