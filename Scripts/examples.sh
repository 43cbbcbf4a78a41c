#!/usr/bin/env bash
# Runs the commands of the examples, but for the tour of Notes, which has a script of its own.
#
# Usage: Scripts/examples.sh [--strict] [--help]
#
#   --strict   warnings are errors; builds go to .build/strict
#   --help     prints this
#
# Needs bash and a Swift toolchain.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

for argument in "$@"; do
  case $argument in
  --strict) strict=1 ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$argument' (see Scripts/examples.sh --help)" ;;
  esac
done

need_swift
need_sqlite

# Runs a command. Arguments: folder of the example, name of the command.
run_example() {
  set_flags "Examples/$1"
  step "Example: $1"
  swift run --package-path "Examples/$1" ${flags[@]+"${flags[@]}"} "$2" || fail "$2 failed"
}

run_example SignIn sign-in
run_example Weather weather-report
run_example JobQueue job-queue
run_example Autoregistration shop-tour
run_example Orders orders
