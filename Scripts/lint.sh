#!/usr/bin/env bash
# Checks the format of all Swift files, and the project's rules that no compiler knows.
#
# Usage: Scripts/lint.sh [--format] [--help]
#
#   --format   formats the files in place before checking

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

format=
for argument in "$@"; do
  case $argument in
  --format) format=1 ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$argument' (see Scripts/lint.sh --help)" ;;
  esac
done

need_swift
failures=0

# Reports findings, one a line, and counts them. Arguments: findings, what to do about them.
report() {
  local finding
  while IFS= read -r finding; do
    [ -n "$finding" ] || continue
    printf '%s: %s\n' "$finding" "$2" >&2
    failures=$((failures + 1))
  done <<<"$1"
}

# Prints file and line where the check of the compiler is overruled, and no comment says why.
# The comment has the word "Safe". It stands on the line, right above the declaration, or, where the
# line opens a body, as the first comment in it.
overruled_without_reason() {
  # shellcheck disable=SC2016
  swift_files | xargs -0 awk '
    function is_safe(text) { return text ~ /(^|[^A-Za-z])Safe([^A-Za-z]|$)/ }
    function code_of(text) {
      gsub(/"([^"\\]|\\.)*"/, "\"\"", text)
      sub(/\/\/.*/, "", text)
      return text
    }
    function overrules(code) { return code ~ /@unchecked[ \t]+Sendable|nonisolated\(unsafe\)/ }
    function give_up() {
      if (waiting != "") print waiting
      waiting = ""
    }
    FNR == 1 { give_up(); reason = "none"; above_is_comment = 0; head = 0 }
    END { give_up() }
    {
      # reason: "safe" or "unsafe" below a comment and while its declaration goes on, else "none".
      comment = ""
      if (match($0, /\/\/.*/)) comment = substr($0, RSTART)
      code = code_of($0)
      if (waiting != "" && code ~ /^[ \t]*$/ && is_safe(comment)) waiting = ""
      if (code !~ /^[ \t]*$/ || comment == "") give_up()
      if (code ~ /^[ \t]*$/) {
        if (comment == "") reason = "none"
        else if (is_safe(comment)) reason = "safe"
        else if (reason != "safe" || !above_is_comment) reason = "unsafe"
        above_is_comment = (comment != "")
        head = 0
        next
      }
      above_is_comment = 0
      if (code ~ /(^|[ \t])(class|struct|enum|extension|protocol)[ \t]/) head = 1
      if (overrules(code)) {
        if (reason != "safe" && !is_safe(comment)) {
          waiting = FILENAME ":" FNR
          if (code !~ /\{[ \t]*$/) give_up()
        }
        reason = "none"
        head = 0
      } else if (code ~ /[{}][ \t]*$/ || (!head && code !~ /^[ \t]*@/)) {
        reason = "none"
        head = 0
      }
    }'
}

