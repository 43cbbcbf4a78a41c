"""Changes of a program that put a fault into it, or something that looks like one.

Each takes the sources (texts by file), the model, and a random generator, and changes both in the
same way. It returns a sentence that tells what it did, or None where it does not fit.
"""

import re


def statement(text, anchor):
    """Returns where a statement begins and ends: with what is said of it on the next lines."""
    start = text.index(anchor)
    position, depth = start, 0
    while True:
        character = text[position]
        if character in "({[":
            depth += 1
        elif character in ")}]":
            depth -= 1
        position += 1
        if depth == 0 and character in ")}]" and not re.match(r" *\{", text[position:]):
            chained = re.match(r"\s*\.", text[position:])
            if not chained:
                return start, position
            position += chained.end()


def indentation(text, position):
    """Returns the spaces before a position."""
    return re.search(r"[ ]*$", text[:position]).group()


def chosen(sources, registration):
    """Returns the text of a statement, and where it is."""
    text = sources[registration.file]
    start, end = statement(text, registration.anchor)
    return text, start, end


def replace(sources, registration, make):
    """Replaces a statement by what a function makes of it."""
    text, start, end = chosen(sources, registration)
    sources[registration.file] = text[:start] + make(text[start:end]) + text[end:]


def is_macro(registration):
    """Whether a registration is an attribute."""
    return registration.anchor.startswith("@")


def drop(model, registration):
    """Takes a registration out of a model."""
    model.registrations = [r for r in model.registrations if r.name != registration.name]


def remove(sources, model, random):
    """Removes a registration, or one thing that it is found by, or puts it under a condition."""
    one = random.choice(model.registrations)
    how = random.choice(["whole", "whole", "key", "name", "two", "open", "branch"])
    if how in ("key", "name", "branch") and is_macro(one):
        return None
    if how == "key":
        if len(one.keys) < 2 or ".conforms" not in chosen_text(sources, one):
            return None
        key = random.choice(one.keys[1:])
        pattern = re.compile(r"\s*\.conforms\(to: \(any " + key + r"\)\.self\)")
        replace(sources, one, lambda text: pattern.sub("", text))
        one.keys.remove(key)
        return f"{one.name} is no longer found by {key}"
    if how == "name":
        if not one.keys[0].startswith('"'):
            return None
        replace(sources, one, lambda text: re.sub(r"named: [\w.]+", 'named: "another"', text, count=1))
        one.keys = ['"another"']
        return f"{one.name} has another name"
    if how == "branch":
        replace(sources, one, lambda text: "if Bool.random() {\n" + text + "\n}")
        one.branch += "+if"
        return f"{one.name} is there only sometimes"
    cut(sources, one)
    drop(model, one)
    told = one.name
    if how == "two":
        other = random.choice(model.registrations)
        cut(sources, other)
        drop(model, other)
        told += " and " + other.name
    if how == "open":
        sources[one.file] += GENERIC
        model.open_types = True
        return f"{told} is removed, and a type parameter is registered"
    return f"{told} is removed"


GENERIC = """
func everything<T: Sendable>(_ value: T) -> DependencyContainer {
  DependencyContainer { Dependency { value } }
}
"""


def chosen_text(sources, registration):
    """Returns the text of a statement."""
    text, start, end = chosen(sources, registration)
    return text[start:end]


def cut(sources, registration):
    """Takes the statement of a registration out."""
    if is_macro(registration):
        text = sources[registration.file]
        sources[registration.file] = text.replace(registration.anchor, "", 1)
    else:
        replace(sources, registration, lambda text: "")


def set_scope(sources, registration, scope):
    """Gives a registration another scope."""
    def make(text):
        body, count = re.subn(r"\.scope\((?:[^()]|\([^()]*\))*\)", f".scope({scope})", text)
        if count:
            return body
        return text + f"\n.scope({scope})"
    if is_macro(registration):
        text = sources[registration.file]
        sources[registration.file] = text.replace(
            registration.anchor, registration.anchor[:-1] + f", scope: {scope})", 1)
    else:
        replace(sources, registration, make)


KEEPER = "\nfinal class Keeper: Sendable {\n  init() throws {}\n}\n"


