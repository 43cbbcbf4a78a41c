#!/usr/bin/env bash
# Measures what the macros and the plugin cost: `macros.*` and `plugin.*`.
#
# Usage: Benchmarks/macros.sh [--json FILE] [--rounds N] [--types N] [--keep FOLDER] [--help]
#
#   --json FILE     writes the figures as JSON
#   --rounds N      takes the median of N rounds (default: 3)
#   --types N       the number of registerable types (default: 300)
#   --keep FOLDER   generates into FOLDER, and leaves it there
#
# Generates a package of registerable types in files of ten, builds it with and without macros and plugin, and
# measures the compiler on its sources, in debug.

set -euo pipefail
shopt -s inherit_errexit 2>/dev/null || true

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
json='' rounds=3 types=300 keep=''

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
  --json | --rounds | --types | --keep)
    [ $# -ge 2 ] || fail "$1 needs a value"
    case $1 in
    --json) json=$2 ;;
    --rounds) rounds=$2 ;;
    --types) types=$2 ;;
    --keep) keep=$2 ;;
    esac
    shift
    ;;
  *) fail "unknown option '$1' (see Benchmarks/macros.sh --help)" ;;
  esac
  shift
done
case $rounds$types in *[!0-9]* | 0*) fail "--rounds and --types need numbers" ;; esac
command -v swift >/dev/null 2>&1 || fail "no Swift toolchain on PATH"

if [ -n "$keep" ]; then
  mkdir -p "$keep"
  work=$(cd "$keep" && pwd)
else
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi

# Writes the types. Arguments: folder; `plain`, `macro`, `written` (as by hand),
# or `generated` (what the macro expands to).
write_types() {
  mkdir -p "$1"
  awk -v count="$types" -v kind="$2" -v folder="$1" 'BEGIN {
    for (i = 0; i < count; i++) {
      file = sprintf("%s/Types%d.swift", folder, i / 10)
      if (i % 10 == 0) print "import StitcherMacros" > file
      name = "Part" i
      if (kind == "macro") print "\n@Registerable(scope: .singleton)" > file
      printf "final class %s: Sendable {\n  let size: Int\n", name > file
      print  "  init(size: Int) { self.size = size }\n}" > file
      if (kind == "written" || kind == "generated") {
        isStored = kind == "written"
        type = "GeneratedDependencyRegistration<" name ">"
        printf "extension %s: RegisterableDependency, AutoregisterableDependency {\n", name > file
        if (isStored) printf "  static let dependencyRegistration = %s(\n", type > file
        else printf "  static var dependencyRegistration: %s {\n  %s(\n", type, type > file
        printf "    locator: .type(%s.self), scope: .singleton, eagerness: .lazy,\n", name > file
        printf "    file: \"Parts/Types.swift\", line: %d", i + 1 > file
        printf isStored ? "\n  ) { size in\n" : ",\n    nonisolated: { size in\n" > file
        printf "    %s(size: size)\n  }%s\n}\n", name, isStored ? "" : ")\n  }" > file
      }
    }
  }'
}

# Writes a package with the types. Arguments: folder, further arguments of the target.
write_package() {
  write_types "$1/Sources/Parts" macro
  {
    head -n 1 "$root/Package.swift"
    printf 'import PackageDescription\n\nlet package = Package(\n  name: "Parts",\n'
    awk '/^ *platforms: *\[/ { on = 1 } on { print } on && /\],?[ \t]*$/ { exit }' \
      "$root/Package.swift"
    printf '  dependencies: [.package(name: "Stitcher", path: "%s")],\n  targets: [\n' "$root"
    printf '    .target(\n      name: "Parts",\n      dependencies: ['
    printf '.product(name: "StitcherMacros", package: "Stitcher")]%s)\n  ]\n)\n' "$2"
  } >"$1/Package.swift"
}

# Runs a command and prints the seconds that it takes.
seconds() {
  local TIMEFORMAT=%R
  { time "$@" >"$work/log" 2>&1; } 2>&1 || { cat "$work/log" >&2 && fail "failed: $*"; }
}

# Prints the median of some seconds, one a line.
median() { sort -n | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] }'; }

# Prints the median of a measurement. Arguments: what runs before each round, what is measured.
measure() {
  local round
  for ((round = 0; round < rounds; round++)); do
    $1 >/dev/null 2>&1
    seconds $2
  done | median
}

