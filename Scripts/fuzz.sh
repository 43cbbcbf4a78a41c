#!/usr/bin/env bash
# Fuzzes the scanner of the plugin and the engine with libFuzzer, on a toolchain that has it (those for Linux do).
# The scanner starts the compiler's parser for each input, which takes about 50 ms.
# The bytes that libFuzzer makes up are sources for the scanner; for the engine they choose a program of the model's.
#
# Usage: Scripts/fuzz.sh [--seconds N] [--minimize] [scanner] [engine] [--help]
#
#   --seconds N   how long each of them is fuzzed (default: 60)
#   --minimize    afterwards replaces Fuzz/Corpus by the fewest inputs that reach as much
#
# Without a name both are fuzzed, the engine with the address sanitizer. What is found is written to
# .build/fuzz and ends the script with an error. Tests replay Fuzz/Corpus.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

seconds=60 minimize='' targets=''
while [ $# -gt 0 ]; do
  case $1 in
  scanner | engine) targets="$targets $1" ;;
  --minimi[sz]e) minimize=1 ;;
  --seconds)
    [ $# -ge 2 ] || fail "--seconds needs a number"
    seconds=$2
    shift
    ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown argument '$1' (see Scripts/fuzz.sh --help)" ;;
  esac
  shift
done
case $seconds in '' | *[!0-9]*) fail "--seconds needs a number" ;; esac
need_swift

out=$PWD/.build/fuzz
# The runtime leaves crashes to libFuzzer, which keeps the input.
export SWIFT_BACKTRACE=enable=no
flags=(
  -swift-version 6 -O -g -parse-as-library -package-name stitcher -wmo
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility
)

# Compiles a module into $build, instrumented. Arguments: the module's name, its sources.
module() {
  local name=$1
  shift
  swiftc "${flags[@]}" -c -emit-module -module-name "$name" "$@" -o "$build/$name.o" \
    -emit-module-path "$build/$name.swiftmodule" || fail "$name does not build"
}

# Prints the Swift files of a folder.
sources() {
  find "$1" -name '*.swift' | sort
}

# Builds a target into $build/fuzz. Argument: scanner or engine.
build() {
  case $1 in
  scanner)
    flags+=(-sanitize=fuzzer -I "$build")
    # shellcheck disable=SC2046
    module StitcherSyntax $(sources Sources/StitcherSyntax)
    # shellcheck disable=SC2046
    module ScannerFuzzing $(sources Fuzz/ScannerFuzzing)
    set -- scanner
    ;;
  engine)
    printf 'module CStitcherThread { header "%s" export * }\n' \
      "$PWD/Sources/CStitcherThread/include/CStitcherThread.h" >"$build/module.modulemap"
    # As one option: of two, the second one wins, and nothing is instrumented for coverage.
    flags+=("-sanitize=fuzzer,address" -I "$build")
    "$(toolchain_tool clang)" -O2 -g -fsanitize=address -I Sources/CStitcherThread/include \
      -c Sources/CStitcherThread/*.c -o "$build/CStitcherThread.o" || fail "it does not build"
    # shellcheck disable=SC2046
    module StitcherEngine -enable-experimental-feature BuiltinModule $(sources Sources/StitcherEngine)
    # shellcheck disable=SC2046
    module StitcherTestSupport $(sources Tests/StitcherTestSupport)
    # The front ends are left out, and what needs them.
    # shellcheck disable=SC2046
    module StitcherModel $(sources Tests/StitcherModel | grep -v '/FrontEnds/')
    ;;
  esac
  swiftc "${flags[@]}" -use-ld=lld -module-name FuzzEntry "Fuzz/Entries/$1.swift" "$build"/*.o \
    "${@:2}" -o "$build/fuzz" || fail "the toolchain does not link libFuzzer"
}

for target in ${targets:-scanner engine}; do
  step "Fuzzing: $target, $seconds s"
  build=$out/$target
  rm -rf "$build"
  mkdir -p "$build" "$out/corpus/$target" "Fuzz/Corpus/$target"
  (build "$target") || exit 1
  # Long inputs from the beginning: a short one hardly gets a program to its first step.
  growth=100
  [ "$target" != engine ] || growth=0
  "$build/fuzz" "$out/corpus/$target" "Fuzz/Corpus/$target" -max_total_time="$seconds" \
    -len_control="$growth" -max_len=1024 -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 -verbosity=1 \
    -artifact_prefix="$out/$target-" || fail "a finding; the input is in $out"
  if [ -n "$minimize" ]; then
    mkdir "$build/corpus"
    # What is reached counts, not how often.
    "$build/fuzz" -set_cover_merge=1 -use_counters=0 -max_len=1024 "$build/corpus" \
      "Fuzz/Corpus/$target" "$out/corpus/$target"
    rm -rf "Fuzz/Corpus/$target"
    cp -R "$build/corpus" "Fuzz/Corpus/$target"
  fi
done
