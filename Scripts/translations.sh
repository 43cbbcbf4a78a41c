#!/usr/bin/env bash
# Checks that README.zh-Hans.md follows README.md: its code blocks are the same, and the version of
# README.md that it names is the current one.
#
# Usage: Scripts/translations.sh [--update] [--help]
#
#   --update   notes the current version in the translation, after it was brought up to date
#
# The translation's first line is a comment with the checksum of the README.md that it translates.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

update=
case ${1:-} in
'') ;;
--update) update=1 ;;
--help | -h) print_help && exit 0 ;;
*) fail "unknown option '$1' (see Scripts/translations.sh --help)" ;;
esac

# The figures are measured anew without a change of the text.
text_of() { awk '/<!-- figures -->/ { skip = 1 } !skip { print } /<!-- figures end -->/ { skip = 0 }' "$1"; }

# Prints the Swift blocks of a document, without comments, which may be translated.
blocks_of() {
  awk '/^```/ { inside = !inside && /^```swift/; print "--"; next } inside' "$1" | sed 's|  *//.*||'
}

sum=$(text_of README.md | cksum | awk '{ print $1 }')
if [ -n "$update" ]; then
  sed -i.bak "1s/.*/<!-- translates: README.md $sum -->/" README.zh-Hans.md
  rm README.zh-Hans.md.bak
fi

if ! diff <(blocks_of README.md) <(blocks_of README.zh-Hans.md) >&2; then
  fail "the code in README.zh-Hans.md differs from README.md: copy the blocks"
fi
named=$(sed -n '1s/<!-- translates: README.md \([0-9]*\) -->/\1/p' README.zh-Hans.md)
[ "$named" = "$sum" ] || fail "README.md has changed since README.zh-Hans.md was translated: \
translate the changes, then run Scripts/translations.sh --update"
echo "Translations: README.zh-Hans.md follows README.md."
