#!/usr/bin/env python3
"""Checks that comments and documents name their subjects.

Usage: Scripts/words.py [--list] [PATH...]

Counts, for each module and each document, the comments (Swift) and sentences (Markdown) that match
one of the patterns below: a person instead of a part of the program, a clause as the subject, or an
everyday verb in a private sense. More than 3 % of them in one place is an error.

  --list   prints each match as FILE:LINE: [pattern] text

Without paths, the modules in Sources, the tests, the examples, the benchmarks, the plugins and all
Markdown files are checked.
"""

import pathlib
import re
import sys

LIMIT = 3.0
SHORTEST = 24  # Shorter texts are titles and fragments.


PATTERNS = {
    "person": r"\b(whoever|whomever|whatever|who|whom|whose|somebody|someone|nobody|no one|anybody|everybody|he|him|his|himself)\b",
    "clause as a subject": r"(?:^|[.;:,] )(what|those|that of)\b|\b(that which|what) (is|was|are|were|has|it|they|comes|goes|holds|takes|needs|counts|follows|stands|may|can|must)\b",
    "verb in a private sense": r"\b(lets? go|told of|tells? of|comes? due|take(s|n)? out|keeps? out|hand(s|ed)? (on|over|out)|goes with|is gone|are gone|stands? (for|in|behind|beside)|put(s)? off)\b",
}
COMPILED = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in PATTERNS.items()}


def comments(path):
    """Yields the comments of a Swift file: line number and text. Lines in a row are one comment."""
    start, words = 0, []
    for number, line in enumerate(path.read_text(errors="replace").splitlines() + [""], 1):
        match = re.match(r"\s*//+!? ?(.*)", line)
        if match:
            start = start or number
            words.append(match.group(1))
        elif words:
            yield start, " ".join(words)
            start, words = 0, []


def sentences(path):
    """Yields the sentences of a Markdown file: line number and text, without code and tables."""
    inside, paragraph, start = False, [], 0
    lines = path.read_text(errors="replace").splitlines() + [""]
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text.startswith("```") or text.startswith("<!--") and "-->" not in text or inside and "-->" in text:
            inside = not inside
            text = ""
        is_text = text and not inside and not text.startswith(("|", "#", "<", "@", "!["))
        if is_text and not re.match(r"([-*]|\d+\.) ", text):
            start = start or number
            paragraph.append(text)
            continue
        if paragraph:
            whole = re.sub(r"`[^`]*`", "…", " ".join(paragraph))
            for sentence in re.split(r"(?<=[.:;!?])\s+", whole):
                yield start, sentence
            paragraph, start = [], 0
        if is_text:
            paragraph, start = [re.sub(r"^([-*]|\d+\.) ", "", text)], number


def check(name, files, listed):
    """Checks the texts of one place; returns whether they are within the limit."""
    total = found = 0
    for path in files:
        for line, text in comments(path) if path.suffix == ".swift" else sentences(path):
            if len(text) < SHORTEST:
                continue
            total += 1
            pattern = next((n for n, p in COMPILED.items() if p.search(text)), None)
            if pattern:
                found += 1
                if listed:
                    print(f"{path}:{line}: [{pattern}] {text[:140]}")
    share = 100 * found / total if total else 0
    if share > LIMIT:
        print(
            f"error: {name}: {found} of {total} texts ({share:.1f} %) do not name their subject; at most "
            f"{LIMIT:.0f} % may. `Scripts/words.py --list {name}` shows them."
        )
    elif listed:
        print(f"{name}: {found} of {total} ({share:.1f} %)")
    return share <= LIMIT


def files_below(folder, suffix):
    """Returns the files of a folder with a suffix, without build folders and test fixtures."""
    return sorted(
        path
        for path in pathlib.Path(folder).rglob("*" + suffix)
        if not any(part.startswith(".") or part == "Corpus" for part in path.parts)
    )


def main():
    arguments = [a for a in sys.argv[1:] if a != "--list"]
    if any(a in ("--help", "-h") for a in arguments):
        print(__doc__.strip())
        return 0
    listed = "--list" in sys.argv[1:]
    places = []
    for path in map(pathlib.Path, arguments):
        if not path.exists():
            print(f"error: there is no '{path}'")
            return 2
        if path.is_file():
            places.append((str(path), [path]))
        else:
            places.append((str(path), files_below(path, ".swift")))
            places += [(str(p), [p]) for p in files_below(path, ".md")]
    if not arguments:
        folders = [p for p in sorted(pathlib.Path("Sources").iterdir()) if p.is_dir()]
        folders += [pathlib.Path(p) for p in ("Tests", "Examples", "Benchmarks", "Plugins", "Fuzz")]
        places = [(str(f), files_below(f, ".swift")) for f in folders if f.is_dir()]
        places += [(str(p), [p]) for p in files_below(".", ".md")]
    results = [check(name, files, listed) for name, files in places if files]
    return 0 if all(results) else 1


sys.exit(main())