# Prints file and line of comments that go beyond column 100: the formatter does not wrap them. A word
# that is too long by itself may stay, and so may what looks like a comment in a string of many lines, and
# errors of the compiler.
long_comments() {
  # Bytes, so that every awk counts the same: those that continue a character do not count.
  # shellcheck disable=SC2016
  swift_files | LC_ALL=C xargs -0 awk '
    FNR == 1 { in_string = 0 }
    !in_string && /^[ \t]*\/\// && !/^\/\/ error: / {
      text = $0
      gsub(/[\200-\277]/, "", text)
      if (length(text) > 100 && text ~ /\/\/+[ \t]+[^ \t].*[ \t]/) print FILENAME ":" FNR
      next
    }
    { if (gsub(/"""/, "") % 2) in_string = !in_string }'
}

# Prints file and line of observed types that only say they are safe: containers read what they observe on threads
# of their own, and the tests' processes have many.
unchecked_observed_types() {
  # shellcheck disable=SC2016
  find . -name '.?*' -prune -o -type f \( -name '*.swift' -o -name '*.md' \) -print0 | xargs -0 awk '
    FNR == 1 { is_observed = 0 }
    /@Observable([^A-Za-z]|$)/ { is_observed = 1 }
    is_observed && /@unchecked[ \t]+Sendable/ { print FILENAME ":" FNR }
    !/^[ \t]*@[^{]*$/ || /(class|actor)[ \t]/ { is_observed = 0 }'
}

# Prints file, line and word where the spelling is not American.
british_words() {
  local words
  words=$(awk '!/^#/ && NF { printf "%s%s", bar, $1; bar = "|" }' Scripts/spelling)
  find . -name '.?*' -prune -o -path ./Fuzz/Corpus -prune -o -path ./Scripts/spelling -o -type f \
    \( -name '*.swift' -o -name '*.md' -o -name '*.[ch]' -o -name Makefile -o -path './Scripts/*' \) -print0 \
    | xargs -0 grep -onHiE "[a-z]*($words)[a-z]*" || true
}

# Prints the tests that use a macro in a target that is built without macros, too, and do not say so.
unguarded_macros() {
  local macros='^ *(@[A-Za-z]+ +)*@(Registerable|InjectedInitializer|InjectedParameters|Stitchify|'
  macros+='InjectableDependency|Intercepted|DependenciesInjector|(Observable)?InjectedConstructor)([^A-Za-z]|$)'
  find Tests -type f -name '*.swift' ! -path 'Tests/StitcherMacrosPluginTests/*' \
    ! -path 'Tests/StitcherAutoregistrationKitTests/*' ! -path 'Tests/CompileErrors/*' \
    ! -path 'Tests/StitcherToolKitTests/Corpus/*' -print0 \
    | xargs -0 grep -lE "$macros" | xargs grep -L '#if Macros' || true
}

# Prints the targets that reach SwiftSyntax and are neither macros nor tests of macros, and the products with
# such targets. The toolchain's SwiftSyntax is found by its flags, the package's by its products.
syntax_outside_macros() {
  swift package dump-package 2>/dev/null | python3 -c '
import json, sys

package = json.load(sys.stdin)
targets = {target["name"]: target for target in package["targets"]}

def uses(target):
    settings = json.dumps(target["settings"])
    products = [d["product"][1] for d in target["dependencies"] if "product" in d]
    return "TOOLCHAIN_SWIFT_SYNTAX" in settings or "swift-syntax" in products

def reaches(name, seen):
    target = targets.get(name)
    if target is None or name in seen or target["type"] == "macro":
        return False
    seen.add(name)
    names = [value[0] for d in target["dependencies"] for kind, value in d.items() if kind != "product"]
    return uses(target) or any(reaches(each, seen) for each in names)

for name, target in targets.items():
    if target["type"] not in ("macro", "test") and reaches(name, set()):
        print("Package.swift: the target " + name)
if not any(uses(target) for target in targets.values() if target["type"] == "macro"):
    print("Package.swift: no macro")
'
}

# Prints the default traits of the package if there are several.
several_default_traits() {
  swift package dump-package 2>/dev/null | python3 -c '
import json, sys

traits = {trait["name"]: trait["enabledTraits"] for trait in json.load(sys.stdin)["traits"]}
if len(traits["default"]) > 1:
    print("Package.swift: " + ", ".join(traits["default"]))
'
}

if [ -n "$format" ]; then
  step "Format"
  swift_files | xargs -0 swift format --in-place --parallel --configuration .swift-format
fi

step "Lint: format"
if ! swift_files | xargs -0 swift format lint --strict --parallel --configuration .swift-format; then
  failures=$((failures + 1))
  echo "The format differs: run 'make format', then mend what is left by hand." >&2
fi

step "Lint: generated overloads"
Scripts/overloads.sh --check || failures=$((failures + 1))

step "Lint: public declarations"
Scripts/surface.py --limit 450 || failures=$((failures + 1))

step "Lint: words"
Scripts/words.py || failures=$((failures + 1))

step "Lint: rules"
findings=$(overruled_without_reason)
report "$findings" "say in a comment right here which rule makes it safe: 'Safe: …'"

findings=$(unchecked_observed_types)
report "$findings" "what is observed is isolated, or checked by the compiler: its state behind a lock and 'access(keyPath:)'"

findings=$(grep -rnE --include='*.swift' '^[^/]*[^A-Za-z]Mutex[<(]' Sources Tests \
  | grep -vE '^Tests/StitcherToolKitTests/Corpus/' | cut -d: -f1,2 || true)
report "$findings" "the thread sanitizer sees nothing of a 'Mutex' that threads wait for: take the engine's 'Lock', or 'Box' in tests"

findings=$(long_comments | grep -vE "${unfinished:-^$}" || true)
report "$findings" "a comment beyond column 100: wrap it"
findings=$(british_words | grep -vE "${unfinished:-^$}" || true)
report "$findings" "the spelling here is American: see Scripts/spelling"

findings=$(syntax_outside_macros || echo "Package.swift: no description")
report "$findings" "only macros depend on SwiftSyntax, else every user compiles it"

findings=$(several_default_traits || echo "Package.swift: no description")
report "$findings" "one default trait at most: SwiftPM passes several in a random order, and builds everything again"

findings=$(grep -rnE --include='*.swift' '^[^/"]*\[:\]' Sources/StitcherEngine Sources/Stitcher | cut -d: -f1,2 || true)
report "$findings" "a call, '[Key: Value]()', is faster than an empty literal in a module that is optimized for size"

findings=$(unguarded_macros)
report "$findings" "it uses a macro: put that in '#if Macros', so that it builds without that trait"

findings=$(grep -rnE --include='*.swift' '^[^/"]*import +Synchronization' Sources | cut -d: -f1,2 || true)
report "$findings" "'Synchronization' needs iOS 18: take the engine's 'Lock' and 'AtomicBox'"

if [ -d Sources/StitcherEngine ]; then
  imports='^[^/"]*import +((struct|class|enum|func|var|let|typealias|protocol|actor) +)?'
  imports+='(Foundation[A-Za-z]*|Dispatch|Combine|OpenCombine)([^A-Za-z0-9_]|$)'
  findings=$(grep -rnE --include='*.swift' "$imports" \
    Sources/StitcherEngine \
    | grep -vE '^Sources/StitcherEngine/(Memory/MainQueue|Events/PublisherLibrary)\.swift:' | cut -d: -f1,2 || true)
  report "$findings" "the engine imports the standard library only, but in Memory/MainQueue.swift and Events/PublisherLibrary.swift"
fi

# Unsafe code has its places: what hides it, and the one way to call closures of actors.
if [ -d Sources/StitcherEngine ]; then
  unsafe='Unsafe(Mutable)?(Raw)?(Buffer)?Pointer|withUnsafe(Mutable)?(Bytes|Pointer|BufferPointer)|Unmanaged'
  unsafe+='|unsafe(BitCast|Downcast)|unsafelyUnwrapped|assumingMemoryBound|unowned\(unsafe\)|Builtin'
  findings=$(grep -rnE --include='*.swift' "^[^/]*($unsafe)" \
    Sources/StitcherEngine \
    | grep -vE '^Sources/StitcherEngine/(Memory/|Lookup/|(Creation/FactoryClosure|Events/ActorBound)\.swift:)' | cut -d: -f1,2 || true)
  report "$findings" "the engine's unsafe code stands in Memory and Lookup, and, for closures of actors, in Creation/FactoryClosure.swift and Events/ActorBound.swift"

  # What is read without a lock belongs to the engine, and so does the end of each read.
  findings=$(grep -rnE --include='*.swift' '^[^/]*(ReadSection|Reclamation)' Sources \
    | grep -v '^Sources/StitcherEngine/' | cut -d: -f1,2 || true)
  report "$findings" "only the engine reads in sections, and frees after the readers"
fi

findings=$(find Sources -type f \( -name '*.swift' -o -name '*.c' -o -name '*.h' \) ! -path '*/Generated/*' \
  -exec awk 'FNR == 401 { print FILENAME ":401" }' {} +)
report "$findings" "a file of over 400 lines: split it by concept"

findings=$(find . -name '.?*' -prune -o -type d -print \
  | grep -E '/(Models|Managers|Utils|Utilities|Helpers|Extensions|Common|Misc)$' || true)
report "$findings" "a folder is named after a concept, not after a kind: rename it"

for script in Scripts/*.sh .ci/run; do
  bash -n "$script" || failures=$((failures + 1))
done
if command -v shellcheck >/dev/null 2>&1; then
  shellcheck -x -S warning Scripts/*.sh .ci/run || failures=$((failures + 1))
fi

[ "$failures" = 0 ] || fail "lint found $failures failures"
echo "Lint is clean."
