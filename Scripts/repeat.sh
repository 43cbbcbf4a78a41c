#!/usr/bin/env bash
# Builds the tests once and runs them again and again beside busy loops, until one run fails. That finds tests
# which expect a machine to themselves, or an order of threads.
#
# Usage: Scripts/repeat.sh [--times N] [--load L] [--release] [--filter NAME] [--sanitizer NAME] [--strict] [--help]
#
#   --times N      how often they run (default: 20)
#   --load L       how many busy loops run beside them (default: 8; 0: none)
#   --release      in release, not in debug
#   --filter NAME  only tests that match the regular expression
#   --sanitizer NAME
#                  under the thread or the address sanitizer: any report of it fails the run; builds go to
#                  .build/sanitize
#   --strict       warnings are errors; builds go to .build/strict
#
# Each run says how long it took and what it counted. The first one that fails ends the script: its log, which has
# the seeds of its random tests, stays in .build/logs, and what went wrong in it is printed.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

times=20
load=8
configuration=debug
filter=()
sanitizer=
while [ $# -gt 0 ]; do
  case $1 in
  --times | --load)
    [[ ${2:-} =~ ^[0-9]+$ ]] || fail "$1 needs a number (see Scripts/repeat.sh --help)"
    if [ "$1" = --times ]; then times=$2; else load=$2; fi
    shift
    ;;
  --filter)
    [ -n "${2:-}" ] || fail "--filter needs a name (see Scripts/repeat.sh --help)"
    filter=(--filter "$2")
    shift
    ;;
  --sanitizer)
    [[ ${2:-} =~ ^(thread|address)$ ]] || fail "--sanitizer needs 'thread' or 'address' (see Scripts/repeat.sh --help)"
    sanitizer=$2
    shift
    ;;
  --release) configuration=release ;;
  --strict) strict=1 ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$1' (see Scripts/repeat.sh --help)" ;;
  esac
  shift
done

need_swift
set_flags . "$configuration"
if [ -n "$sanitizer" ]; then
  use_sanitizers
  flags=(--disable-xctest --sanitize="$sanitizer" --scratch-path ".build/sanitize/$sanitizer")
fi
flags+=(-c "$configuration")
step "Building the tests, $configuration${sanitizer:+, $sanitizer sanitizer}"
if [ "$configuration" = release ] && [ -z "$sanitizer" ]; then
  quietly repeat-build swift build ${flags[@]+"${flags[@]}"} --product StitcherPackageTests \
    || fail "the tests do not build"
else
  quietly repeat-build swift build ${flags[@]+"${flags[@]}"} --build-tests || fail "the tests do not build"
fi

loops=()
# Ends the busy loops, which this script has started.
end_loops() {
  [ ${#loops[@]} -eq 0 ] || kill "${loops[@]}" 2>/dev/null || true
  loops=()
}
trap end_loops EXIT
for ((count = 0; count < load; count++)); do
  (while :; do :; done) &
  loops+=($!)
done

step "$times runs, $configuration${sanitizer:+, $sanitizer sanitizer}, beside a load of $load"
for ((run = 1; run <= times; run++)); do
  log=$logs/repeat-$configuration-$run.log
  start=$SECONDS
  clear_reports
  if ! swift test --skip-build ${flags[@]+"${flags[@]}"} ${filter[@]+"${filter[@]}"} >"$log" 2>&1; then
    grep -E 'recorded an issue|Fatal error|Program crashed|crashed:$|error:' "$log" | cut -c1-400 | head -n 40 >&2 || true
    fail "run $run of $times failed after $((SECONDS - start)) s: see $log"
  fi
  if print_reports >&2; then fail "run $run of $times has reports of the $sanitizer sanitizer: see $log"; fi
  counted=$(grep -hoE 'Test run with [0-9]+ tests?' "$log" | tail -n 1 || true)
  [ -n "$counted" ] || fail "no test ran: see $log"
  printf '%3d: %s, %d s\n' "$run" "${counted#Test run with }" $((SECONDS - start))
  [ "$run" = "$times" ] || rm -f "$log"
done

printf '\nAll %d runs passed.\n' "$times"
