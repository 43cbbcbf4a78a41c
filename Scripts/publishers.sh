#!/usr/bin/env bash
# Runs the tests with the trait `OpenCombine`, that is with publishers, on systems without Combine.
#
# Usage: Scripts/publishers.sh [--filter TESTS] [--release] [--config-path FOLDER] [--help]
#
#   --filter TESTS         only tests whose name matches
#   --release              in release (default: debug)
#   --config-path FOLDER   where SwiftPM finds its configuration, such as a mirror of OpenCombine
#
# Ends with 3 where OpenCombine cannot be resolved, which it finds out within a minute. The tests run in a copy of
# the working tree, in .build/publishers: what is resolved for them, and built, stays there.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

configuration=debug
filter=()
config=()
while [ $# -gt 0 ]; do
  case $1 in
  --filter) [ $# -ge 2 ] || fail "--filter needs tests" && filter=(--filter "$2") && shift ;;
  --config-path)
    [ $# -ge 2 ] || fail "--config-path needs a folder"
    config=(--config-path "$(cd "$2" && pwd)") && shift
    ;;
  --release) configuration=release ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$1' (see Scripts/publishers.sh --help)" ;;
  esac
  shift
done

need_swift

if [ "$(uname)" = Darwin ]; then
  echo "Combine is here: all other tests run with publishers."
  exit 0
fi

# Runs a command, and ends it when it takes too long. Arguments: seconds, command.
within() {
  local seconds=$1 command guard status=0
  shift
  "$@" &
  command=$!
  (sleep "$seconds" && kill "$command") >/dev/null 2>&1 &
  guard=$!
  wait "$command" || status=$?
  kill "$guard" 2>/dev/null || true
  return "$status"
}

copy=.build/publishers/Stitcher
options=(--package-path "$copy" --traits OpenCombine ${config[@]+"${config[@]}"})
export GIT_TERMINAL_PROMPT=0

step "Publishers: a copy of the working tree"
mkdir -p "$copy"
list=.build/publishers/files
git ls-files -z --cached --others --exclude-standard \
  | while IFS= read -r -d '' file; do [ ! -f "$file" ] || printf '%s\0' "$file"; done >"$list"
while IFS= read -r -d '' file; do
  cmp -s "$file" "$copy/$file" && continue
  mkdir -p "$copy/$(dirname "$file")"
  cp -p "$file" "$copy/$file"
done <"$list"
# What is gone here goes there.
(cd "$copy" && find . -path ./.build -prune -o -type f ! -name Package.resolved -print0) \
  | while IFS= read -r -d '' file; do [ -f "$file" ] || rm -f "$copy/$file"; done

step "Publishers: OpenCombine"
if ! quietly publishers within 60 swift package "${options[@]}" resolve; then
  exit 3
fi

step "Publishers: tests, $configuration"
swift test "${options[@]}" -c "$configuration" --disable-xctest ${filter[@]+"${filter[@]}"}
