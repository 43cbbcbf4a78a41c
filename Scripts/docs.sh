#!/usr/bin/env bash
# Builds the documentation of all modules that have a catalog as one site of static HTML, in .build/docs.
# Warnings are errors. What is there on Apple's systems only is documented everywhere: elsewhere the
# modules are built with the stand-ins in Apple/StandIns, which are not documented themselves.
#
# Usage: Scripts/docs.sh [--hosting-base-path PATH] [--serve [PORT]] [--help]
#
#   --hosting-base-path PATH   path below which a web server will serve the pages
#   --serve [PORT]             serves what was built, on this machine only (port 8080)
#
# The pages need a web server: a browser does not load them from files.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

base_path='' serve=''
while [ $# -gt 0 ]; do
  case $1 in
  --hosting-base-path)
    [ $# -ge 2 ] || fail "--hosting-base-path needs a path"
    base_path=${2%/}
    shift
    ;;
  --serve)
    serve=8080
    case ${2:-} in [0-9]*)
      serve=$2
      shift
      ;;
    esac
    ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$1' (see Scripts/docs.sh --help)" ;;
  esac
  shift
done

output=.build/docs

if [ -n "$serve" ]; then
  [ -e "$output/index.html" ] || fail "there is no documentation yet: run Scripts/docs.sh first"
  command -v python3 >/dev/null 2>&1 || fail "python3 is missing, which serves the pages"
  echo "Documentation: http://localhost:$serve/"
  exec python3 -m http.server --bind localhost --directory "$output" "$serve"
fi

need_swift
docc=$(toolchain_tool docc)
command -v python3 >/dev/null 2>&1 || fail "python3 is missing, which puts the site together"

scratch=.build/docs-build
emitted=$PWD/$scratch/symbol-graphs
graphs=$scratch/public
archives=.build/docs-archives

# Prints a symbol graph without symbols that a module only hands on: on Apple's systems, those are
# documented by Apple; elsewhere, they are stand-ins. Argument: file.
own_symbols() {
  if ! grep -q '"s:7Combine' "$1"; then
    cat "$1"
    return
  fi
  python3 - "$1" <<'PYTHON'
import json, sys
graph = json.load(open(sys.argv[1]))
foreign = {s["identifier"]["precise"] for s in graph["symbols"]
           if "s:7Combine" in s["identifier"]["precise"]}
graph["symbols"] = [s for s in graph["symbols"] if s["identifier"]["precise"] not in foreign]
graph["relationships"] = [r for r in graph["relationships"]
                          if r["source"] not in foreign and r["target"] not in foreign]
json.dump(graph, sys.stdout)
PYTHON
}

# Converts a catalog into an archive. Arguments: name, catalog, further options.
convert() {
  local name=$1 catalog=$2
  shift 2
  mkdir -p "$archives"
  step "Documentation: pages of $name"
  "$docc" convert "$catalog" \
    --fallback-display-name "$name" \
    --fallback-bundle-identifier "org.stitcher.$name" \
    --warnings-as-errors \
    --enable-experimental-external-link-support \
    --output-path "$archives/$name.doccarchive" "$@" \
    || fail "the documentation of $name has warnings or errors"
}

# Builds the documentation of a module. Argument: the module.
document() {
  local module=$1 graph

  step "Documentation: symbol graph of $module"
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
      own_symbols "$graph" >"$graphs/$(basename "$graph")"
    fi
  done
  [ -e "$graphs/$module.symbols.json" ] || fail "no symbol graph of $module was written"

  convert "$module" "Sources/$module/$module.docc" --additional-symbol-graph-dir "$graphs" \
    --fallback-default-module-kind Library
}

frameworks=()
if [ "$(uname)" != Darwin ]; then
  Scripts/check-apple.sh --stand-ins
  frameworks=(-Xswiftc -I -Xswiftc "$PWD/.build/apple/frameworks")
fi

modules=()
for catalog in Sources/*/*.docc; do modules+=("$(basename "$catalog" .docc)"); done
rm -rf "$archives"
# Symbol graphs are written as a by-product of compiling: where one is missing, an up-to-date build
# would not write it.
for module in "${modules[@]}"; do [ -e "$emitted/$module.symbols.json" ] || rm -rf "$scratch"; done
mkdir -p "$emitted"
for module in "${modules[@]}"; do document "$module"; done

dependencies=() merged=()
for module in "${modules[@]}"; do
  dependencies+=(--dependency "$archives/$module.doccarchive")
  merged+=("$archives/$module.doccarchive")
done
convert Overview Documentation/Overview.docc "${dependencies[@]}"

step "Documentation: one site"
rm -rf "$output"
"$docc" merge "${merged[@]}" --output-path "$output" --synthesized-landing-page-name "Stitcher" \
  --synthesized-landing-page-kind "Package" --synthesized-landing-page-topics-style list \
  || fail "the archives cannot be merged"

# The landing page that is made says which modules there are; what is what is said by the overview.
python3 - "$archives/Overview.doccarchive/data/documentation/overview.json" \
  "$output/data/documentation.json" <<'PYTHON'
import json, sys
overview, landing = (json.load(open(path)) for path in sys.argv[1:])
for key in ("abstract", "primaryContentSections"):
    landing[key] = overview[key]
landing["references"] = {**overview["references"], **landing["references"]}
json.dump(landing, open(sys.argv[2], "w"))
PYTHON
"$docc" process-archive transform-for-static-hosting "$output" --hosting-base-path "$base_path" \
  || fail "the site cannot be made"
cp Documentation/llms.txt "$output/llms.txt"
printf '<!doctype html>\n<title>Stitcher</title>\n<meta http-equiv="refresh" content="0; url=%s">\n' \
  "documentation/" >"$output/index.html"

# What `own_symbols` and the overview are there for.
! grep -rq AnyCancellable "$output/index" || fail "the site documents a stand-in, AnyCancellable"
grep -q '"type": "table"' "$output/data/documentation.json" \
  || fail "the landing page has no table of the modules"
echo "Documentation: $output; Scripts/docs.sh --serve shows it."
