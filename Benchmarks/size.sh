#!/usr/bin/env bash
# Measures what the libraries add to the size of an app.
#
# Usage: Benchmarks/size.sh [--check] [--keep FOLDER] [--library FOLDER] [--help]
#
#   --check            builds and checks only what has a limit: the apps of one library, linked
#                      statically on Linux; elsewhere does nothing
#   --keep FOLDER      generates into FOLDER, and leaves it there, so that the next run builds only
#                      what has changed
#   --library FOLDER   measures the package in FOLDER (default: the one this script is in)
#
# Generates a package of small apps that do the same: one puts its objects together itself, one has a locator written by
# hand, one uses each library, and one uses all of them. Builds them in release, as SwiftPM links them, with the
# standard library as the system's or shipped beside the app, and prints the sizes as a Markdown table. Fails if a
# library adds more to an app that is linked statically on Linux than it may, and says so where that is more than is
# promised.

set -euo pipefail
shopt -s inherit_errexit 2>/dev/null || true

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
keep='' library=$root check=

# Prints a message and ends with an error.
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

while [ $# -gt 0 ]; do
  case $1 in
  --help | -h)
    awk 'NR == 1 { next } /^#/ { sub(/^# ?/, ""); print; next } { exit }' "$0"
    exit 0
    ;;
  --check) check=1 ;;
  --keep | --library)
    [ $# -ge 2 ] || fail "$1 needs a value"
    case $1 in
    --keep) keep=$2 ;;
    --library) library=$(cd "$2" && pwd) ;;
    esac
    shift
    ;;
  *) fail "unknown option '$1' (see Benchmarks/size.sh --help)" ;;
  esac
  shift
done
if [ -n "$check" ] && [ "$(uname)" != Linux ]; then
  echo "Sizes: only Linux links the standard library statically." && exit
fi
command -v swift >/dev/null 2>&1 || fail "no Swift toolchain on PATH"
command -v strip >/dev/null 2>&1 || fail "no strip on PATH"

if [ -n "$keep" ]; then
  mkdir -p "$keep"
  work=$(cd "$keep" && pwd)
else
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi

# Only run, as it is linked statically: Observation is linked weakly, and has to be there where a program uses it.
followers=(Following)
libraries=(Stitcher Stitch SwiftDependencyInjector DependencyInjection)
apps=(Plain Locator "${libraries[@]}" All)
[ -z "$check" ] || apps=(Plain "${libraries[@]}")

# Prints what all apps have: their objects, and a main function that asks others for a greeting. Arguments: their names.
program() {
  cat <<'SWIFT'
protocol Clock: Sendable {
  var hour: Int { get }
}

final class WallClock: Clock {
  let hour = 9
}

protocol Greeting: Sendable {
  func greet(_ name: String) -> String
}

final class Greeter: Greeting {
  let clock: any Clock
  init(clock: any Clock) { self.clock = clock }
  func greet(_ name: String) -> String { clock.hour < 12 ? "Good morning, \(name)!" : "Hello, \(name)!" }
}

@main struct App {
  static func main() throws {
SWIFT
  printf '    print(try with%s().greet("Ada"))\n' "$@"
  printf '  }\n}\n'
}

# Prints how an app gets its objects. Argument: one of the apps but the last.
composition() {
  case $1 in
  Plain)
    cat <<'SWIFT'
func withPlain() throws -> any Greeting { Greeter(clock: WallClock()) }
SWIFT
    ;;
  Locator)
    cat <<'SWIFT'
import Synchronization

final class Locator: Sendable {
  static let shared = Locator()
  private let factories = Mutex<[ObjectIdentifier: @Sendable (Locator) -> any Sendable]>([:])
  private let instances = Mutex<[ObjectIdentifier: any Sendable]>([:])

  func register<T>(_ type: T.Type, _ make: @escaping @Sendable (Locator) -> any Sendable) {
    factories.withLock { $0[ObjectIdentifier(type)] = make }
  }

  func get<T>(_ type: T.Type) -> T? {
    let key = ObjectIdentifier(type)
    if let instance = instances.withLock({ $0[key] }) { return instance as? T }
    guard let instance = factories.withLock({ $0[key] })?(self) else { return nil }
    instances.withLock { $0[key] = instance }
    return instance as? T
  }
}

func withLocator() throws -> any Greeting {
  Locator.shared.register((any Clock).self) { _ in WallClock() }
  Locator.shared.register((any Greeting).self) { Greeter(clock: $0.get((any Clock).self)!) }
  return Locator.shared.get((any Greeting).self)!
}
SWIFT
    ;;
  Stitcher)
    cat <<'SWIFT'
