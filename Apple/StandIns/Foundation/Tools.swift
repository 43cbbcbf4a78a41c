// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the package's tools use besides, which run on macOS.

@_exported public import Darwin

#if os(macOS)
  extension URL {
    public init(fileURLWithPath path: String) { fatalError() }
    public init(fileURLWithPath path: String, isDirectory: Bool) { fatalError() }
    public var path: String { fatalError() }
    public var lastPathComponent: String { fatalError() }
    public var pathExtension: String { fatalError() }
    public var standardizedFileURL: URL { fatalError() }
    public var standardized: URL { fatalError() }
    public func appendingPathComponent(_ component: String) -> URL { fatalError() }
    public func deletingLastPathComponent() -> URL { fatalError() }
    public func deletingPathExtension() -> URL { fatalError() }
    public func resolvingSymlinksInPath() -> URL { fatalError() }
  }

  extension Data: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    public typealias Index = Int
    public typealias Element = UInt8
    public typealias SubSequence = Data
    public init(contentsOf url: URL) throws { fatalError() }
    public init<S: Sequence>(_ elements: S) where S.Element == UInt8 { fatalError() }
    public var startIndex: Int { fatalError() }
    public var endIndex: Int { fatalError() }
    public subscript(position: Int) -> UInt8 {
      get { fatalError() }
      set { fatalError() }
    }
    public subscript(bounds: Range<Int>) -> Data {
      get { fatalError() }
      set { fatalError() }
    }
    public mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with: C)
    where C.Element == UInt8 {
      fatalError()
    }
    public struct WritingOptions: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { fatalError() }
      public static let atomic = WritingOptions(rawValue: 1)
    }
    public func write(to url: URL, options: WritingOptions = []) throws { fatalError() }
    public func range(of data: Data) -> Range<Int>? { fatalError() }
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
      -> Result
    {
      fatalError()
    }
  }

  extension Data {
    public mutating func append(_ other: Data) { fatalError() }
  }

  extension Date {
    public init(timeIntervalSinceReferenceDate: TimeInterval) { fatalError() }
    public var timeIntervalSinceReferenceDate: TimeInterval { fatalError() }
    public var timeIntervalSince1970: TimeInterval { fatalError() }
    public var timeIntervalSinceNow: TimeInterval { fatalError() }
    public func timeIntervalSince(_ date: Date) -> TimeInterval { fatalError() }
    @available(macOS 12, *)
    public static var now: Date { fatalError() }
  }

  extension String {
    public struct Encoding: Sendable { public static let utf8 = Encoding() }
    public init(contentsOf url: URL, encoding: Encoding) throws { fatalError() }
    public init(contentsOfFile path: String, encoding: Encoding) throws { fatalError() }
  }

  public struct CharacterSet: Sendable { public static let whitespacesAndNewlines = CharacterSet() }

  extension String {
    public init(format: String, _ arguments: any CVarArg...) { fatalError() }
  }

  extension StringProtocol {
    public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
    public func write(toFile path: String, atomically: Bool, encoding: String.Encoding) throws {
      fatalError()
    }
    public func write(to url: URL, atomically: Bool, encoding: String.Encoding) throws {
      fatalError()
    }
    public func contains<T: StringProtocol>(_ other: T) -> Bool { fatalError() }
    public func components(separatedBy separator: String) -> [String] { fatalError() }
    public func replacingOccurrences(of target: String, with replacement: String) -> String {
      fatalError()
    }
    public func data(using encoding: String.Encoding) -> Data? { fatalError() }
  }

  public struct FileAttributeKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { fatalError() }
    public static let size = FileAttributeKey(rawValue: "")
    public static let modificationDate = FileAttributeKey(rawValue: "")
    public static let systemFileNumber = FileAttributeKey(rawValue: "")
  }

  open class FileManager: NSObject, @unchecked Sendable {
    // Safe: a stand-in without state, annotated as the SDK's type is.
    public class var `default`: FileManager { fatalError() }
    open var currentDirectoryPath: String { fatalError() }
    open var temporaryDirectory: URL { fatalError() }
    open func fileExists(atPath path: String) -> Bool { fatalError() }
    open func fileExists(
      atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?
    ) -> Bool { fatalError() }
    open func isExecutableFile(atPath path: String) -> Bool { fatalError() }
    open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] {
      fatalError()
    }
    open func enumerator(atPath path: String) -> DirectoryEnumerator? { fatalError() }
    public struct DirectoryEnumerationOptions: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { fatalError() }
      public static var skipsHiddenFiles: DirectoryEnumerationOptions { fatalError() }
    }
    open func enumerator(
      at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?,
      options mask: DirectoryEnumerationOptions = [],
      errorHandler handler: ((URL, any Error) -> Bool)? = nil
    ) -> DirectoryEnumerator? { fatalError() }
    open class DirectoryEnumerator: NSObject {
      open func nextObject() -> Any? { fatalError() }
      open func skipDescendants() { fatalError() }
    }
    open func contents(atPath path: String) -> Data? { fatalError() }
    open func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
    open func subpathsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
    open func createDirectory(
      atPath path: String, withIntermediateDirectories: Bool,
      attributes: [FileAttributeKey: Any]? = nil
    ) throws { fatalError() }
    open func createDirectory(
      at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws { fatalError() }
    @discardableResult
    open func createFile(
      atPath path: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil
    ) -> Bool { fatalError() }
    open func removeItem(atPath path: String) throws { fatalError() }
    open func removeItem(at url: URL) throws { fatalError() }
    open func moveItem(atPath path: String, toPath other: String) throws { fatalError() }
    open func copyItem(atPath path: String, toPath other: String) throws { fatalError() }
    open func destinationOfSymbolicLink(atPath path: String) throws -> String { fatalError() }
  }

  open class FileHandle: NSObject, @unchecked Sendable {
    // Safe: a stand-in without state, annotated as the SDK's type is.
    public class var standardError: FileHandle { fatalError() }
    public class var standardOutput: FileHandle { fatalError() }
    public class var standardInput: FileHandle { fatalError() }
    public class var nullDevice: FileHandle { fatalError() }
    public init(fileDescriptor: Int32, closeOnDealloc: Bool) { fatalError() }
    open var fileDescriptor: Int32 { fatalError() }
    open var availableData: Data { fatalError() }
    open func readDataToEndOfFile() -> Data { fatalError() }
    @available(macOS 10.15.4, *)
    public func readToEnd() throws -> Data? { fatalError() }
    @available(macOS 10.15.4, *)
    public func write<T: Sequence>(contentsOf data: T) throws where T.Element == UInt8 {
      fatalError()
    }
    open func write(_ data: Data) { fatalError() }
    open func closeFile() { fatalError() }
    public func close() throws { fatalError() }
  }

  open class Pipe: NSObject, @unchecked Sendable {
    // Safe: a stand-in without state, annotated as the SDK's type is.
    public override init() { fatalError() }
    open var fileHandleForReading: FileHandle { fatalError() }
    open var fileHandleForWriting: FileHandle { fatalError() }
  }

  open class Process: NSObject, @unchecked Sendable {
    // Safe: a stand-in without state, annotated as the SDK's type is.
    public override init() { fatalError() }
    open var executableURL: URL?
    open var arguments: [String]?
    open var environment: [String: String]?
    open var currentDirectoryURL: URL?
    open var standardInput: Any?
    open var standardOutput: Any?
    open var standardError: Any?
    public enum TerminationReason: Int, Sendable { case exit, uncaughtSignal }
    open var terminationReason: TerminationReason { fatalError() }
    open var terminationHandler: (@Sendable (Process) -> Void)?
    open var terminationStatus: Int32 { fatalError() }
    open var isRunning: Bool { fatalError() }
    open var processIdentifier: Int32 { fatalError() }
    open func run() throws { fatalError() }
    open func waitUntilExit() { fatalError() }
    open func terminate() { fatalError() }
  }

  open class ProcessInfo: NSObject, @unchecked Sendable {
    // Safe: a stand-in without state, annotated as the SDK's type is.
    public class var processInfo: ProcessInfo { fatalError() }
    open var environment: [String: String] { fatalError() }
    open var arguments: [String] { fatalError() }
    open var activeProcessorCount: Int { fatalError() }
    open var processorCount: Int { fatalError() }
    open var processIdentifier: Int32 { fatalError() }
  }

  open class NSLock: NSObject, @unchecked Sendable {
    // Safe: a stand-in without state, annotated as the SDK's type is.
    public override init() { fatalError() }
    open func lock() { fatalError() }
    open func unlock() { fatalError() }
    public func withLock<R>(_ body: () throws -> R) rethrows -> R { fatalError() }
  }

  open class Bundle: NSObject, @unchecked Sendable {
    // Safe: a stand-in without state, annotated as the SDK's type is.
    public class var main: Bundle { fatalError() }
    open var executablePath: String? { fatalError() }
    open var executableURL: URL? { fatalError() }
    open var bundlePath: String { fatalError() }
  }

  public struct ObjCBool: Sendable, ExpressibleByBooleanLiteral {
    public var boolValue: Bool { fatalError() }
    public init(booleanLiteral value: Bool) { fatalError() }
  }

  public struct URLResourceKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { fatalError() }
    public static let contentModificationDateKey = URLResourceKey(rawValue: "")
    public static let fileSizeKey = URLResourceKey(rawValue: "")
  }

  public struct URLResourceValues: Sendable {
    public var contentModificationDate: Date? { fatalError() }
    public var fileSize: Int? { fatalError() }
  }

  extension URL {
    public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues {
      fatalError()
    }
  }

  open class JSONDecoder: @unchecked Sendable {
    // Safe: a stand-in without state, annotated as the SDK's type is.
    public init() { fatalError() }
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
  }

  open class JSONEncoder: @unchecked Sendable {
    // Safe: a stand-in without state, annotated as the SDK's type is.
    public struct OutputFormatting: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { fatalError() }
      public static let prettyPrinted = OutputFormatting(rawValue: 1)
      public static let sortedKeys = OutputFormatting(rawValue: 2)
      public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    }
    public init() { fatalError() }
    open var outputFormatting: OutputFormatting = []
    open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
  }

  open class JSONSerialization: NSObject {
    public struct ReadingOptions: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { fatalError() }
      public static let fragmentsAllowed = ReadingOptions(rawValue: 1)
    }
    public struct WritingOptions: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { fatalError() }
      public static let sortedKeys = WritingOptions(rawValue: 1)
      public static let fragmentsAllowed = WritingOptions(rawValue: 2)
    }
    open class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any {
      fatalError()
    }
    open class func data(withJSONObject object: Any, options: WritingOptions = []) throws -> Data {
      fatalError()
    }
  }
#endif