def narrow(sources, model, random):
    """Narrows a scope to that of a graph, or widens that of who needs something so narrow."""
    one = random.choice(model.registrations)
    if one.anchor.startswith(("Searchable", "SearchService")) or one.parameters:
        return None
    how = random.choice(["plain", "plain", "two", "variable", "branch", "wide", "keeper", "keeper"])
    if how == "wide":
        if one.scope in ("singleton", "managed") or is_macro(one):
            return None
        set_scope(sources, one, ".singleton")
        one.scope = "singleton"
        return f"{one.name} is kept as a singleton"
    if how == "branch":
        if is_macro(one):
            return None
        replace(sources, one, lambda text: "if Bool.random() {\n" + text + "\n} else {\n"
                + re.sub(r"\s*\.scope\((?:[^()]|\([^()]*\))*\)", "", text)
                + "\n.scope(.scoped)\n}")
        twin = model.copy().find(one.name)
        twin.name += " (scoped)"
        twin.scope = "scoped"
        one.branch += "+if"
        twin.branch += "+else"
        model.registrations.append(twin)
        return f"{one.name} is scoped in one branch"
    if how == "variable":
        set_scope(sources, one, "scopeOfRequests()")
        sources[one.file] += "\nfunc scopeOfRequests() -> DependencyScope { .scoped }\n"
        one.scope, one.unknown_scope = "scoped", True
        return f"{one.name} is scoped, as a function says"
    told = one.name
    if one.scope == "scoped":
        return None
    set_scope(sources, one, ".scoped")
    one.scope = "scoped"
    if how == "two":
        other = random.choice(model.registrations)
        if other.scope == "scoped" or other.parameters or is_macro(other) \
                or other.anchor.startswith(("Searchable", "SearchService")):
            return None
        set_scope(sources, other, ".scoped")
        other.scope = "scoped"
        told += " and " + other.name
    if how == "keeper":
        return keep(sources, model, random, one)
    return f"{told} is scoped"


def keep(sources, model, random, one):
    """Adds a singleton that needs a registration."""
    if not one.inject or is_macro(one):
        return None
    way = random.choice(sorted(WAYS))
    # Beside the registration, where its type is known.
    addition = f'Dependency(named: "keeper") {{ try Keeper() }}\n.scope(.singleton)\n'
    replace(sources, one, lambda text: addition + text)
    inner = WAYS[way].replace("INJECT", one.inject)
    sources[one.file] += KEEPER.replace("throws {}", "throws {\n" + inner + "\n}")
    if way == "helper":
        sources[one.file] += helper(one)
    keeper = model.copy().find(one.name)
    keeper.name, keeper.keys, keeper.scope = "keeper", ['"keeper"'], "singleton"
    keeper.product, keeper.identity, keeper.parameters = "Keeper", "", ()
    keeper.needs = [one.keys[0]] if way in CERTAIN else []
    model.registrations.append(keeper)
    return f"{one.name} is scoped, and kept by a singleton: {way}"


def helper(one):
    """A function that injects a registration."""
    return f"\nfunc ask() throws {{\n  {one.inject}\n}}\n"


# How code asks for something; INJECT is the injection, a statement.
WAYS = {
    "straight": "INJECT",
    "block": "do {\n  INJECT\n}",
    "called closure": "try {\n  INJECT\n}()",
    "helper": "try ask()",
    "if": "if Bool.random() {\n  INJECT\n}",
    "guard": "guard Bool.random() else { throw CancellationError() }\nINJECT",
    "loop": "for _ in 0..<Int.random(in: 0..<2) {\n  INJECT\n}",
    "closure": "let later: @Sendable () throws -> Void = {\n  INJECT\n}\n_ = later",
    "catch": "do {\n  throw CancellationError()\n} catch {\n  INJECT\n}",
}

# The ways that surely ask.
CERTAIN = ("straight", "block", "called closure", "helper")


def cycle(sources, model, random):
    """Has a registration need something that needs it, or that seems to."""
    one = random.choice(model.registrations)
    if is_macro(one) or "{" not in chosen_text(sources, one) or one.anchor.startswith("Search"):
        return None
    edges = {}
    for registration in model.registrations:
        for key in registration.needs:
            for target in model.candidates(key):
                edges.setdefault(registration.name, set()).add(target.name)
    from model import reachable
    others = [r for r in model.registrations
              if r.inject and (r.name == one.name or one.name in reachable(edges, r.name))]
    if not others:
        return None
    other = random.choice(others)
    way = random.choice(sorted(WAYS) + list(CERTAIN))
    inner = WAYS[way].replace("INJECT", other.inject)

    def make(text):
        match = re.search(r"\{(?: \([^)]*\) in)?", text)
        head, rest = text[:match.end()], text[match.end():]
        depth, end = 1, 0
        while depth:
            depth += {"{": 1, "}": -1}.get(rest[end], 0)
            end += 1
        body, tail = rest[:end - 1].strip(), rest[end - 1:]
        body = body if not one.single else "return " + body
        return head + "\n" + inner + "\n" + body + "\n" + tail
    replace(sources, one, make)
    if way == "helper":
        sources[one.file] += helper(other)
    if way in CERTAIN:
        one.needs = one.needs + [other.keys[0]]
    return f"{one.name} needs {other.name}: {way}"


