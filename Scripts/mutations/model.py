"""What the examples Notes and Orders register and ask for, and what follows from it.

This is written by hand from the sources and from the library's documentation. It knows nothing of
the tool: it is what the tool's answers are compared with. The rules by which a fault is provable:

- missing: something is asked for as one (not as optional, not as all), no registration of any
  branch of the program is found by it, and no registration of an unknown type was added.
- ambiguous: something is asked for by type as one or as optional, and two registrations of one
  container and one branch of it are found by it, of which the library drops neither.
- duplicate: of two registrations of one container and one branch of it, the library drops the
  second: they are equal, or are found by the same name with the same parameters.
- captive: what is kept (singleton, shared, managed) needs, whenever it is made and before it is
  there, something of which the program has one registration, and that is scoped.
- cycle: a registration needs itself over such needs.

A decorator is another node: whoever needs its key needs it, if the program has one registration of
that key, in the same container and branch as the decorator. A decorator that needs something captive
is a fault of what it decorates, if that stands beside it, or if all that it decorates is kept. Since
it is seen where it runs, it needs itself if it needs its key over what is kept nowhere else.
"""

import copy
import dataclasses

KEPT = ("singleton", "shared", "managed")


@dataclasses.dataclass
class Registration:
    """One registration: where it is, and what is known of it."""

    name: str  # for the report, and unique
    file: str
    anchor: str  # how the statement begins
    keys: list  # texts as the tool shows them; names in quotes
    scope: str
    needs: list = dataclasses.field(default_factory=list)  # keys that each creation asks for
    branch: str = ""  # the group under a condition
    product: str = ""  # for injections: the type
    inject: str = ""  # the expression that injects it; empty if it cannot be written
    parameters: tuple = ()
    single: bool = True  # whether the closure is one expression
    block: str = ""
    identity: str = ""
    unknown_scope: bool = False

    def __post_init__(self):
        self.block = self.block or self.file
        self.product = self.product or self.keys[0]
        if not self.inject:
            if self.keys[0].startswith('"'):
                self.inject = f"let _: {self.product} = try DependencyGraph.inject(byName: {self.keys[0]})"
            elif not self.parameters:
                self.inject = f"let _: {self.product} = try DependencyGraph.inject()"


@dataclasses.dataclass
class Decorator:
    """A decorator of what a key finds."""

    key: str
    block: str
    branch: str
    needs: list = dataclasses.field(default_factory=list)  # keys that it surely asks for

    def is_beside(self, registration):
        """Whether it comes and goes with a registration."""
        return (self.block, self.branch) == (registration.block, registration.branch)


@dataclasses.dataclass
class Model:
    """A program."""

    registrations: list
    requests: list  # (key, demand): one, optional or all
    open_types: bool = False
    decorators: list = dataclasses.field(default_factory=list)

    def copy(self):
        """Returns a copy that can be changed."""
        return copy.deepcopy(self)

    def find(self, name):
        """Returns a registration by its name."""
        return next(r for r in self.registrations if r.name == name)

    def candidates(self, key):
        """Returns what is found by a key."""
        return [r for r in self.registrations if key in r.keys]

    def asked(self):
        """Returns all that is asked for, by roots and by factories."""
        needs = [(k, "one") for r in self.registrations + self.decorators for k in r.needs]
        return self.requests + needs

    def edges(self):
        """Returns the needs that are proven: pairs of registrations."""
        found = []
        for registration in self.registrations:
            for key in registration.needs:
                targets = self.candidates(key)
                if len(targets) == 1 and not (self.open_types and not key.startswith('"')):
                    found.append((registration, targets[0]))
        return found

    def faults(self):
        """Returns all that is provably wrong: a set of (kind, subjects)."""
        found = set()
        for key, demand in self.asked():
            is_open = self.open_types and not key.startswith('"')
            if demand == "one" and not self.candidates(key) and not is_open:
                found.add(("missing", key))
        for key, demand in self.asked():
            if demand == "all" or key.startswith('"'):
                continue
            able = self.candidates(key)
            for i, one in enumerate(able):
                for other in able[i + 1:]:
                    together = (one.block, one.branch) == (other.block, other.branch)
                    if together and not drops(one, other) and one.parameters == other.parameters:
                        found.add(("ambiguous", key))
        for i, one in enumerate(self.registrations):
            for other in self.registrations[i + 1:]:
                together = (one.block, one.branch) == (other.block, other.branch)
                if together and drops(one, other):
                    found.add(("duplicate", one.keys[0]))
        edges = self.edges()
        for owner, target in edges:
            if owner.scope in KEPT and target.scope == "scoped" and not owner.unknown_scope \
                    and not target.unknown_scope:
                found.add(("captive", f"{owner.keys[0]} > {target.keys[0]}"))
        reach = {}
        for owner, target in edges:
            reach.setdefault(owner.name, set()).add(target.name)
        subjects = {r.name: r.keys[0] for r in self.registrations}
        for number, decorator in enumerate(self.decorators):
            name = f"decorator {number}"
            subjects[name] = f"decorator of {decorator.key}"
            for owner, node in [(r, r.name) for r in self.registrations] \
                    + [(d, f"decorator {i}") for i, d in enumerate(self.decorators)]:
                targets = self.candidates(decorator.key)
                if decorator.key in owner.needs and len(targets) == 1 \
                        and decorator.is_beside(targets[0]):
                    reach.setdefault(node, set()).add(name)
            for key in decorator.needs:
                targets = self.candidates(key)
                if len(targets) == 1:
                    reach.setdefault(name, set()).add(targets[0].name)
            found |= self.faults_of(decorator)
        for node, subject in subjects.items():
            if node in reachable(reach, node):
                found.add(("cycle", subject))
        return found

    def faults_of(self, decorator):
        """Returns what is provably wrong with a decorator, wherever its container is active."""
        found = set()
        decorated = self.candidates(decorator.key)
        kept = [r for r in decorated if r.scope in KEPT]
        owner = next((r for r in kept if decorator.is_beside(r)), None)
        if kept and len(kept) == len(decorated):
            owner = owner or kept[0]
        for key in decorator.needs:
            targets = self.candidates(key)
            if owner and len(targets) == 1 and targets[0].scope == "scoped":
                found.add(("captive", f"{owner.keys[0]} > {key}"))
        # From what is made in the graph in which it runs.
        ways = [(decorator, ())]
        known = set()
        while ways:
            node, way = ways.pop()
            for key in node.needs:
                if key == decorator.key and decorated:
                    found.add(("cycle", f"decorator of {key}"))
                    found |= {("cycle", one.keys[0]) for one in way}
                targets = self.candidates(key)
                if len(targets) == 1 and targets[0].name not in known and (
                        targets[0].scope not in KEPT or decorator.is_beside(targets[0])):
                    known.add(targets[0].name)
                    ways.append((targets[0], way + (targets[0],)))
        return found


