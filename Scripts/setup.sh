# shellcheck shell=bash
# Sourced by the other scripts: moves to the package's root and holds what they share.
# Needs bash 3.2 (what macOS ships) and POSIX tools.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Swift Testing starts all tests at once unless it is told how many. On a machine with few processors
# they then wait for each other most of the time, and each holds what it has meanwhile.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-$((4 * $(getconf _NPROCESSORS_ONLN)))}

# On macOS, tests use newer systems than the libraries.
[ "$(uname)" != Darwin ] || export STITCHER_NEWEST_SYSTEMS=1

# Where logs of quiet steps go.
logs=.build/logs

# Prints a message and ends with an error.
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# Prints the heading of a step.
step() {
  printf '\n==> %s\n' "$*"
}

# Prints the comment at the top of the running script, which is its help.
print_help() {
  awk 'NR == 1 { next } /^#/ { sub(/^# ?/, ""); print; next } { exit }' "$0"
}

# Runs a command with its output in a log; shows the log if it fails. Arguments: log's name, command.
quietly() {
  local log=$logs/$1.log
  shift
  mkdir -p "$logs"
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    return 1
  fi
}

# Ends with an error where there is no Swift toolchain.
need_swift() {
  command -v swift >/dev/null 2>&1 \
    || fail "no Swift toolchain on PATH: install one from https://www.swift.org/install"
}

# Prints the path of a tool that belongs to the running toolchain.
toolchain_tool() {
  local resources tool
  resources=$(swiftc -print-target-info | awk -F'"' '$2 == "runtimeResourcePath" { print $4 }')
  tool=$resources/../../bin/$1
  if [ -x "$tool" ]; then
    (cd "$(dirname "$tool")" && printf '%s/%s\n' "$PWD" "$1")
  elif command -v xcrun >/dev/null 2>&1 && xcrun --find "$1" 2>/dev/null; then
    :
  else
    command -v "$1" || fail "the Swift toolchain has no '$1'"
  fi
}

# Sets the array `flags` for a package, and the variable `scratch` to its build folder, in which
# nothing is built by hand. Arguments: path of the package, configuration (debug unless it is given).
#
# Where `strict` is set, warnings are errors, and the build folder is another one, so that the two
# kinds of builds do not undo each other. The examples share the folder of the root, so that the
# library is compiled once for all of them. SwiftPM may keep no build plan: it would take that of
# another package, or that of other tests (see `STITCHER_RELEASE_TESTS` in Package.swift).
#
# The builds have no debug information, and debug builds compile each module as a whole. A build in a
# clean clone then takes two thirds of the time, but a change of one file compiles its module again. If
# `incremental` is set, only changed files are compiled, with debug information and in another folder.
strict=
incremental=
flags=()
scratch=
# shellcheck disable=SC2034
set_flags() {
  scratch=.build/scripts
  if [ -n "$strict" ]; then scratch=.build/strict; fi
  if [ -n "$incremental" ]; then scratch+=-incremental; fi
  case $1 in
  Examples/* | .) ;;
  *) scratch=$1/$scratch ;;
  esac
  flags=(--disable-build-manifest-caching --scratch-path "$scratch")
  if [ -n "$strict" ]; then
    flags+=(-Xswiftc -warnings-as-errors)
  fi
  [ -z "$incremental" ] || return 0
  flags+=(-debug-info-format none)
  # With these flags, a module is written after its code was compiled. The build system of Swift 6.4
  # needs it earlier.
  case ${2:-debug},$(swift --version 2>&1) in
  debug,*"Swift version 6."[23]*)
    # SwiftPM finds XCTest tests in the compiler's index. For a whole module, the compiler writes the
    # index only if the number of threads is given.
    flags+=(-Xswiftc -disable-batch-mode -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2
      -Xswiftc -no-emit-module-separately-wmo)
    ;;
  esac
}

# Has sanitizers write their reports to the folder `reports`, where `print_reports` looks for them: tests
# expect that some processes fail, so a report must not depend on exit codes.
reports=$PWD/.build/sanitize/reports
use_sanitizers() {
  # A thread holds a lock for each instance that it is creating. The sanitizer's search for deadlocks
  # ends the process at 128 locks, and tests create thousands of instances within each other.
  export TSAN_OPTIONS="log_path=$reports/report detect_deadlocks=0 ${TSAN_OPTIONS:-}"
  # Some tests compare how deep the stack is, so it must be where variables are.
  # Suppressed is what is not the package's on Linux. Foundation's processes retain themselves after
  # their end, and copy more of a folder's entries than there is; the memory into which it reads an
  # empty file is never freed. An object refers to the memory of its weak references by an encoded
  # address, which the search for leaks does not find.
  mkdir -p .build
  printf 'leak:%s\n' libFoundation.so readBytesFromFile formWeakReference >.build/leak-suppressions
  echo 'interceptor_via_fun:findMaximumOpenFromProcSelfFD' >.build/address-suppressions
  export ASAN_OPTIONS="log_path=$reports/report detect_stack_use_after_return=0 suppressions=$PWD/.build/address-suppressions ${ASAN_OPTIONS:-}"
  export LSAN_OPTIONS="suppressions=$PWD/.build/leak-suppressions print_suppressions=0 ${LSAN_OPTIONS:-}"
  # The runtime's own report of a crash clones the process, which the thread sanitizer does not survive:
  # the run would never end.
  export SWIFT_BACKTRACE=${SWIFT_BACKTRACE:-enable=no}
}

# Empties the folder of reports.
clear_reports() {
  rm -rf "$reports"
  mkdir -p "$reports"
}

# Prints the reports of sanitizers; ends with 1 if there are none.
print_reports() {
  [ -n "$(find "$reports" -type f -size +0)" ] || return 1
  find "$reports" -type f -size +0 -exec cat {} +
}

# Says whether SQLite's development files can be found.
has_sqlite() {
  if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists sqlite3; then
    return 0
  fi
  local clang
  for clang in "$(toolchain_tool clang 2>/dev/null || true)" clang cc; do
    if [ -n "$clang" ] && printf '#include <sqlite3.h>\n' \
      | "$clang" -fsyntax-only -x c - >/dev/null 2>&1; then
      return 0
    fi
  done
  return 1
}

# Makes sure of SQLite's development files: installs them, or says in one line how to.
need_sqlite() {
  has_sqlite && return 0
  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    as_root=(sudo -n)
  fi
  if command -v brew >/dev/null 2>&1; then
    echo "Installing SQLite's development files (brew)…"
    quietly setup brew install sqlite pkgconf || true
  elif [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; then
    if command -v apt-get >/dev/null 2>&1; then
      echo "Installing SQLite's development files (apt-get)…"
      quietly setup-update ${as_root[@]+"${as_root[@]}"} apt-get update || true
      quietly setup ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends libsqlite3-dev pkg-config || true
    elif command -v dnf >/dev/null 2>&1; then
      echo "Installing SQLite's development files (dnf)…"
      quietly setup ${as_root[@]+"${as_root[@]}"} dnf install -y sqlite-devel || true
    fi
  fi
  has_sqlite || fail "SQLite's development files are missing:" \
    "install libsqlite3-dev (Debian, Ubuntu), sqlite-devel (Fedora) or sqlite (Homebrew)"
}

# Prints every Swift file of the project, separated by NUL.
swift_files() {
  find . -name '.?*' -prune -o -type f -name '*.swift' -print0
}
