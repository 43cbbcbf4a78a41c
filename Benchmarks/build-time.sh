#!/usr/bin/env bash
# Measures what the library adds to the builds of a small app, in processor seconds, and to its size.
#
# Usage: Benchmarks/build-time.sh [--json FILE] [--rounds N] [--library FOLDER]... [--keep FOLDER] [--help]
#
#   --json FILE        also writes the figures of the first library as JSON
#   --rounds N         prints the median of N rounds (default: 1)
#   --library FOLDER   measures the package in FOLDER; several are compared, build by build
#                      (default: the package of this script)
#   --keep FOLDER      generates into FOLDER, and leaves it there
#
# Generates three apps that do the same: one creates its objects itself, one uses Stitcher without
# traits, and one uses StitcherMacros. Builds each of them from nothing in debug and in release, and
# in debug again after a change of one function. The app and the library are compiled; the tools of
# the toolchain are not. Prints a Markdown table.

set -euo pipefail
shopt -s inherit_errexit 2>/dev/null || true

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
json='' rounds=1 keep='' libraries=()

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
  --json | --rounds | --library | --keep)
    [ $# -ge 2 ] || fail "$1 needs a value"
    case $1 in
    --json) json=$2 ;;
    --rounds) rounds=$2 ;;
    --library) libraries+=("$(cd "$2" && pwd)") ;;
    --keep) keep=$2 ;;
    esac
    shift
    ;;
  *) fail "unknown option '$1' (see Benchmarks/build-time.sh --help)" ;;
  esac
  shift
done
case $rounds in *[!0-9]* | 0*) fail "--rounds needs a number" ;; esac
command -v swift >/dev/null 2>&1 || fail "no Swift toolchain on PATH"
[ ${#libraries[@]} -gt 0 ] || libraries=("$root")

if [ -n "$keep" ]; then
  mkdir -p "$keep"
  work=$(cd "$keep" && pwd)
else
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi

# Prints the objects of all apps. Argument: what precedes the declaration of each class.
objects() {
  local number
  for ((number = 0; number < 20; number++)); do
    printf '%sfinal class Service%d: Sendable {\n' "$1" "$number"
    printf '  func call() -> Int { %d }\n  init() {}\n}\n\n' "$number"
  done
}

# Prints the main file of an app. Argument: the app.
main_file() {
  local number
  case $1 in
  Plain) ;;
  Library) printf 'import Stitcher\n\n' ;;
  Macros) printf 'import Stitcher\nimport StitcherMacros\n\n' ;;
  esac
  objects "$([ "$1" != Macros ] || printf '@Registerable(scope: .singleton) ')"
  case $1 in
  Plain)
    printf 'struct Services {\n'
    for ((number = 0; number < 20; number++)); do
      printf '  let service%d = Service%d()\n' "$number" "$number"
    done
    printf '}\n\n@main struct App {\n  static func main() { print(answer(Services().service0)) }\n}\n'
    ;;
  *)
    printf 'let container = DependencyContainer {\n'
    for ((number = 0; number < 20; number++)); do
      if [ "$1" = Library ]; then
        printf '  Dependency { Service%d() }.scope(.singleton)\n' "$number"
      else
        printf '  Service%d.dependencyRegistration\n' "$number"
      fi
    done
    printf '}\n\n@main struct App {\n  @Injected var service: Service0\n\n'
    printf '  static func main() {\n    DependencyGraph.activate(container)\n'
    printf '    print(answer(App().service))\n  }\n}\n'
    ;;
  esac
}

# Prints the manifest of an app. Arguments: the app, the library.
manifest() {
  printf '// swift-tools-version: 6.2\nimport PackageDescription\n\nlet package = Package(\n'
  printf '  name: "App", platforms: [.macOS(.v15)],\n'
  case $1 in
  Library) printf '  dependencies: [.package(name: "Stitcher", path: "%s", traits: [])],\n' "$2" ;;
  Macros) printf '  dependencies: [.package(name: "Stitcher", path: "%s")],\n' "$2" ;;
  esac
  printf '  targets: [.executableTarget(name: "App", dependencies: ['
  case $1 in
  Library) printf '.product(name: "Stitcher", package: "Stitcher")' ;;
  Macros)
    printf '.product(name: "Stitcher", package: "Stitcher"), '
    printf '.product(name: "StitcherMacros", package: "Stitcher")'
    ;;
  esac
  printf '], path: "Sources")]\n)\n'
}

# Builds a package, and adds the processor seconds to a file. Arguments: folder, configuration, file.
build() {
  local TIMEFORMAT='%U %S' times
  times=$({ time swift build --package-path "$1" -c "$2" >"$work/log" 2>&1; } 2>&1) \
    || { tail -n 30 "$work/log" >&2 && fail "does not build: $1 ($2)"; }
  awk '{ printf "%.1f\n", $1 + $2 }' <<<"$times" >>"$3"
}

# Prints the median of the numbers in a file.
median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

places=()
for ((number = 0; number < ${#libraries[@]}; number++)); do
  for app in Plain Library Macros; do
    [ "$app$number" = Plain0 ] || [ "$app" != Plain ] || continue
    place=$work/$app$number
    rm -rf "$place"
    mkdir -p "$place/Sources"
    manifest "$app" "${libraries[number]}" >"$place/Package.swift"
    main_file "$app" >"$place/Sources/App.swift"
    places+=("$place")
  done
done

for ((round = 0; round < rounds; round++)); do
  for place in "${places[@]}"; do
    printf 'func answer(_ service: Service0) -> Int { service.call() }\n' >"$place/Sources/Answer.swift"
    rm -rf "$place/.build"
    # The manifests are compiled and cached before the measurement.
    swift package --package-path "$place" describe >"$work/log" 2>&1 || fail "no package: $place"
    build "$place" debug "$place/debug"
    printf 'func answer(_ service: Service0) -> Int { service.call() + 1 }\n' >"$place/Sources/Answer.swift"
    build "$place" debug "$place/change"
    build "$place" release "$place/release"
    strip -o "$place/stripped" "$place/.build/release/App"
  done
done

# Prints the size of a file in kB.
size() { echo $(($(stat -c %s "$1" 2>/dev/null || stat -f %z "$1") / 1000)); }

printf '| package | app | debug | after a change | release | size, stripped |\n|---|---|---|---|---|---|\n'
for place in "${places[@]}"; do
  name=$(basename "$place")
  number=${name//[!0-9]/}
  printf '| %s | %s | %s s | %s s | %s s | %s kB |\n' "$(basename "${libraries[number]}")" "${name%"$number"}" \
    "$(median "$place/debug")" "$(median "$place/change")" "$(median "$place/release")" "$(size "$place/stripped")"
done

[ -z "$json" ] || {
  printf '{'
  for app in Plain Library Macros; do
    [ "$app" = Plain ] || printf ', '
    printf '"%s": {"debug": %s, "change": %s, "release": %s, "size": %s}' "$app" \
      "$(median "$work/${app}0/debug")" "$(median "$work/${app}0/change")" \
      "$(median "$work/${app}0/release")" "$(size "$work/${app}0/stripped")"
  done
  printf '}\n'
} >"$json"
