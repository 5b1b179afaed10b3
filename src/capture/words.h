/* words: command lines as text to words, and response files to words. No shell, no expansion. */
#ifndef CAPTURE_WORDS_H
#define CAPTURE_WORDS_H

#include "base/diag.h"
#include "base/system/file.h"
#include "base/store/vec.h"

struct words {
	const char **at;
	uint32_t n, cap;
};

/* The two kinds of quoting. They differ in the backslash:
 *            outside    in "..."             in '...'
 *   shell    escapes    before $ ` " \ only  stands for itself
 *   gnu      escapes    escapes              escapes          (libiberty's buildargv, for response files)
 * A backslash-newline disappears in the shell's kind. */
enum quoting { QUOTING_SHELL, QUOTING_GNU };

/* False: a quotation does not end (the words up to there are in `out`). */
CHECKED bool words_split(struct arena *, struct bytes text, enum quoting, struct words *out);

/* Where response files may lie, and how much they may add: limits are counts, so that a run can be repeated. */
struct response {
	const char *dir;       /* relative names start here */
	const char *tree[2];   /* real paths; a file must lie below one of them; NULL: none */
	uint64_t *budget;      /* how much may still be read of response files, for the whole database */
	void (*refused)(void *data, const char *file, const char *why);
	void *data;
};

/* `in` with each word "@file" replaced by the words of that file, as the compilers do it: everywhere, also where a value of an
 * option is expected. A file that cannot be used is told to `refused` and its word is dropped. */
void words_expand(struct arena *, const struct words *in, const struct response *, struct words *out);

/* True if `path` is `tree` or lies below it; both are real paths. The root directory is no tree. */
bool words_inside(const char *tree, const char *path);

#endif