import Stitcher

struct Lost: Error {}

func withStitcher() throws -> any Greeting {
  // Errors are told in words also where nothing of Foundation is linked.
  let text = "\(InjectionError.unknown(Lost()))"
  precondition(text.hasPrefix("Unknown error. Details: Lost"), text)
  let container = DependencyContainer {
    Dependency { WallClock() }.conforms(to: (any Clock).self).scope(.singleton)
    Dependency { Greeter(clock: try DependencyGraph.inject()) }
      .conforms(to: (any Greeting).self).scope(.singleton)
  }
  DependencyGraph.activate(container)
  return try DependencyGraph.inject()
}
SWIFT
    ;;
  Stitch)
    cat <<'SWIFT'
import Stitch

extension DependencyMap {
  private struct ClockKey: DependencyKey {
    static let dependency: any Clock = WallClock()
  }

  private struct GreetingKey: DependencyKey {
    static let dependency: any Greeting = Greeter(clock: StitchUser().clock)
  }

  var clock: any Clock {
    get { resolve(key: ClockKey.self) }
    set { register(key: ClockKey.self, dependency: newValue) }
  }

  var greeting: any Greeting {
    get { resolve(key: GreetingKey.self) }
    set { register(key: GreetingKey.self, dependency: newValue) }
  }
}

struct StitchUser {
  @Stitch(\.clock) var clock
  @Stitch(\.greeting) var greeting
}

func withStitch() throws -> any Greeting { StitchUser().greeting }
SWIFT
    ;;
  SwiftDependencyInjector)
    cat <<'SWIFT'
import SwiftDependencyInjector

final class InjectedClock: Clock, InjectableDependency {
  let hour = 9
  required init() {}
}

final class InjectedGreeter: Greeting, InjectableDependency {
  let greeter: Greeter
  required init() { greeter = Greeter(clock: Injector.global.get()) }
  func greet(_ name: String) -> String { greeter.greet(name) }
}

func withSwiftDependencyInjector() throws -> any Greeting {
  Injector.global.register(
    (any Clock).self, defaultDependency: "wall", implementations: ["wall": InjectedClock.instance])
  Injector.global.register(
    (any Greeting).self, defaultDependency: "plain",
    implementations: ["plain": InjectedGreeter.instance])
  return Injector.global.get()
}
SWIFT
    ;;
  DependencyInjection)
    cat <<'SWIFT'
import DependencyInjection

func withDependencyInjection() throws -> any Greeting {
  let container = Container()
  container.register(type: (any Clock).self) { _ in WallClock() }
  container.register(type: (any Greeting).self) { Greeter(clock: try $0.tryResolve(type: (any Clock).self)) }
  return try container.tryResolve(type: (any Greeting).self)
}
SWIFT
    ;;
  esac
}

# Prints the libraries that an app uses. Argument: the app.
libraries_of() {
  case $1 in
  Plain | Locator) ;;
  All) printf '%s\n' "${libraries[@]}" ;;
  Following) echo Stitch ;;
  *) printf '%s\n' "$1" ;;
  esac
}

# Prints an app that follows observable state.
following() {
  cat <<'SWIFT'
import Observation
import Stitch

@MainActor @Observable final class Account {
  var name = ""
}

extension DependencyMap {
  private struct AccountKey: @MainActor DependencyKey {
    @MainActor static let dependency = Account()
  }

  @MainActor var account: Account {
    get { resolve(key: AccountKey.self) }
    set { register(key: AccountKey.self, dependency: newValue) }
  }
}

@main struct App {
  @MainActor static func main() async {
    let published = StitchPublished(\.account)
    let names = published.projectedValue.name.values
    Task { published.wrappedValue.name = "Ada" }
    for await name in names where !name.isEmpty {
      print("Good morning, \(name)!")
      break
    }
  }
}
SWIFT
}

{
  head -n 1 "$library/Package.swift"
  printf 'import PackageDescription\n\nlet package = Package(\n  name: "Apps",\n'
  awk '/^ *platforms: *\[/ { on = 1 } on { print } on && /\],?[ \t]*$/ { exit }' \
    "$library/Package.swift"
  # Macros are no part of an app, and take long to build.
  printf '  dependencies: [.package(name: "Stitcher", path: "%s", traits: [])],\n' "$library"
  printf '  targets: [\n'
  for app in "${apps[@]}" "${followers[@]}"; do
    printf '    .executableTarget(\n      name: "%sApp",\n      dependencies: [' "$app"
    for product in $(libraries_of "$app"); do
      printf '\n        .product(name: "%s", package: "Stitcher"),' "$product"
    done
    printf ']),\n'
  done
  printf '  ]\n)\n'
} >"$work/Package.swift"

