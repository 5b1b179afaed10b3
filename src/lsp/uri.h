/* uri: names of files as clients write them. */
#ifndef LSP_URI_H
#define LSP_URI_H

#include "base/store/arena.h"

/* "file:///a%20b/c.c" -> "/a b/c.c", without "." and "..". NULL: it names no file here. In the arena. */
const char *uri_path(struct arena *, const char *uri);
/* The reverse; every byte that is not plain is escaped. */
const char *uri_of(struct arena *, const char *path);

#endif
