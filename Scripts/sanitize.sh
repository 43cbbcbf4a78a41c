#!/usr/bin/env bash
# Runs the tests of the package, of Examples/Notes and of Examples/Orders under sanitizers, in debug
# and in release.
#
# Usage: Scripts/sanitize.sh [thread] [address] [--debug | --release] [--help]
#
# Without a sanitizer's name both run; without a configuration both are built. Each sanitizer has a
# build folder of its own in the .build/sanitize of each package.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

sanitizers=
configurations="debug release"
for argument in "$@"; do
  case $argument in
  thread | address) sanitizers="$sanitizers $argument" ;;
  --debug) configurations=debug ;;
  --release) configurations=release ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown argument '$argument' (see Scripts/sanitize.sh --help)" ;;
  esac
done

need_swift
need_sqlite

use_sanitizers

for sanitizer in ${sanitizers:-thread address}; do
  for configuration in $configurations; do
    for package in . Examples/Notes Examples/Orders; do
      step "Tests of $package under the $sanitizer sanitizer, $configuration"
      clear_reports
      # The runner of XCTest leaks, so it stays out, and with it XCTestTests: all other tests are
      # Swift Testing's.
      swift test --package-path "$package" --disable-xctest --sanitize="$sanitizer" \
        -c "$configuration" --scratch-path "$package/.build/sanitize/$sanitizer" \
        || failed=1
      if print_reports; then failed=1; fi
      [ -z "${failed:-}" ] \
        || fail "tests of $package under the $sanitizer sanitizer failed: $configuration"
    done
  done
done

printf '\nAll sanitizers are clean.\n'
