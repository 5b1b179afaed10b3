/* file: whole files in, whole files out, and paths as text. Nothing here follows a link cycle or leaves half a file behind. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/store/arena.h"
#include "base/diag.h"

struct bytes {
	const char *at;
	size_t len;
};

/* A file that was made part of the program (tools/embed.py). */
struct embedded {
	const char *name;
	const unsigned char *at;
	size_t len;
};

CHECKED bool file_read(struct arena *, const char *path, struct bytes *, struct trouble *); /* with a 0 behind */
CHECKED bool file_map(const char *path, struct bytes *, struct trouble *); /* read-only; an empty file maps to len 0 */
void file_unmap(struct bytes);

/* Replaces `path` in one step: a reader sees the old file or the new one, also after a crash or a full disk. */
CHECKED bool file_write(const char *path, const void *bytes, size_t len, struct trouble *);
/* The same for a path that somebody gave. Links stay, and what they lead to is replaced. A terminal, a pipe, a device, and
 * whatever a descriptor has open (/dev/stderr, be it a file) is written to and stays what it is. */
CHECKED bool file_put(const char *path, const void *bytes, size_t len, struct trouble *);
/* As far as can be told without writing, file_put() can: a run that takes hours should not find out at its end. */
CHECKED bool file_may_put(const char *path, struct trouble *);

/* Where that is: links followed, also one that leads to nothing yet. */
struct file_place {
	const char *path;
	int fd; /* the descriptor of ours that this is a name of; -1: of none */
};
struct file_place file_place(struct arena *, const char *path);
bool file_same_place(const struct file_place *, const struct file_place *); /* never true of /dev/null */

/* The same in pieces, for what is too large to be made in memory first. Nothing is seen at `path` before file_finish, and nothing
 * at all if a piece could not be written: an error is kept until then. Each file_begin needs one file_finish. */
struct file_out {
	const char *path;
	char *temp;
	int fd, error;
	bool named;
};
void file_begin(struct file_out *, const char *path); /* a pointer to `path` is kept */
void file_add(struct file_out *, const void *bytes, size_t len);
CHECKED bool file_finish(struct file_out *, struct trouble *);

CHECKED bool file_make_dirs(const char *dir, struct trouble *); /* like mkdir -p */
CHECKED bool file_may_make_dirs(const char *dir, struct trouble *); /* it is there and can be written to, or can be made */
bool file_exists(const char *path);
/* Standard output is written; dies if it cannot be. Whoever closed a pipe wants no more: that is no error. */
void file_end_stdout(void);

bool file_is_regular(const char *path); /* or a link to one */
bool file_is_dir(const char *path);

/* The file of this kind in a cache directory that a text names: dir/xx/HASH.kind. */
char *path_hashed(struct arena *, const char *dir, struct bytes text, const char *kind);
/* `path` seen from `dir`, with "." and ".." and doubled slashes taken out by text alone. */
char *path_join(struct arena *, const char *dir, const char *path);
char *path_dir(struct arena *, const char *path);
const char *path_base(const char *path);
char *path_cwd(struct arena *);
/* `path` relative to `dir` where it lies below it, else `path` itself. */
const char *path_below(const char *dir, const char *path);

#endif