for app in "${apps[@]}"; do
  folder=$work/Sources/${app}App
  mkdir -p "$folder"
  if [ "$app" = All ]; then parts=("${libraries[@]}"); else parts=("$app"); fi
  program "${parts[@]}" >"$folder/App.swift"
  for part in "${parts[@]}"; do composition "$part" >"$folder/$part.swift"; done
done

for app in "${followers[@]}"; do
  mkdir -p "$work/Sources/${app}App"
  following >"$work/Sources/${app}App/App.swift"
done

# Prints the size of a file in bytes.
size() { wc -c <"$1" | tr -d ' '; }

# Prints what an app is promised to add at most, stripped, in kB. Argument: the app.
promise_of() {
  case $1 in
  Stitcher | DependencyInjection) echo 9000 ;;
  All) echo 10000 ;;
  *) echo 2000 ;;
  esac
}

# Prints the limit of the size that an app may add, stripped, in kB. The limits are up to 12 % above the
# last measurement; they find an accidental growth, such as a function that links all of Foundation.
# Lower them with the next measurement. Argument: the app.
limit_of() {
  case $1 in
  Stitcher) echo 2950 ;;
  Stitch) echo 2200 ;;
  SwiftDependencyInjector) echo 2250 ;;
  DependencyInjection) echo 2300 ;;
  *) promise_of "$1" ;;
  esac
}

# Builds all apps, and prints their sizes as a table. Arguments: heading, further options of the build.
measure() {
  local binaries app file stripped built small plain_built='' plain_small=''
  printf 'Building: %s…\n' "$1" >&2
  swift build --package-path "$work" --disable-build-manifest-caching -c release "${@:2}" \
    >"$work/log" 2>&1 || { cat "$work/log" >&2 && fail "the apps do not build"; }
  binaries=$(swift build --package-path "$work" -c release "${@:2}" --show-bin-path)
  for app in "${followers[@]}"; do
    timeout 60 "$binaries/${app}App" | grep -q Ada || fail "$app does not hear of a change ($1)"
  done
  printf '\n%s:\n\n' "$1"
  printf '| app | as built | added | stripped | added |\n| --- | ---: | ---: | ---: | ---: |\n'
  for app in "${apps[@]}"; do
    file=$binaries/${app}App
    "$file" 2>"$work/errors" | grep -q Ada || fail "$app does not do what the others do"
    stripped=$work/stripped
    cp "$file" "$stripped"
    strip "$stripped"
    built=$(size "$file") small=$(size "$stripped")
    plain_built=${plain_built:-$built} plain_small=${plain_small:-$small}
    awk -v app="$app" -v built="$built" -v small="$small" -v plain_built="$plain_built" \
      -v plain_small="$plain_small" 'BEGIN {
        name = "`" app "`"
        if (app == "Plain") name = "puts its objects together itself"
        if (app == "Locator") name = "a locator written by hand"
        if (app == "All") name = "all of them"
        added = app == "Plain" ? "" : sprintf("%.0f kB", (built - plain_built) / 1000)
        added_small = app == "Plain" ? "" : sprintf("%.0f kB", (small - plain_small) / 1000)
        printf "| %s | %.0f kB | %s | %.0f kB | %s |\n",
          name, built / 1000, added, small / 1000, added_small
      }'
    if [ $((small - plain_small)) -gt $(($(limit_of "$app") * 1000)) ]; then
      too_large+=("$app adds $(((small - plain_small) / 1000)) kB ($1), more than $(limit_of "$app")")
    elif [ $((small - plain_small)) -gt $(($(promise_of "$app") * 1000)) ]; then
      missed+=("$app adds $(((small - plain_small) / 1000)) kB ($1), and $(promise_of "$app") are promised")
    fi
  done
}

too_large=() missed=()
[ -n "$check" ] || measure "With the standard library beside the app"
if [ "$(uname)" = Linux ]; then
  measure "With the standard library linked into the app (\`--static-swift-stdlib\`)" \
    --static-swift-stdlib --scratch-path "$work/.build-static"
fi

for line in ${missed[@]+"${missed[@]}"}; do printf 'note: %s\n' "$line" >&2; done
for line in ${too_large[@]+"${too_large[@]}"}; do printf 'error: %s\n' "$line" >&2; done
[ ${#too_large[@]} -eq 0 ]
