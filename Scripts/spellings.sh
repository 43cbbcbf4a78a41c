#!/usr/bin/env bash
# Compares, in release, what the spellings of an injection cost that do the same work, and fails
# where one costs more than 1.5 times its best sibling in each of five processes.
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
set_flags Benchmarks release
step "Spellings"
swift build -c release --package-path Benchmarks "${flags[@]}"
# How a process lies in memory moves what a spelling costs by a third, and with another process it is
# another spelling: one that costs too much does so wherever the process lies.
most=5
failing=
for attempt in $(seq "$most"); do
  output=$(swift run -c release --package-path Benchmarks "${flags[@]}" --skip-build benchmarks --spellings) \
    && printf '%s\n' "$output" && exit
  printf '%s\n' "$output"
  found=$(printf '%s\n' "$output" | sed -n 's/^  \([^ ]*\): .*  TOO MUCH$/\1/p' | sort)
  [ -n "$found" ] || fail "spellings: the benchmarks did not run"
  if [ "$attempt" = 1 ]; then
    failing=$found
  else
    failing=$(comm -12 <(printf '%s\n' "$failing") <(printf '%s\n' "$found"))
  fi
  [ -n "$failing" ] || { echo "spellings: none costs too much in each process" && exit; }
  printf "spellings: too much in each of %s processes so far: %s\n" "$attempt" "${failing//$'\n'/ }"
done
fail "spellings: some cost more than they may: ${failing//$'\n'/ }"
