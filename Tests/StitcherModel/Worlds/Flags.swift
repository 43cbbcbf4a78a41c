import Observation
import StitcherTestSupport

/// State that containers read: the first two flags are observed.
final class Flags: Observable, Sendable {
  private let values: Box<[Bool]>

  /// The registrar of reads and changes.
  private let registrar = ObservationRegistrar()

  /// Creates flags, of which none is set.
  init(count: Int) { values = Box([Bool](repeating: false, count: count)) }

  /// The flags that are set.
  var set: Set<Int> {
    let values = values.value
    return Set(values.indices.filter { values[$0] })
  }

  /// Whether a flag is set.
  subscript(flag: Int) -> Bool {
    switch flag {
    case 0: first
    case 1: second
    default: values.change { $0[flag] }
    }
  }

  /// The first flag, which is observed.
  private var first: Bool {
    get {
      registrar.access(self, keyPath: \.first)
      return values.change { $0[0] }
    }
    set {
      registrar.withMutation(of: self, keyPath: \.first) { values.change { $0[0] = newValue } }
    }
  }

  /// The second flag, which is observed.
  private var second: Bool {
    get {
      registrar.access(self, keyPath: \.second)
      return values.change { $0[1] }
    }
    set {
      registrar.withMutation(of: self, keyPath: \.second) { values.change { $0[1] = newValue } }
    }
  }

  /// Changes flags.
  func toggle(_ flags: [Int]) {
    for flag in flags {
      switch flag {
      case 0: first.toggle()
      case 1: second.toggle()
      default: values.change { $0[flag].toggle() }
      }
    }
  }
}
