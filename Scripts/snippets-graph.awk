# Compares what the tool reports of the snippets with what the documents say that it reports.
#
# The first file has what is expected, as Scripts/snippets.awk has written it, the second one what the
# tool has printed. What differs is printed with its place in the document, and is a failure.

BEGIN { FS = "\t" }

# What is expected: document, first and last line of the block, report.
FILENAME == ARGV[1] {
  count += 1
  document[count] = $1
  first[count] = $2
  last[count] = $3
  wanted[count] = $4
  next
}

# Sets `title` and `line` to the place in the document of a line of a module.
function find(file, number,    text, current) {
  title = file
  line = number
  current = 0
  while ((getline text < file) > 0) {
    current += 1
    if (current > number) break
    if (text ~ /^#sourceLocation\(file: /) {
      title = text
      sub(/^#sourceLocation\(file: "/, "", title)
      line = title
      sub(/".*/, "", title)
      sub(/.*line: /, "", line)
      line = line + number - current - 1
    }
  }
  close(file)
}

# A report, or the note below one: path, line, column, text.
match($0, /:[0-9]+:[0-9]+: (error|warning|note): /) {
  text = substr($0, RSTART + 1)
  number = text + 0
  sub(/^[0-9]+:[0-9]+: /, "", text)
  if (text ~ /^note: /) {
    if (is_shown) printf "%s:%d: %s\n", title, line, text > "/dev/stderr"
    next
  }
  find(substr($0, 1, RSTART - 1), number)
  plain = text
  gsub(/'Snippets_[A-Za-z0-9_]*'/, "'program'", plain)
  is_shown = 1
  for (i = 1; i <= count && is_shown; i += 1) {
    if (found[i] || document[i] != title || line < first[i] || line > last[i]) continue
    if (wanted[i] == plain) {
      found[i] = 1
      is_shown = 0
    }
  }
  if (is_shown) {
    failed = 1
    printf "%s:%d: %s\n", title, line, text > "/dev/stderr"
  }
}

END {
  for (i = 1; i <= count; i += 1) {
    if (!found[i]) {
      failed = 1
      printf "%s:%d: error: the tool does not report in this block: %s\n", document[i], first[i], \
        wanted[i] > "/dev/stderr"
    }
  }
  exit failed
}
