#!/usr/bin/env bash
# A script phase for the targets of an Xcode project: records how a target is compiled, and checks the dependency
# graph of an application. Written from Xcode's documentation of build settings; not tried with Xcode.
#
# Usage: Scripts/xcode-phase.sh [--help]
#
# In each target with Swift code, add a "Run Script" phase after "Compile Sources" that runs this file or a copy
# of it. Clear "Based on dependency analysis", and set ENABLE_USER_SCRIPT_SANDBOXING to NO. The tool is built once, in a clone
# of Stitcher, and named by the build setting STITCHER_TOOL:
#
#   swift build --configuration release --product stitcher-tool
#
# Problems are printed as 'path:line:column: error: …', which Xcode shows in the source.

set -euo pipefail

case ${1:-} in
--help | -h) sed -n '2,/^$/s/^# \{0,1\}//p' "$0" && exit 0 ;;
'') ;;
*) echo "error: unknown argument '$1' (see Scripts/xcode-phase.sh --help)" >&2 && exit 1 ;;
esac

tool=${STITCHER_TOOL:-stitcher-tool}
if ! command -v "$tool" >/dev/null 2>&1; then
  echo "warning: the dependency graph is not checked: the build setting STITCHER_TOOL names no tool"
  exit 0
fi
# A build for an index or a preview has no time for it.
if [ "${ACTION:-build}" != build ] && [ "${ACTION:-build}" != install ]; then exit 0; fi
exec "$tool" check --xcode
