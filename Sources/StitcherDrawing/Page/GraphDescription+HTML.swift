public import StitcherDescription

extension GraphDescription {
  /// Returns the graph as a page for a browser: one file that needs no network.
  ///
  /// The page has the drawing, a search, and filters by module, scope and problem. For a selected
  /// node, it shows the source location, the needs, the dependents, the path from a root, and the
  /// problems. The page supports the keyboard, screen readers, and light and dark mode.
  ///
  /// The product `StitcherDrawing` declares this function. It may be called on any thread.
  ///
  /// - Returns: The page, with a line break at its end.
  /// - Complexity: O((*n* + *e*) log (*n* + *e*)) in the numbers of nodes and edges.
  public func html() -> String {
    let layout = GraphLayout(self)
    let title = Self.markup(title)
    // The page has the JSON without indentation. After the escape, the text can contain neither the
    // end of the HTML element nor the beginning of a comment.
    var (isQuoted, isEscaped) = (false, false)
    let data = Self.escape(json()) { scalar in
      if scalar == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = scalar == "\\" && !isEscaped
      return switch scalar {
      case " ", "\n": isQuoted ? nil : ""
      case "<": "\\u003c"
      case ">": "\\u003e"
      case "&": "\\u0026"
      case "\u{2028}": "\\u2028"
      case "\u{2029}": "\\u2029"
      default: nil
      }
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="Stitcher">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
      <link rel="icon" href="data:,">
      <title>\(title)</title>
      <style>
      \(PageStyle.colors)\(PageStyle.drawing)\(PageStyle.page)</style>
      </head>
      <body>
      <header>
      <h1>\(title)</h1>
      <p>\(summary)</p>
      <form id="filters" role="search">
      <label>Search <input type="search" id="search" autocomplete="off" spellcheck="false" \
      aria-keyshortcuts="/" placeholder="Name, type, file ( / )"></label>
      <label>Module <select id="module"></select></label>
      <label>Scope <select id="scope"></select></label>
      <label>Problem <select id="problem"></select></label>
      </form>
      </header>
      <nav aria-label="Dependencies">
      <h2>Dependencies</h2>
      <p id="count" role="status"></p>
      <ul id="list"></ul>
      </nav>
      <main>
      <svg id="drawing" class="drawing" tabindex="0" role="application" \
      aria-label="The graph, \(summary). Right goes to what is needed, left to what needs it, \
      up and down along the column." data-width="\(layout.width)" data-height="\(layout.height)">
      \(Self.arrows)
      <g class="world" id="whole">
      \(drawing(layout))</g>
      <g class="world" id="around" hidden></g>
      </svg>
      <button type="button" class="beyond left" aria-label="More to the left" hidden>‹</button>
      <button type="button" class="beyond right" aria-label="More to the right" hidden>›</button>
      <button type="button" class="beyond up" aria-label="More above" hidden>⌃</button>
      <button type="button" class="beyond down" aria-label="More below" hidden>⌄</button>
      <p class="legend" id="legend" aria-hidden="true"></p>
      <div class="tools" role="group" aria-label="View">
      <button type="button" id="near" aria-pressed="false" aria-keyshortcuts="n" \
      title="Only what is near the selection (n)">Surroundings</button>
      <button type="button" id="in" aria-label="Larger" title="Larger (+)">+</button>
      <button type="button" id="out" aria-label="Smaller" title="Smaller (-)">−</button>
      <button type="button" id="fit" aria-label="Show all" title="Show all (0)">⤢</button>
      </div>
      </main>
      <aside id="more" aria-live="polite" aria-label="Details">
      <noscript><p>Search and details need JavaScript, which is in this file.</p></noscript>
      </aside>
      <script type="application/json" id="graph">\(data)
      </script>
      <script>
      \(PageScript.model)\(PageScript.drawing)\(PageScript.panels)\(PageScript.controls)</script>
      </body>
      </html>

      """
  }
}
