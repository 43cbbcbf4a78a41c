/// The style sheets of pages and pictures.
enum PageStyle {
  /// The colors for light and dark mode. All texts have a contrast of at least 4.5 to their
  /// background.
  static let colors = """
    :root, svg { color-scheme: light dark;
      --back: #ffffff; --panel: #f6f8fa; --box: #ffffff; --line: #d0d7de; --edge: #8c959f;
      --text: #1f2328; --quiet: #59636e; --accent: #0969da; --bad: #cf222e; --bad-back: #ffebe9;
      --warn: #9a6700; --warn-back: #fff8c5; --good: #1a7f37; --singleton: #0969da; --shared: #1b7c83;
      --managed: #8250df; --scoped: #bc4c00; --instance: #818b98; --other: #bf3989; }
    @media (prefers-color-scheme: dark) { :root, svg {
      --back: #0d1117; --panel: #151b23; --box: #1c2129; --line: #3d444d; --edge: #6e7681;
      --text: #f0f6fc; --quiet: #9198a1; --accent: #58a6ff; --bad: #ff7b72; --bad-back: #3d1618;
      --warn: #d29922; --warn-back: #2e2410; --good: #3fb950; --singleton: #4493f8; --shared: #39c5cf;
      --managed: #ab7df8; --scoped: #f0883e; --instance: #9198a1; --other: #f778ba; } }

    """

  /// The styles of the drawing.
  static let drawing = """
    .drawing { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
      background: var(--back); }
    .drawing .edge { fill: none; stroke: var(--edge); stroke-width: 1.3; }
    .drawing .edge.lazy { stroke-dasharray: 2 4; }
    .drawing .edge.observed, .drawing .edge.possible { stroke-dasharray: 7 3; }
    .drawing .edge.backward { stroke: var(--bad); }
    .drawing .head { fill: var(--edge); }
    .drawing .box { fill: var(--box); stroke: var(--line); stroke-width: 1.2; }
    .drawing .label { fill: var(--text); font-size: 13px; font-weight: 600; }
    .drawing .sub { fill: var(--quiet); font-size: 10.5px; }
    .drawing .stripe { fill: var(--other); }
    .drawing .scope-singleton .stripe { fill: var(--singleton); }
    .drawing .scope-shared .stripe { fill: var(--shared); }
    .drawing .scope-managed .stripe { fill: var(--managed); }
    .drawing .scope-scoped .stripe { fill: var(--scoped); }
    .drawing .scope-instance .stripe { fill: var(--instance); }
    .drawing .alive { fill: var(--good); }
    .drawing .missing .box { stroke: var(--quiet); stroke-dasharray: 5 3; }
    .drawing .root .box { fill: var(--panel); stroke: var(--quiet); }
    .drawing .faulty .box { stroke: var(--bad); stroke-width: 2; }
    .drawing .doubtful .box { stroke: var(--warn); stroke-width: 2; }
    .drawing .mark circle { fill: var(--bad); }
    .drawing .doubtful .mark circle { fill: var(--warn); }
    .drawing .mark text { fill: var(--back); font-size: 12px; font-weight: 700;
      text-anchor: middle; }

    """

