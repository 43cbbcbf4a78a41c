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

/// Returns the contents of an existential, so that a cast checks the conformance on the current
/// executor: a cast of an existential to its own type would check nothing. Other values are
/// returned as they are.
func contents<Value>(of value: Value) -> Any {
  guard let shape = ExistentialShape(Value.self) else { return value }
  return withUnsafePointer(to: value) { pointer in
    let address = UnsafeRawPointer(pointer)
    return switch shape {
    case .boundToClasses: address.assumingMemoryBound(to: AnyObject.self).pointee
    // Its first words are an `Any`.
    case .opaque: address.assumingMemoryBound(to: Any.self).pointee
    }
  }
}

/// Returns the address of a type, as instances and tables hold it.
@inline(__always)
func typeBits<Value>(_ type: Value.Type) -> UInt {
  UInt(bitPattern: ObjectIdentifier(type))
}

/// Returns the address of the dynamic type of a value: of an object, or of what an existential
/// holds; that of the declared type otherwise.
///
/// - Parameters:
///   - shape: The shape of the declared type.
///   - isObject: Whether the declared type is a class.
@inline(__always)
func dynamicTypeBits<Value>(
  of value: Value, _ shape: ExistentialShape?, _ isObject: Bool
) -> UInt {
  if isObject { return dynamicTypeBits(of: value) }
  guard let shape else { return typeBits(Value.self) }
  return withUnsafeBytes(of: value) { bytes in
    if shape == .opaque {
      let type = bytes.load(fromByteOffset: shape.referenceSize, as: UInt.self)
      // A class's instance may be one of a subclass.
      if !isClass(type) { return type }
    }
    let object = Borrowed<AnyObject>(bits: bytes.load(as: UInt.self))
    return object.with { UInt(bitPattern: ObjectIdentifier(type(of: $0))) }
  }
}

/// Whether a type is a class, by its address: the kind of its metadata is zero, or, where classes
/// are those of Objective-C, an address.
@inline(__always)
private func isClass(_ typeBits: UInt) -> Bool {
  let metadata = UnsafeRawPointer(bitPattern: typeBits).unsafelyUnwrapped
  let kind = metadata.load(as: UInt.self)
  return kind == 0 || kind > 0x7FF
}

/// Whether both are one object.
@inline(never)
package func isSameObject(_ one: Any, _ other: Any) -> Bool {
  type(of: one) is AnyObject.Type && type(of: other) is AnyObject.Type
    && one as AnyObject === other as AnyObject
}

/// Returns the address of the dynamic type of the object to which a reference at an address leads.
@inline(__always)
func dynamicTypeBits(ofObjectAt address: UnsafeRawPointer) -> UInt {
  let object = Borrowed<AnyObject>(bits: address.load(as: UInt.self))
  return object.with { UInt(bitPattern: ObjectIdentifier(type(of: $0))) }
}

/// Returns the address of the dynamic type of a value that is one reference to an object.
@inline(__always)
func dynamicTypeBits<Value>(of object: Value) -> UInt {
  let object = Borrowed<AnyObject>(bits: unsafeBitCast(object, to: UInt.self))
  return object.with { UInt(bitPattern: ObjectIdentifier(type(of: $0))) }
}
