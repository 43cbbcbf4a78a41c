public import StitcherMacros

/// A way to pay.
public protocol Payment: Sendable {
  /// Pays an amount in cents, and returns a confirmation.
  func pay(_ amount: Int) -> String
}

#if DEBUG
  /// A card payment that charges no real card.
  @Registerable(as: .conformances)
  final class PretendedPayment: Payment {
    func pay(_ amount: Int) -> String { "pretended to pay \(amount) cents" }
  }
#else
  /// A payment with coins.
  @Registerable(as: .conformances)
  final class CashPayment: Payment {
    func pay(_ amount: Int) -> String { "paid \(amount) cents" }
  }
#endif

/// A voucher that only this file can name. The plugin omits the type, with a note.
@Registerable
private struct Voucher {
  let value = 100
}

/// Registers the private payments of this file.
public enum PrivatePayments {
  /// The registrations.
  public static var dependencies: DependencyGroup {
    DependencyGroup { Voucher.dependencyRegistration }
  }

  /// The value of the registered voucher.
  public static func voucherValue() throws -> Int {
    let voucher: Voucher = try DependencyGraph.inject()
    return voucher.value
  }
}
