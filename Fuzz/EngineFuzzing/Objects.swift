import StitcherEngine

/// Counts what a program creates.
final class Census: @unchecked Sendable {
  // Safe: a program runs on one thread.

  /// The number of objects that are alive.
  var liveCount = 0

  /// The number of objects that were created.
  var serial = 0

  /// The number of subscriptions to lifetimes.
  var subscriptionCount = 0
}

/// A protocol that dependencies are found by.
protocol Part: AnyObject, Sendable {}

/// What factories create.
class Product: Part, @unchecked Sendable {
  // Safe: a program runs on one thread.

  /// Which one it is, in order of creation.
  let serial: Int

  /// The entry whose factory created it.
  let maker: Int

  /// What it depends on.
  let held: [Product]

  /// What counts it.
  private let census: Census

  /// What it does at its end.
  private let atEnd: (@Sendable () -> Void)?

  /// Creates and counts it.
  init(maker: Int, held: [Product], census: Census, atEnd: (@Sendable () -> Void)?) {
    census.serial += 1
    census.liveCount += 1
    serial = census.serial
    self.maker = maker
    self.held = held
    self.census = census
    self.atEnd = atEnd
  }

  deinit {
    census.liveCount -= 1
    atEnd?()
  }
}

/// A product of a class of its own.
final class Left: Product, @unchecked Sendable {
  // Safe: see `Product`.
}

/// A product of another class.
final class Right: Product, @unchecked Sendable {
  // Safe: see `Product`.
}

/// A value that holds a product.
struct Wrapped: Sendable {
  /// The product.
  let product: Product

  /// A second word, so that the value is not one reference.
  let number = 7
}

/// A key whose values collide.
struct Colliding: Hashable {
  /// What tells it from others.
  let number: Int

  func hash(into hasher: inout Hasher) {}
}

/// What a dependency is declared, and asked for, as.
enum Kind: Int, CaseIterable {
  /// `Left`
  case left
  /// `Right`
  case right
  /// `Product`, in fact a `Right`
  case product
  /// `any Part`, in fact a `Left`
  case part
  /// `Wrapped`, in fact with a `Left`
  case wrapped

  /// The type.
  var type: any Any.Type {
    switch self {
    case .left: Left.self
    case .right: Right.self
    case .product: Product.self
    case .part: (any Part).self
    case .wrapped: Wrapped.self
    }
  }

  /// Whether what is declared as this can be had as another one.
  func isCastable(to other: Kind) -> Bool {
    switch (self, other) {
    case (.wrapped, _), (_, .wrapped): self == other
    case (_, .product), (_, .part): true
    case (.left, .left), (.part, .left), (.right, .right), (.product, .right): true
    default: false
    }
  }
}

/// A source of lifetimes.
final class Lifetime: LifetimeSource, @unchecked Sendable {
  // Safe: a program runs on one thread.

  /// What is called at the end.
  private var actions: [Int: @Sendable () -> Void] = [:]

  /// The number of subscriptions so far.
  private var count = 0

  /// What counts the subscriptions.
  private let census: Census

  /// Creates a source.
  init(census: Census) { self.census = census }

  func onLifetimeEnd(_ action: @escaping @Sendable () -> Void) -> any LifetimeReceipt {
    count += 1
    census.subscriptionCount += 1
    actions[count] = action
    return Receipt(lifetime: self, number: count)
  }

  /// Ends the current lifetime.
  func end() {
    for (_, action) in actions.sorted(by: { $0.key < $1.key }) { action() }
  }

  /// Ends a subscription.
  private struct Receipt: LifetimeReceipt {
    /// The source.
    let lifetime: Lifetime

    /// Which subscription it is.
    let number: Int

    func cancel() {
      if lifetime.actions.removeValue(forKey: number) != nil {
        lifetime.census.subscriptionCount -= 1
      }
    }
  }
}
