#!/usr/bin/env bash
# Generates the overloads in Sources/Stitcher/Generated from Scripts/overloads.template. The template
# contains each form once. A form becomes several overloads: static and on a graph, synchronous and
# asynchronous, with and without parameters.
#
# Usage: Scripts/overloads.sh [--check] [--help]
#
#   --check   writes nothing; fails if the files in the repository are not current
#   --help    prints this
#
# Needs bash, python3 and a Swift toolchain, whose formatter lays the lines out.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

check=
for argument in "$@"; do
  case $argument in
  --check) check=1 ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$argument' (see Scripts/overloads.sh --help)" ;;
  esac
done

need_swift
command -v python3 >/dev/null 2>&1 || fail "python3 is missing, which reads the template"

generated=Sources/Stitcher/Generated
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
python3 Scripts/overloads.py Scripts/overloads.template "$fresh"
swift format --in-place --configuration .swift-format "$fresh"/*.swift

if [ -n "$check" ]; then
  diff -r "$fresh" "$generated" >&2 \
    || fail "$generated is not current: edit Scripts/overloads.template, and run Scripts/overloads.sh"
  echo "The generated overloads are current."
else
  mkdir -p "$generated"
  rm -f "$generated"/*.swift
  cp "$fresh"/*.swift "$generated"
  echo "Written: $generated"
fi
