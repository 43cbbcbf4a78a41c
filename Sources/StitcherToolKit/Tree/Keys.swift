/// The keys of the compiler's tree that are looked at.
enum Key: String, CaseIterable, Sendable {
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
  case cases, element
  case subjectExpr = "subject_expr"
  case overridden = "override"
  case labelItems = "case_label_items"
  case protocolUSR = "protocol"

  /// Returns the key of a text.
  init(_ text: UnsafeBufferPointer<UInt8>) { self = Self.known[.init(text)] ?? .other }

  /// All keys by their texts.
  private static let known: [TextKey: Key] = Dictionary(
    uniqueKeysWithValues: allCases.map { key in (TextKey(Array(key.rawValue.utf8)), key) })
}

/// What the compiler calls the values of its tree, as far as they are treated differently.
enum Kind: String, CaseIterable, Sendable {
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
  case namedPattern = "pattern_named"
  case substitution
  case argument
  case parameter
  case importing = "import_decl"

  /// Returns the kind of a text.
  init(_ text: UnsafeBufferPointer<UInt8>) { self = Self.known[.init(text)] ?? .other }

  /// All kinds by their texts.
  private static let known: [TextKey: Kind] = Dictionary(
    uniqueKeysWithValues: allCases.map { kind in (TextKey(Array(kind.rawValue.utf8)), kind) })
}

/// A short text to look up by, without making a string of it.
private struct TextKey: Hashable, Sendable {
  /// The first eight bytes, the last eight, and a sum of all.
  private let head: UInt64
  private let tail: UInt64
  private let sum: UInt64

  init(_ text: some RandomAccessCollection<UInt8>) {
    head = text.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    tail = text.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    sum = text.reduce(UInt64(text.count)) { $0 &* 31 &+ UInt64($1) }
  }
}
