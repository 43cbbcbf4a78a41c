#!/usr/bin/env bash
# Has the tool check the dependency graph of each example: all must be free of errors. That of Notes
# is then checked by the command that README names, `swift package stitcher check`.
#
# Usage: Scripts/graphs.sh [--strict] [--help]
#
#   --strict   warnings are errors; builds go to .build/strict
#   --help     prints this
#
# Needs bash and a Swift toolchain. Installs SQLite's development files where they are missing.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

for argument in "$@"; do
  case $argument in
  --strict) strict=1 ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$argument' (see Scripts/graphs.sh --help)" ;;
  esac
done

need_swift
need_sqlite

set_flags .
quietly graphs swift build ${flags[@]+"${flags[@]}"} --product stitcher-tool \
  || fail "the tool does not build"
tool=$(swift build ${flags[@]+"${flags[@]}"} --show-bin-path)/stitcher-tool

for manifest in Examples/*/Package.swift; do
  package=$(dirname "$manifest")
  step "Graph: $package"
  set_flags "$package"
  # The examples share a folder of builds, in which the last one that was built is described.
  quietly graphs swift build --package-path "$package" ${flags[@]+"${flags[@]}"} \
    || fail "$package does not build"
  "$tool" check --no-build --package-path "$package" --build-path "$scratch" \
    || fail "the graph of $package has errors"
done

step "Graph: Examples/Notes, by the plugin"
set_flags Examples/Notes
swift package --package-path Examples/Notes ${flags[@]+"${flags[@]}"} stitcher check \
  || fail "'swift package stitcher check' fails"
