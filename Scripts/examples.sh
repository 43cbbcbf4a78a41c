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

# The service describes itself in every language, and says what is wrong with the command.
step "Example: Orders, its graph"
orders=$(swift build --package-path Examples/Orders ${flags[@]+"${flags[@]}"} --show-bin-path)/orders
graphs=.build/graphs
rm -rf "$graphs"
mkdir -p "$graphs"

# Has the service describe itself. Arguments: format, how its text begins.
describe_orders() {
  "$orders" graph --format "$1" >"$graphs/orders.$1" || fail "orders graph --format $1 fails"
  "$orders" graph --format "$1" --output "$graphs/again.$1" \
    || fail "orders graph --format $1 --output fails"
  local file
  for file in "$graphs/orders.$1" "$graphs/again.$1"; do
    grep -q UnitOfWork "$file" && head -n 2 "$file" | grep -q "^$2" \
      || fail "orders graph --format $1 writes something else: $(head -n 2 "$file")"
  done
}

describe_orders html '<!DOCTYPE html>'
describe_orders mermaid 'flowchart'
describe_orders dot 'digraph "Orders'
describe_orders json '  "edges" : \['
describe_orders svg '<svg '
status=0
"$orders" graph --format png >/dev/null || status=$?
[ $status = 2 ] || fail "orders graph --format png ends with $status, not with 2"
status=0
"$orders" graph --html --output "$graphs/nowhere/graph.html" >/dev/null || status=$?
[ $status = 1 ] || fail "orders graph into no folder ends with $status, not with 1"
echo "orders graph: html, mermaid, dot, json and svg"
