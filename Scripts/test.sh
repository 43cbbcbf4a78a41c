#!/usr/bin/env bash
# Runs all tests: those of the package in debug, most of them in release as well, those with
# publishers, and those of the examples. The release run leaves out tests of the tools and of compiler
# settings, and those of the programming models that the optimizer can hardly make fail. The tests with
# publishers need OpenCombine: where it cannot be resolved, they are skipped.
#
# Usage: Scripts/test.sh [--quick] [--strict] [--help]
#
#   --quick    debug only, without the examples; compiles only changed files, in another build folder
#   --strict   warnings are errors; builds go to .build/strict, or .build/strict-incremental if quick
#   --help     prints this
#
# Needs bash and a Swift toolchain. Installs SQLite's development files where they are missing.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

quick=
for argument in "$@"; do
  case $argument in
  --quick) quick=1 incremental=1 ;;
  --strict) strict=1 ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$argument' (see Scripts/test.sh --help)" ;;
  esac
done

summary=
skipped=

# Prints what a test log counted, or nothing where no test ran.
counts() {
  awk '
    /Test run with [1-9]/ { sub(/^.*Test run/, "Test run"); testing = $0 }
    /Executed [1-9][0-9]* tests?, with/ { sub(/^[ \t]*/, ""); xctest = $0 }
    END {
      if (testing != "" && xctest != "") print testing "; XCTest: " xctest
      else print testing xctest
    }' "$1"
}

# Prints what went wrong in a test log: issues with their comments, and where a crash happened.
failures() {
  awk '
    /recorded an issue/ { print; comment = 8; next }
    /Fatal error|Program crashed|error:/ { print; next }
    /^(✔|◇|✘|━)/ { comment = 0 }
    /crashed:$/ { trace = 16 }
    trace > 0 || comment > 0 { print; trace--; comment-- }' "$1" | cut -c1-400 | head -n 120
}

# Builds the tests of a package and runs them. Arguments: path of the package, configuration.
build_and_test() {
  local path=$1 tests
  set -- -c "$2"
  if [ "$path" = . ]; then
    # Only what is tested, and that once: a plain build also builds the products.
    tests=$(awk -F'"' '/^  name: "[A-Za-z]*",$/ { print $2; exit }' "$path/Package.swift")PackageTests
    swift build --package-path "$path" ${flags[@]+"${flags[@]}"} "$@" --product "$tests" || return 1
    set -- --skip-build "$@"
  fi
  swift test --package-path "$path" ${flags[@]+"${flags[@]}"} "$@"
}

# Runs the tests of a package. Arguments: title, name of the log, path of the package, configuration.
run_tests() {
  local title=$1 log=$logs/$2.log path=$3 configuration=$4 count
  set_flags "$path" "$configuration"
  step "Tests: $title"
  mkdir -p "$logs"
  # The compiler's driver prints this remark for each module that it compiles as a whole.
  if ! build_and_test "$path" "$configuration" 2>&1 \
    | grep --line-buffered -v '^remark: Incremental compilation has been disabled' | tee "$log"; then
    printf '\nWhat went wrong:\n'
    failures "$log"
    printf '\n%s' "$summary"
    fail "tests failed: $title"
  fi
  count=$(counts "$log")
  [ -n "$count" ] || fail "no test ran: $title"
  summary+=$(printf '  %-20s %s' "$title" "$count")$'\n'
}

# The words of tests that the optimizer can make fail: of races, deep stacks, lifetimes of objects and
# unsafe code.
optimized='run(Bound)?Threads|runThreadToItsEnd|onThread|Thread[.(]|Thread \{|Worker|DispatchQueue'
optimized+='|Task(\.detached)? \{|TaskGroup|async let|Gate\(|Barrier\(|atchdog|fewerInDebug|Parallel'
optimized+='|eventually|Stack\(|stackSize|weak |Lifetimes|withExtendedLifetime|readsAfterRelease'
optimized+='|expectOwn|KeyPath|[uU]nsafe|release builds'

# Prints the files with tests of the programming models that contain none of these words.
debug_only_tests() {
  grep -rl '@Test' Tests/{DependencyInjection,MainActor,Stitch,Stitcher,StitcherTesting}Tests \
    Tests/SwiftDependencyInjectorTests \
    | xargs grep -LE "$optimized" | sort
}

# Runs the tests with publishers, or says at the end that they were skipped.
run_publisher_tests() {
  local log=$logs/test-publishers.log status=0 count
  [ "$(uname)" != Darwin ] || return 0
  mkdir -p "$logs"
  Scripts/publishers.sh 2>&1 | tee "$log" || status=$?
  case $status in
  0)
    count=$(counts "$log")
    [ -n "$count" ] || fail "no test ran: OpenCombine"
    summary+=$(printf '  %-20s %s' "OpenCombine, debug" "$count")$'\n'
    ;;
  3)
    skipped='
  ***************************************************************************
  *  SKIPPED: the tests with publishers (trait OpenCombine).                *
  *  https://github.com/OpenCombine/OpenCombine.git could not be resolved.  *
  *  Run Scripts/publishers.sh where there is a network or a mirror of it.  *
  ***************************************************************************
'
    ;;
  *)
    printf '\n%s' "$summary"
    fail "tests failed: OpenCombine"
    ;;
  esac
}

need_swift
[ -n "$quick" ] || need_sqlite

run_tests "Stitcher, debug" test-debug . debug
if [ -z "$quick" ]; then
  STITCHER_RELEASE_TESTS=$(debug_only_tests) run_tests "Stitcher, release" test-release . release
  run_publisher_tests
  for manifest in Examples/*/Package.swift; do
    [ -e "$manifest" ] || continue
    example=$(dirname "$manifest")
    if [ -d "$example/Tests" ]; then
      run_tests "$example" "test-$(basename "$example")" "$example" debug
    fi
  done
fi

printf '\nAll tests passed.\n%s%s' "$summary" "$skipped"
