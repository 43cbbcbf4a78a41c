#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

/// Binds text of which SQLite makes its own copy; Swift cannot see the macro `SQLITE_TRANSIENT`.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

#endif
