#!/usr/bin/env bash
# Compares, in release, what the spellings of an injection cost that do the same work, and fails
# where one costs more than 1.5 times its best sibling in three processes of three.
# The families and the exceptions stand in Benchmarks/Sources/benchmarks/Spellings.
#
# Usage: Scripts/spellings.sh [--help]

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

for argument in "$@"; do
  case $argument in
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$argument' (see Scripts/spellings.sh --help)" ;;
  esac
done

need_swift
strict=1
set_flags Benchmarks
step "Spellings"
swift build -c release --package-path Benchmarks "${flags[@]}"
# How a process lies in memory, and what else the machine does, moves a ratio by a tenth: what costs
# too much does so in three processes of three.
for attempt in 1 2 3; do
  swift run -c release --package-path Benchmarks "${flags[@]}" --skip-build benchmarks --spellings && exit
  echo "spellings: some cost more than they may in process $attempt of 3"
done
fail "spellings: some cost more than they may"
