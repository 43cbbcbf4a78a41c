#!/usr/bin/env bash
# Measures rows of this tree beside those of an earlier commit: pairs of runs that take turns, so that a machine whose
# speed changes is as fast for one as for the other.
#
# Usage: Benchmarks/compare.sh REVISION [--pairs N] [--within PERCENT] [--help] ROW…
#
#   --pairs N         how many pairs of runs (default: 10)
#   --within PERCENT  fails where the median of a row is so much more than before (default: 5)
#
# A row is an id of `benchmarks --list`. For each it prints the medians before and now, and now as a multiple of
# before. The earlier commit is checked out and built in a folder of its own, which is removed. Needs Python 3.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# Prints a message and ends with an error.
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

revision='' pairs=10 within=5 rows=()
while [ $# -gt 0 ]; do
  case $1 in
  --help | -h)
    awk 'NR == 1 { next } /^#/ { sub(/^# ?/, ""); print; next } { exit }' "$0"
    exit 0
    ;;
  --pairs | --within)
    [[ ${2:-} =~ ^[0-9]+$ ]] || fail "$1 needs a number"
    if [ "$1" = --pairs ]; then pairs=$2; else within=$2; fi
    shift
    ;;
  -*) fail "unknown option '$1' (see Benchmarks/compare.sh --help)" ;;
  *) if [ -z "$revision" ]; then revision=$1; else rows+=("$1"); fi ;;
  esac
  shift
done
[ -n "$revision" ] && [ ${#rows[@]} -gt 0 ] || fail "a revision and rows are needed (see Benchmarks/compare.sh --help)"
[ "$pairs" -gt 0 ] || fail "--pairs needs at least 1"
command -v python3 >/dev/null || fail "Python 3 is missing"
commit=$(git rev-parse --verify --quiet "$revision^{commit}") || fail "there is no revision '$revision'"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Builds the benchmarks of a tree. Arguments: the tree's Benchmarks folder.
build() {
  (cd "$1" && swift build -c release >"$work/build.log" 2>&1) || {
    tail -n 20 "$work/build.log" >&2
    fail "the benchmarks of $1 do not build"
  }
}

printf 'Building %s and this tree\n' "$(git log -1 --format='%h (%s)' "$commit")" >&2
git clone --quiet --shared --no-checkout .. "$work/before"
git -C "$work/before" checkout --quiet --detach "$commit"
build "$work/before/Benchmarks"
build .
declare -A programs
programs[before]=$work/before/Benchmarks/.build/release/benchmarks
programs[now]=$(swift build -c release --show-bin-path)/benchmarks

# Measures a row once, into a file. Arguments: which program, row, file.
measure() {
  local program=${programs[$1]} options=(--filter "$2" --json "$3")
  if "$program" --help | grep -q -- --no-baselines; then options+=(--no-baselines); fi
  "$program" "${options[@]}" >/dev/null 2>"$work/run.log" || {
    tail -n 5 "$work/run.log" >&2
    fail "'$2' was not measured"
  }
}

for row in "${rows[@]}"; do
  for ((pair = 1; pair <= pairs; pair++)); do
    # Each of the two is the first one in every other pair.
    order=(before now)
    if ((pair % 2 == 0)); then order=(now before); fi
    for which in "${order[@]}"; do measure "$which" "$row" "$work/$which-$pair-$row.json"; done
  done
done

python3 - "$work" "$pairs" "$within" "${rows[@]}" <<'PYTHON'
import json, statistics, sys

folder, pairs, within, rows = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4:]


def values(which, row):
    found = []
    for pair in range(1, pairs + 1):
        with open(f"{folder}/{which}-{pair}-{row}.json", encoding="utf-8") as file:
            results = json.load(file)["results"]
        found += [result["value"] for result in results if result["id"] == row]
    if len(found) != pairs:
        sys.exit(f"error: there is no row '{row}' in '{which}' (see benchmarks --list)")
    return found


slower = []
print(f"| id | before | now | now / before, medians of {pairs} |\n| --- | --- | --- | --- |")
for row in rows:
    before, now = values("before", row), values("now", row)
    ratio = statistics.median(now) / statistics.median(before)
    print(f"| `{row}` | {statistics.median(before):.1f} | {statistics.median(now):.1f} | {ratio:.2f} × |")
    if ratio > 1 + within / 100:
        slower.append(row)
if slower:
    sys.exit(f"error: more than {within:.0f} % slower: {', '.join(slower)}")
PYTHON
