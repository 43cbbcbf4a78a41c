internal import CBenchmark

/// Keeps the compiler from leaving out what makes a value. Costs no instruction but the value's own store.
@inline(__always)
func sink<Value>(_ value: Value) {
  withUnsafePointer(to: value) { benchmark_sink($0) }
}

/// Keeps the compiler from leaving out what makes an object. Costs no instruction.
@inline(__always)
func sink<Object: AnyObject>(object: Object) {
  benchmark_sink(Unmanaged.passUnretained(object).toOpaque())
}

/// Returns a number that the compiler knows nothing about.
@inline(__always)
func opaque(_ number: Int) -> Int { benchmark_opaque(number) }