def drops(one, other):
    """Whether the library leaves out the second of two registrations of one container."""
    if one.identity != other.identity or one.parameters != other.parameters:
        return False
    if one.keys != other.keys or one.unknown_scope or other.unknown_scope:
        return False
    if one.keys[0].startswith('"'):
        return True
    return one.product == other.product and one.scope == other.scope


def reachable(edges, start):
    """Returns what can be reached from a node in one step or more."""
    found, pending = set(), list(edges.get(start, ()))
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += edges.get(name, ())
    return found


DOMAIN = "NotesDomain/DependencyContainer+Domain.swift"
STORAGE = "NotesStorage/DependencyContainer+Storage.swift"
ACCOUNTS = "NotesAccounts/DependencyContainer+Accounts.swift"
SEARCH = "NotesSearch/DependencyContainer+Search.swift"
SYNC = "NotesSync/DependencyContainer+Sync.swift"
CLOCK, DIRECTORY, DATABASE = '"domain.clock"', '"storage.directory"', '"account.database"'

NOTES = Model(
    [
        Registration("clock", DOMAIN, "Dependency(named: DomainName.clock)", [CLOCK], "instance",
                     product="any WallClock"),
        Registration("channel", DOMAIN, "Dependency { EventChannel() }", ["EventChannel"],
                     "singleton"),
        Registration("recorder", DOMAIN, "Dependency {\n        EventRecorder(", ["EventRecorder"],
                     "singleton", ["EventChannel", CLOCK]),
        Registration("directory", STORAGE, "Dependency(named: StorageName.directory)",
                     [DIRECTORY], "instance", product="DataDirectory"),
        Registration("database", STORAGE, "Dependency { (location: DatabaseLocation, schema",
                     ["Database"], "instance", ["EventChannel"],
                     parameters=("DatabaseLocation", "Schema")),
        Registration("session", ACCOUNTS, "Dependency { session }", ["Session"], "singleton"),
        Registration("store", ACCOUNTS, "Dependency {\n        let directory", ["AccountStore"],
                     "singleton", [DIRECTORY, "Database"], single=False),
        Registration("service", ACCOUNTS, "Dependency {\n        AccountService(",
                     ["AccountService"], "singleton", ["AccountStore", CLOCK, "EventChannel"]),
        Registration("account", ACCOUNTS, "Dependency { account }", ["Account"], "instance",
                     branch="account"),
        Registration("account database", ACCOUNTS, "Dependency(named: AccountName.database)",
                     [DATABASE], "managed", [DIRECTORY, "Database"], branch="account",
                     product="Database", single=False),
        Registration("notes", ACCOUNTS, "Dependency {\n          SQLiteNoteStore(",
                     ["SQLiteNoteStore", "NoteStore", "Replica"], "instance", [DATABASE],
                     branch="account"),
        Registration("searching", SEARCH, "SearchService()", ["SearchService"], "instance"),
        Registration("settings", SEARCH, "Dependency { settings }", ["SearchSettings"],
                     "singleton"),
        Registration("recent", SEARCH, "SearchableDependency {\n          RecentSearch",
                     ["RecentSearch", "Searchable"], "instance", ["NoteStore"], branch="account"),
        Registration("fuzzy", SEARCH, "SearchableDependency { FuzzySearch",
                     ["FuzzySearch", "Searchable"], "instance", ["NoteStore"], branch="fuzzy"),
        Registration("synchronizer", SYNC, "Dependency { (location: DatabaseLocation) in",
                     ["Synchronizer"], "instance", ["Database", "NoteStore", "EventChannel"],
                     branch="account", parameters=("DatabaseLocation",), single=False),
    ] + [
        Registration(name, f"NotesSearch/Searches/{name}.swift", "@Registerable(as: .conformances)",
                     [name, "Searchable"], "instance", ["NoteStore"], branch="registerable")
        for name in ("TextSearch", "TagSearch", "AuthorSearch")
    ],
    [(key, "one") for key in (
        "Account", "Session", "NoteStore", CLOCK, "Synchronizer", "SearchService", "AccountService",
        "EventRecorder", DATABASE, "Database", "Replica")] + [("Searchable", "all")])

