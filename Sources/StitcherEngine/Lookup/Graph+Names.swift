extension Graph {
  /// Returns the only dependency of a name that takes no parameters.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value>(name: String, as type: Value.Type) throws -> Value {
    try finish(find(name, as: ObjectIdentifier(type)), .name(name))
  }

  /// Returns the only dependency of a name that takes parameters of the arguments' types.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value, each Argument>(
    name: String, as type: Value.Type, arguments: repeat each Argument
  ) throws -> Value {
    try finish(
      find(name, as: ObjectIdentifier(type)), .name(name), arguments: repeat each arguments)
  }

  /// Returns the only dependency of a value that takes no parameters.
  ///
  /// The value's `hash(into:)` and `==` run outside every lock.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value, Key: Hashable>(value: Key, as type: Value.Type) throws -> Value {
    try finish(find(value: value), .value(TypedValueKey(value)))
  }

  /// Returns the only dependency of a value that takes parameters of the arguments' types.
  ///
  /// The value's `hash(into:)` and `==` run outside every lock.
  ///
  /// - Throws: ``ResolutionFailure``, or what a factory throws.
  /// - Complexity: O(1) on average. A live instance is read without a lock.
  package func resolve<Value, Key: Hashable, each Argument>(
    value: Key, as type: Value.Type, arguments: repeat each Argument
  ) throws -> Value {
    try finish(
      find(value: value), .value(TypedValueKey(value)),
      arguments: repeat each arguments)
  }
}
