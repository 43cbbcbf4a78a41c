public import StitcherMacros

/// Takes money.
public protocol Payment: Sendable {
  /// Pays an amount in cents, and returns what was done.
  func pay(_ amount: Int) -> String
}

#if DEBUG
  /// Pretends to take money.
  @Registerable(as: .conformances)
  final class PretendedPayment: Payment {
    func pay(_ amount: Int) -> String { "pretended to pay \(amount) cents" }
  }
#else
  /// Takes coins.
  @Registerable(as: .conformances)
  final class CashPayment: Payment {
    func pay(_ amount: Int) -> String { "paid \(amount) cents" }
  }
#endif

/// A voucher that only this file knows. The plugin leaves it out, with a note.
@Registerable
private struct Voucher {
  let value = 100
}

/// Registers what only this file can name.
public enum PrivatePayments {
  /// The registrations.
  public static var dependencies: DependencyGroup {
    DependencyGroup { Voucher.dependencyRegistration }
  }

  /// The value of the voucher that is registered.
  public static func voucherValue() throws -> Int {
    let voucher: Voucher = try DependencyGraph.inject()
    return voucher.value
  }
}
