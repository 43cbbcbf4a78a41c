/// The JSON keys in the compiler's syntax tree that the tool reads.
package enum Key: String, CaseIterable, Sendable {
  case none = ""
  case other = "?"
  case kind = "_kind"
  case items, members, body, elements, expr, fn, args, decl, range, start, end, type, label, labels
  case name, special, usr, filename, attrs, macro, accessors, params, value, result, condition
  case conditions, arguments, substitutions, entries, initializer, pattern, base, implicit, get
  case inherits, getter, expression, src, dest
  case extendedType = "extended_type"
  case baseName = "base_name"
  case declUSR = "decl_usr"
  case genericParam = "generic_param"
  case replacementType = "replacement_type"
  case interfaceType = "interface_type"
  case originalInit = "original_init"
  case processedInit = "processed_init"
  case patternEntries = "pattern_entries"
  case compilerVersion = "compiler_version"
  case full, reqs, conformances
  case functionRef = "function_ref"
  case thrown = "throws"
  case builtinInitializer = "builtin_initializer"
  case genericSignature = "generic_signature"
  case requirementSignature = "requirement_signature"
  case captures, discriminator
  case subExpr = "sub_expr"
  case singleExpression = "single_expr_body"
  case thenStmt = "then_stmt"
  case thenExpr = "then_expr"
  case condExpr = "cond_expr"
  case parsedSequence = "parsed_sequence"
  case cond
  case isStatic = "static"
  case implicitSelf = "implicit_self_decl"
  case apiName
  case defaultArg = "default_arg"
  case subPattern = "sub_pattern"
  case captureName = "capture_name"
  case modulePath = "module_path"
  case propertyWrapper = "property_wrapper"
  case defaultArgsOwner = "default_args_owner"
  case sourceKind = "source_kind"
  case cases, components, element
  case subjectExpr = "subject_expr"
  case overridden = "override"
  case labelItems = "case_label_items"
  case protocolUSR = "protocol"
  case constant = "let"
  case lazy
  case isFinal = "final"
  case readImplementation = "readImpl"
  case rewritten, rhs, protocols
  case superclassType = "superclass_type"
  case genericParams = "generic_params"
  case whereRequirements = "where_requirements"
  case accessLevel = "access_level"
  case access

  /// Returns the key with the given text, or ``other`` if the tool does not read that key.
  package init(_ text: UnsafePointer<UInt8>, _ length: Int) {
    self = Self.known[TextKey(text, length)] ?? .other
  }

  /// The keys, by their texts.
  private static let known: [TextKey: Key] = Dictionary(
    uniqueKeysWithValues: allCases.map { key in (TextKey(key.rawValue), key) })
}

/// The kinds of syntax nodes that the tool distinguishes.
package enum Kind: String, CaseIterable, Sendable {
  case other = "?"
  case call = "call_expr"
  case dotCall = "dot_syntax_call_expr"
  case constructorCall = "constructor_ref_call_expr"
  case declRef = "declref_expr"
  case initializerRef = "other_constructor_ref_expr"
  case memberRef = "member_ref_expr"
  case dynamicMemberRef = "dynamic_member_ref_expr"
  case subscriptRef = "subscript_expr"
  case typeExpr = "type_expr"
  case dotSelf = "dot_self_expr"
  case stringLiteral = "string_literal_expr"
  case integerLiteral = "integer_literal_expr"
  case booleanLiteral = "boolean_literal_expr"
  case defaultArgument = "default_argument_expr"
  case closure = "closure_expr"
  case autoclosure = "autoclosure_expr"
  case keyPath = "keypath_expr"
  case optionalTry = "optional_try_expr"
  case ternary = "ternary_expr"
  case binary = "binary_expr"
  case prefixUnary = "prefix_unary_expr"
  case postfixUnary = "postfix_unary_expr"
  case varargs = "vararg_expansion_expr"
  case array = "array_expr"
  case tuple = "tuple_expr"
  case packExpansion = "pack_expansion_expr"
  case ifStatement = "if_stmt"
  case guardStatement = "guard_stmt"
  case whileStatement = "while_stmt"
  case repeatStatement = "repeat_while_stmt"
  case forEach = "for_each_stmt"
  case switchStatement = "switch_stmt"
  case caseStatement = "case_stmt"
  case catchStatement = "do_catch_stmt"
  case deferStatement = "defer_stmt"
  case returnStatement = "return_stmt"
  case throwStatement = "throw_stmt"
  case breakStatement = "break_stmt"
  case continueStatement = "continue_stmt"
  case brace = "brace_stmt"
  case function = "func_decl"
  case constructor = "constructor_decl"
  case destructor = "destructor_decl"
  case accessor = "accessor_decl"
  case subscripting = "subscript_decl"
  case variable = "var_decl"
  case patternBinding = "pattern_binding_decl"
  case patternEntry = "pattern_entry"
  case enumerationCase = "enum_case_decl"
  case structure = "struct_decl"
  case classType = "class_decl"
  case enumeration = "enum_decl"
  case actorType = "actor_decl"
  case protocolType = "protocol"
  case extending = "extension_decl"
  case topLevelCode = "top_level_code_decl"
  case customAttribute = "custom_attr"
  case availableAttribute = "available_attr"
  case accessAttribute = "access_control_attr"
  case macroExpansion = "macro_expansion_expr"
  case qualified = "dot_syntax_base_ignored"
  case namedPattern = "pattern_named"
  case substitution
  case argument
  case parameter
  case importing = "import_decl"
  case alias = "typealias"

  /// Returns the kind with the given text, or ``other`` if the tool does not distinguish that kind.
  package init(_ text: UnsafePointer<UInt8>, _ length: Int) {
    self = Self.known[TextKey(text, length)] ?? .other
  }

  /// The kinds, by their texts.
  private static let known: [TextKey: Kind] = Dictionary(
    uniqueKeysWithValues: allCases.map { kind in (TextKey(kind.rawValue), kind) })
}

/// A dictionary key made from the bytes of a text, so that a lookup creates no string.
private struct TextKey: Hashable, Sendable {
  /// The length of the text.
  ///
  /// The length, the first eight bytes, eight in the middle and the last eight identify each word
  /// that the compiler writes.
  private let length: Int
  private let head: UInt64
  private let middle: UInt64
  private let tail: UInt64

  init(_ text: UnsafePointer<UInt8>, _ length: Int) {
    self.length = length
    let raw = UnsafeRawPointer(text)
    guard length >= 8 else {
      var word: UInt64 = 0
      var position = 0
      while position < length {
        word = word << 8 | UInt64(text[position])
        position &+= 1
      }
      (head, middle, tail) = (word, 0, 0)
      return
    }
    head = raw.loadUnaligned(as: UInt64.self)
    middle = raw.loadUnaligned(fromByteOffset: length / 2 &- 4, as: UInt64.self)
    tail = raw.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
  }

  init(_ text: String) {
    self = Array(text.utf8).withUnsafeBufferPointer { bytes in
      var empty: UInt8 = 0
      return withUnsafePointer(to: &empty) { TextKey(bytes.baseAddress ?? $0, bytes.count) }
    }
  }

  static func == (one: TextKey, other: TextKey) -> Bool {
    one.length == other.length && one.head == other.head && one.middle == other.middle
      && one.tail == other.tail
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(head ^ tail &* 31)
  }
}