  /// The styles of the page around the drawing.
  static let page = """
    * { box-sizing: border-box; }
    html, body { height: 100%; margin: 0; }
    body { display: grid; grid-template: auto 1fr / 16rem minmax(0, 1fr) 21rem;
      grid-template-areas: "head head head" "list draw more"; background: var(--back);
      color: var(--text); font: 14px/1.45 system-ui, -apple-system, "Segoe UI", "DejaVu Sans",
      sans-serif; }
    header { grid-area: head; display: flex; flex-wrap: wrap; gap: .5rem 1rem;
      align-items: center; padding: .6rem 1rem; border-bottom: 1px solid var(--line);
      background: var(--panel); }
    h1 { font-size: 1.05rem; margin: 0; }
    header p { margin: 0; color: var(--quiet); }
    header form { display: flex; flex-wrap: wrap; gap: .4rem .8rem; margin-left: auto;
      align-items: center; }
    label { display: inline-flex; gap: .35rem; align-items: center; color: var(--quiet); }
    input, select, button { font: inherit; color: var(--text); background: var(--box);
      border: 1px solid var(--line); border-radius: 6px; padding: .25rem .5rem; }
    select { max-width: 11rem; }
    input[type=search] { width: 13rem; }
    button { cursor: pointer; }
    button:hover { border-color: var(--accent); }
    button[aria-pressed=true] { background: var(--accent); color: var(--back);
      border-color: var(--accent); }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    nav { grid-area: list; overflow: auto; border-right: 1px solid var(--line);
      background: var(--panel); }
    nav h2, aside h2 { font-size: .8rem; margin: 0; padding: .7rem 1rem .3rem;
      color: var(--quiet); text-transform: uppercase; letter-spacing: .04em; }
    nav p { margin: 0; padding: 0 1rem .4rem; color: var(--quiet); }
    nav ul, aside ul, aside ol { list-style: none; margin: 0; padding: 0 .5rem .6rem; }
    nav li { content-visibility: auto; contain-intrinsic-size: auto 2.6rem; }
    .pick { display: block; width: 100%; text-align: left; border: 1px solid transparent;
      background: none; padding: .2rem .5rem; overflow: hidden; text-overflow: ellipsis;
      white-space: nowrap; }
    .pick small { display: block; color: var(--quiet); overflow: hidden;
      text-overflow: ellipsis; }
    .pick[aria-current=true] { background: var(--box); border-color: var(--accent); }
    .pick .bad, .bad { color: var(--bad); }
    .warning { color: var(--warn); }
    main { grid-area: draw; position: relative; overflow: hidden; }
    main > svg { width: 100%; height: 100%; display: block; cursor: grab; touch-action: none; }
    main > svg:active { cursor: grabbing; }
    main > svg:focus-visible { outline-offset: -3px; }
    .beyond { position: absolute; padding: 0; border-color: transparent; border-radius: 0;
      color: var(--accent); font-size: 1.3rem; }
    .beyond.right, .beyond.left { top: 0; bottom: 0; width: 2rem; }
    .beyond.up, .beyond.down { left: 0; right: 0; height: 1.6rem; }
    .beyond.right { right: 0; background: linear-gradient(to left, var(--back) 35%, transparent); }
    .beyond.left { left: 0; background: linear-gradient(to right, var(--back) 35%, transparent); }
    .beyond.up { top: 0; background: linear-gradient(to bottom, var(--back) 35%, transparent); }
    .beyond.down { bottom: 0; background: linear-gradient(to top, var(--back) 35%, transparent); }
    .tools { position: absolute; right: .7rem; bottom: .7rem; display: flex; gap: .3rem; }
    .legend { position: absolute; left: .7rem; bottom: .7rem; margin: 0; padding: .25rem .6rem;
      background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
      color: var(--quiet); font-size: 12px; display: flex; flex-wrap: wrap; gap: 0 .7rem;
      max-width: 60%; }
    .legend i { display: inline-block; width: .55rem; height: .75rem; border-radius: 2px;
      margin-right: .3rem; vertical-align: -1px; }
    aside { grid-area: more; overflow: auto; border-left: 1px solid var(--line);
      background: var(--panel); padding-bottom: 1rem; }
    aside h2.name { font-size: 1rem; color: var(--text); text-transform: none;
      letter-spacing: 0; overflow-wrap: anywhere; }
    aside p { margin: 0; padding: .1rem 1rem .5rem; }
    aside dl { display: grid; grid-template-columns: auto 1fr; gap: .15rem .8rem; margin: 0;
      padding: .2rem 1rem .6rem; }
    dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
    .problem { margin: .2rem 1rem .6rem; padding: .5rem .7rem; border-radius: 6px;
      border: 1px solid var(--bad); background: var(--bad-back); overflow-wrap: anywhere; }
    .problem.warning { color: inherit; border-color: var(--warn); background: var(--warn-back); }
    .problem p { padding: .15rem 0; white-space: pre-line; }
    aside ul .problem { margin: .2rem .5rem .6rem; }
    .node { cursor: pointer; }
    .chosen .node:not(.near):not(.selected) { opacity: .22; }
    .chosen .edge:not(.near) { opacity: .1; }
    .filtered .node:not(.kept) { opacity: .12; }
    .filtered .edge { opacity: .15; }
    .filtered .edge.near { opacity: 1; }
    .drawing .selected .box { stroke: var(--accent); stroke-width: 3; }
    .drawing .edge.near { stroke: var(--accent); stroke-width: 2; }
    .drawing.far .sub { display: none; }
    .drawing.map text, .drawing.map .alive { display: none; }
    .drawing.map .box { stroke-width: 3; }
    .drawing.map .edge { opacity: .45; stroke-width: 2; }
    .drawing.map .edge.near { opacity: 1; stroke-width: 7; }
    .drawing.map .selected .box { stroke-width: 16; }
    .drawing.map .mark circle { r: 22px; }
    .drawing.map .scope-singleton .box { fill: var(--singleton); }
    .drawing.map .scope-shared .box { fill: var(--shared); }
    .drawing.map .scope-managed .box { fill: var(--managed); }
    .drawing.map .scope-scoped .box { fill: var(--scoped); }
    .drawing.map .scope-instance .box { fill: var(--instance); }
    .drawing .rest { fill: var(--quiet); font-size: 12px; }
    [hidden] { display: none !important; }
    @media (prefers-reduced-motion: no-preference) { .world.moving { transition:
      transform .2s ease-out; } }
    @media (max-width: 60rem) { body { height: auto; grid-template: auto 60vh auto auto / 1fr;
      grid-template-areas: "head" "draw" "more" "list"; } nav { max-height: 50vh; }
      aside, nav { border: 0; border-top: 1px solid var(--line); } }
    @media (forced-colors: active) { .drawing .box, .drawing .edge { stroke: CanvasText; }
      .drawing .label, .drawing .sub { fill: CanvasText; }
      .drawing .selected .box, .drawing .edge.near { stroke: Highlight; } }

    """
}
