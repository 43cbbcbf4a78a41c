internal import CBenchmark

/// Where results go, so that the compiler does not leave out what makes them.
///
/// A sink takes its value over and drops it, as an app does with what it has used. It costs nothing
/// else. The type is named, since a call with an existential would be made with what it holds.
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

/// Returns a number that the compiler knows nothing about.
@inline(__always)
func opaque(_ number: Int) -> Int { benchmark_opaque(number) }
