/// The JavaScript of the page. The parts run in this order, and share one scope.
enum PageScript {
  /// The script that reads the description, and indexes the edges of each node in both directions.
  static let model = #"""
    "use strict";
    const started = performance.now();
    const graph = JSON.parse(document.getElementById("graph").textContent);
    const nodes = graph.nodes;
    const indexOf = new Map();
    nodes.forEach((node, i) => { if (!indexOf.has(node.id)) indexOf.set(node.id, i); });
    const needs = nodes.map(() => []), neededBy = nodes.map(() => []);
    const problemsOf = nodes.map(() => []);
    graph.edges.forEach((edge, e) => {
      const from = indexOf.get(edge.from), to = indexOf.get(edge.to);
      if (from === undefined || to === undefined) return;
      needs[from].push({ node: to, edge: e });
      neededBy[to].push({ node: from, edge: e });
    });
    for (const problem of graph.problems)
      for (const id of new Set(problem.nodes)) {
        const i = indexOf.get(id);
        if (i !== undefined) problemsOf[i].push(problem);
      }
    const moduleOf = (node) => node.module || "";
    const placeOf = (place) => place ? `${place.file}:${place.line}` : "";
    const words = nodes.map((node) => [node.label, node.id, ...node.keys, node.product || "",
      moduleOf(node), node.container || "", placeOf(node.place)].join("\n").toLowerCase());

    /* The shortest way from a root, or else from what nothing needs, as positions of nodes. */
    function pathTo(goal) {
      const next = new Map([[goal, -1]]);
      let best = -1;
      for (const node of next.keys()) {
        if (nodes[node].kind === "root") { best = node; break; }
        if (best < 0 && neededBy[node].length === 0) best = node;
        for (const user of neededBy[node]) if (!next.has(user.node)) next.set(user.node, node);
      }
      const path = [];
      for (let node = best; node >= 0; node = next.get(node)) path.push(node);
      return path;
    }

    """#

  /// The script of the drawing: zooming, moving, and the view of a node's neighbors.
  static let drawing = #"""
    const svg = document.getElementById("drawing");
    const whole = document.getElementById("whole"), around = document.getElementById("around");
    const boxes = [], lines = [];
    for (const g of whole.querySelectorAll("[data-node]")) boxes[g.dataset.node] = g;
    for (const path of whole.querySelectorAll("[data-edge]")) lines[path.dataset.edge] = path;
    const places = boxes.map((g) => {
      const [x, y] = g.getAttribute("transform").match(/[\d.-]+/g).map(Number);
      const rect = g.querySelector("rect");
      return { x, y, w: +rect.getAttribute("width"), h: +rect.getAttribute("height") };
    });
    let chosen = -1, isNear = false, view = { x: 0, y: 0, k: 1 };
    let extent = { w: +svg.dataset.width, h: +svg.dataset.height };

