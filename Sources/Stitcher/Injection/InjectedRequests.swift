internal import StitcherEngine

// What properties do at their first read, and say whether the result stands for absence, so that it
// is not kept. What is missing under a name or a value is thrown as the engine does, so that
// an optional or a collection can be empty instead.

/// Injects the only dependency of a type, or nil.
@_alwaysEmitIntoClient
@inline(__always)
func injectOptional<Value>(_ type: Value.Type, _ isAbsent: inout Bool) throws -> Value? {
  do {
    let value = try DependencyGraph.findPresent(type)
    isAbsent = isEmptyDependency(value)
    return value
  } catch {
    if case .failed(let error) = error { throw failure(error, type) }
    isAbsent = true
    return nil
  }
}

/// Injects the only dependency of a type that takes parameters, or nil.
@_alwaysEmitIntoClient
@inline(__always)
func injectOptional<Value, each Parameter: Hashable>(
  _ type: Value.Type, _ parameters: repeat each Parameter, isAbsent: inout Bool
) throws -> Value? {
  do {
    let value = try DependencyGraph.findPresent(type, repeat each parameters)
    isAbsent = isEmptyDependency(value)
    return value
  } catch {
    if case .failed(let error) = error { throw failure(error, type) }
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
@_alwaysEmitIntoClient
@inline(__always)
func injectAll<Container: DependencyContainingCollection>(
  _ type: Container.Type, _ isAbsent: inout Bool
) throws -> Container {
  do {
    if DependencyGraph.mayFindComposite(of: Container.Element.self),
      let own = try DependencyGraph.findCollectionItself(type)
    {
      isAbsent = own.isEmpty
      return own
    }
    let all = Container(try DependencyGraph.findAll(Container.Element.self))
    isAbsent = all.isEmpty
    return all
  } catch { throw failure(error, Container.Element.self) }
}

/// Injects all dependencies of the element type that take parameters.
@_alwaysEmitIntoClient
@inline(__always)
func injectAll<Container: DependencyContainingCollection, each Parameter: Hashable>(
  _ type: Container.Type, _ parameters: repeat each Parameter, isAbsent: inout Bool
) throws -> Container {
  do {
    let all = try DependencyGraph.findAll(in: type, repeat each parameters)
    isAbsent = all.isEmpty
    return all
  } catch { throw failure(error, Container.Element.self) }
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
  do {
    let value = try DependencyGraph.lent.object.resolve(name: name, as: type)
    isAbsent = isEmptyDependency(value)
    return value
  } catch { throw failure(error, .name(name)) }
}

/// Injects the only dependency of a name that takes parameters.
func inject<Value, each Parameter: Hashable>(
  name: String, _ type: Value.Type, _ parameters: repeat each Parameter, isAbsent: inout Bool
) throws -> Value {
  do {
    let value = try DependencyGraph.lent.object.resolve(
      name: name, as: type, arguments: repeat each parameters)
    isAbsent = isEmptyDependency(value)
    return value
  } catch { throw failure(error, .name(name)) }
}

/// Injects the only dependency of a value.
@usableFromInline
@inline(never)
func inject<Value, Key: Hashable>(
  value key: Key, _ type: Value.Type, _ isAbsent: inout Bool
) throws -> Value {
  do {
    let value = try DependencyGraph.lent.object.resolve(value: key, as: type)
    isAbsent = isEmptyDependency(value)
    return value
  } catch { throw failure(error, .value(TypedValueKey(key))) }
}

/// Injects the only dependency of a value that takes parameters.
func inject<Value, Key: Hashable, each Parameter: Hashable>(
  value key: Key, _ type: Value.Type, _ parameters: repeat each Parameter, isAbsent: inout Bool
) throws -> Value {
  do {
    let value = try DependencyGraph.lent.object.resolve(
      value: key, as: type, arguments: repeat each parameters)
    isAbsent = isEmptyDependency(value)
    return value
  } catch { throw failure(error, .value(TypedValueKey(key))) }
}

// A property knows its type and its place, but not what it asks for.

/// An error with what was asked for.
struct KeyedFailure: Error {
  /// What the engine or a factory has thrown.
  let error: any Error

  /// What was asked for.
  let key: LookupKey
}

/// Returns an error with the type that was asked for.
@usableFromInline
func failure(_ error: any Error, _ type: any Any.Type) -> any Error {
  failure(error, .type(type))
}

/// Returns an error with what was asked for. What is missing says it itself, and what a factory has
/// injected is another's.
private func failure(_ error: any Error, _ key: LookupKey) -> any Error {
  if error is InjectionError { return error }
  if let failure = error as? ResolutionFailure, case .missing(key) = failure.reason { return error }
  return KeyedFailure(error: error, key: key)
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
    let registrations = DependencyGraph.lent.object.registrations
    for parameter in repeat each parameters {
      let raw = (parameter as? any RawRepresentable)?.rawValue
      guard let name = (raw ?? parameter) as? String,
        registrations.contains(where: { $0.locator.matches(.name(name)) })
      else { continue }
      return ParameterMeantAsName(failure: failure, name: name)
    }
    return nil
  }
}
