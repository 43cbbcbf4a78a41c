#!/usr/bin/env bash
# Counts the allocations of each operation in release, and fails where there are more than there may be.
# The limits stand in Benchmarks/Sources/benchmarks/Measure/Allocations.swift.
#
# Usage: Scripts/allocations.sh [--help]

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

for argument in "$@"; do
  case $argument in
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$argument' (see Scripts/allocations.sh --help)" ;;
  esac
done

need_swift
strict=1
set_flags Benchmarks release
step "Allocations"
swift run -c release --package-path Benchmarks "${flags[@]}" benchmarks --allocations \
  || fail "allocations: more than there may be"
