#!/usr/bin/env bash
# Measures all rows and writes them into RESULTS.md, with the date, the machine and the compiler, and those that
# README shows into README.md.
#
# Usage: Benchmarks/results.sh [--anyway] [--from FOLDER] [--help]
#
#   --anyway       measures also where other programs keep the machine busy
#   --from FOLDER  measures nothing, and takes results.json, table.md and builds.json of an earlier run from FOLDER
#
# What stands between the comments "rows" in RESULTS.md and "figures" in README.md is replaced. The figures stay in
# Benchmarks/.build/results.json and table.md, for `benchmarks --compare`. Needs Python 3 for README.md.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# Prints a message and ends with an error.
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

anyway='' from=''
while [ $# -gt 0 ]; do
  case $1 in
  --help | -h)
    awk 'NR == 1 { next } /^#/ { sub(/^# ?/, ""); print; next } { exit }' "$0"
    exit 0
    ;;
  --anyway) anyway=1 ;;
  --from)
    [ $# -ge 2 ] || fail "$1 needs a value"
    from=$2
    shift
    ;;
  *) fail "unknown option '$1' (see Benchmarks/results.sh --help)" ;;
  esac
  shift
done

# Holds that a file has a line exactly once. Arguments: file, line.
need_line() {
  [ "$(grep -cxF -- "$2" "$1")" = 1 ] || fail "$1 needs the line '$2' once"
}

need_line RESULTS.md '<!-- rows: begin -->'
need_line RESULTS.md '<!-- rows: end -->'
need_line ../README.md '<!-- figures -->'
need_line ../README.md '<!-- figures end -->'

# Prints the name of the processor.
machine() {
  if [ -r /proc/cpuinfo ]; then
    awk -F': *' '
      /^model name/ { name = $2 } /^cpu family/ { family = $2 } /^model[ \t]*:/ { model = $2 } /^processor/ { count++ }
      END {
        if (name == "") name = "unknown processor"
        printf "%s (family %s, model %s), %d cores\n", name, family, model, count
      }' /proc/cpuinfo
  else
    printf '%s, %s cores\n' "$(sysctl -n machdep.cpu.brand_string)" "$(getconf _NPROCESSORS_ONLN)"
  fi
}

# Prints the name of the system.
system() {
  if [ -r /etc/os-release ]; then
    (. /etc/os-release && printf '%s, %s\n' "$PRETTY_NAME" "$(uname -m)")
  else
    printf '%s %s, %s\n' "$(uname -s)" "$(uname -r)" "$(uname -m)"
  fi
}

# Prints a file with what stands between two of its lines replaced. Arguments: file, the two lines, the new text's file.
replaced() {
  awk -v first="$2" -v last="$3" -v text="$4" '
    $0 == last { inside = 0 }
    !inside { print }
    $0 == first {
      inside = 1
      print ""
      while ((getline line < text) > 0) print line
      print ""
    }' "$1"
}

mkdir -p .build
if [ -z "$from" ]; then
  from=.build
  swift build -c release --scratch-path .build/strict --disable-build-manifest-caching \
    -debug-info-format none -Xswiftc -warnings-as-errors
  program=$(swift build -c release --scratch-path .build/strict --show-bin-path)/benchmarks
  # The build itself is in the load of the last minute, so the processes that run now are counted instead.
  busy=$(ps -eo stat= | grep -c '^R' || true)
  if [ -z "$anyway" ] && [ "$busy" -gt 2 ]; then
    fail "$busy processes are running: the figures would mean little (or use --anyway)"
  fi
  "$program" --json .build/results.json --markdown .build/table.md
  ./build-time.sh --json .build/builds.json
fi
for file in table.md results.json builds.json; do
  [ -s "$from/$file" ] || fail "there is no $file in $from"
done

compiler=$(swift --version 2>/dev/null | awk 'match($0, /Swift version [0-9.]+/) { print substr($0, RSTART + 14, RLENGTH - 14); exit }')
today=$(date -u +%Y-%m-%d)
{
  printf '| | |\n| --- | --- |\n'
  printf '| date | %s |\n| machine | %s |\n' "$today" "$(machine)"
  printf '| system | %s |\n| compiler | Swift %s |\n\n' "$(system)" "$compiler"
  cat "$from/table.md"
} >.build/rows.md

python3 - "$from/results.json" "$from/builds.json" >.build/figures.md <<'END'
import json
import sys

figures = {row["id"]: row for row in json.load(open(sys.argv[1]))["results"]}
plain, library, macros = (
    json.load(open(sys.argv[2]))[app] for app in ("Plain", "Library", "Macros")
)


def figure(name):
    """The figure of a row with its unit."""
    value, unit = figures[name]["value"], figures[name]["unit"]
    return f"{value:.0f} {unit}" if value >= 10 else f"{value:.1f} {unit}"


print("| | with Stitcher | without |")
print("|---|---|---|")
for what, ours, theirs in [
    (
        "first build of a small app in debug, processor time",
        f"{library['debug']:.0f} s (with macros: {macros['debug']:.0f} s)",
        f"{plain['debug']:.0f} s",
    ),
    (
        "its build after a change of a function",
        f"{library['change']:.1f} s (with macros: {macros['change']:.1f} s)",
        f"{plain['change']:.1f} s",
    ),
    (
        "its size in release, stripped, with a shared standard library",
        f"{library['size']} kB",
        f"{plain['size']} kB",
    ),
    (
        "injection of a live singleton by protocol, 200 registrations",
        figure("inject.singleton"),
        f"{figure('baseline.dictionary.singleton')} (dictionary under a lock)",
    ),
    (
        "injection of a new object",
        figure("inject.fresh"),
        f"{figure('baseline.init')} (`init` alone)",
    ),
    (
        "read of an `@Injected` property",
        figure("injected.later"),
        f"{figure('injected.later.lazy-var')} (`lazy var`)",
    ),
    ("memory for each unused registration", figure("memory.registration"), ""),
]:
    print(f"| {what} | {ours} | {theirs} |")
END
printf '\n%s, Swift %s, %s, %s. Compare the ratios, not the times.\n' \
  "$(machine)" "$compiler" "$(system)" "$today" >>.build/figures.md

replaced RESULTS.md '<!-- rows: begin -->' '<!-- rows: end -->' .build/rows.md >.build/RESULTS.md
replaced ../README.md '<!-- figures -->' '<!-- figures end -->' .build/figures.md >.build/README.md
cat .build/RESULTS.md >RESULTS.md
cat .build/README.md >../README.md
echo "RESULTS.md and README.md have the figures of today. 'git diff' shows what moved; see also 'benchmarks --compare'."
