#!/usr/bin/env bash
# Builds the example application and takes its tour: every feature, on a real database.
#
# Usage: Scripts/tour.sh [OPTION]...     (options go to `notes tour`)
#
# Needs bash and a Swift toolchain. Installs SQLite's development files where they are missing.

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

case ${1:-} in --help | -h) print_help && exit 0 ;; esac
need_swift
need_sqlite

echo "Building Examples/Notes… (a minute or two, the first time)" >&2
quietly tour swift build --package-path Examples/Notes --product notes \
  || fail "Examples/Notes does not build"
exec swift run --skip-build --package-path Examples/Notes notes tour "$@"
