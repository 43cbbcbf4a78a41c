#!/usr/bin/env bash
# Compiles every Swift block of the READMEs, the skills and the documentation catalogs, and has the tool check
# the graphs of what was compiled: it may report nothing but what a document says.
#
# Usage: Scripts/snippets.sh [--strict] [--help]
#
#   --strict   takes the tool from .build/strict, where strict builds are
#   --help     prints this
#
# The blocks of one Markdown file are one module, in their order, so that a block may use what an
# earlier one declares; statements at the top level are allowed. HTML comments steer it:
#
#   <!-- snippet: skip -->    the next block is not compiled (as is one that starts with
#                             ```swift no-compile); for fragments of a manifest only
#   <!-- snippet: scope -->   the next block has a scope of its own: its names do not collide
#   <!-- snippet: reports error: … [missing] -->    the tool reports exactly this in the next block;
#                             the program is called 'program', and several comments may follow each other
#   <!-- snippet: file -->    what follows is a new module
#   <!-- snippet: apple file -->    the same, for Apple's systems: Scripts/check-apple.sh compiles it
#                             from iOS 13 on, or from a later release: apple file from 17
#   <!-- snippet: hidden      the lines up to a line with only the end of the comment are compiled,
#                             and readers do not see them
#
# Errors name the line of the Markdown file. Use of deprecated declarations is an error; other
# warnings are shown.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

for argument in "$@"; do
  case $argument in
  --strict) strict=1 ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$argument' (see Scripts/snippets.sh --help)" ;;
  esac
done

need_swift

root=.build/snippets
package=$root/package
fresh=$root/fresh
expected=$root/expected

# Cuts a Markdown file into modules. Arguments: file, name of its first module, what it imports.
cut_snippets() {
  awk -v folder="$fresh/Sources" -v name="$2" -v title="$1" -v module="$3" -v expected="$expected" \
    -f Scripts/snippets.awk "$1" || fail "$1: its snippets cannot be read"
}

# Prints a name as an identifier.
identifier() {
  printf '%s' "$1" | tr -c 'A-Za-z0-9' '_'
}

step "Snippets: README and documentation"
rm -rf "$fresh"
mkdir -p "$fresh/Sources"
: >"$expected"

for file in README.md README.zh-Hans.md skills/*/SKILL.md; do
  [ -e "$file" ] || continue
  cut_snippets "$file" "Snippets_$(identifier "${file%.md}")" Stitcher
done
products=
for catalog in Sources/*/*.docc; do
  [ -d "$catalog" ] || continue
  module=$(basename "$catalog" .docc)
  products="$products \"$module\","
  while IFS= read -r -d '' file; do
    article=${file#"$catalog"/}
    cut_snippets "$file" "Snippets_${module}_$(identifier "${article%.md}")" "$module"
  done < <(find "$catalog" -type f -name '*.md' -print0)
done

names=$(cd "$fresh/Sources" && find . -mindepth 1 -maxdepth 1 -type d | sed 's|^\./||' | sort)
[ -n "$names" ] || fail "there is no snippet to compile"

# The manifest takes the tools version and the platforms of the package itself.
{
  head -n 1 Package.swift
  printf 'import PackageDescription\n\nlet products: [String] = [%s]\n\n' "${products:- \"Stitcher\"}"
  printf 'let package = Package(\n  name: "Snippets",\n'
  awk '/^ *platforms: *\[/ { on = 1 } on { print } on && /\],?[ \t]*$/ { exit }' Package.swift
  printf '  dependencies: [.package(name: "Stitcher", path: "../../..")],\n  targets: [\n'
  for name in $names; do printf '    "%s",\n' "$name"; done
  printf '  ].map { name in\n    .executableTarget(\n      name: name,\n'
  printf '      dependencies: products.map { .product(name: $0, package: "Stitcher") })\n  },\n'
  printf '  swiftLanguageModes: [.v6]\n)\n'
} >"$fresh/Package.swift"

# Only what changed is copied, so that only that is compiled again.
mkdir -p "$package/Sources"
for target in "$package"/Sources/*; do
  if [ -d "$target" ] && ! [ -d "$fresh/Sources/$(basename "$target")" ]; then
    rm -rf "$target"
  fi
done
(cd "$package" && find . -type f -print0) | while IFS= read -r -d '' file; do
  [ -e "$fresh/$file" ] || rm "$package/$file"
done
(cd "$fresh" && find . -type f -print0) | while IFS= read -r -d '' file; do
  if ! cmp -s "$fresh/$file" "$package/$file"; then
    mkdir -p "$(dirname "$package/$file")"
    cp "$fresh/$file" "$package/$file"
  fi
done

# SwiftPM plans anew only when the manifest is newer: else it looks for sources of Stitcher that have
# been removed since the last run.
touch "$package/Package.swift"

quietly snippets swift build --package-path "$package" --scratch-path "$root/build" \
  -Xswiftc -Werror -Xswiftc DeprecatedDeclaration \
  || fail "snippets do not compile"
grep -E '^[^ ]+\.md:[0-9]+:[0-9]+: warning:' "$logs/snippets.log" | sort -u || true
echo "Snippets: $(printf '%s\n' "$names" | wc -l | tr -d ' ') modules compile."

step "Snippets: their graphs"
set_flags .
quietly snippets-tool swift build ${flags[@]+"${flags[@]}"} --product stitcher-tool \
  || fail "the tool does not build"
tool=$(swift build ${flags[@]+"${flags[@]}"} --show-bin-path)/stitcher-tool
status=0
"$tool" check --no-build --package-path "$package" --build-path "$root/build" \
  >"$root/reports" 2>"$root/summary" || status=$?
# Only then has the tool read the programs: 1 says that there are errors.
[ "$status" -le 1 ] || fail "the tool cannot read the snippets: $(cat "$root/summary")"
awk -f Scripts/snippets-graph.awk "$expected" "$root/reports" \
  || fail "the tool does not report what the documents say"
echo "Snippets: the tool reports what the documents say, and nothing else: $(cat "$root/summary")"
