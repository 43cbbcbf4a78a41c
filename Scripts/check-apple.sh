#!/usr/bin/env bash
# Compiles the libraries and their clients for Apple's systems, on Linux: for the lowest releases
# that the manifest names, and for the newest. Warnings are errors. Nothing is linked or run.
#
# Usage: Scripts/check-apple.sh [--stand-ins] [--only SYSTEM] [--floors] [--help]
#
#   --stand-ins     only compiles the stand-ins for this system, in .build/apple/frameworks
#   --only SYSTEM   checks macos, ios, catalyst, tvos, watchos or visionos only
#   --floors        checks the lowest releases only
#
# 1. Scripts/apple-sdk.sh makes modules of the standard library for each system. The compiler then
#    reports what a release lacks, and `#if os(iOS)` and the like are true. A file that uses `Mutex`
#    without `#available` must be refused.
# 2. The declarations in Apple/StandIns become Dispatch, Foundation, Combine, SwiftUI and so on.
# 3. Each library is compiled with the settings of the manifest, in Swift 6 mode. For macOS, so are
#    the macros and what the tools consist of.
# 4. So is each file of Apple/Examples, as a client. Its first line may name the release of iOS from
#    which it works, or others of its year, and compiler options:
#    `// check-apple: from 17 -swift-version 5`. Without, that is 13, and Swift 6 mode.
# 5. So are the code blocks of Markdown below `<!-- snippet: apple file -->`, or
#    `<!-- snippet: apple file from 17 -->`.
#
# It needs a Swift toolchain for Linux on PATH. On macOS, Xcode's compiler knows the real SDKs: there
# the script does nothing.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

only_stand_ins='' floors='' systems="macos ios catalyst tvos watchos visionos"
while [ $# -gt 0 ]; do
  case $1 in
  --stand-ins) only_stand_ins=1 ;;
  --floors) floors=1 ;;
  --only)
    [ $# -ge 2 ] || fail "--only needs a system: macos, ios, catalyst, tvos, watchos or visionos"
    systems=$2
    shift
    ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$1' (see Scripts/check-apple.sh --help)" ;;
  esac
  shift
done

need_swift

root=.build/apple
sdk=.build/apple-sdk
snippets=$root/snippets
tools="StitcherMacrosPlugin StitcherSyntax StitcherToolKit"
libraries="StitcherDescription StitcherDrawing StitcherEngine Stitcher StitcherMacros StitcherTesting
  Stitch SwiftDependencyInjector SwiftDependencyInjectorMacros DependencyInjection"

# What every compilation has in common: all of the compiler's checks, and nothing to link.
compile=(swiftc -emit-module -wmo -warnings-as-errors)
options=()

# Prints the release of a system that came out in the year of a release of iOS. Arguments: system,
# release of iOS.
release() {
  case $1:$2 in
  macos:13) echo 10.15 ;;
  macos:1[4-8]) echo "$(($2 - 3)).0" ;;
  catalyst:13) echo 13.1 ;;
  visionos:1[3-7]) echo 1.0 ;;
  visionos:18) echo 2.0 ;;
  watchos:1[3-8]) echo "$(($2 - 7)).0" ;;
  *) echo "$2.0" ;;
  esac
}
newest=26

# Compiles the plugin of the macros for this system, with the toolchain's SwiftSyntax.
plugin=$sdk/StitcherMacrosPlugin
plugin() {
  local syntax stamp
  stamp=$(find Sources/StitcherMacrosPlugin -name '*.swift' -exec cat {} + | cksum)
  [ ! -x "$plugin" ] || [ "$(cat "$plugin.stamp" 2>/dev/null || true)" != "$stamp" ] || return 0
  syntax=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift/host
  # shellcheck disable=SC2046
  swiftc -parse-as-library -swift-version 6 -Onone -wmo -D TOOLCHAIN_SWIFT_SYNTAX \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility \
    -I "$syntax" -L "$syntax" -Xlinker -rpath -Xlinker "$syntax" -module-name StitcherMacrosPlugin \
    $(find Sources/StitcherMacrosPlugin -name '*.swift') -o "$plugin" \
    || fail "the macros' plugin does not compile"
  printf '%s\n' "$stamp" >"$plugin.stamp"
}

