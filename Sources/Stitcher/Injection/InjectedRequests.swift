internal import StitcherEngine

// The functions that properties call at their first read. Each function sets `isAbsent` if nothing
// is registered, so that the property does not store the result. If a name or a value is not
// registered, the functions throw the engine's error. A property with an optional or a collection
// type is then `nil` or empty.

/// Injects the only dependency of the given type; the result is `nil` if no dependency is
/// registered.
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

/// Injects the only dependency of the given type, and passes arguments to its factory; the result
/// is `nil` if no dependency is registered.
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

/// Injects the only dependency of the given type, and passes arguments to its factory.
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

/// Injects all dependencies of the given collection type's element type.
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

/// Injects all dependencies of the given collection type's element type, and passes arguments to
/// their factories.
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

/// Injects the only dependency of the given type, which is not known at compile time, such as a
/// subclass.
@usableFromInline
@inline(never)
func injectExactly<Value>(_ type: Value.Type, _ isAbsent: inout Bool) throws -> Value {
  let value = try DependencyGraph.find(type)
  isAbsent = isEmptyDependency(value)
  return value
}

/// Injects the only dependency with the given name.
@usableFromInline
@inline(never)
func inject<Value>(name: String, _ type: Value.Type, _ isAbsent: inout Bool) throws -> Value {
  do {
    let value = try DependencyGraph.unretained.object.resolve(name: name, as: type)
    isAbsent = isEmptyDependency(value)
    return value
  } catch { throw failure(error, .name(name)) }
}

/// Injects the only dependency with the given name, and passes arguments to its factory.
@usableFromInline
@inline(never)
func inject<Value, each Parameter: Hashable>(
  name: String, _ type: Value.Type, _ parameters: repeat each Parameter, isAbsent: inout Bool
) throws -> Value {
  do {
    let value = try DependencyGraph.unretained.object.resolve(
      name: name, as: type, arguments: repeat each parameters)
    isAbsent = isEmptyDependency(value)
    return value
  } catch { throw failure(error, .name(name)) }
}

/// Injects the only dependency that is registered for the given value.
@usableFromInline
@inline(never)
func inject<Value, Key: Hashable>(
  value key: Key, _ type: Value.Type, _ isAbsent: inout Bool
) throws -> Value {
  do {
    let value = try DependencyGraph.unretained.object.resolve(value: key, as: type)
    isAbsent = isEmptyDependency(value)
    return value
  } catch { throw failure(error, .value(TypedValueKey(key))) }
}

/// Injects the only dependency that is registered for the given value, and passes arguments to its
/// factory.
@usableFromInline
@inline(never)
func inject<Value, Key: Hashable, each Parameter: Hashable>(
  value key: Key, _ type: Value.Type, _ parameters: repeat each Parameter, isAbsent: inout Bool
) throws -> Value {
  do {
    let value = try DependencyGraph.unretained.object.resolve(
      value: key, as: type, arguments: repeat each parameters)
    isAbsent = isEmptyDependency(value)
    return value
  } catch { throw failure(error, .value(TypedValueKey(key))) }
}

// A property knows its type and its source location, but not the key of its injection. So its
// errors contain the key.

/// An error of the engine or of a factory, together with the key of the injection.
struct KeyedFailure: Error {
  /// The error that the engine or the dependency's factory has thrown.
  let error: any Error

  let key: LookupKey
}

/// Returns, for the given error of the engine or of a factory, an error that also names the
/// requested type.
@usableFromInline
func failure(_ error: any Error, _ type: any Any.Type) -> any Error {
  failure(error, .type(type))
}

/// Returns, for the given error of the engine or of a factory, an error that also names the
/// requested key.
///
/// An error that already names the key, or that comes from an injection in a factory, is returned
/// unchanged.
private func failure(_ error: any Error, _ key: LookupKey) -> any Error {
  if error is InjectionError { return error }
  if let failure = error as? ResolutionFailure, case .missing(key) = failure.reason { return error }
  return KeyedFailure(error: error, key: key)
}

/// The error that reports `@Injected("card")` where `@Injected(name: "card")` was probably meant.
///
/// No factory takes a string parameter, but the string is the name of a dependency.
struct ParameterMeantAsName: Error {
  /// The error of the property's injection, which says that no dependency matches.
  let failure: any Error

  let name: String

  /// The remedy in the error's text: if the argument was meant as a dependency's name, write it
  /// with a label.
  var remedy: String {
    "'\(name)' is passed as a parameter; it is also the name of a dependency,"
      + " which '@Injected(name: \"\(name)\")' injects."
  }

  /// Returns an error if one of the arguments is the name of a registered dependency, otherwise
  /// `nil`.
  @inline(never)
  static func find<each Parameter: Hashable>(
    in failure: ResolutionFailure, _ parameters: repeat each Parameter
  ) -> (any Error)? {
    guard case .missing(.type) = failure.reason else { return nil }
    let registrations = DependencyGraph.unretained.object.registrations
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
