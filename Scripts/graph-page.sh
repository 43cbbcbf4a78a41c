#!/usr/bin/env bash
# Opens the page that draws a graph in a headless Chromium, with 20 nodes, with 2,000, and as the example Orders
# draws itself, and uses it: search, keyboard, clicks, filters, the view of a node's surroundings. Fails where a page is not ready within two
# seconds, writes an error to the console, or asks for anything from elsewhere.
#
# Usage: Scripts/graph-page.sh [--strict] [--pictures FOLDER] [--help]
#
#   --strict            warnings are errors; builds go to .build/strict
#   --pictures FOLDER   writes pictures of the pages, light and dark, to look at
#   --help              prints this
#
# Needs python3. Installs Chromium where it is missing and apt-get is there; elsewhere, without one, the
# pages are not opened, and the script says so.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

pictures=
while [ $# -gt 0 ]; do
  case $1 in
  --strict) strict=1 ;;
  --pictures)
    [ $# -ge 2 ] || fail "--pictures needs a folder"
    pictures=$2
    shift
    ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$1' (see Scripts/graph-page.sh --help)" ;;
  esac
  shift
done

need_swift
need_sqlite
command -v python3 >/dev/null 2>&1 || fail "python3 is missing, which speaks with the browser"

# Prints the path of a Chromium, if there is one that runs: Ubuntu has some that only ask for a snap.
find_chromium() {
  local name
  for name in chromium google-chrome chromium-browser; do
    if command -v "$name" >/dev/null 2>&1 && "$name" --version >/dev/null 2>&1; then
      command -v "$name"
      return
    fi
  done
}

chromium=$(find_chromium)
if [ -z "$chromium" ] && command -v apt-get >/dev/null 2>&1; then
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo -n)
  echo "Installing Chromium (apt-get)…"
  quietly setup-update ${as_root[@]+"${as_root[@]}"} apt-get update || true
  quietly setup ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends chromium || true
  chromium=$(find_chromium)
fi
if [ -z "$chromium" ]; then
  echo "There is no Chromium: the page of a graph was not opened."
  exit 0
fi

step "Page of a graph, in $(basename "$chromium")"
set_flags .
swift build ${flags[@]+"${flags[@]}"} --product stitcher-graph-sample
sample=$(swift build ${flags[@]+"${flags[@]}"} --show-bin-path)/stitcher-graph-sample
pages=.build/graph-pages
mkdir -p "$pages"
for count in 20 2000; do "$sample" "$count" html >"$pages/$count.html"; done
[ -z "$pictures" ] || mkdir -p "$pictures"
set_flags Examples/Orders
swift run --package-path Examples/Orders ${flags[@]+"${flags[@]}"} \
  orders graph --html --output "$PWD/$pages/orders.html" || fail "orders does not draw itself"
python3 Scripts/graph-page.py "$chromium" "$pictures" \
  "$pages/20.html" "$pages/2000.html" "$pages/orders.html" || fail "the page of a graph is broken"
