#!/usr/bin/env bash
# Builds packages with their tests. Warnings are errors. Nothing is run.
#
# Usage: Scripts/build.sh [-c CONFIGURATION] [PACKAGE]...     (default: the root package)
#
# Builds go to .build/strict of each package, those of examples to that of the root, where
# `Scripts/test.sh --strict` finds them.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

strict=1
configuration=debug
packages=()
while [ $# -gt 0 ]; do
  case $1 in
  -c) [ $# -ge 2 ] || fail "-c needs a configuration" && configuration=$2 && shift ;;
  --help | -h) print_help && exit 0 ;;
  -*) fail "unknown option '$1' (see Scripts/build.sh --help)" ;;
  *) packages+=("${1%/}") ;;
  esac
  shift
done
[ ${#packages[@]} -gt 0 ] || packages=(.)

need_swift
need_sqlite

for package in "${packages[@]}"; do
  [ -e "$package/Package.swift" ] || fail "no package at '$package'"
  set_flags "$package" "$configuration"
  step "Build: $package ($configuration)"
  swift build -c "$configuration" --build-tests --package-path "$package" "${flags[@]}" \
    || fail "does not build without warnings: $package ($configuration)"
done
