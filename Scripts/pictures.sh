#!/usr/bin/env bash
# Draws the picture of README: the graph of Examples/Notes, with somebody signed in.
#
# Usage: Scripts/pictures.sh [--check] [--strict] [--help]
#
#   --check    writes nothing; fails if the picture in the repository is not current
#   --strict   warnings are errors; builds go to .build/strict
#   --help     prints this
#
# Needs bash and a Swift toolchain. Installs SQLite's development files where they are missing.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

check=
for argument in "$@"; do
  case $argument in
  --check) check=1 ;;
  --strict) strict=1 ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$argument' (see Scripts/pictures.sh --help)" ;;
  esac
done

need_swift
need_sqlite

picture=Documentation/Pictures/notes-graph.svg
step "Picture: $picture"
set_flags Examples/Notes
quietly pictures swift build --package-path Examples/Notes ${flags[@]+"${flags[@]}"} \
  --product notes || fail "Examples/Notes does not build"
notes=$(swift build --package-path Examples/Notes ${flags[@]+"${flags[@]}"} --show-bin-path)/notes
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$notes" --data "$folder/data" sign-in ana --create >/dev/null
"$notes" --data "$folder/data" graph --format svg --output "$folder/graph.svg"
if [ -z "$check" ]; then
  mkdir -p "$(dirname "$picture")"
  cp "$folder/graph.svg" "$picture"
  echo "Written: $picture"
elif cmp -s "$folder/graph.svg" "$picture"; then
  echo "The picture is current."
else
  fail "$picture is not current: run Scripts/pictures.sh, and look at it"
fi
