#!/usr/bin/env bash
# Depends on the package as users do: by version, from a fresh package.
#
# Usage: Scripts/versioned.sh [--with-macros] [--help]
#
#   --with-macros   with the trait `Macros`: downloads and builds swift-syntax, expands a macro and
#                   runs the plugin (default: with the trait off, which needs no network)
#
# The working tree is copied into a clone, committed and tagged there.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

macros=
for argument in "$@"; do
  case $argument in
  --with-macros) macros=1 ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$argument' (see Scripts/versioned.sh --help)" ;;
  esac
done

need_swift

root=$PWD/.build/versioned
clone=$root/Stitcher
client=$root/client

step "Version: a clone with a tag"
rm -rf "$clone" "$client/Package.resolved" "$client/.build/checkouts" "$client/.build/repositories" \
  "$client/.build/workspace-state.json"
mkdir -p "$client/Sources/client"
git clone -q . "$clone"
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
  [ -e "$file" ] || continue
  mkdir -p "$clone/$(dirname "$file")"
  cp "$file" "$clone/$file"
done
commit=(git -C "$clone" -c user.name=check -c user.email=check@localhost -c commit.gpgsign=false)
git -C "$clone" add -A
"${commit[@]}" commit -q --allow-empty --no-verify -m "Check"
# Without the cache of SwiftPM, which knows older clones of this name.
version=1.0.$(date +%s)
git -C "$clone" tag "$version"

traits=', traits: []' product=Stitcher plugin=
if [ -n "$macros" ]; then
  traits='' product=StitcherMacros
  plugin=', plugins: [.plugin(name: "StitcherAutoregistration", package: "Stitcher")]'
fi
{
  head -n 1 Package.swift
  printf 'import PackageDescription\n\nlet package = Package(\n  name: "client",\n'
  awk '/^ *platforms: *\[/ { on = 1 } on { print } on && /\],?[ \t]*$/ { exit }' Package.swift
  printf '  dependencies: [.package(url: "file://%s", exact: "%s"%s)],\n' \
    "$clone" "$version" "$traits"
  printf '  targets: [\n    .executableTarget(\n      name: "client",\n'
  printf '      dependencies: [.product(name: "%s", package: "Stitcher")]%s)\n  ]\n)\n' \
    "$product" "$plugin"
} >"$client/Package.swift"

if [ -n "$macros" ]; then
  cat >"$client/Sources/client/main.swift" <<'CLIENT'
import StitcherMacros

@Registerable final class Service {}

let container = DependencyContainer { DependencyGroup.autoregisteredDependencies }
CLIENT
else
  cat >"$client/Sources/client/main.swift" <<'CLIENT'
import Stitcher

final class Service {}

let container = DependencyContainer { Service() }
CLIENT
fi
cat >>"$client/Sources/client/main.swift" <<'CLIENT'
DependencyGraph.activate(container)
let service: Service = try DependencyGraph.inject()
print("Injected: \(service)")
CLIENT

step "Version: a package that depends on it${macros:+, with macros}"
quietly versioned swift build --package-path "$client" \
  || fail "a package that depends on a version does not build"
"$(swift build --package-path "$client" --show-bin-path)/client"

step "Version: its manifest"
manifest=$(swift package --package-path "$client/.build/checkouts/Stitcher" dump-package)
case $manifest in
*TOOLCHAIN_SWIFT_SYNTAX*) fail "a version of the package uses the toolchain's SwiftSyntax" ;;
*swift-syntax*) ;;
*) fail "a version of the package does not depend on swift-syntax" ;;
esac
if [ -z "$macros" ] && grep -q swift-syntax "$client/Package.resolved"; then
  fail "swift-syntax is resolved although the trait 'Macros' is off"
fi
manifest=$(swift package dump-package)
case $manifest in
*swift-syntax.git*) echo "A checkout depends on swift-syntax: the toolchain does not have it." ;;
*) echo "A checkout uses the toolchain's SwiftSyntax." ;;
esac
