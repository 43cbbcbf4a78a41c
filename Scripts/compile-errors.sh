#!/usr/bin/env bash
# Compares what the compiler says of the files in Tests/CompileErrors with the comments
# `// error: …` and `// fix-it: …` in them. Each error of a file stands in it once, and there is no
# other one; so does each fix-it of a macro. What the compiler prints is short: each error, with its
# notes and the code that they show, takes a dozen lines at the most, on average over a file.
#
# Usage: Scripts/compile-errors.sh [--strict] [--help]
#
#   --strict   uses the builds in .build/strict, as `make check` does

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

case ${1:-} in
'') ;;
--strict) strict=1 ;;
--help | -h) print_help && exit 0 ;;
*) fail "unknown option '$1' (see Scripts/compile-errors.sh --help)" ;;
esac

need_swift
set_flags .

step "Compile errors"
quietly compile-errors swift build --build-tests ${flags[@]+"${flags[@]}"} \
  || fail "the package does not build"
products=$(swift build ${flags[@]+"${flags[@]}"} --show-bin-path)

# Ends with an error where texts differ. Arguments: file, its texts, those of the compiler.
compare() {
  if [ "$2" != "$3" ]; then
    diff <(printf '%s\n' "$2") <(printf '%s\n' "$3") >&2 || true
    fail "$1: the compiler says something else"
  fi
}

# How many lines the compiler may print for an error.
most_lines=12

count=0
for file in Tests/CompileErrors/*.swift; do
  output=$(swiftc -typecheck -swift-version 6 -diagnostic-style llvm -I "$products/Modules" \
    -Xcc "-fmodule-map-file=$products/CStitcherThread.build/module.modulemap" \
    -load-plugin-executable "$products/StitcherMacrosPlugin-tool#StitcherMacrosPlugin" \
    "$file" 2>&1 || true)
  compare "$file" "$(sed -n 's|^// error: ||p' "$file" | sort)" \
    "$(printf '%s\n' "$output" | sed -n 's/^.*[0-9]: error: //p' | sed 's/ (from macro .*//' | sort)"
  # The compiler's own notes begin with a small letter.
  compare "$file" "$(sed -n 's|^// fix-it: ||p' "$file" | sort)" \
    "$(printf '%s\n' "$output" | sed -n 's/^.*[0-9]: note: \([[:upper:]]\)/\1/p' | sort)"
  errors=$(grep -c '^// error: ' "$file")
  lines=$(printf '%s\n' "$output" | wc -l)
  if [ "$lines" -gt $((most_lines * errors)) ]; then
    printf '%s\n' "$output" >&2
    fail "$file: the compiler prints $((lines)) lines for $errors errors"
  fi
  count=$((count + errors))
done
echo "Compile errors: the compiler says all $count as they are written."
