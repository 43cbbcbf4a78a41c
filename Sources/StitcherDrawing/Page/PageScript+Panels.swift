extension PageScript {
  /// The script of the list, the filters and the details.
  static let panels = #"""
    const list = document.getElementById("list"), count = document.getElementById("count");
    const more = document.getElementById("more"), search = document.getElementById("search");
    const filters = { module: document.getElementById("module"),
      scope: document.getElementById("scope"), problem: document.getElementById("problem") };
    function make(name, parent, text, attributes) {
      const made = document.createElement(name);
      if (text !== undefined) made.textContent = text;
      for (const key in attributes || {}) made.setAttribute(key, attributes[key]);
      if (parent) parent.append(made);
      return made;
    }
    const kindOf = (node) => node.kind === "registration" ? node.scope : node.kind;
    function facts(i) {
      const node = nodes[i];
      const found = problemsOf[i].length;
      return [kindOf(node), moduleOf(node), found ? `${found} problem${found > 1 ? "s" : ""}` : ""]
        .filter(Boolean).join(" · ");
    }
    function pick(i, parent, note) {
      const button = make("button", parent, undefined,
        { type: "button", class: "pick", "data-pick": i });
      const found = problemsOf[i];
      const isBad = found.some((problem) => problem.severity === "error");
      make("span", button, (found.length ? "⚠ " : "") + nodes[i].label,
        found.length ? { class: isBad ? "bad" : "warning" } : {});
      make("small", button, note === undefined ? facts(i) : note);
      return button;
    }
    const order = nodes.map((_, i) => i).sort((a, b) =>
      nodes[a].label.localeCompare(nodes[b].label) || a - b);
    const rows = [];
    {
      const all = document.createDocumentFragment();
      for (const i of order) {
        const item = make("li", all);
        rows[i] = { item, button: pick(i, item) };
        rows[i].button.tabIndex = -1;
      }
      list.append(all);
    }
    function options(select, all, values) {
      make("option", select, all, { value: "" });
      for (const value of values) make("option", select, value || "(unknown)",
        { value: "=" + value });
      select.disabled = values.length === 0;
    }
    const distinct = (values) => [...new Set(values)].sort();
    options(filters.module, "All", distinct(nodes.map(moduleOf)));
    options(filters.scope, "All", distinct(nodes.map(kindOf)));
    options(filters.problem, "All", distinct(graph.problems.map((problem) => problem.kind)));
    if (graph.problems.length) {
      const any = make("option", undefined, "Any problem", { value: "any" });
      filters.problem.options[0].after(any);
    }
    let kept = order;
    function filter() {
      const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const { module, scope, problem } = filters;
      const fits = (i) => wanted.every((word) => words[i].includes(word))
        && (!module.value || module.value === "=" + moduleOf(nodes[i]))
        && (!scope.value || scope.value === "=" + kindOf(nodes[i]))
        && (!problem.value || problemsOf[i].some((found) =>
          problem.value === "any" || problem.value === "=" + found.kind));
      kept = order.filter(fits);
      const set = new Set(kept);
      const isAll = kept.length === nodes.length;
      svg.classList.toggle("filtered", !isAll);
      rows.forEach((row, i) => {
        row.item.hidden = !set.has(i);
        boxes[i].classList.toggle("kept", !isAll && set.has(i));
      });
      count.textContent = isAll ? `${nodes.length} shown` : `${kept.length} of ${nodes.length} shown`;
      tabStop(set.has(chosen) ? chosen : kept[0]);
    }
    let stop;
    function tabStop(i) {
      if (stop !== undefined) rows[stop].button.tabIndex = -1;
      stop = i;
      if (i !== undefined) rows[i].button.tabIndex = 0;
    }

    function problemBox(problem, parent) {
      const isError = problem.severity === "error";
      const box = make("div", parent, undefined, { class: isError ? "problem" : "problem warning" });
      make("strong", box, `${isError ? "Error" : "Warning"}: ${problem.kind}`,
        { class: isError ? "bad" : "warning" });
      make("p", box, problem.message);
      if (problem.remedy) make("p", box, problem.remedy);
      if (problem.place) make("p", box, placeOf(problem.place));
    }
    function links(title, entries, tag = "ul") {
      make("h2", more, `${title} (${entries.length})`);
      if (!entries.length) return make("p", more, "Nothing that is known.");
      const items = make(tag, more);
      for (const { node, note } of entries) pick(node, make("li", items), note);
    }
    const demands = { one: "", optional: "if there is one", all: "all of them" };
    const linkNote = ({ node, edge }) => {
      const found = graph.edges[edge];
      return { node, note: [found.evidence.join(", "), demands[found.demand],
        found.isLazy ? "later" : "", placeOf(found.place)].filter(Boolean).join(" · ") };
    };
    function duration(seconds) {
      if (seconds >= 1) return `${seconds.toFixed(2)} s`;
      if (seconds >= 0.001) return `${(seconds * 1e3).toFixed(1)} ms`;
      return `${(seconds * 1e6).toFixed(0)} µs`;
    }
    function details() {
      more.replaceChildren();
      if (chosen < 0) {
        make("h2", more, graph.problems.length ? `Problems (${graph.problems.length})` : "Details");
        if (!graph.problems.length) make("p", more, "No problem is known. Pick a dependency.");
        const items = graph.problems.length ? make("ul", more) : undefined;
        for (const problem of graph.problems) {
          const item = make("li", items);
          problemBox(problem, item);
          for (const id of new Set(problem.nodes)) if (indexOf.has(id)) pick(indexOf.get(id), item);
        }
        return;
      }
      const node = nodes[chosen];
      make("h2", more, node.label, { class: "name" });
      for (const problem of problemsOf[chosen]) problemBox(problem, more);
      const table = make("dl", more);
      const fact = (name, value) => {
        if (value) { make("dt", table, name); make("dd", table, value); }
      };
      fact("Place", placeOf(node.place) || "not known");
      fact("Found by", node.keys.join(", "));
      fact("Makes", node.product);
      fact("Kind", node.kind === "registration" ? "" : node.kind);
      fact("Scope", node.scope);
      fact("Eager", node.isEager ? "yes: made on activation" : "");
      fact("Module", node.module);
      fact("Container", node.container);
      fact("Alive", node.isLive === undefined ? "" : node.isLive ? "yes" : "no");
      if (typeof node.creationSeconds === "number")
        fact("Creation took", duration(node.creationSeconds));
      if (node.kind === "registration" || node.kind === "decorator")
        fact("Needs known", node.isComplete ? "all" : "maybe not all");
      links("Needs", needs[chosen].map(linkNote));
      links("Needed by", neededBy[chosen].map(linkNote));
      links("Path from a root", pathTo(chosen).map((node) => ({ node })), "ol");
    }

    """#

  /// The script of the keyboard and pointer control, and of the page's start.
  static let controls = #"""
    function select(i, moves = true) {
      if (chosen >= 0) rows[chosen].button.removeAttribute("aria-current");
      chosen = i;
      if (i >= 0) {
        const { button } = rows[i];
        button.setAttribute("aria-current", "true");
        if (!rows[i].item.hidden) { tabStop(i); button.scrollIntoView({ block: "nearest" }); }
      }
      details();
      more.scrollTop = 0;
      setNear(isNear);
      if (moves) center(i);
      const hash = i < 0 ? "" : "#" + encodeURIComponent(nodes[i].id);
      if (location.hash !== hash)
        history.replaceState(null, "", hash || location.pathname + location.search);
    }
    function fromHash() {
      let id = "";
      try { id = decodeURIComponent(location.hash.slice(1)); } catch { }
      const i = indexOf.get(id);
      if (id && i !== undefined && i !== chosen) select(i);
    }
    document.addEventListener("click", (event) => {
      const target = event.target.closest("[data-pick], [data-node]");
      if (!target || dragged) return;
      const isBox = target.dataset.node !== undefined;
      select(+(isBox ? target.dataset.node : target.dataset.pick), !isBox);
      // The new details panel no longer contains the focused button, so the focus moves to the
      // list.
      if (!isBox && !document.activeElement?.isConnected || document.activeElement === document.body)
        (rows[chosen].item.hidden ? svg : rows[chosen].button).focus({ preventScroll: true });
    });
    document.getElementById("filters").addEventListener("submit", (event) => event.preventDefault());
    search.addEventListener("input", filter);
    for (const key in filters) filters[key].addEventListener("change", filter);
    function step(i, by) {
      const all = kept, at = all.indexOf(i);
      return all[Math.min(all.length - 1, Math.max(0, at + by))];
    }
    search.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && kept.length) { event.preventDefault(); select(kept[0]); }
      if (event.key === "ArrowDown" && kept.length) {
        event.preventDefault();
        rows[kept[0]].button.focus();
      }
    });
    list.addEventListener("keydown", (event) => {
      const from = +document.activeElement?.dataset?.pick;
      const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -1e9, End: 1e9 };
      if (Number.isNaN(from) || !(event.key in by)) return;
      event.preventDefault();
      const to = step(from, by[event.key]);
      tabStop(to);
      rows[to].button.focus();
    });
    /* Along the column: the nearest box above or below whose sides overlap. */
    function vertical(i, sign) {
      let best = -1, least = Infinity;
      places.forEach((place, other) => {
        const far = (place.y - places[i].y) * sign;
        if (far <= 0 || place.x >= places[i].x + places[i].w || place.x + place.w <= places[i].x)
          return;
        if (far < least) { least = far; best = other; }
      });
      return best;
    }
    svg.addEventListener("keydown", (event) => {
      const { key } = event;
      if (!key.startsWith("Arrow")) return;
      event.preventDefault();
      if (chosen < 0) return select(kept[0] ?? 0);
      const first = (links) => links.length ? links[0].node : -1;
      const to = key === "ArrowRight" ? first(needs[chosen]) : key === "ArrowLeft"
        ? first(neededBy[chosen]) : vertical(chosen, key === "ArrowDown" ? 1 : -1);
      if (to >= 0) select(to);
    });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") {
        if (document.activeElement === search && search.value) { search.value = ""; filter(); }
        else if (isNear) setNear(false);
        else select(-1);
        return;
      }
      if (/INPUT|SELECT/.test(document.activeElement?.tagName)) return;
      const actions = { "/": () => { search.focus(); search.select(); }, "+": () => zoom(1.3),
        "=": () => zoom(1.3), "-": () => zoom(1 / 1.3), "0": fit, n: () => setNear(!isNear) };
      if (actions[event.key]) { event.preventDefault(); actions[event.key](); }
    });
    let grip, dragged = false;
    svg.addEventListener("pointerdown", (event) => {
      dragged = false;
      if (event.button === 0) grip = { x: event.clientX, y: event.clientY, view };
    });
    window.addEventListener("pointermove", (event) => {
      if (!grip) return;
      const x = event.clientX - grip.x, y = event.clientY - grip.y;
      if (Math.abs(x) + Math.abs(y) > 4) dragged = true;
      if (!dragged) return;
      view = { ...grip.view, x: grip.view.x + x, y: grip.view.y + y };
      show();
    });
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => {
      grip = undefined;
      setTimeout(() => { dragged = false; });
    });
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event.clientX,
        event.clientY);
    }, { passive: false });
    document.getElementById("in").addEventListener("click", () => zoom(1.3));
    document.getElementById("out").addEventListener("click", () => zoom(1 / 1.3));
    document.getElementById("fit").addEventListener("click", fit);
    nearButton.addEventListener("click", () => setNear(!isNear));
    {
      const legend = document.getElementById("legend");
      const known = ["singleton", "shared", "managed", "scoped", "instance"];
      for (const scope of distinct(nodes.filter((n) => n.kind === "registration")
        .map((n) => known.includes(n.scope) ? n.scope : "other"))) {
        const item = make("span", legend, scope);
        const color = make("i");
        color.style.background = `var(--${scope})`;
        item.prepend(color);
      }
      if (nodes.some((node) => node.isLive)) {
        const item = make("span", legend, "alive");
        const color = make("i");
        Object.assign(color.style, { background: "var(--good)", borderRadius: "50%",
          height: ".55rem" });
        item.prepend(color);
      }
      if (!legend.childElementCount) legend.hidden = true;
    }
    filter();
    details();
    fit();
    fromHash();
    window.addEventListener("hashchange", fromHash);
    window.addEventListener("resize", () => { if (chosen < 0 || isNear) fit(); });
    requestAnimationFrame(() => requestAnimationFrame(() => {
      document.documentElement.dataset.ready = Math.round(performance.now());
      document.documentElement.dataset.script = Math.round(performance.now() - started);
    }));

    """#
}
