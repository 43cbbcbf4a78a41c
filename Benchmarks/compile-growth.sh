#!/usr/bin/env bash
# Measures how the time to compile registrations grows with their number, in debug.
#
# Usage: Benchmarks/compile-growth.sh [--counts LIST] [--limit N] [--rounds N] [--keep FOLDER] [--library FOLDER] [--help]
#
#   --counts LIST      the numbers of registrations (default: "100 300 1000 3000")
#   --limit N          gives up on what takes longer than N seconds (default: 300)
#   --rounds N         takes the median of N rounds (default: 3); what takes over 20 s is measured once
#   --keep FOLDER      generates into FOLDER, and leaves it there
#   --library FOLDER   measures against the package in FOLDER (default: the one this script is in)
#
# For each number, generates modules with the same registrations in one container closure, and in functions of 100 that the
# closure calls. Their baseline is one function with as many calls that put a factory into a dictionary. A further module
# has as many types with `@Registerable`, and the group that the plugin writes; its baseline has the types alone. The library
# and the types that are not part of a module are built before. Prints a Markdown table.

set -euo pipefail
shopt -s inherit_errexit 2>/dev/null || true

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
counts='100 300 1000 3000' limit=300 rounds=3 keep='' library=$root

# Prints a message and ends with an error.
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

while [ $# -gt 0 ]; do
  case $1 in
  --help | -h)
    awk 'NR == 1 { next } /^#/ { sub(/^# ?/, ""); print; next } { exit }' "$0"
    exit 0
    ;;
  --counts | --limit | --rounds | --keep | --library)
    [ $# -ge 2 ] || fail "$1 needs a value"
    case $1 in
    --counts) counts=$2 ;;
    --limit) limit=$2 ;;
    --rounds) rounds=$2 ;;
    --keep) keep=$2 ;;
    --library) library=$(cd "$2" && pwd) ;;
    esac
    shift
    ;;
  *) fail "unknown option '$1' (see Benchmarks/compile-growth.sh --help)" ;;
  esac
  shift
done
for number in $counts "$limit" "$rounds"; do
  case $number in '' | *[!0-9]* | 0*) fail "--counts, --limit and --rounds need numbers" ;; esac
done
command -v swiftc >/dev/null 2>&1 || fail "no Swift toolchain on PATH"
timeout=$(command -v timeout || command -v gtimeout) || fail "no timeout on PATH (GNU coreutils)"

if [ -n "$keep" ]; then
  mkdir -p "$keep"
  work=$(cd "$keep" && pwd)
else
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi

# Prints the types that are registered. Argument: their number.
types() {
  awk -v count="$1" 'BEGIN {
    for (i = 0; i < count; i++) {
      printf "public protocol Face%d: Sendable {}\n", i
      printf "public final class Part%d: Face%d {\n  public init() {}\n", i, i
      print  "  public init(size: Int) {}\n}"
    }
  }'
}

# Prints registrations. Arguments: the first one's number, the number of the one behind the last.
statements() {
  awk -v first="$1" -v end="$2" 'BEGIN {
    for (i = first; i < end; i++) {
      kind = i % 5
      if (kind == 0) printf "    Dependency { Part%d() }\n", i
      if (kind == 1) printf "    Dependency { Part%d() }.conforms(to: (any Face%d).self)\n", i, i
      if (kind == 2) {
        printf "    Dependency { Part%d() }.conforms(to: (any Face%d).self)\n", i, i
        print  "      .scope(.singleton)"
      }
      if (kind == 3) printf "    Dependency(named: \"part.%d\") { Part%d() }\n", i, i
      if (kind == 4) printf "    Dependency { (size: Int) in Part%d(size: size) }\n", i
    }
  }'
}

# Prints a container. Arguments: its statements.
container() {
  printf '\npublic func makeContainer() -> DependencyContainer {\n  DependencyContainer {\n'
  printf '%s\n' "$@"
  printf '  }\n}\n'
}

# Writes a container with one closure. Arguments: folder, the number of registrations.
write_body() {
  {
    printf 'import Stitcher\nimport Types\n'
    container "$(statements 0 "$2")"
  } >"$1/Container.swift"
}

# Writes a container that calls functions. Arguments: folder, the number of registrations.
write_functions() {
  local first end calls=()
  {
    printf 'import Stitcher\nimport Types\n'
    for ((first = 0; first < $2; first += 100)); do
      end=$((first + 100 < $2 ? first + 100 : $2))
      printf '\n@DependencyRegistrarBuilder\n'
      printf 'func dependencies%d() -> DependenciesRegistrar {\n' "$first"
      statements "$first" "$end"
      printf '}\n'
      calls+=("    dependencies$first()")
    done
    container "${calls[@]}"
  } >"$1/Container.swift"
}

