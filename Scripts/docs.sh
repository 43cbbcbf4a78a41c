#!/usr/bin/env bash
# Builds the documentation of Stitcher as static HTML in .build/docs. Warnings are errors.
#
# Usage: Scripts/docs.sh [--hosting-base-path PATH] [--help]
#
#   --hosting-base-path PATH   path below which a web server will serve the pages
#
# To read them: `python3 -m http.server --directory .build/docs`, or any other web server.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

module=Stitcher
hosting=()
while [ $# -gt 0 ]; do
  case $1 in
  --hosting-base-path)
    [ $# -ge 2 ] || fail "--hosting-base-path needs a path"
    hosting=(--hosting-base-path "$2")
    shift
    ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$1' (see Scripts/docs.sh --help)" ;;
  esac
  shift
done

need_swift
docc=$(toolchain_tool docc)

scratch=.build/docs-build
emitted=$PWD/$scratch/symbol-graphs
graphs=$scratch/public
output=.build/docs

step "Documentation: symbol graph of $module"
# Symbol graphs are written as a by-product of compiling: without them, an up-to-date build
# would write none.
[ -e "$emitted/$module.symbols.json" ] || rm -rf "$scratch"
mkdir -p "$emitted"
quietly docs swift build --target "$module" --scratch-path "$scratch" \
  -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$emitted" \
  -Xswiftc -symbol-graph-minimum-access-level -Xswiftc public \
  -Xswiftc -emit-extension-block-symbols \
  || fail "$module does not build"

# Only what users can see: the graphs of the modules below it stay out.
rm -rf "$graphs"
mkdir -p "$graphs"
for graph in "$emitted/$module.symbols.json" "$emitted/$module@"*.symbols.json; do
  if [ -e "$graph" ]; then
    cp "$graph" "$graphs"
  fi
done
[ -e "$graphs/$module.symbols.json" ] || fail "no symbol graph of $module was written"

step "Documentation: pages"
rm -rf "$output"
"$docc" convert "Sources/$module/$module.docc" \
  --additional-symbol-graph-dir "$graphs" \
  --fallback-display-name "$module" \
  --fallback-bundle-identifier "org.stitcher.$module" \
  --fallback-default-module-kind Library \
  --warnings-as-errors \
  --transform-for-static-hosting \
  ${hosting[@]+"${hosting[@]}"} \
  --output-path "$output" \
  || fail "the documentation has warnings or errors"

page=documentation/$(printf '%s' "$module" | tr '[:upper:]' '[:lower:]')
printf '<!doctype html>\n<meta http-equiv="refresh" content="0; url=%s/">\n' "$page" \
  >"$output/index.html"
echo "Documentation: $output/$page/index.html"
