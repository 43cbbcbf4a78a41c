internal import CBenchmark

/// A consumer of results, so that the compiler does not remove their computation.
///
/// A sink consumes its value and releases it, as an app does after its use. It has no other cost.
/// The type is explicit, since a call with an existential would be measured with the boxing.
enum Sink<Value> {
  /// Takes a value.
  @inline(__always)
  static func take(_ value: consuming Value) {
    withUnsafeMutablePointer(to: &value) { benchmark_sink($0) }
  }
}

extension Sink where Value: AnyObject {
  /// Takes an object, which may stay in a register.
  @inline(__always)
  static func take(_ object: consuming Value) {
    benchmark_sink(Unmanaged.passUnretained(object).toOpaque())
  }
}

/// Returns a number that the optimizer cannot compute.
@inline(__always)
func opaque(_ number: Int) -> Int { benchmark_opaque(number) }
