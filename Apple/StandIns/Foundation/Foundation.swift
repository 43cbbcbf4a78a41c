// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of Foundation that the package and its examples use, for type-checking. All of them
// are older than the lowest releases of the package. Nothing here runs.

@_exported public import Dispatch

public typealias TimeInterval = Double

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
  var recoverySuggestion: String? { get }
  var helpAnchor: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { fatalError() }
  public var failureReason: String? { fatalError() }
  public var recoverySuggestion: String? { fatalError() }
  public var helpAnchor: String? { fatalError() }
}

extension Error {
  public var localizedDescription: String { fatalError() }
}

open class NSObject: Hashable, CustomStringConvertible {
  public init() { fatalError() }
  open func hash(into hasher: inout Hasher) { fatalError() }
  public static func == (lhs: NSObject, rhs: NSObject) -> Bool { fatalError() }
  open var description: String { fatalError() }
}

public struct Data: Hashable, Sendable {
  public init() { fatalError() }
}

public struct Date: Hashable, Comparable, Sendable {
  public init() { fatalError() }
  public static func < (lhs: Date, rhs: Date) -> Bool { fatalError() }
}

public struct UUID: Hashable, Sendable, CustomStringConvertible {
  public init() { fatalError() }
  public var uuidString: String { fatalError() }
  public var description: String { fatalError() }
}

public struct URL: Hashable, Sendable {
  public init?(string: String) { fatalError() }
  public var absoluteString: String { fatalError() }
}
