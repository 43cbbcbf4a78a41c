#!/usr/bin/env python3
"""Puts faults into copies of the examples Notes and Orders, and counts which the tool finds.

Usage: Scripts/mutations.py [--count 50] [--seed 1] [--kind KIND] [--example NAME] [--verbose]

For each kind of fault (remove, narrow, cycle, double, decorate) it makes that many programs. What is provably
wrong with each is decided beforehand, by the rules and tables of Scripts/mutations/model.py. Then
the tool checks the program. Programs that do not compile are replaced. It prints how many of the
provable faults are reported (recall), and how many reports are none of them (precision).

The builds are in .build/mutations; the first takes minutes, and so do 200 programs.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / ".build" / "mutations"
sys.path.insert(0, str(ROOT / "Scripts" / "mutations"))

import changes  # noqa: E402
import model  # noqa: E402


def run(*arguments):
    """Runs a command, and returns what it printed and its code."""
    return subprocess.run([str(a) for a in arguments], capture_output=True, text=True)


def build(*arguments):
    """Builds, or ends with the errors."""
    result = run("swift", "build", *arguments)
    if result.returncode:
        sys.exit("\n".join((result.stdout + result.stderr).splitlines()[-20:]))


class Example:
    """A copy of an example that is built, and whose files are changed and put back."""

    def __init__(self, name):
        self.name = name
        self.folder = WORK / name
        self.model = model.EXAMPLES[name]
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(ROOT / "Examples" / name, self.folder,
                        ignore=shutil.ignore_patterns(".build", "Tests"))
        manifest = (self.folder / "Package.swift").read_text()
        manifest = manifest.replace('path: "../.."', f'path: "{ROOT}"')
        manifest = re.sub(r"\n    (// [^\n]*\n    )?\.testTarget\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\),",
                          "", manifest)
        (self.folder / "Package.swift").write_text(manifest)
        # Both examples share what is built; without this option the description of the build would
        # stay that of the other.
        build("--package-path", self.folder, "--scratch-path", WORK / "build",
              "--disable-build-manifest-caching")
        files = {r.file for r in self.model.registrations}
        self.sources = {f: (self.folder / "Sources" / f).read_text() for f in files}

    def check(self, sources):
        """Returns what the tool reports; None if the program does not compile."""
        changed = [f for f in sources if sources[f] != self.sources[f]]
        for file in changed:
            (self.folder / "Sources" / file).write_text(sources[file])
        result = run(WORK / "tool" / "debug" / "stitcher-tool", "check", "--no-build", "--json",
                     "--package-path", self.folder, "--build-path", WORK / "build",
                     "--cache-path", WORK / "cache" / self.name)
        for file in changed:
            (self.folder / "Sources" / file).write_text(self.sources[file])
        if result.returncode not in (0, 1):
            self.reason = (result.stdout + result.stderr).strip()
            return None
        return [subject(p) for p in json.loads(result.stdout)["problems"]]


def subject(problem):
    """Returns the kind of a problem and what it is about, as the model says it."""
    kind, text = problem["kind"], problem["message"]
    if kind == "captive":
        match = re.match(r"(.*?) is kept as .*? needs (.*?), which is", text)
        return kind, f"{match[1]} > {match[2]}"
    if kind == "cycle":
        return kind, text.split(": ", 1)[1]
    return kind, re.split(r" is (?:injected|registered)", text)[0]


def is_expected(report, faults):
    """Whether a report is one of the faults."""
    kind, text = report
    if kind != "cycle":
        return report in faults
    nodes = set(text.split(" → "))
    return nodes <= {subject for kind, subject in faults if kind == "cycle"}


def is_found(fault, reports):
    """Whether a fault is reported. Of several cycles over one registration, one is enough."""
    if fault[0] != "cycle":
        return fault in reports
    return any(kind == "cycle" for kind, _ in reports)


def main():
    """Makes the programs, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=sorted(changes.KINDS), action="append")
    parser.add_argument("--example", choices=sorted(model.EXAMPLES), action="append")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    build("--package-path", ROOT, "--scratch-path", WORK / "tool", "--product", "stitcher-tool")
    names = options.example or sorted(model.EXAMPLES)
    rows = collections.defaultdict(collections.Counter)
    for number, name in enumerate(names):
        example = Example(name)
        clean = example.check(example.sources)
        if clean != [] or example.model.faults():
            sys.exit(f"{name} is not clean: {clean or getattr(example, 'reason', '')} "
                     f"{example.model.faults()}")
        for kind in options.kind or changes.KINDS:
            count = options.count // len(names) + (number < options.count % len(names))
            measure(example, kind, count, options, rows[kind])
    table(rows)


def measure(example, kind, count, options, row):
    """Makes programs of one kind, and counts."""
    generator = random.Random(f"{options.seed} {example.name} {kind}")
    seen, tries = set(), 0
    while row[example.name] < count and tries < 40 * count:
        tries += 1
        sources, changed = dict(example.sources), example.model.copy()
        told = changes.KINDS[kind](sources, changed, generator)
        if told is None or told in seen:
            continue
        seen.add(told)
        faults = changed.faults()
        # At least half are provably wrong.
        if not faults and row[example.name + " other"] >= count // 2:
            continue
        reports = example.check(sources)
        if reports is None:
            row["skipped"] += 1
            if options.verbose:
                print(f"skipped {example.name} {kind}: {told}: {example.reason[:300]}")
            continue
        row[example.name] += 1
        row[example.name + " other"] += not faults
        row["programs"] += 1
        wrong = [r for r in reports if not is_expected(r, faults)]
        lost = [f for f in faults if not is_found(f, reports)]
        row["provable"] += bool(faults)
        row["found"] += bool(faults) and not lost
        row["reported"] += bool(reports)
        row["faults"] += len(faults)
        row["faults found"] += len(faults) - len(lost)
        row["reports"] += len(reports)
        row["wrong"] += len(wrong)
        if options.verbose or wrong or lost:
            print(f"{example.name} {kind}: {told}: expected {sorted(faults)}, "
                  f"wrong {wrong}, lost {lost}", flush=True)


def table(rows):
    """Prints what was counted."""
    print("| kind | programs | provable | all found | recall | recall over all | reports | wrong |")
    print("|---|---|---|---|---|---|---|---|")
    total = collections.Counter()
    for row in rows.values():
        total.update(row)
    for kind, row in list(rows.items()) + [("all", total)]:
        provable, programs = max(row["provable"], 1), max(row["programs"], 1)
        print(f"| {kind} | {row['programs']} | {row['provable']} | {row['found']} "
              f"| {100 * row['found'] / provable:.0f} % | {100 * row['found'] / programs:.0f} % "
              f"| {row['reports']} | {row['wrong']} |")
    print(f"skipped, since they do not compile: {total['skipped']}")


if __name__ == "__main__":
    main()
