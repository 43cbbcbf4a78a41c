#!/usr/bin/env bash
# Type-checks what is compiled on Apple's systems only, on any system, against the declarations in
# Apple/StandIns. Warnings are errors. Nothing is run.
#
# Usage: Scripts/check-apple.sh [--stand-ins] [--help]
#
#   --stand-ins   only makes the modules of step 1, in .build/apple
#
# 1. The stand-ins for Combine, SwiftUI, UIKit, AppKit and WatchKit become modules.
# 2. The libraries are compiled with them in Swift 6 mode, so that `canImport` of them is true: with
#    UIKit, and where a module knows AppKit or WatchKit, once more with each of those instead.
# 3. Each file of Apple/Examples is compiled as a client. Its first line may name compiler options:
#    `// check-apple: -swift-version 5`; without, Swift 6 mode is used.
# 4. So are the code blocks of Markdown below a comment `<!-- snippet: apple file -->`.
#
# Conditions on the system, such as `#if os(macOS)`, stay false: the sources ask for modules instead.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

only_stand_ins=
case ${1:-} in
'') ;;
--stand-ins) only_stand_ins=1 ;;
--help | -h) print_help && exit 0 ;;
*) fail "unknown option '$1' (see Scripts/check-apple.sh --help)" ;;
esac

need_swift

root=.build/apple
frameworks=$root/frameworks
modules=$root/modules
snippets=$root/snippets
libraries="StitcherDescription StitcherDrawing StitcherEngine Stitcher Stitch SwiftDependencyInjector DependencyInjection"
count=0

# What every compilation has in common: all of the compiler's checks, and nothing to link.
compile=(swiftc -emit-module -wmo -warnings-as-errors)

# Compiles a stand-in. Arguments: framework, folder of its module.
stand_in() {
  mkdir -p "$2"
  "${compile[@]}" -parse-as-library -swift-version 6 \
    -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature ExistentialAny \
    -I "$frameworks" -module-name "$1" -emit-module-path "$2/$1.swiftmodule" \
    Apple/StandIns/"$1"/*.swift || fail "the stand-in for $1 does not compile"
}

# Compiles a library with the settings of the manifest. Arguments: library, framework of the system,
# folder of the module.
library() {
  local file files=()
  while IFS= read -r -d '' file; do files+=("$file"); done \
    < <(find "Sources/$1" -type f -name '*.swift' -print0)
  "${compile[@]}" -parse-as-library -swift-version 6 -package-name stitcher \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility \
    -Xcc "-fmodule-map-file=$root/module.modulemap" \
    -I "$frameworks" -I "$root/$2" -I "$modules" \
    -module-name "$1" -emit-module-path "$3/$1.swiftmodule" "${files[@]}" \
    || fail "$1 does not compile with $2"
}

# Compiles a client. Arguments: title, module's name, options and files.
client() {
  local title=$1 name=$2
  shift 2
  "${compile[@]}" -Xcc "-fmodule-map-file=$root/module.modulemap" \
    -I "$frameworks" -I "$root/UIKit" -I "$modules" \
    -module-name "$name" -emit-module-path "$root/clients/$name.swiftmodule" "$@" \
    || fail "does not compile as a client: $title"
  count=$((count + 1))
}

rm -rf "$root"
mkdir -p "$modules" "$root/clients" "$root/others" "$snippets"
printf 'module CStitcherThread { header "%s" export * }\n' \
  "$PWD/Sources/CStitcherThread/include/CStitcherThread.h" >"$root/module.modulemap"

step "Apple: stand-ins"
stand_in Combine "$frameworks"
stand_in SwiftUI "$frameworks"
for framework in UIKit AppKit WatchKit; do stand_in "$framework" "$root/$framework"; done
[ -z "$only_stand_ins" ] || exit 0

step "Apple: libraries"
for name in $libraries; do
  library "$name" UIKit "$modules"
  for framework in AppKit WatchKit; do
    if grep -rqE "canImport\($framework\)" "Sources/$name"; then
      library "$name" "$framework" "$root/others"
    fi
  done
done

step "Apple: clients"
for file in Apple/Examples/*.swift; do
  [ -e "$file" ] || continue
  options=$(sed -n '1s|^// check-apple: *||p' "$file")
  # shellcheck disable=SC2086
  client "$file" "Example_$(basename "$file" .swift)" -parse-as-library \
    ${options:--swift-version 6} "$file"
done

while IFS= read -r -d '' file; do
  grep -q 'snippet: apple file' "$file" || continue
  module=$(printf '%s' "$file" | awk -F/ '$1 == "Sources" { print $2 }')
  name=$(printf '%s' "${file%.md}" | tr -c 'A-Za-z0-9' '_')
  awk -v folder="$snippets" -v name="$name" -v title="$file" -v module="${module:-Stitcher}" \
    -v apple=1 -f Scripts/snippets.awk "$file" || fail "$file: its snippets cannot be read"
done < <(find README.md Sources -type f -name '*.md' -print0)
for folder in "$snippets"/*; do
  [ -d "$folder" ] || continue
  client "$(basename "$folder")" "$(basename "$folder")" -swift-version 6 "$folder"/*.swift
done

echo "Apple: $(printf '%s\n' "$libraries" | wc -w | tr -d ' ') libraries and $count clients compile."
