#!/usr/bin/env bash
# Measures how long a large container takes to compile in debug: `compile.900`, and how long the compiler
# takes to check the types of 100 registrations by `autowired:`: `typecheck.autowired.100`.
#
# Usage: Benchmarks/compile-time.sh [--json FILE] [--rounds N] [--keep FOLDER] [--library FOLDER] [--help]
#
#   --json FILE        writes the figures as JSON
#   --rounds N         takes the median of N rounds (default: 5)
#   --keep FOLDER      generates into FOLDER, and leaves it there
#   --library FOLDER   measures against the package in FOLDER (default: the one this script is in)
#
# Generates modules with one container closure of 300 and of 900 mixed registrations each, builds the
# library and the registered types first, and measures the compiler on the module with the container.
# What is autowired has up to five parameters; beside it stands a file that only imports the modules.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
json='' rounds=5 keep='' library=$root

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
  --json | --rounds | --keep | --library)
    [ $# -ge 2 ] || fail "$1 needs a value"
    case $1 in
    --json) json=$2 ;;
    --rounds) rounds=$2 ;;
    --keep) keep=$2 ;;
    --library) library=$(cd "$2" && pwd) ;;
    esac
    shift
    ;;
  *) fail "unknown option '$1' (see Benchmarks/compile-time.sh --help)" ;;
  esac
  shift
done
case $rounds in '' | *[!0-9]* | 0) fail "--rounds needs a number" ;; esac
command -v swiftc >/dev/null 2>&1 || fail "no Swift toolchain on PATH"

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
      printf "  public init(size: Int) {}\n  public init(size: Int, title: String) {}\n}\n"
    }
    print "public final class Settings: Sendable {"
    print "  public let isOn: Bool"
    print "  public init(isOn: Bool) { self.isOn = isOn }"
    print "}"
  }'
}

# Prints a container. Argument: the number of its registrations.
container() {
  awk -v count="$1" 'BEGIN {
    print "import Stitcher"
    print "import Types\n"
    print "public func makeContainer(_ settings: Settings) -> DependencyContainer {"
    print "  DependencyContainer {"
    for (i = 0; i < count; i++) {
      part = "Part" i
      face = "(any Face" i ").self"
      kind = i % 15
      if (kind == 0) printf "    Dependency { %s() }\n", part
      if (kind == 1) printf "    Dependency { %s() }.conforms(to: %s)\n", part, face
      if (kind == 2) {
        printf "    Dependency { %s() }\n      .conforms(to: %s)\n", part, face
        print  "      .scope(.singleton)"
      }
      if (kind == 3) printf "    Dependency(named: \"part.%d\") { %s() }\n", i, part
      if (kind == 4) printf "    Dependency { %s() }.named(\"other.%d\")\n", part, i
      if (kind == 5) printf "    Dependency { %s() }.associated(with: %d)\n", part, i
      if (kind == 6) printf "    Dependency { %s() }.scope(.instance)\n", part
      if (kind == 7) printf "    Dependency { (size: Int) in %s(size: size) }\n", part
      if (kind == 8) {
        print  "    Dependency { (size: Int, title: String) in"
        printf "      %s(size: size, title: title)\n    }\n", part
      }
      if (kind == 9) printf "    %s()\n", part
      if (kind == 10) printf "    Dependency(conformingTo: %s) { %s() }\n", face, part
      if (kind == 11) {
        printf "    Dependency { %s() }.conforms(to: %s)\n", part, face
        print  "      .scope(.shared).eagerness(.eager)"
      }
      if (kind == 12) {
        print  "    DependencyGroup {"
        printf "      Dependency { %s() }\n", part
      }
      if (kind == 13) {
        printf "      Dependency(for: %d) { %s(size: %d) }\n", i, part, i
        print  "    }\n    .enabled(settings.isOn)"
      }
      if (kind == 14) {
        print  "    if settings.isOn {"
        printf "      Dependency { %s() as any Face%d }.scope(.singleton)\n    }\n", part, i
      }
    }
    print "  }\n}"
  }'
}

