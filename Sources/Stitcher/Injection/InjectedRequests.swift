internal import StitcherEngine

// What properties do at their first read, and say whether the result stands for absence, so that it
// is not kept. What is missing under a name or a value is thrown as the engine does, so that
// an optional or a collection can be empty instead.

/// Injects the only dependency of a type, or nil.
@inlinable
@inline(__always)
func injectOptional<Value>(_ type: Value.Type, _ isAbsent: inout Bool) throws -> Value? {
  do {
    let value = try DependencyGraph.findPresent(type)
    isAbsent = isEmptyDependency(value)
    return value
  } catch {
    if case .failed(let error) = error { throw error }
    isAbsent = true
    return nil
  }
}

/// Injects the only dependency of a type that takes parameters, or nil.
@inlinable
@inline(__always)
func injectOptional<Value, each Parameter: Hashable>(
  _ type: Value.Type, _ parameters: repeat each Parameter, isAbsent: inout Bool
) throws -> Value? {
  do {
    let value = try DependencyGraph.findPresent(type, repeat each parameters)
    isAbsent = isEmptyDependency(value)
    return value
  } catch {
    if case .failed(let error) = error { throw error }
    isAbsent = true
    return nil
  }
}

/// Injects the only dependency of a type that takes parameters.
@usableFromInline
@inline(never)
func inject<Value, each Parameter: Hashable>(
  _ type: Value.Type, _ parameters: repeat each Parameter, isAbsent: inout Bool
) throws -> Value {
  let value = try DependencyGraph.find(type, repeat each parameters)
  isAbsent = isEmptyDependency(value)
  return value
}

/// Injects all dependencies of the element type.
@inlinable
@inline(__always)
func injectAll<Container: DependencyContainingCollection>(
  _ type: Container.Type, _ isAbsent: inout Bool
) throws -> Container {
  let all: Container = try DependencyGraph.inject(byType: type)
  isAbsent = all.isEmpty
  return all
}

/// Injects the only dependency of a type that is known only when the program runs: a subclass.
@usableFromInline
@inline(never)
func injectExactly<Value>(_ type: Value.Type, _ isAbsent: inout Bool) throws -> Value {
  let value = try DependencyGraph.find(type)
  isAbsent = isEmptyDependency(value)
  return value
}

/// Injects the only dependency of a name.
@usableFromInline
@inline(never)
func inject<Value>(name: String, _ type: Value.Type, _ isAbsent: inout Bool) throws -> Value {
  let value = try DependencyGraph.shared.resolve(name: name, as: type)
  isAbsent = isEmptyDependency(value)
  return value
}

/// Injects the only dependency of a value.
@usableFromInline
@inline(never)
func inject<Value, Key: Hashable>(
  value key: Key, _ type: Value.Type, _ isAbsent: inout Bool
) throws -> Value {
  let value = try DependencyGraph.shared.resolve(value: key, as: type)
  isAbsent = isEmptyDependency(value)
  return value
}