# Compiles a stand-in. Arguments: framework, folder of its module.
stand_in() {
  mkdir -p "$2"
  "${compile[@]}" ${options[@]+"${options[@]}"} -parse-as-library -swift-version 6 \
    -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature ExistentialAny \
    -I "$2" -module-name "$1" -emit-module-path "$2/$1.swiftmodule" \
    Apple/StandIns/"$1"/*.swift || fail "the stand-in for $1 does not compile"
}

# Compiles a library with the settings of the manifest. Arguments: library, folder of the module.
library() {
  local file files=()
  case $1 in
  StitcherEngine) files=(-enable-experimental-feature BuiltinModule) ;;
  StitcherMacrosPlugin) files=(-D TOOLCHAIN_SWIFT_SYNTAX -I "$sdk/macos/syntax") ;;
  esac
  while IFS= read -r -d '' file; do files+=("$file"); done \
    < <(find "Sources/$1" -type f -name '*.swift' -print0)
  "${compile[@]}" "${options[@]}" -parse-as-library -swift-version 6 -package-name stitcher \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility \
    -D Macros -load-plugin-executable "$plugin#StitcherMacrosPlugin" \
    -Xcc "-fmodule-map-file=$root/module.modulemap" -I "$2" \
    -module-name "$1" -emit-module-path "$2/$1.swiftmodule" "${files[@]}"
}

# Compiles a client. Arguments: module's name, folder of the libraries, options and files.
client() {
  local name=$1 folder=$2
  shift 2
  "${compile[@]}" "${options[@]}" -Xcc "-fmodule-map-file=$root/module.modulemap" -I "$folder" \
    -load-plugin-executable "$plugin#StitcherMacrosPlugin" \
    -module-name "$name" -emit-module-path "$folder/clients/$name.swiftmodule" "$@"
}

# Compiles all clients. Arguments: system, folder of the libraries, release of iOS if it is not that
# which each client names.
clients() {
  local file line from arguments folder failed=0
  mkdir -p "$2/clients"
  for file in Apple/Examples/*.swift; do
    line=$(sed -n '1s|^// check-apple: *||p' "$file")
    from=$(printf '%s\n' "$line" | sed -n 's/^from \([0-9]*\).*/\1/p')
    arguments=$(printf '%s\n' "$line" | sed 's/^from [0-9]* *//')
    use "$1" "${3:-${from:-13}}"
    # shellcheck disable=SC2086
    client "Example_$(basename "$file" .swift)" "$2" -parse-as-library \
      ${arguments:--swift-version 6} "$file" || failed=1
  done
  for folder in "$snippets"/*; do
    [ -d "$folder" ] || continue
    use "$1" "${3:-$(cat "$folder/from")}"
    client "$(basename "$folder")" "$2" -swift-version 6 "$folder"/*.swift || failed=1
  done
  return "$failed"
}

# Has the compiler check for a system and its release of a year. Arguments: system, release of iOS.
use() {
  read -r -a options < <("$sdk/flags" "$1" "$(release "$1" "$2")")
}

# Compiles everything for a system. Argument: system.
check() {
  local year name folder failed=0 frameworks="Darwin Dispatch Foundation Combine SwiftUI"
  case $1 in
  macos) frameworks="$frameworks AppKit" ;;
  watchos) frameworks="$frameworks UIKit WatchKit" ;;
  *) frameworks="$frameworks UIKit" ;;
  esac
  for year in 13 $newest; do
    # For the newest releases, Mac Catalyst and visionOS compile what iOS does.
    case $floors:$1:$year in *:13) ;; 1:* | *:catalyst:* | *:visionos:*) continue ;; esac
    folder=$root/$1/$year
    mkdir -p "$folder"
    use "$1" "$year"
    for name in $frameworks; do stand_in "$name" "$folder"; done
    for name in $libraries $([ "$1" != macos ] || echo "$tools"); do
      library "$name" "$folder" || {
        failed=1
        printf 'error: %s does not compile for %s %s\n' "$name" "$1" "$(release "$1" "$year")"
      }
    done
    if [ "$year" = 13 ]; then
      clients "$1" "$folder" || failed=1
    else
      clients "$1" "$folder" "$year" || failed=1
    fi
  done
  return "$failed"
}

rm -rf "$root"
mkdir -p "$root" "$snippets"

if [ -n "$only_stand_ins" ]; then
  step "Apple: stand-ins"
  for name in Combine SwiftUI; do stand_in "$name" "$root/frameworks"; done
  exit 0
fi
if [ "$(uname)" = Darwin ]; then
  echo "Apple: Xcode's compiler checks this here."
  exit 0
fi

step "Apple: the standard library"
Scripts/apple-sdk.sh "$sdk"
plugin
printf 'module CStitcherThread { header "%s" export * }\n' \
  "$PWD/Sources/CStitcherThread/include/CStitcherThread.h" >"$root/module.modulemap"

printf 'import Synchronization\nlet mutex = Mutex(0)\n' >"$root/canary.swift"

# Makes sure that the compiler refuses what a release lacks. Argument: system.
refuse_canary() {
  local refusal
  use "$1" 13
  refusal=$(swiftc -typecheck "${options[@]}" -swift-version 6 "$root/canary.swift" 2>&1 || true)
  [[ $refusal == *"error: 'Mutex' is only available in"* ]] \
    || fail "the compiler lets a file use 'Mutex' for $1 $(release "$1" 13): nothing is checked"
  use "$1" 18
  swiftc -typecheck "${options[@]}" -swift-version 6 "$root/canary.swift" \
    || fail "the compiler refuses a file that uses 'Mutex' for $1 $(release "$1" 18)"
}

while IFS= read -r -d '' file; do
  grep -q 'snippet: apple file' "$file" || continue
  module=$(printf '%s' "$file" | awk -F/ '$1 == "Sources" { print $2 }')
  name=$(printf '%s' "${file%.md}" | tr -c 'A-Za-z0-9' '_')
  awk -v folder="$snippets" -v name="$name" -v title="$file" -v module="${module:-Stitcher}" \
    -v apple=1 -f Scripts/snippets.awk "$file" || fail "$file: its snippets cannot be read"
done < <(find README.md Sources -type f -name '*.md' -print0)

# Two systems at a time: the module of the standard library is what takes most memory.
step "Apple: libraries and clients for $systems"
failed=0
# shellcheck disable=SC2086
set -- $systems
while [ $# -gt 0 ]; do
  running=()
  for system in "$1" ${2:-}; do
    (refuse_canary "$system" && check "$system") >"$root/$system.log" 2>&1 &
    running+=("$system:$!")
  done
  for pair in "${running[@]}"; do
    if wait "${pair#*:}"; then
      printf '%s: all compile\n' "${pair%:*}"
    else
      failed=1
      cat "$root/${pair%:*}.log" >&2
    fi
  done
  shift $(($# < 2 ? $# : 2))
done
[ "$failed" = 0 ] || fail "code does not compile for Apple's systems"
