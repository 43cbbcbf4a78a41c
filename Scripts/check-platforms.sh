#!/usr/bin/env bash
# Checks on this machine that the sources compile for systems that it does not run.
#
# Usage: Scripts/check-platforms.sh [--help]
#
# 1. The C target is compiled for Linux with musl, Android 9, WebAssembly with and without threads,
#    and Windows. A target whose headers are missing is skipped with a message; `.ci/run` installs
#    them from Debian's packages. Android is checked with musl's headers.
# 2. The engine and the front ends are compiled for this system without Foundation and Dispatch, as
#    they are for Windows, Android and WebAssembly with the trait `NoFoundation`. The list of the
#    modules that they import must name neither.
# 3. A file that imports Foundation must be found by step 2: otherwise the check cannot fail.
#
# For Apple's systems, see Scripts/check-apple.sh.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

case ${1:-} in
'') ;;
--help | -h) print_help && exit 0 ;;
*) fail "unknown option '$1' (see Scripts/check-platforms.sh --help)" ;;
esac

need_swift
clang=$(toolchain_tool clang)
root=$PWD/.build/platforms
rm -rf "$root"
mkdir -p "$root/modules"
count=0 skipped=

# Compiles the C target. Arguments: title, target triple, folder of the system's headers, options.
c_target() {
  local title=$1 triple=$2 headers=$3 file
  shift 3
  if ! [ -d "$headers" ]; then
    skipped+=" $title ($headers is missing)"
    return
  fi
  for file in Sources/CStitcherThread/*.c; do
    "$clang" -fsyntax-only -Wall -Wextra -Werror -Wno-nullability-completeness \
      "--target=$triple" -nostdlibinc -isystem "$headers" -I Sources/CStitcherThread/include \
      "$@" "$file" || fail "$file does not compile for $title"
  done
  count=$((count + 1))
}

step "Platforms: the C target"
musl=/usr/include/$(uname -m)-linux-musl
c_target "Linux with musl" "$(uname -m)-unknown-linux-musl" "$musl"
c_target "Android 9" aarch64-linux-android28 "$musl"
c_target "WebAssembly" wasm32-unknown-wasi /usr/include/wasm32-wasi
c_target "WebAssembly with threads" wasm32-unknown-wasi "$musl" -pthread
c_target "Windows" x86_64-w64-windows-gnu /usr/share/mingw-w64/include
echo "Platforms: the C target compiles for $count of 5 systems.${skipped:+ Skipped:$skipped.}"

printf 'module CStitcherThread { header "%s" export * }\n' \
  "$PWD/Sources/CStitcherThread/include/CStitcherThread.h" >"$root/module.modulemap"

# Type-checks a module without Foundation and prints what it imports. Arguments: module, files.
imports() {
  local name=$1
  shift
  swiftc -emit-module -wmo -parse-as-library -swift-version 6 -package-name stitcher \
    -warnings-as-errors -enable-upcoming-feature ExistentialAny \
    -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility \
    -enable-experimental-feature BuiltinModule -D NoFoundation \
    -Xcc "-fmodule-map-file=$root/module.modulemap" -I "$root/modules" \
    -module-name "$name" -emit-module-path "$root/modules/$name.swiftmodule" "$@" \
    || fail "$name does not compile without Foundation"
  # The imports of a file in `#if` count only if the condition holds.
  swiftc -frontend -emit-imported-modules -swift-version 6 -D NoFoundation \
    -enable-experimental-feature BuiltinModule -module-name "$name" "$@" -o -
}

# Whether a list of modules has one that must not be there.
has_foundation() {
  grep -qxE 'Foundation|FoundationEssentials|Dispatch'
}

step "Platforms: no Foundation, no Dispatch"
for name in StitcherDescription StitcherEngine Stitcher Stitch SwiftDependencyInjector DependencyInjection; do
  files=()
  while IFS= read -r -d '' file; do files+=("$file"); done \
    < <(find "Sources/$name" -type f -name '*.swift' -print0)
  list=$(imports "$name" "${files[@]}")
  if printf '%s\n' "$list" | has_foundation; then
    fail "$name imports Foundation or Dispatch with the trait 'NoFoundation': import it in '#if !NoFoundation'"
  fi
done
printf 'import Foundation\n' >"$root/Canary.swift"
imports Canary "$root/Canary.swift" | has_foundation \
  || fail "the check does not find an import of Foundation in $root/Canary.swift"
echo "Platforms: the engine and the front ends compile without Foundation and Dispatch."
