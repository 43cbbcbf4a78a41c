#!/usr/bin/env bash
# Builds the documentation of each module that has a catalog as static HTML in .build/docs.
# Warnings are errors. What is there on Apple's systems only is documented everywhere: elsewhere the
# modules are built with the stand-ins in Apple/StandIns.
#
# Usage: Scripts/docs.sh [--hosting-base-path PATH] [--help]
#
#   --hosting-base-path PATH   path below which a web server will serve the pages
#
# To read them: `python3 -m http.server --directory .build/docs`, or any other web server.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

base_path=
while [ $# -gt 0 ]; do
  case $1 in
  --hosting-base-path)
    [ $# -ge 2 ] || fail "--hosting-base-path needs a path"
    base_path=${2%/}
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

# Builds the documentation of a module. Argument: the module.
document() {
  local module=$1 graph page

  step "Documentation: symbol graph of $module"
  # Symbol graphs are written as a by-product of compiling: without them, an up-to-date build
  # would write none.
  [ -e "$emitted/$module.symbols.json" ] || rm -rf "$scratch"
  mkdir -p "$emitted"
  quietly docs swift build --target "$module" --scratch-path "$scratch" \
    -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$emitted" \
    -Xswiftc -symbol-graph-minimum-access-level -Xswiftc public \
    -Xswiftc -emit-extension-block-symbols ${frameworks[@]+"${frameworks[@]}"} \
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

  step "Documentation: pages of $module"
  "$docc" convert "Sources/$module/$module.docc" \
    --additional-symbol-graph-dir "$graphs" \
    --fallback-display-name "$module" \
    --fallback-bundle-identifier "org.stitcher.$module" \
    --fallback-default-module-kind Library \
    --warnings-as-errors \
    --transform-for-static-hosting \
    --hosting-base-path "$base_path/$module" \
    --output-path "$output/$module" \
    || fail "the documentation of $module has warnings or errors"

  page=$module/documentation/$(printf '%s' "$module" | tr '[:upper:]' '[:lower:]')
  printf '<li><a href="%s/">%s</a></li>\n' "$page" "$module" >>"$output/index.html"
  echo "Documentation: $output/$page/index.html"
}

frameworks=()
if [ "$(uname)" != Darwin ]; then
  Scripts/check-apple.sh --stand-ins
  frameworks=(-Xswiftc -I -Xswiftc "$PWD/.build/apple/frameworks")
fi

rm -rf "$output"
mkdir -p "$output"
printf '<!doctype html>\n<title>Stitcher</title>\n<ul>\n' >"$output/index.html"
for catalog in Sources/*/*.docc; do
  document "$(basename "$catalog" .docc)"
done