    function show(moves) {
      const world = isNear ? around : whole;
      world.classList.toggle("moving", !!moves && nodes.length < 400);
      world.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.k})`);
      svg.classList.toggle("far", view.k < 0.5);
      svg.classList.toggle("map", view.k < 0.25);
      showBeyond();
    }
    /* A button at each side beyond which the drawing goes on. */
    const beyond = Object.fromEntries(["left", "right", "up", "down"].map((side) =>
      [side, document.querySelector(`.beyond.${side}`)]));
    function showBeyond() {
      const { width, height } = svg.getBoundingClientRect();
      const right = view.x + extent.w * view.k, bottom = view.y + extent.h * view.k;
      const margin = 20 * view.k;
      beyond.left.hidden = view.x >= -margin;
      beyond.up.hidden = view.y >= -margin;
      beyond.right.hidden = right <= width + margin;
      beyond.down.hidden = bottom <= height + margin;
    }
    for (const [side, x, y] of [["left", 1, 0], ["right", -1, 0], ["up", 0, 1], ["down", 0, -1]])
      beyond[side].addEventListener("click", () => {
        const { width, height } = svg.getBoundingClientRect();
        view = { ...view, x: view.x + x * width * 0.6, y: view.y + y * height * 0.6 };
        show(true);
      });
    function fit() {
      const { width, height } = svg.getBoundingClientRect();
      const room = Math.max(80, height - 64);
      let k = Math.min((width - 8) / extent.w, room / extent.h, 1.25);
      /* Text must be readable: a small graph shows all columns, but perhaps not all rows. */
      if (isNear) k = Math.max(k, 0.66);
      else if (nodes.length <= 60) k = Math.max(k, Math.min(0.66, (width - 8) / extent.w));
      view = { k, x: Math.max(4, (width - extent.w * k) / 2),
        y: Math.max(8, (room - extent.h * k) / 2) };
      if (isNear) {
        const [x, y] = around.querySelector(".selected").getAttribute("transform")
          .match(/[\d.-]+/g).map(Number);
        const fitsAll = extent.w * k <= width && extent.h * k <= room;
        if (!fitsAll) view = { k, x: width / 2 - (x + 90) * k, y: room / 2 - (y + 20) * k };
      }
      show();
    }
    function zoom(factor, x, y) {
      const frame = svg.getBoundingClientRect();
      x = x === undefined ? frame.width / 2 : x - frame.left;
      y = y === undefined ? frame.height / 2 : y - frame.top;
      const k = Math.min(4, Math.max(0.02, view.k * factor));
      view = { k, x: x - (x - view.x) * k / view.k, y: y - (y - view.y) * k / view.k };
      show();
    }
    function center(i) {
      if (i < 0 || isNear) return;
      const { width, height } = svg.getBoundingClientRect(), place = places[i];
      const k = Math.max(view.k, 0.66);
      const x = place.x * k + view.x, y = place.y * k + view.y;
      if (k === view.k && x > 0 && y > 0 && x + place.w * k < width && y + place.h * k < height)
        return;
      view = { k, x: width / 2 - (place.x + place.w / 2) * k,
        y: height / 2 - (place.y + place.h / 2) * k };
      show(true);
    }
    let marked = [];
    function mark() {
      for (const element of marked) element.classList.remove("near", "selected");
      marked = [];
      const add = (element, name) => {
        if (element) { element.classList.add(name); marked.push(element); }
      };
      svg.classList.toggle("chosen", chosen >= 0 && !isNear);
      if (chosen < 0) return;
      add(boxes[chosen], "selected");
      for (const link of [...needs[chosen], ...neededBy[chosen]]) {
        add(boxes[link.node], "near");
        add(lines[link.edge], "near");
      }
      whole.querySelector(".nodes").append(boxes[chosen]);
    }

    /* Columns by the distance from the chosen node: what needs it left, what it needs right. */
    const mostInColumn = 40, mostSteps = 2;
    function element(name, attributes, parent, text) {
      const made = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const key in attributes) made.setAttribute(key, attributes[key]);
      if (text !== undefined) made.textContent = text;
      parent.append(made);
      return made;
    }
    function drawAround() {
      around.replaceChildren();
      const columns = new Map([[0, [chosen]]]), known = new Set([chosen]), rest = new Map();
      for (const [links, sign] of [[needs, 1], [neededBy, -1]]) {
        let last = [chosen];
        for (let step = 1; step <= mostSteps; step++) {
          const column = [];
          let left = 0;
          for (const node of last) for (const link of links[node]) {
            if (known.has(link.node)) continue;
            if (column.length === mostInColumn) { left++; continue; }
            known.add(link.node);
            column.push(link.node);
          }
          if (column.length) columns.set(sign * step, column);
          rest.set(sign * step, left);
          last = column;
        }
      }
      const at = new Map(), edges = element("g", {}, around), group = element("g", {}, around);
      const row = 54, tallest = Math.max(...[...columns.values()].map((c) => c.length));
      let x = 16;
      for (const key of [...columns.keys()].sort((a, b) => a - b)) {
        const column = columns.get(key), wide = Math.max(...column.map((i) => places[i].w));
        column.forEach((i, position) => {
          const y = 16 + ((tallest - column.length) / 2 + position) * row;
          const copy = boxes[i].cloneNode(true);
          copy.classList.remove("near", "selected", "kept");
          copy.classList.toggle("selected", i === chosen);
          copy.setAttribute("transform", `translate(${x} ${y})`);
          group.append(copy);
          at.set(i, { x, y, w: places[i].w });
        });
        if (rest.get(key) > 0) element("text", { class: "rest", x,
          y: 30 + ((tallest + column.length) / 2) * row }, group, `and ${rest.get(key)} more`);
        x += wide + 90;
      }
      for (const [from, a] of at) for (const link of needs[from]) {
        const b = at.get(link.node);
        if (!b || link.node === from) continue;
        const same = b.x === a.x, x1 = a.x + (b.x >= a.x ? a.w : 0), y1 = a.y + 20;
        const x2 = b.x + (same || b.x < a.x ? b.w : 0), y2 = b.y + 20;
        const m = same ? Math.max(x1, x2) + 40 : (x1 + x2) / 2;
        const edge = graph.edges[link.edge];
        const near = from === chosen || link.node === chosen ? " near" : "";
        element("path", { class: "edge" + (edge.isLazy ? " lazy" : "") + near,
          d: `M${x1} ${y1} C${m} ${y1} ${m} ${y2} ${x2} ${y2}`,
          "marker-end": "url(#arrow)" }, edges);
      }
      extent = { w: x - 90 + 16, h: tallest * row + 40 };
      fit();
    }
    const nearButton = document.getElementById("near");
    function setNear(value) {
      const isNew = isNear !== (value && chosen >= 0);
      isNear = value && chosen >= 0;
      nearButton.setAttribute("aria-pressed", isNear);
      whole.toggleAttribute("hidden", isNear);
      around.toggleAttribute("hidden", !isNear);
      mark();
      if (isNear) return drawAround();
      extent = { w: +svg.dataset.width, h: +svg.dataset.height };
      if (isNew) { fit(); center(chosen); }
    }

    """#
}
