import Foundation
import StitcherSyntax
import StitcherToolKit
import Testing

/// Trees as other versions of the compiler may write them: with new, absent and reordered fields.
@Suite struct TreeVariantTests {
  /// The compiler's tree of the test program, as JSON.
  private static let json = Result {
    let package = try ScratchPackage()
    try package.write(CompilerCheck.source, to: "CompilerCheck.swift")
    let run = try Subprocess.run(
      package.compiler,
      [
        "-frontend", "-dump-ast", "-dump-ast-format", "json", "-primary-file",
        package.root + "/CompilerCheck.swift", "-module-name", "Stitcher", "-parse-as-library",
        "-swift-version", "6",
      ])
    return [UInt8](run.output.utf8)
  }

  /// The compiler's tree of the test program.
  private func tree() throws -> Any {
    try JSONSerialization.jsonObject(with: Data(Self.json.get()))
  }

  /// Returns what is read from a tree.
  private func lines(of tree: Any, sorted: Bool = false) throws -> [String] {
    let options: JSONSerialization.WritingOptions = sorted ? [.sortedKeys, .prettyPrinted] : []
    let json = try JSONSerialization.data(withJSONObject: tree, options: options)
    return try lines(ofTree: [UInt8](json))
  }

  /// Returns what is read from the text of a tree.
  private func lines(ofTree json: [UInt8]) throws -> [String] {
    let facts = try TreeReader.facts(
      ofTree: json, file: "/CompilerCheck.swift", module: "Stitcher", source: CompilerCheck.source)
    return CompilerCheck.lines(of: Program(title: "canary", facts: [facts]).description())
  }

  /// Returns a tree in which each object is changed.
  private func changed(_ value: Any, _ change: (inout [String: Any]) -> Void) -> Any {
    if let array = value as? [Any] { return array.map { changed($0, change) } }
    guard let object = value as? [String: Any] else { return value }
    var copy = object.mapValues { changed($0, change) }
    change(&copy)
    return copy
  }

  @Test func `the order of fields does not matter`() throws {
    let tree = try tree()
    // Foundation writes fields in an order that differs from run to run, and sorted ones.
    #expect(try lines(of: tree) == CompilerCheck.expected)
    #expect(try lines(of: tree, sorted: true) == CompilerCheck.expected)
  }

  @Test func `new fields do not matter`() throws {
    let tree = changed(try tree()) { object in
      object["a_new_field"] =
        [
          "_kind": "call_expr", "fn": ["_kind": "declref_expr"], "args": [1, "two", NSNull()],
        ] as [String: Any]
      object["z_new_field"] = "{ \"[ \\ é"
      object["m_new_number"] = -1.5e3
    }
    #expect(try lines(of: tree, sorted: true) == CompilerCheck.expected)
  }

  @Test func `the fields that are not looked at may be absent`() throws {
    let known = Set(Key.allCases.map(\.rawValue))
    let tree = changed(try tree()) { object in
      for key in object.keys where !known.contains(key) { object[key] = nil }
    }
    #expect(try lines(of: tree) == CompilerCheck.expected)
  }

  @Test(arguments: Key.allCases)
  func `without a field, less is read, and nothing crashes`(key: Key) throws {
    _ = try lines(ofTree: Self.replacing(key, with: #""a_new_field":0"#).tree)
  }

  @Test(arguments: Key.allCases)
  func `a field of another shape does not crash`(key: Key) throws {
    for value in ["7", #"{"a":["b"]}"#] {
      _ = try? lines(ofTree: Self.replacing(key, with: #""\#(key.rawValue)":\#(value)"#).tree)
    }
  }

  @Test func `most fields are in the tree, so they are replaced`() throws {
    let counts = try Key.allCases.map { try Self.replacing($0, with: "").count }
    #expect(counts.count { $0 > 0 } > counts.count / 2)
  }

  /// Returns the text of the compiler's tree, in which each field of a name is replaced together
  /// with its value, and the number of these fields.
  ///
  /// A change of the decoded tree, and its encoding, would take longer in debug builds.
  private static func replacing(
    _ key: Key, with field: String
  ) throws -> (tree: [UInt8], count: Int) {
    let (json, name) = (try Self.json.get(), Array(#""\#(key.rawValue)":"#.utf8))
    var (tree, count, copied, position) = ([UInt8](), 0, 0, 0)
    while position < json.count {
      if json[position] == UInt8(ascii: "\""), json[position...].starts(with: name) {
        tree += json[copied..<position] + field.utf8
        count += 1
        position = end(ofValueAt: position + name.count, json)
        copied = position
      } else {
        position = end(ofTokenAt: position, json)
      }
    }
    return (tree + json[copied...], count)
  }

  /// Returns the position after a string, or after one other byte.
  private static func end(ofTokenAt start: Int, _ json: [UInt8]) -> Int {
    var position = start + 1
    guard json[start] == UInt8(ascii: "\"") else { return position }
    while json[position] != UInt8(ascii: "\"") {
      position += json[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position + 1
  }

  /// Returns the position after a value: at the comma or bracket that follows it.
  private static func end(ofValueAt start: Int, _ json: [UInt8]) -> Int {
    var (position, depth) = (start, 0)
    while true {
      switch json[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return position }
        depth -= 1
      case UInt8(ascii: ","): if depth == 0 { return position }
      default: break
      }
      position = end(ofTokenAt: position, json)
    }
  }
}
