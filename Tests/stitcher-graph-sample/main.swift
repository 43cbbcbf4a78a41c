internal import GraphSamples
internal import StitcherDrawing

// Prints an invented graph: stitcher-graph-sample NODES [html | svg | dot | mermaid | json]
let arguments = CommandLine.arguments
let count = arguments.count > 1 ? Int(arguments[1]) ?? 20 : 20
let format = arguments.count > 2 ? GraphDescription.Format(rawValue: arguments[2]) : nil
print(GraphSamples.program(max(count, 10)).text(as: format ?? .html), terminator: "")
