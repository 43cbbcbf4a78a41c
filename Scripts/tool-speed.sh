#!/usr/bin/env bash
# Measures the tool on packages that it makes up: cold, unchanged, and after a change in one file.
#
# Usage: Scripts/tool-speed.sh [--files NUMBER] [--modules NUMBER] [--keep FOLDER] [--help]
#
#   --files NUMBER     how many files the package has (default: 200)
#   --modules NUMBER   into how many modules they are split (default: 1)
#   --keep FOLDER      makes the package there, and leaves it; default: a folder that goes

# shellcheck source=Scripts/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

files=200
modules=1
keep=
while [ $# -gt 0 ]; do
  case $1 in
  --files) files=$2 && shift ;;
  --modules) modules=$2 && shift ;;
  --keep) keep=$2 && shift ;;
  --help | -h) print_help && exit 0 ;;
  *) fail "unknown option '$1' (see Scripts/tool-speed.sh --help)" ;;
  esac
  shift
done

need_swift
root=$PWD
package=${keep:-$(mktemp -d)}
[ -n "$keep" ] || trap 'rm -rf "$package"' EXIT
mkdir -p "$package"

# Prints the manifest of a package with some modules and an executable.
manifest() {
  local number names=
  printf '// swift-tools-version: 6.2\nimport PackageDescription\n\n'
  printf 'let package = Package(\n  name: "Speed", platforms: [.macOS(.v15)],\n'
  printf '  dependencies: [.package(name: "Stitcher", path: "%s")],\n  targets: [\n' "$root"
  for ((number = 0; number < modules; number++)); do
    printf '    .target(name: "Part%d", dependencies: [' "$number"
    printf '.product(name: "Stitcher", package: "Stitcher")]),\n'
    names+="\"Part$number\", "
  done
  printf '    .executableTarget(name: "speed", dependencies: [%s' "$names"
  printf '.product(name: "Stitcher", package: "Stitcher")]),\n  ])\n'
}

# Prints a file: two services, a view that injects, and the registrations. Argument: its number.
source_file() {
  cat <<SWIFT
import Stitcher

public protocol Store$1: Sendable { func load(_ name: String) -> [Int] }

public final class DiskStore$1: Store$1 {
  public init() {}
  public func load(_ name: String) -> [Int] {
    var found: [Int] = []
    for (index, character) in name.unicodeScalars.enumerated() where index % 3 != 1 {
      found.append(Int(character.value) * index + $1)
    }
    return found.filter { \$0 % 2 == 0 }.map { \$0 + 1 }
  }
}

public struct Service$1: Sendable {
  let store: any Store$1
  public func total(_ names: [String]) -> Int {
    names.flatMap { store.load(\$0) }.reduce(0, +)
  }
}

public struct Screen$1 {
  @Injected var service: Service$1
  public init() {}
  public func show() -> String { "total: \\(service.total(["a", "b"]))" }
}

extension DependencyContainer {
  public static var part$1: DependencyContainer {
    DependencyContainer {
      Dependency { DiskStore$1() }.scope(.singleton).conforms { (\$0 as DiskStore$1) as any Store$1 }
      Dependency { Service$1(store: try DependencyGraph.inject()) }
    }
  }
}
SWIFT
}

step "A package of $files files in $modules modules"
manifest >"$package/Package.swift"
for ((number = 0; number < files; number++)); do
  folder=$package/Sources/Part$((number % modules))
  mkdir -p "$folder"
  source_file "$number" >"$folder/File$number.swift"
done
mkdir -p "$package/Sources/speed"
{
  echo "import Stitcher"
  for ((number = 0; number < modules; number++)); do echo "import Part$number"; done
  echo "@main struct Speed { static func main() { print(Screen0().show()) } }"
} >"$package/Sources/speed/Speed.swift"

# Prints how long a command took. Arguments: what it is called, the command.
measure() {
  local name=$1 before after status=0
  shift
  before=$(date +%s%N)
  "$@" >"$package/out.log" 2>&1 || status=$?
  after=$(date +%s%N)
  printf '%-44s %6d ms, exit code %d, load %s: %s\n' "$name" $(((after - before) / 1000000)) \
    "$status" "$(cut -d' ' -f1 /proc/loadavg 2>/dev/null || true)" "$(tail -n 1 "$package/out.log")"
}

# Changes the body of a function. Argument: what to add.
change() {
  sed -i.bak "s/total: /total $1: /" "$package/Sources/Part0/File0.swift"
  rm "$package/Sources/Part0/File0.swift.bak"
}

quietly tool-speed-tool swift build --product stitcher-tool
tool=$(swift build --show-bin-path)/stitcher-tool
check=("$tool" check --no-build --package-path "$package")
measure "swift build, cold" swift build --package-path "$package"
rm -rf "$package/.build/stitcher"
measure "check, cold" "${check[@]}"
measure "check, nothing has changed" "${check[@]}"
change one
measure "swift build, one body has changed" swift build --package-path "$package"
measure "check, one body has changed" "${check[@]}"
sed -i.bak 's/public init() {}/public init() {}; public func added() {}/' \
  "$package/Sources/Part$((1 % modules))/File1.swift"
rm "$package/Sources/Part$((1 % modules))/File1.swift.bak"
measure "swift build, one declaration has changed" swift build --package-path "$package"
measure "check, one declaration has changed" "${check[@]}"