# Writes a dictionary of factories and a function that fills it. Arguments: folder, the number of registrations.
write_dictionary() {
  awk -v count="$2" 'BEGIN {
    print "import Types\n"
    print "public struct Factories {"
    print "  var factories: [ObjectIdentifier: () -> Any] = [:]"
    print "  mutating func register<T>(_ type: T.Type, _ make: @escaping () -> T) {"
    print "    factories[ObjectIdentifier(type)] = make"
    print "  }\n}\n"
    print "public func makeFactories() -> Factories {\n  var factories = Factories()"
    for (i = 0; i < count; i++) {
      printf "  factories.register((any Face%d).self) { Part%d() }\n", i, i
    }
    print "  return factories\n}"
  }' >"$1/Factories.swift"
}

# Writes types with an attribute. Arguments: folder, their number, the attribute or nothing.
write_types() {
  awk -v count="$2" -v attribute="${3:-}" 'BEGIN {
    if (attribute != "") print "import StitcherMacros\n"
    for (i = 0; i < count; i++) {
      if (attribute != "") print attribute
      printf "final class Item%d: Sendable {\n  let size: Int\n", i
      print  "  init(size: Int) { self.size = size }\n}\n"
    }
  }' >"$1/Types.swift"
}

# Writes types with their group. Arguments: folder, their number.
write_registerable() {
  write_types "$1" "$2" '@Registerable(scope: .singleton)'
  "$tool" --output "$1/Group.swift" "$1/Types.swift"
}

# Builds a part of the library. Arguments: options that say which.
build() {
  swift build --package-path "$library" --scratch-path "$work/library" "$@" >"$work/log" 2>&1 \
    || { cat "$work/log" >&2 && fail "the library does not build"; }
}

echo "Building the library…" >&2
build --target StitcherMacros
build --product stitcher-autoregistration
binaries=$(swift build --package-path "$library" --scratch-path "$work/library" --show-bin-path)
tool=$binaries/stitcher-autoregistration
plugin=$(find "$binaries/" -maxdepth 1 -name 'StitcherMacrosPlugin*' -type f -perm -u+x | head -n 1)
[ -n "$plugin" ] || fail "the macros' plugin was not built"

flags=(-swift-version 6 -Onone -g -enable-testing -parse-as-library)
largest=$(tr ' ' '\n' <<<"$counts" | sort -n | tail -n 1)
mkdir -p "$work/Types"
types "$largest" >"$work/Types/Types.swift"
swiftc "${flags[@]}" -emit-module -module-name Types "$work/Types/Types.swift" \
  -emit-module-path "$work/Types/Types.swiftmodule"

# Compiles the module in a folder, unless that takes too long.
compile() {
  "$timeout" -k 5 "$limit" swiftc "${flags[@]}" -wmo -c -module-name "$(basename "$1")" \
    -I "$binaries/Modules" -I "$binaries/CStitcherThread.build" -I "$work/Types" \
    -load-plugin-executable "$plugin#StitcherMacrosPlugin" "$1"/*.swift -o "$work/module.o"
}

# Prints the median of the seconds that compiling takes, or `-` if it takes too long. Arguments: what is measured, the number
# of registrations.
measure() {
  local TIMEFORMAT=%R folder=$work/$2/$1 round seconds status all=''
  mkdir -p "$folder"
  "write_$1" "$folder" "$2"
  for ((round = 0; round < rounds; round++)); do
    status=0
    seconds=$({ time compile "$folder" >"$work/log" 2>&1; } 2>&1) || status=$?
    case $status in
    0) ;;
    124 | 137) echo - && return ;;
    *) cat "$work/log" >&2 && fail "$1 of $2 does not compile" ;;
    esac
    all="$all$seconds"$'\n'
    [ "${seconds%.*}" -lt 20 ] || break
  done
  printf '%s' "$all" | sort -n | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] }'
}

# Prints a cell: seconds, and how many times the baseline that is. Arguments: both.
cell() {
  awk -v value="$1" -v base="$2" -v limit="$limit" 'BEGIN {
    if (value == "-") printf "> %d s", limit
    else printf "%.2f s", value
    if (base == "" || base == "-") exit
    if (value == "-") printf " (> %.1f ×)", limit / base
    else printf " (%.1f ×)", value / base
  }'
}

printf '| registrations | calls, a dictionary | one closure | functions of 100 | types alone |'
# shellcheck disable=SC2016
printf ' types with `@Registerable` and their group |\n| ---: | ---: | ---: | ---: | ---: | ---: |\n'
for count in $counts; do
  dictionary=$(measure dictionary "$count")
  body=$(measure body "$count")
  functions=$(measure functions "$count")
  types=$(measure types "$count")
  registerable=$(measure registerable "$count")
  printf '| %s | %s | %s | %s | %s | %s |\n' "$count" "$(cell "$dictionary" '')" \
    "$(cell "$body" "$dictionary")" "$(cell "$functions" "$dictionary")" "$(cell "$types" '')" \
    "$(cell "$registerable" "$types")"
done
