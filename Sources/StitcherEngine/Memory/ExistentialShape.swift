/// How an existential lies in memory, as far as a cast to it can be repeated.
///
/// What is read here is fixed by Swift's ABI: the kind is the first word of a type's metadata, and
/// that of existentials is followed by flags. ``ConversionCache`` checks the first cast against
/// what this says, so a runtime that differed would only lose speed.
enum ExistentialShape {
  /// A reference, then witness tables.
  case boundToClasses
  /// A buffer of three words, then the type of what it holds, then witness tables.
  case opaque

  /// The shape of a type; nil if it is no existential, or one of another shape.
  @inline(__always)
  init?(_ type: any Any.Type) {
    // A type's identity is the address of its metadata, which never goes.
    let metadata = UnsafeRawPointer(bitPattern: UInt(bitPattern: ObjectIdentifier(type)))
      .unsafelyUnwrapped
    guard metadata.load(as: UInt.self) == 0x303 else { return nil }
    let flags = metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt32.self)
    // Special protocols: `any Error` is a box of its own.
    guard flags & 0x3F00_0000 == 0 else { return nil }
    self = flags & 0x8000_0000 == 0 ? .boundToClasses : .opaque
  }

  /// How many bytes hold a class's instance.
  var referenceSize: Int {
    switch self {
    case .boundToClasses: MemoryLayout<UInt>.size
    case .opaque: 3 * MemoryLayout<UInt>.size
    }
  }
}

/// Returns the address of a type, as instances and tables hold it.
@inline(__always)
func typeBits<Value>(_ type: Value.Type) -> UInt {
  UInt(bitPattern: ObjectIdentifier(type))
}

/// Returns the address of the dynamic type of a value that is one reference to an object.
@inline(__always)
func dynamicTypeBits<Value>(of object: Value) -> UInt {
  let object = Borrowed<AnyObject>(bits: unsafeBitCast(object, to: UInt.self))
  return object.with { UInt(bitPattern: ObjectIdentifier(type(of: $0))) }
}
