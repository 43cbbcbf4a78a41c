#!/usr/bin/env python3
"""Counts the public declarations that the sources of a module contain, beside generated ones.

Usage: Scripts/surface.py [--list] [--limit N] [FOLDER]

Each of these counts as one, for whichever system it is compiled: a declaration with `public` or `open`,
a requirement of a public protocol, and a line with cases of a public enumeration. Imports and
extensions do not count, nor do files in a folder `Generated`. Documentation hides three kinds, which are
counted separately: names that begin with an underscore, declarations for generated code, with
`@_documentation(visibility: internal)`, and unavailable declarations, which only give errors of the
compiler a text.
"""
import argparse
import pathlib
import re
import sys

WORDS = r"(?:@[\w.]+(?:\([^()]*\))? +|[a-z]+(?:\([\w]+\))? +)*?"
KINDS = r"(struct|class|enum|protocol|actor|func|var|let|init|subscript|typealias|associatedtype|case|macro|extension)"
DECLARATION = re.compile(rf"^({WORDS}){KINDS}\b(?! func\b| var\b| let\b| subscript\b) *[?!]?([^\s(:<{{=,]*)")
TYPES = {"struct", "class", "enum", "protocol", "actor", "extension"}
HIDING = re.compile(r"^\*, unavailable|@available\(\*, unavailable|@_documentation\(visibility: internal")


def declarations(path):
    """Yields line, kind, qualified name and unavailability of each public declaration of a file."""
    types, conditions, is_text, is_hidden = [], 0, False, False
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if is_text or line.count('"""') % 2:
            is_text ^= bool(line.count('"""') % 2)
            continue
        text = line.strip()
        indent = len(line) - len(line.lstrip())
        if text.startswith("#"):
            conditions += text.startswith("#if") - text.startswith("#endif")
            continue
        if types and text.startswith("}") and indent == types[-1]["indent"]:
            types.pop()
            continue
        if not text.startswith("//") and HIDING.search(text):
            is_hidden = True
        outer = types[-1] if types else {"indent": -2, "kind": "file", "public": False, "name": "", "conditions": 0}
        match = DECLARATION.match(text)
        if not match or " import " in match[1] or indent != outer["indent"] + 2 + 2 * (conditions - outer["conditions"]):
            continue
        words, kind, name = match.groups()
        is_member = outer["public"] and (outer["kind"] == "protocol" or outer["kind"] == "enum" and kind == "case")
        is_public = bool(re.search(r"\b(public|open) ", words)) or is_member
        qualified = ".".join(part for part in (outer["name"], name or kind) if part)
        if is_public and kind != "extension":
            yield number, kind, qualified, is_hidden
        is_hidden = False
        if kind in TYPES and not re.search(r"\{.*\}$", text):
            types.append(
                {"indent": indent, "kind": kind, "public": is_public, "name": qualified, "conditions": conditions})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default="Sources/Stitcher")
    parser.add_argument("--list", action="store_true", help="prints each declaration")
    parser.add_argument("--limit", type=int, help="fails if there are more")
    options = parser.parse_args()
    shown, hidden = [], 0
    for path in sorted(pathlib.Path(options.folder).rglob("*.swift")):
        if "Generated" in path.parts:
            continue
        for number, kind, name, is_hidden in declarations(path):
            if is_hidden or any(part.startswith("_") for part in name.split(".")):
                hidden += 1
            else:
                shown.append(f"{path}:{number}: {kind} {name}")
    if options.list:
        print("\n".join(shown))
    print(f"{options.folder}: {len(shown)} public declarations, and {hidden} that are hidden or unavailable")
    if options.limit is not None and len(shown) > options.limit:
        sys.exit(f"{options.folder}: more than {options.limit} public declarations. Remove what users do not need.")


if __name__ == "__main__":
    main()
