#!/usr/bin/env python3
"""Opens pages of graphs in a headless Chromium, and uses them as a reader does.

Called by Scripts/graph-page.sh: graph-page.py CHROMIUM PICTURES PAGE.html..., where PICTURES is a folder
for pictures of the pages, or empty.
Speaks the DevTools protocol over a pipe; needs nothing but the standard library.
"""

import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time


class Browser:
    """A headless Chromium with one page."""

    def __init__(self, chromium, folder):
        to_read, self.to_write = os.pipe()
        self.to_receive, from_browser = os.pipe()

        def connect():
            # The protocol is spoken on the descriptors 3 and 4.
            incoming, outgoing = os.dup(to_read), os.dup(from_browser)
            os.dup2(incoming, 3)
            os.dup2(outgoing, 4)

        self.process = subprocess.Popen(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--disable-extensions", "--disable-background-networking",
             "--remote-debugging-pipe", "--window-size=1500,900", "--hide-scrollbars",
             f"--user-data-dir={folder}", "about:blank"],
            preexec_fn=connect, close_fds=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.session = None
        self.events = []
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(t["targetId"] for t in targets if t["type"] == "page")
        self.session = self.call(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def receive(self):
        while b"\0" not in self.buffer:
            data = os.read(self.to_receive, 1 << 20)
            if not data:
                raise RuntimeError("Chromium has ended")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def value(self, expression):
        result = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def open(self, page, scheme="light"):
        """Opens a page; returns after how many milliseconds it could be used."""
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Page.navigate", url="about:blank")
        self.events = []
        self.call("Page.navigate", url=pathlib.Path(page).resolve().as_uri())
        limit = time.monotonic() + 30
        while time.monotonic() < limit:
            ready = self.value("document.documentElement?.dataset.ready")
            if ready:
                return int(ready)
            time.sleep(0.02)
        raise RuntimeError("the page was not ready after 30 seconds")

    def key(self, key, text=None):
        names = {"name": key}
        codes = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37,
                 "ArrowRight": 39, "Tab": 9, "Home": 36}
        common = {"key": names["name"], "windowsVirtualKeyCode": codes.get(key, 0)}
        if key == "Enter":
            text = "\r"
        if text:
            common["text"] = text
        self.call("Input.dispatchKeyEvent", type="keyDown", **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text):
        for character in text:
            self.key(character, character)

    def click(self, selector):
        x, y = self.value(
            f"(() => {{ const r = document.querySelector({json.dumps(selector)})"
            ".getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def complaints(self):
        """What the page has written to the console as errors, and what it has asked the network."""
        found = []
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(str(parameters["exceptionDetails"].get("exception", parameters)))
            elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
                found.append(str(parameters["args"]))
            elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                found.append(parameters["entry"]["text"])
            elif method == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                if not url.startswith(("file:", "data:", "about:")):
                    found.append(f"a request of {url}")
        return found

    def close(self):
        try:
            self.call("Browser.close")
        except RuntimeError:
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


failures = 0


def check(what, is_right, seen=""):
    global failures
    print(f"  {'ok  ' if is_right else 'FAIL'} {what}" + (f": {seen}" if seen != "" else ""))
    failures += not is_right


def use(browser, page, limit):
    """Opens a page and uses it."""
    ready = browser.open(page)
    check(f"is ready within {limit} ms", ready <= limit, f"{ready} ms")
    total = browser.value("nodes.length")
    check("lists every node", browser.value(
        "document.querySelectorAll('#list li:not([hidden])').length") == total, f"{total} nodes")
    check("draws every node", browser.value(
        "document.querySelectorAll('#whole [data-node]').length") == total)
    problems = browser.value("graph.problems.length")
    check("says its problems in words",
          ("No dependency is declared for" if problems else "No problem is known")
          in browser.value("more.textContent"), problems)
    check("a warning does not look like an error", browser.value("""(() => {
      const back = (s) => getComputedStyle(more.querySelector(s)).backgroundColor;
      problemBox({ severity: "error", kind: "a", message: "" }, more);
      problemBox({ severity: "warning", kind: "b", message: "" }, more);
      const differ = back(".problem.warning") !== back(".problem:not(.warning)");
      details();
      return differ })()"""))

    # Where the drawing goes on beyond a side, a button there says so.
    beyond = """(() => { const frame = svg.getBoundingClientRect();
      const seen = boxes.map((b) => b.getBoundingClientRect());
      return [["left", seen.some((r) => r.x < frame.x - 1)],
        ["right", seen.some((r) => r.right > frame.right + 1)],
        ["up", seen.some((r) => r.y < frame.y - 1)],
        ["down", seen.some((r) => r.bottom > frame.bottom + 1)]]
        .filter(([side, isCut]) => isCut && document.querySelector(`.beyond.${side}`).hidden)
        .map(([side]) => side).join() })()"""
    check("every side that is cut off says so", browser.value(beyond) == "", browser.value(beyond))
    if total > 60:
        check("the first view has all of a large graph", browser.value(
            "Object.values(beyond).every((button) => button.hidden)"))
    browser.value("view = { k: 1, x: -300, y: -300 }; show()")
    check("also after a move", browser.value(beyond) == ""
          and browser.value("!beyond.left.hidden && !beyond.up.hidden"))
    before = browser.value("view.x")
    browser.click(".beyond.left")
    check("its button goes there", browser.value("view.x") > before)
    browser.value("fit()")

    # By keyboard: the search, its first hit, and a step in the list.
    browser.key("/", "/")
    check("'/' goes to the search", browser.value("document.activeElement.id") == "search")
    word = browser.value("nodes[nodes.length - 1].label")
    began = time.monotonic()
    browser.type(word)
    shown = browser.value("kept.length")
    took = round((time.monotonic() - began) * 1000 / len(word))
    check("the search finds", 0 < shown < total, f"{shown} by '{word}', {took} ms a key")
    check("the number of hits is told", str(shown) in browser.value("count.textContent"))
    browser.key("Enter")
    check("Enter picks the first hit", browser.value("chosen === kept[0]"))
    check("the details name it", browser.value(
        "more.querySelector('h2').textContent === nodes[chosen].label"))
    check("so does the address", browser.value(
        "decodeURIComponent(location.hash.slice(1)) === nodes[chosen].id"))
    browser.key("Escape")
    check("Escape empties the search", browser.value("kept.length") == total)
    browser.key("ArrowDown")
    browser.key("ArrowDown")
    browser.key("Enter")
    check("arrows and Enter pick in the list", browser.value("chosen === order[1]"))
    check("the list says which", browser.value(
        "rows[chosen].button.getAttribute('aria-current') === 'true'"))

    # By keyboard in the drawing: along an edge, and back.
    start = browser.value(
        "select(nodes.findIndex((n, i) => needs[i].length && needs[i][0].node !== i)); svg.focus();"
        " chosen")
    browser.key("ArrowRight")
    check("right goes to what is needed", browser.value(f"chosen === needs[{start}][0].node"))
    browser.key("ArrowLeft")
    check("left goes to what needs it", browser.value(
        f"neededBy[needs[{start}][0].node][0].node === chosen"))
    check("a path from a root is shown", browser.value("more.querySelectorAll('ol li').length > 0"))

    # By pointer.
    browser.value("select(0)")
    other = browser.value("rows.findIndex((r, i) => i > 0 && needs[i].length)")
    browser.value(f"rows[{other}].button.scrollIntoView({{ block: 'center' }})")
    browser.click(f"#list [data-pick='{other}']")
    check("a click in the list picks", browser.value("chosen") == other)
    browser.value("setTimeout(() => {}, 0)")
    time.sleep(0.3)
    seen = browser.value(f"""(() => {{
      const frame = svg.getBoundingClientRect(), box = boxes[{other}].getBoundingClientRect();
      return box.x >= frame.x && box.right <= frame.right && box.y >= frame.y
        && box.bottom <= frame.bottom && box.height > 20; }})()""")
    check("the drawing shows it, large enough", seen)
    browser.value("select(-1)")
    browser.click(f"#whole [data-node='{other}']")
    check("a click in the drawing picks", browser.value("chosen") == other)
    needed = browser.value(f"needs[{other}].length")
    check("what it needs is listed", browser.value(
        "[...more.querySelectorAll('h2')].find((h) => h.textContent.startsWith('Needs (')).nextSibling"
        ".querySelectorAll('.pick').length") == needed, needed)
    browser.click("#near")
    check("the surroundings are drawn", browser.value(
        "!around.hasAttribute('hidden') && around.querySelectorAll('.node').length > 1"))
    browser.key("Escape")
    check("Escape shows all again", browser.value("around.hasAttribute('hidden')"))

    # Filters.
    browser.value("filters.problem.value = 'any'; filters.problem.dispatchEvent(new Event('change'))")
    if problems:
        check("the filter by problem keeps what has one", browser.value(
            "kept.length > 0 && kept.every((i) => problemsOf[i].length)"),
              browser.value("kept.length"))
    browser.value("filters.problem.value = ''; filters.scope.value = '=singleton';"
                  "filters.module.selectedIndex = 1;"
                  "filters.module.dispatchEvent(new Event('change'))")
    check("filters by module and scope work together", browser.value(
        "kept.every((i) => nodes[i].scope === 'singleton'"
        " && moduleOf(nodes[i]) === filters.module.value.slice(1))"))
    names = browser.value("[...document.querySelectorAll('button, input, select, svg[tabindex]')]"
                          ".filter((e) => !(e.ariaLabel || e.textContent.trim() || e.labels?.length))"
                          ".length")
    check("whatever can be focused has a name", names == 0)
    complaints = browser.complaints()
    check("no error, no request", not complaints, "; ".join(complaints[:3]))


def take_pictures(browser, page, folder, name):
    """Takes pictures of a page, light and dark."""
    for scheme in ("light", "dark"):
        browser.open(page, scheme)
        time.sleep(0.5)
        browser.picture(f"{folder}/{name}-{scheme}.png")
        browser.value("select(nodes.findIndex((n, i) => needs[i].length > 1 && neededBy[i].length))")
        time.sleep(0.8)
        browser.picture(f"{folder}/{name}-{scheme}-picked.png")
        browser.value("setNear(true)")
        time.sleep(0.5)
        browser.picture(f"{folder}/{name}-{scheme}-near.png")


def main():
    chromium, pictures, *pages = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(chromium, folder)
        try:
            for page in map(pathlib.Path, pages):
                print(f"{page.name}:")
                use(browser, page, 2000)
                if pictures:
                    take_pictures(browser, page, pictures, page.stem)
        finally:
            browser.close()
    sys.exit(1 if failures else 0)


main()