def double(sources, model, random):
    """Registers something twice, or nearly."""
    one = random.choice(model.registrations)
    if is_macro(one):
        return None
    how = random.choice(["exact", "scope", "scope", "id", "if", "group", "enabled", "container",
                         "named"])
    text = chosen_text(sources, one)
    plain = re.sub(r"\s*\.scope\((?:[^()]|\([^()]*\))*\)", "", text)
    twin = model.copy().find(one.name)
    twin.name += " (double)"
    is_dependency = text.startswith("Dependency")
    if how != "exact" and how != "if" and not is_dependency:
        return None
    if how in ("scope", "group", "enabled"):
        scope = random.choice([s for s in ("instance", "singleton", "shared") if s != one.scope])
        copy = plain + f"\n.scope(.{scope})"
        twin.scope = scope
        if how == "group":
            copy = "DependencyGroup {\n" + copy + "\n}"
        if how == "enabled":
            copy = "DependencyGroup {\n" + copy + "\n}\n.enabled(Bool.random())"
            twin.branch += "+enabled"
    elif how == "id":
        copy = text + '\n.id("double")'
        twin.identity = "double"
    elif how == "if":
        copy = "if Bool.random() {\n" + text + "\n}"
        twin.branch += "+if"
    elif how == "named":
        copy = text + '\n.named("double")'
        twin.keys = ['"double"']
    else:
        copy = text
    if how == "container":
        if set(re.findall(r"\b(session|account|settings|directory|clock|work|request)\b", text)):
            return None
        sources[one.file] += ("\nextension DependencyContainer {\n  static func double() -> "
                              "DependencyContainer {\n    DependencyContainer {\n" + text
                              + "\n    }\n  }\n}\n")
        twin.block += " (double)"
        twin.branch = ""
    else:
        replace(sources, one, lambda text: text + "\n" + copy)
    model.registrations.append(twin)
    return f"{one.name} is doubled: {how}" + (f" {twin.scope}" if how == "scope" else "")


NOBODY = "\nstruct Nobody: Sendable {}\n"


def decorate(sources, model, random):
    """Puts a decorator around what a key finds, which asks for something."""
    from model import Decorator, reachable
    one = random.choice(model.registrations)
    if is_macro(one) or not one.anchor.startswith("Dependency"):
        return None
    key = random.choice(one.keys)
    if key.startswith('"'):
        head = f"Decorator(named: {key}) {{ (inner: {one.product}) in"
    elif key == one.keys[0]:
        head = f"Decorator({key}.self) {{ inner in"
    else:
        head = f"Decorator((any {key}).self) {{ inner in"
    edges = {}
    for registration in model.registrations:
        for need in registration.needs:
            for target in model.candidates(need):
                edges.setdefault(registration.name, set()).add(target.name)
    askers = {r.name for r in model.registrations if key in r.needs}
    what = random.choice(["cycle", "cycle", "cycle", "any", "scoped", "scoped", "missing", "itself"])
    others = [r for r in model.registrations if r.inject]
    if what == "cycle":
        others = [r for r in others
                  if r.name in askers or askers & reachable(edges, r.name)]
    elif what == "scoped":
        others = [r for r in others if r.scope == "scoped"]
    elif what == "itself":
        others = [one] if one.inject and key == one.keys[0] else []
    if not others:
        return None
    other = random.choice(others)
    inject, need = other.inject, other.keys[0]
    if what == "missing":
        inject, need = "let _: Nobody = try DependencyGraph.inject()", "Nobody"
        sources[one.file] += NOBODY
    way = random.choice(sorted(WAYS) + list(CERTAIN))
    if way == "helper":
        sources[one.file] += f"\nfunc ask() throws {{\n  {inject}\n}}\n"
    decorator = head + "\n" + WAYS[way].replace("INJECT", inject) + "\nreturn inner\n}"
    where = random.choice(["beside", "beside", "beside", "group", "if", "container"])
    changed = Decorator(key, one.block, one.branch, [need] if way in CERTAIN else [])
    if where == "container":
        sources[one.file] += ("\nextension DependencyContainer {\n  static func decorating() -> "
                              "DependencyContainer {\n    DependencyContainer {\n" + decorator
                              + "\n    }\n  }\n}\n")
        changed.block, changed.branch = "decorating", ""
    else:
        if where == "group":
            decorator = "DependencyGroup {\n" + decorator + "\n}"
        if where == "if":
            decorator = "if Bool.random() {\n" + decorator + "\n}"
            changed.branch += "+if"
        replace(sources, one, lambda text: text + "\n" + decorator)
    model.decorators.append(changed)
    # Whatever stands in an uncertain place is asked for all the same.
    model.requests = model.requests + [(need, "one")]
    return f"{key} is decorated ({where}) by what needs {need}: {way}"


KINDS = {"remove": remove, "narrow": narrow, "cycle": cycle, "double": double,
         "decorate": decorate}
