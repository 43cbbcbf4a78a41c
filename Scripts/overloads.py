#!/usr/bin/env python3
"""Generates Swift files from Scripts/overloads.template. See Scripts/overloads.sh.

A template contains directives, which begin with '%', and the text of Swift files:

  % A comment.
  %words | A | B        begins a table with a column for each of the words A and B
  $name | text | text   a row of the table: the replacement of '$name' in variants with each word
  %file NAME            begins a file; one file is written for each variant of the next '%each'
  %form                 begins a declaration, which is repeated for each variant of the next '%each'
  %each A B             creates variants: each has one of the words
  %unless A B           omits the variants with all of these words; '!A' means without A
  %text NAME            begins lines that replace the line '$NAME' in the rest of the template
  %end                  ends a declaration or a '%text'

In a file and in a declaration, '[A !B]' at the beginning of a line keeps the line only in variants
with A and without B. If '[A !B]' is alone on a line, it applies to the lines below with a deeper
indentation. '$[A !B:text]' keeps a part of a line. Long comments are wrapped.
"""

import itertools
import re
import sys
import textwrap
from pathlib import Path

WIDTH = 100


class Repeated:
    """Lines of text and the variants in which they are written."""

    def __init__(self):
        self.each, self.unless, self.lines = [], [], []

    def variants(self, outer=()):
        """Returns the set of words of each variant, without the omitted variants."""
        for words in itertools.product(*self.each):
            words = set(outer).union(words)
            if not any(holds(condition, words) for condition in self.unless):
                yield words


def holds(condition, words):
    """Returns whether a variant satisfies all words of a condition."""
    return all((word[1:] not in words) if word[0] == "!" else word in words
               for word in condition.split())


class Template:
    """The tables and the files of a template."""

    def __init__(self, text):
        self.tables, self.texts, self.files = {}, {}, []
        target, dimension = None, []
        for line in text.splitlines():
            directive, _, rest = line.partition(" ")
            cells = [cell.strip() for cell in line.split("|")]
            if directive == "%":
                continue
            if directive == "%words":
                target, dimension = None, [word.strip() for word in rest.split("|")[1:]]
            elif directive == "%file":
                target = Repeated()
                self.files.append((rest.strip(), target))
            elif directive == "%form":
                target = Repeated()
                self.files[-1][1].lines.append(target)
            elif directive == "%text":
                target = self.texts["$" + rest] = Repeated()
            elif directive == "%end":
                target = self.files[-1][1] if self.files else None
            elif directive == "%each":
                target.each.append(rest.split())
            elif directive == "%unless":
                target.unless.append(rest)
            elif target:
                target.lines.append(line)
            elif line.startswith("$"):
                row = dict(zip(dimension, cells[1:], strict=True))
                self.tables.setdefault(cells[0][1:], {}).update(row)

    def expand(self, text, words):
        """Replaces all conditions and names in a text."""
        def part(match):
            return match[2] if holds(match[1], words) else ""

        def value(match):
            return next(text for word, text in self.tables[match[1]].items() if word in words)

        before = None
        while before != text:
            before = text
            text = re.sub(r"\$\[([^:\]]*):([^\]]*)\]", part, text)
            text = re.sub(r"\$([A-Za-z]+)", value, text)
        return text

    def written(self, repeated, words):
        """Returns the lines of a text for a variant."""
        guard = None
        for line in repeated.lines:
            if isinstance(line, Repeated):
                for variant in line.variants(words):
                    yield ""
                    yield from self.written(line, variant)
                continue
            indentation = len(line) - len(line.lstrip())
            if guard and line.strip() and indentation <= guard[0]:
                guard = None
            if match := re.match(r"\s*\[([a-z! A-Z]+)\] ?(.*)", line):
                if not match[2]:
                    guard = (indentation, holds(match[1], words))
                    continue
                if not holds(match[1], words):
                    continue
                line = match[2]
            if guard and not guard[1]:
                continue
            if text := self.texts.get(line.strip()):
                yield from self.written(text, words)
                continue
            yield from wrapped(self.expand(line, words))


def wrapped(line):
    """Wraps a long comment, and returns the lines."""
    line = re.sub(r"(func \w+|init)<>", r"\1", line.replace("<,", "<"))
    comment = line.lstrip()
    width = WIDTH - 2 if comment.startswith("///") else WIDTH  # Members are indented.
    if not comment.startswith("//") or len(comment) <= width:
        return [line]
    prefix, hang, text = re.match(r"(/+ )( *- )?(.*)", comment).groups(default="")
    return textwrap.wrap(text, width, initial_indent=prefix + hang,
                         subsequent_indent=prefix + " " * len(hang))


def main():
    path, folder = Path(sys.argv[1]), Path(sys.argv[2])
    template = Template(path.read_text())
    for name, file in template.files:
        for words in file.variants():
            head = f"// Generated from Scripts/{path.name}: edit that, and run Scripts/overloads.sh."
            text = "\n".join([head, "", *template.written(file, words), ""])
            (folder / template.expand(name, words)).write_text(text.replace("{\n\n", "{\n"))


main()
