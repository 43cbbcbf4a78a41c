#!/usr/bin/env bash
# Makes what the compiler needs to check code for Apple's systems on Linux: modules of the standard
# library for macOS, iOS, Mac Catalyst, tvOS, watchOS and visionOS.
#
# Usage: Scripts/apple-sdk.sh FOLDER [--help]
#        swiftc -typecheck $(FOLDER/flags ios 13.0) FILE.swift
#
# The toolchain for Linux ships textual interfaces of its modules, with Apple's `@available`. The
# script writes them for Apple's targets, without bodies of functions: the compiler only checks.
# FOLDER/flags prints the compiler's options for a system (macos, ios, catalyst, tvos,
# watchos, visionos) and a release.
# There is no Foundation and no Objective-C; frameworks need stand-ins. Nothing can be linked.
# What was made by the same toolchain is kept.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

case ${1:-} in
--help | -h) print_help && exit 0 ;;
'' | -*) fail "no folder is given (see Scripts/apple-sdk.sh --help)" ;;
esac

need_swift
[ "$(uname)" = Linux ] || fail "the modules are made of a toolchain for Linux"

out=$(mkdir -p "$1" && cd "$1" && pwd)
swift=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift
stamp="$swift $(swiftc --version 2>/dev/null | head -n 1) $(cksum <"${BASH_SOURCE[0]}")"
[ "$(cat "$out/stamp" 2>/dev/null || true)" != "$stamp" ] || exit 0
rm -rf "${out:?}"/*

# Writes a module's interface for a target. Arguments: interface, target with its lowest release.
#
# - Bodies of back-deployed functions are missing in these interfaces; Glibc is not imported.
# - Without bodies and optimization, the compiler needs a seventh of the time to read them.
interface() {
  sed -E -e "s/-target [a-z0-9_]+-unknown-linux-gnu/-target $2/" \
    -e 's|^// swift-module-flags: |&-disable-availability-checking -experimental-skip-all-function-bodies |' \
    -e '/^\/\/ swift-module-flags:/s/ -O / -Onone /' \
    -e '/^ *@backDeployed\(before: [^)]*\)$/d' -e 's/@backDeployed\(before: [^)]*\) *//' \
    -e '/^import Glibc$/d' "$1"
}

for system in macos ios catalyst tvos watchos visionos; do
  mkdir -p "$out/$system"
  cat >"$out/$system/SDKSettings.json" <<JSON
{
  "CanonicalName": "${system}26.0", "Version": "26.0", "MaximumDeploymentTarget": "26.99",
  "VersionMap": {
    "macOS_iOSMac": { "10.15": "13.1", "26.0": "26.0" },
    "iOSMac_macOS": { "13.1": "10.15", "26.0": "26.0" },
    "iOS_xrOS": { "17.0": "1.0", "18.0": "2.0", "26.0": "26.0" }
  }
}
JSON
  # The target with its lowest release, and the same as files of modules are called.
  case $system in
  macos) target=x86_64-apple-macos10.15 name=x86_64-apple-macos ;;
  catalyst) target=x86_64-apple-ios13.1-macabi name=x86_64-apple-ios-macabi ;;
  watchos) target=x86_64-apple-watchos6.0-simulator name=x86_64-apple-watchos-simulator ;;
  visionos) target=arm64-apple-xros1.0-simulator name=arm64-apple-xros-simulator ;;
  *) target=x86_64-apple-${system}13.0-simulator name=x86_64-apple-$system-simulator ;;
  esac
  for module in Swift SwiftOnoneSupport _Concurrency _StringProcessing Synchronization Observation \
    Testing; do
    source=$(find "$swift/linux/$module.swiftmodule" -name '*-unknown-linux-gnu.swiftinterface' \
      ! -name '*.private.*' | head -n 1)
    folder=$out/$system/usr/lib/swift/$module.swiftmodule
    mkdir -p "$folder"
    interface "$source" "$target" >"$folder/$name.swiftinterface"
  done
done

# SwiftSyntax, for the macros and the tools, which run on macOS.
for folder in "$swift"/host/*.swiftmodule; do
  module=$(basename "$folder")
  mkdir -p "$out/macos/syntax/$module"
  # The private interface has what the compiler's own plugins use.
  interface "$folder"/*-unknown-linux-gnu.private.swiftinterface x86_64-apple-macos10.15 \
    | sed -E '/^(private |internal |public )?import Foundation$/d' >"$out/macos/syntax/$module/x86_64-apple-macos.private.swiftinterface"
  interface "$folder"/x86_64-unknown-linux-gnu.swiftinterface x86_64-apple-macos10.15 \
    >"$out/macos/syntax/$module/x86_64-apple-macos.swiftinterface"
done

cat >"$out/flags" <<SH
#!/usr/bin/env bash
# Prints the compiler's options for a system and its lowest release.
case \$1 in
macos) target=x86_64-apple-macos\$2 ;;
catalyst) target=x86_64-apple-ios\$2-macabi ;;
visionos) target=arm64-apple-xros\$2-simulator ;;
*) target=x86_64-apple-\$1\$2-simulator ;;
esac
printf '%s ' -target "\$target" -sdk "$out/\$1" -I "$swift/shims" \\
  -module-cache-path "$out/cache" -Xfrontend -disable-objc-interop
echo
SH
chmod +x "$out/flags"
printf '%s\n' "$stamp" >"$out/stamp"
