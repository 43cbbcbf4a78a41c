#!/usr/bin/env bash
# Measures which lines of the sources the tests execute, and fails where a module has too few.
#
# Usage: Scripts/coverage.sh [--lines] [--no-run] [--help]
#
#   --lines    lists the lines that no test executes, too
#   --no-run   shows the figures of the last run again
#   --help     prints this
#
# The engine and the front ends need 95 % of their lines. What Scripts/coverage-exceptions lists does not count.
# A process that stops in an exit test counts, too: its counters are a mapped file, which outlives it.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

lines=
run=1
for argument in "$@"; do
  case $argument in
  --lines) lines=1 ;;
  --no-run) run= ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$argument' (see Scripts/coverage.sh --help)" ;;
  esac
done

need_swift
scratch=.build/coverage
profiles=$PWD/$scratch/profiles
data=$scratch/tests.profdata
exceptions=Scripts/coverage-exceptions
minimum=95

# The modules that are measured; those after the bar are only shown.
held="StitcherEngine Stitcher StitcherTesting Stitch SwiftDependencyInjector DependencyInjection"
shown="StitcherSyntax StitcherMacrosPlugin"

if [ -n "$run" ]; then
  # Counters that can be moved into a mapped file are not lost when a process traps.
  flags=(--scratch-path "$scratch" --disable-xctest --enable-code-coverage
    -Xswiftc -Xllvm -Xswiftc -runtime-counter-relocation)
  step "Build: the tests, with counters"
  swift build --build-tests "${flags[@]}" || fail "the tests do not build with counters"
  step "Tests, with counters"
  rm -rf "$profiles"
  mkdir -p "$profiles"
  # Without --enable-code-coverage, which would set the name of the profile.
  LLVM_PROFILE_FILE="$profiles/%m%c.profraw" \
    swift test --scratch-path "$scratch" --disable-xctest --skip-build \
    || fail "tests failed"
  "$(toolchain_tool llvm-profdata)" merge --sparse -o "$data" "$profiles"/*.profraw
fi

[ -e "$data" ] || fail "no figures in $scratch: run Scripts/coverage.sh"
binary=$(find "$scratch"/*/debug -maxdepth 1 -name '*.xctest' | head -n 1)
[ -d "$binary" ] && binary=$(find "$binary/Contents/MacOS" -type f | head -n 1)

# Prints `file:line<TAB>count` for each line with code in a module.
counts() {
  "$(toolchain_tool llvm-cov)" show "$binary" --instr-profile "$data" \
    --show-instantiations=false --num-threads 2 "$PWD/Sources/$1/" \
    | awk -F'|' -v root="$PWD/" '
        /^\/.*:$/ { file = substr($0, 1, length($0) - 1); sub(root, "", file); next }
        $1 ~ /^ *[0-9]+$/ && $2 ~ /[0-9]/ { gsub(/ /, "", $1); gsub(/ /, "", $2); print file ":" $1 "\t" $2 }'
}

step "Lines that tests execute"
printf '  %-26s %7s %9s %8s\n' Module Lines Executed Share
failed=
for module in $held $shown; do
  counts "$module" >"$scratch/$module.lines"
  awk -F'\t' -v module="$module" -v missed="$scratch/$module.missed" -v list="$exceptions" '
    # Reads the sources line by line, for the texts of lines.
    function text(file, line,   count) {
      if (!(file in known)) {
        known[file] = 1
        while ((getline source[file, ++count] < file) > 0) sub(/^ +/, "", source[file, count])
        close(file)
      }
      return source[file, line]
    }
    BEGIN {
      printf "" > missed
      while ((getline entry < list) > 0) {
        if (entry ~ /^#/ || entry == "") continue
        split(entry, part, "\t")
        if (index(part[1], "Sources/" module "/") == 1) excepted[part[1], part[2]] = 1
      }
    }
    {
      split($1, place, ":")
      file = place[1]
      line = place[2]
      isStart = (file, text(file, line)) in excepted
      if (isStart) used[file, text(file, line)] = 1
      # An exception goes on to the end of what is not executed.
      isOpen = $2 == "0" && (isStart || (isOpen && file == lastFile && line == lastLine + 1))
      lastFile = file
      lastLine = line
      if (isOpen) next
      all++
      if ($2 != "0") executed++
      else print $1 ": " text(file, line) > missed
    }
    END {
      printf "  %-26s %7d %9d %7.2f %%\n", module, all, executed, all ? 100 * executed / all : 0
      for (entry in excepted) if (!(entry in used)) {
        split(entry, part, SUBSEP)
        print "error: no line of " part[1] " is: " part[2] > "/dev/stderr"
        isStale = 1
      }
      exit isStale
    }' "$scratch/$module.lines" >"$scratch/$module.share" || fail "$exceptions is out of date"
  cat "$scratch/$module.share"
  case " $held " in
  *" $module "*)
    awk -v minimum=$minimum '{ exit !($4 >= minimum) }' "$scratch/$module.share" \
      || failed="$failed $module" ;;
  esac
done

if [ -n "$lines" ]; then
  for module in $held $shown; do
    if [ -s "$scratch/$module.missed" ]; then
      step "Lines of $module that no test executes"
      cat "$scratch/$module.missed"
    fi
  done
fi

[ -z "$failed" ] || fail "below $minimum % of lines:$failed"
printf '\nAll modules have enough.\n'