ids=() values=() units=()
# Keeps and prints a figure. Arguments: id, value, unit, note.
report() {
  ids+=("$1") values+=("$2") units+=("$3")
  printf '%-28s %8s %-3s %s\n' "$1" "$2" "$3" "${4:-}"
}

# Prints a difference. Arguments: minuend, subtrahend, factor.
difference() { awk -v a="$1" -v b="$2" -v f="${3:-1}" 'BEGIN { printf "%.2f", (a - b) * f }'; }

echo "Building the macros…"
# For a library, `--product` would build everything.
library() { swift build --package-path "$root" --target "$1" --scratch-path "$work/library"; }
clean_library() { rm -rf "$work/library"; }
build_stitcher() { library Stitcher; }
build_macros() { library StitcherMacros; }
printf '\n%-28s %8s\n' id figure
stitcher=$(measure clean_library build_stitcher)
macros=$(measure clean_library build_macros)
report macros.build.stitcher "$stitcher" s "a clean build of the module Stitcher"
report macros.build "$macros" s "a clean build of the module StitcherMacros"
report macros.build.added "$(difference "$macros" "$stitcher")" s

binaries=$(swift build --package-path "$root" --scratch-path "$work/library" --show-bin-path)
plugin=$(find "$binaries/" -maxdepth 1 -name 'StitcherMacrosPlugin*' -type f -perm -u+x | head -n 1)
[ -n "$plugin" ] || fail "the plugin was not built"
for kind in plain macro written generated; do write_types "$work/$kind" "$kind"; done

# Type-checks and compiles a variant of the types. Argument: the variant.
compile() {
  swiftc -swift-version 6 -Onone -g -parse-as-library -wmo -c -module-name Parts \
    -I "$binaries/Modules" -I "$binaries/CStitcherThread.build" \
    -load-plugin-executable "$plugin#StitcherMacrosPlugin" "$work/$1"/*.swift -o "$work/$1.o"
}
plain=$(measure true "compile plain")
written=$(measure true "compile written")
generated=$(measure true "compile generated")
macro=$(measure true "compile macro")
report "macros.plain.$types" "$plain" s "$types types"
report "macros.written.$types" "$written" s "with registrations as written by hand"
report "macros.generated.$types" "$generated" s "with the code that the macro generates"
report "macros.expanded.$types" "$macro" s "with @Registerable"
report macros.expansion "$(difference "$macro" "$generated" "$(awk -v n="$types" 'BEGIN { print 1000 / n }')")" ms "each"

write_package "$work/with" ', plugins: [.plugin(name: "StitcherAutoregistration", package: "Stitcher")]'
write_package "$work/without" ''
build_with() { swift build --package-path "$work/with"; }
build_without() { swift build --package-path "$work/without"; }
# Only the module itself is built again.
clean() {
  find "$1/.build/debug/Parts.build/" -type f ! -name 'output-file-map.json' ! -name sources -delete
  rm -rf "$1/.build/plugins/outputs"
}
clean_with() { clean "$work/with"; }
clean_without() { clean "$work/without"; }
touch_with() { printf '// %s\n' "$RANDOM" >>"$work/with/Sources/Parts/Types0.swift"; }
touch_without() { printf '// %s\n' "$RANDOM" >>"$work/without/Sources/Parts/Types0.swift"; }
echo "Building packages of $types types…" >&2
seconds build_with >/dev/null
seconds build_without >/dev/null
for build in clean unchanged touch; do
  before=${build}_
  [ "$build" != unchanged ] || before=true
  without=$(measure "${before/%_/_without}" build_without)
  with=$(measure "${before/%_/_with}" build_with)
  report "plugin.$build.without" "$without" s
  report "plugin.$build.with" "$with" s
  report "plugin.$build.added" "$(difference "$with" "$without")" s
done
sources=("$work"/with/Sources/Parts/*.swift)
tool=$(find "$work/with/.build/" -name 'stitcher-autoregistration*' -type f -perm -u+x | head -n 1)
[ -n "$tool" ] || fail "the tool was not built"
report plugin.scan "$(measure true "$tool --output $work/generated.swift ${sources[*]}")" s \
  "the scan of ${#sources[@]} files alone"

if [ -n "$json" ]; then
  {
    printf '{"results": [\n'
    for index in "${!ids[@]}"; do
      [ "$index" = 0 ] || printf ',\n'
      printf '  {"id": "%s", "value": %s, "unit": "%s"}' \
        "${ids[index]}" "${values[index]}" "${units[index]}"
    done
    printf '\n]}\n'
  } >"$json"
fi