ORDERS_FILE = "OrdersService/DependencyContainer+Orders.swift"
TENANT = "OrdersService/Tenants/Tenant.swift"
SIMULATION = "OrdersLoad/Simulation.swift"
SERVER = "OrdersService/Requests/Server.swift"


def tenant(name, anchor, keys, branch):
    """What a tenant declares in front of the service."""
    return Registration(name, TENANT, anchor, keys, "instance", branch=branch, block=branch)


ORDERS = Model(
    [
        Registration("counts", ORDERS_FILE, "Dependency { Counts() }", ["Counts"], "singleton"),
        Registration("euro", ORDERS_FILE, "Dependency { Currency.euro }", ["Currency"],
                     "instance"),
        Registration("prices", ORDERS_FILE, "Dependency { StandardPrices() }",
                     ["StandardPrices", "PriceList"], "instance"),
        Registration("tax", ORDERS_FILE, "Dependency { NoTax() }", ["NoTax", "TaxRule"],
                     "instance"),
        Registration("pricing", ORDERS_FILE, "Dependency {\n        try Pricing(", ["Pricing"],
                     "instance", ["PriceList", "TaxRule", "Currency"]),
        Registration("session", ORDERS_FILE, "Dependency {\n        try Session(", ["Session"],
                     "scoped", ["Request", "Counts"]),
        Registration("log", ORDERS_FILE, "Dependency {\n        try RequestLog(", ["RequestLog"],
                     "scoped", ["Request", "Counts"]),
        Registration("work", ORDERS_FILE, "Dependency {\n        let open: OpenWork",
                     ["UnitOfWork"], "scoped", ["OpenWork", "Database", "Counts"], single=False),
        Registration("checkout", ORDERS_FILE, "Dependency {\n        try Checkout(", ["Checkout"],
                     "instance",
                     ["UnitOfWork", "Session", "Pricing", "PaymentGateway", "RequestLog",
                      "Counts"]),
        Registration("tenant database", TENANT, "Dependency { try await Database.open",
                     ["Database"], "singleton", ["Counts"], block="tenant"),
        tenant("vienna tax", "Dependency { SalesTax(permille: 100) }", ["SalesTax", "TaxRule"],
               "vienna"),
        tenant("franc", "Dependency { Currency.franc }", ["Currency"], "zurich"),
        tenant("zurich prices", "Dependency { RaisedPrices(percent: 40) }",
               ["RaisedPrices", "PriceList"], "zurich"),
        tenant("zurich tax", "Dependency { SalesTax(permille: 26) }", ["SalesTax", "TaxRule"],
               "zurich"),
        tenant("dollar", "Dependency { Currency.dollar }", ["Currency"], "boston"),
        tenant("boston prices", "Dependency { RaisedPrices(percent: 15) }",
               ["RaisedPrices", "PriceList"], "boston"),
        Registration("request", SERVER, "Dependency { request }", ["Request"], "instance",
                     block="request"),
        Registration("open work", SERVER, "Dependency { work }", ["OpenWork"], "shared",
                     block="request"),
        Registration("payments", SIMULATION, "Dependency { SimulatedPayments() }",
                     ["SimulatedPayments", "PaymentGateway"], "instance"),
        Registration("sink", SIMULATION, "Dependency { CountingSink() }",
                     ["CountingSink", "LogSink"], "singleton"),
    ],
    [(key, "one") for key in (
        "Counts", "Database", "RequestLog", "LogSink", "Pricing", "Checkout", "Currency",
        "CountingSink")])

EXAMPLES = {"Notes": NOTES, "Orders": ORDERS}
