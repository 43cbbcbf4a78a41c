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
  do {
    let value = try DependencyGraph.find(type, repeat each parameters)
    isAbsent = isEmptyDependency(value)
    return value
  } catch let failure as ResolutionFailure {
    throw ParameterMeantAsName.find(in: failure, repeat each parameters) ?? failure
  }
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

/// Nothing takes a parameter that is the name of a dependency: `@Injected("card")` was written
/// where `@Injected(name: "card")` was meant.
struct ParameterMeantAsName: Error {
  /// What is missing.
  let failure: any Error

  /// The name.
  let name: String

  /// What to write.
  var remedy: String {
    "'\(name)' is passed as a parameter; it is also the name of a dependency,"
      + " which '@Injected(name: \"\(name)\")' injects."
  }

  /// Returns the error with the first parameter that is a name, if there is one.
  ///
  /// - Complexity: O(*n*) in the number of active dependencies.
  @inline(never)
  static func find<each Parameter: Hashable>(
    in failure: ResolutionFailure, _ parameters: repeat each Parameter
  ) -> (any Error)? {
    guard case .missing(.type) = failure.reason else { return nil }
    let registrations = DependencyGraph.shared.registrations
    for parameter in repeat each parameters {
      guard let name = parameter as? String,
        registrations.contains(where: { $0.locator.matches(.name(name)) })
      else { continue }
      return ParameterMeantAsName(failure: failure, name: name)
    }
    return nil
  }
}
