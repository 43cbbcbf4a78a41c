#!/usr/bin/env bash
# Compares what the compiler says of the files in Tests/CompileErrors with the comments
# `// error: …` in them. Each error of a file stands in it once, and there is no other one.
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

count=0
for file in Tests/CompileErrors/*.swift; do
  wanted=$(sed -n 's|^// error: ||p' "$file" | sort)
  found=$(swiftc -typecheck -swift-version 6 -diagnostic-style llvm -I "$products/Modules" \
    -Xcc "-fmodule-map-file=$products/CStitcherThread.build/module.modulemap" \
    -load-plugin-executable "$products/StitcherMacrosPlugin-tool#StitcherMacrosPlugin" \
    "$file" 2>&1 | sed -n 's/^.*[0-9]: error: //p' | sed 's/ (from macro .*//' \
    | sort || true)
  if [ "$wanted" != "$found" ]; then
    diff <(printf '%s\n' "$wanted") <(printf '%s\n' "$found") >&2 || true
    fail "$file: the compiler says something else"
  fi
  count=$((count + $(printf '%s\n' "$wanted" | wc -l)))
done
echo "Compile errors: the compiler says all $count as they are written."
