#!/usr/bin/env bash
# Compares the library with its model, in release, for some time; prints figures as tables of Markdown.
#
# Usage: Scripts/soak.sh [--minutes N] [--only WHAT] [--seed S] [--count N] [--help]
#
#   --minutes N   how long it runs (default: 20); the least of each is done in any case
#   --only WHAT   only one of: engine, stitcher (random programs), graphs (programs that make graphs on graphs),
#                 lives (programs of asynchronous, failing, cancelled and decorated creations, of teardowns and events),
#                 threads (several at a time, with a search for an order that explains what they saw), cold (threads that
#                 ask for what is not created yet)
#   --seed S      the first seed (default: a fresh one, which is printed)
#   --count N     with --only: the number of programs, or of rounds of each cold race, instead of a time
#
# A program that fails is printed with the command that repeats it, and in a shorter form that still fails. The
# least is a million steps of the engine's programs, and 10,000 rounds of each cold race.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

for argument in "$@"; do
  case $argument in
  --help | -h) print_help && exit 0 ;;
  esac
done

need_swift
quietly soak-build swift build -c release --product stitcher-soak || fail "stitcher-soak does not build"
program=$(swift build -c release --show-bin-path)/stitcher-soak
journal=$logs/soak-program
result=0
"$program" --journal "$journal" "$@" || result=$?
# It does not get to say what it ran when it is stopped by a signal.
if [ "$result" -gt 128 ]; then
  printf 'It crashed. Once more: %s\n' "$(head -n 1 "$journal")" >&2
fi
exit "$result"
