#!/usr/bin/env bash
# Checks that a version can be released, and stops before the tag, which the maintainer sets.
#
# Usage: Scripts/release.sh VERSION [--quick] [--help]
#
#   VERSION   such as 1.0.0-rc.1
#   --quick   does not run `make check`
#
# 1. The work tree is clean and on `main`.
# 2. CHANGELOG.md has a section for the version, with a date.
# 3. The Chinese README follows the English one (Scripts/translations.sh).
# 4. `make check` passes.
# 5. The list of what cannot be checked here is printed: the jobs of other systems.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

version='' quick=''
for argument in "$@"; do
  case $argument in
  --help | -h) print_help && exit 0 ;;
  --quick) quick=1 ;;
  -*) fail "unknown option '$argument' (see Scripts/release.sh --help)" ;;
  *) version=$argument ;;
  esac
done
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[a-z]+\.[0-9]+)?$ ]] \
  || fail "'$version' is no version: write one such as 1.0.0 or 1.0.0-rc.1"

step "Release $version: work tree"
[ -z "$(git status --porcelain)" ] || fail "there are uncommitted changes: commit or remove them"
branch=$(git rev-parse --abbrev-ref HEAD)
[ "$branch" = main ] || fail "the branch is '$branch': a release is made on main"
if git rev-parse -q --verify "refs/tags/$version" >/dev/null; then fail "the tag $version exists"; fi

step "Release $version: CHANGELOG"
grep -qE "^## ${version//./\\.} — [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md \
  || fail "CHANGELOG.md has no heading '## $version — YYYY-MM-DD'"

step "Release $version: translations"
Scripts/translations.sh

if [ -z "$quick" ]; then make check; fi

cat <<END

$version can be released as far as this machine can tell. Before the tag:

  [ ] the CI jobs macOS, iOS 16, Windows, Android and WebAssembly are green at this commit
      (1.0.0 itself needs them; a release candidate may be tagged without, and says so)
  [ ] the documentation was read once as a site: make docs-serve
  [ ] the figures in README.md and Benchmarks/RESULTS.md are of this version: Benchmarks/results.sh

Then the maintainer sets the tag:

  git tag -s $version -m "Stitcher $version" && git push origin $version
END