# Prints types whose initializers take each other. Argument: their number.
wired_types() {
  awk -v count="$1" 'BEGIN {
    for (i = 0; i < count; i++) {
      list = ""
      for (j = 1; j <= i % 6 && j <= i; j++) list = list (list == "" ? "" : ", ") "p" j ": Wired" (i - j)
      printf "public final class Wired%d: Sendable { public init(%s) {} }\n", i, list
    }
  }'
}

# Prints a container of them. Argument: their number; zero for a file that only imports.
wired_container() {
  awk -v count="$1" 'BEGIN {
    print "import Stitcher"
    print "import Types\n"
    if (count == 0) exit
    print "public let container = DependencyContainer {"
    for (i = 0; i < count; i++) printf "  Dependency(autowired: Wired%d.init)\n", i
    print "}"
  }'
}

mkdir -p "$work/Types" "$work/300" "$work/900"
{ types 900 && wired_types 100; } >"$work/Types/Types.swift"
wired_container 100 >"$work/Wired.swift"
wired_container 0 >"$work/Imports.swift"
container 300 >"$work/300/Container.swift"
container 900 >"$work/900/Container.swift"

echo "Building the library…"
swift build --package-path "$library" --product Stitcher --scratch-path "$work/library" \
  >"$work/library.log" 2>&1 || { cat "$work/library.log" >&2; fail "the library does not build"; }
modules=$(find "$work/library/" -type d -path '*/debug/Modules' | head -n 1)
[ -n "$modules" ] || fail "the library's modules were not found"

flags=(-swift-version 6 -Onone -g -enable-testing -parse-as-library)
swiftc "${flags[@]}" -emit-module -module-name Types "$work/Types/Types.swift" \
  -emit-module-path "$work/Types/Types.swiftmodule"

# Compiles the module of a container once. Argument: the number of registrations.
compile() {
  swiftc "${flags[@]}" -c -module-name "Container$1" -I "$modules" -I "$work/Types" \
    -I "$modules/../CStitcherThread.build" \
    "$work/$1/Container.swift" -o "$work/$1/Container.o"
}

# Checks the types of a file. Argument: its name.
check_types() {
  swiftc "${flags[@]}" -typecheck -module-name "$1" -I "$modules" -I "$work/Types" \
    -I "$modules/../CStitcherThread.build" "$work/$1.swift"
}

# Prints the median of the seconds that something takes. Arguments: the command.
measure() {
  local round
  "$@" || fail "$* does not compile"
  for ((round = 0; round < rounds; round++)); do
    TIMEFORMAT=%R
    { time "$@" 2>&3; } 3>&2 2>&1
  done | sort -n | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] }'
}

wired=$(measure check_types Wired)
imports=$(measure check_types Imports)
small=$(measure compile 300)
large=$(measure compile 900)
ratio=$(awk -v a="$large" -v b="$small" 'BEGIN { printf "%.2f", a / b }')

printf '\n%-24s %8s  %s\n' id seconds 'must reach'
printf '%-24s %8.2f  1 s\n' typecheck.autowired.100 "$wired"
printf '%-24s %8.2f\n' typecheck.imports "$imports"
printf '%-24s %8.2f\n' compile.300 "$small"
printf '%-24s %8.2f  9 s; reach for 6 s\n' compile.900 "$large"
printf '%-24s %8s  3.5 ×\n' '900 / 300' "$ratio ×"

if [ -n "$json" ]; then
  printf '{"results": [\n  {"id": "compile.900", "value": %s, "unit": "s"},\n' "$large" >"$json"
  printf '  {"id": "typecheck.autowired.100", "value": %s, "unit": "s"},\n' "$wired" >>"$json"
  printf '  {"id": "compile.300", "value": %s, "unit": "s"}\n]}\n' "$small" >>"$json"
fi
