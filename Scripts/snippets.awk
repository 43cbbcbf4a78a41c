# Cuts the Swift code out of one Markdown file and writes it as modules.
#
# Variables: folder (where modules go), name (first module's name), title (path to report),
# module (what each module imports), apple (whether to write the modules for Apple's systems, not the others),
# expected (file to which is added what the tool has to report).

# Reports a mistake in the Markdown.
function mistake(line, text) {
  printf "%s:%d: error: %s\n", title, line, text > "/dev/stderr"
  failed = 1
}

# Writes the module that was gathered, and starts the next one.
function finish_module(    target, file) {
  if (code != "" && for_apple == (apple + 0)) {
    count += 1
    target = count == 1 ? name : name "_" count
    system("mkdir -p '" folder "/" target "'")
    # A module with `@main` must not have a file called main.swift.
    file = folder "/" target "/" (has_main ? "App.swift" : "main.swift")
    printf "import %s\n%s", module, code > file
    close(file)
    if (for_apple) {
      # The release of iOS from which the code works.
      print from > (folder "/" target "/from")
      close(folder "/" target "/from")
    }
  }
  code = ""
  has_main = 0
  for_apple = 0
}

# Adds one line of code without the indentation of its block.
function add(line,    i) {
  for (i = 0; i < indentation && substr(line, 1, 1) == " "; i += 1) line = substr(line, 2)
  if (line ~ /^[ \t]*@main([ \t]|$)/) has_main = 1
  code = code line "\n"
}

# Starts a block of code whose first line is the given one.
function open_block(line) {
  first = line
  if (scoped) code = code "do {\n"
  code = code "#sourceLocation(file: \"" title "\", line: " line ")\n"
}

# Ends a block of code, and notes what the tool has to report in it.
function close_block(    i) {
  for (i = 1; i <= reports; i += 1) {
    if (expected != "" && for_apple == 0) {
      printf "%s\t%d\t%d\t%s\n", title, first, FNR - 1, report[i] >> expected
    }
  }
  reports = 0
  code = code "#sourceLocation()\n"
  if (scoped) code = code "}\n"
  scoped = 0
}

# Inside a fence: take the line, or end the fence.
state == "fence" {
  closing = $0
  gsub(/[ \t]/, "", closing)
  if (closing ~ /^`+$/ && length(closing) >= fence) {
    if (taken) close_block()
    state = ""
  } else if (taken) {
    add($0)
  }
  next
}

# Inside a hidden snippet.
state == "hidden" {
  if ($0 ~ /^[ \t]*-->[ \t]*$/) {
    close_block()
    state = ""
  } else {
    add($0)
  }
  next
}

/^[ \t]*<!--[ \t]*snippet:/ {
  directive = $0
  sub(/^[ \t]*<!--[ \t]*snippet:[ \t]*/, "", directive)
  started = FNR
  if (directive ~ /^hidden[ \t]*$/) {
    state = "hidden"
    indentation = 0
    open_block(FNR + 1)
  } else if (directive ~ /^skip[ \t]*-->/) {
    pending = "skip"
  } else if (directive ~ /^scope[ \t]*-->/) {
    pending = "scope"
  } else if (directive ~ /^reports[ \t].*-->/) {
    sub(/^reports[ \t]+/, "", directive)
    sub(/[ \t]*-->[ \t]*$/, "", directive)
    reports += 1
    report[reports] = directive
    reported = FNR
  } else if (directive ~ /^file[ \t]*-->/) {
    finish_module()
  } else if (directive ~ /^apple file([ \t]+from[ \t]+[0-9]+)?[ \t]*-->/) {
    finish_module()
    for_apple = 1
    from = 13
    if (match(directive, /[0-9]+/)) from = substr(directive, RSTART, RLENGTH)
  } else {
    mistake(FNR, "unknown snippet comment: use hidden, skip, scope, reports, file, apple file or apple file from 17")
  }
  next
}

/^[ \t]*```/ {
  info = $0
  match(info, /^[ \t]*/)
  indentation = RLENGTH
  sub(/^[ \t]*/, "", info)
  match(info, /^`+/)
  fence = RLENGTH
  info = substr(info, fence + 1)
  state = "fence"
  started = FNR
  taken = info ~ /^[ \t]*swift([ \t,]|$)/
  if (taken) {
    if (pending == "skip" || info ~ /no-compile/) {
      taken = 0
      if (reports > 0) mistake(reported, "this snippet comment stands before no Swift block")
      reports = 0
    } else {
      scoped = pending == "scope"
      open_block(FNR + 1)
    }
    pending = ""
  }
  next
}

reports > 0 && !/^[ \t]*$/ {
  mistake(reported, "this snippet comment stands before no Swift block")
  reports = 0
}

pending != "" && !/^[ \t]*$/ {
  mistake(started, "this snippet comment stands before no Swift block")
  pending = ""
}

END {
  if (state != "") mistake(started, "this block is not closed")
  if (reports > 0) mistake(reported, "this snippet comment stands before no Swift block")
  if (pending != "") mistake(started, "this snippet comment stands before no Swift block")
  finish_module()
  exit failed
}
