/* entry: one command line to one job, or to the reason why it is none. Shared by capture_parse() and capture_files(). */
#ifndef CAPTURE_ENTRY_H
#define CAPTURE_ENTRY_H

#include "base/store/map.h"
#include "capture.h"
#include "flags.h"
#include "words.h"

struct capture {
	struct arena *out;     /* what the jobs point to */
	struct arena work;     /* tables, dropped with the struct */
	struct arena scratch;  /* dropped after each entry */
	struct jobs *jobs;
	struct flags flags;
	struct intern text;    /* in `out`: each flag, name and directory once */
	struct intern word;    /* in `work`: the words of the keys */
	struct intern key;     /* a job's file and meaning, as ids of those */
	struct intern said;    /* messages */
	struct map left;       /* id of a flag's name -> index in left_out + 1 */
	uint32_t unsaid;       /* messages beyond the limit */
	const char *name;      /* of the database, for messages */
	const char *dir;       /* absolute; relative directories start here */
	const char *tree;      /* its real path, or NULL: response files may lie below it */
	uint64_t budget;       /* see struct response */
	uint32_t entry;        /* being read */
};

void entry_begin(struct capture *, struct arena *out, const char *path, struct jobs *);
/* `directory` and `file` as they stand in the database, the words with the compiler's name first. */
void entry_add(struct capture *, const char *directory, const char *file, const struct words *);
void entry_bad(struct capture *, const char *format, ...) PRINTF(2, 3); /* counts it; the text follows "entry [n]: " */
void entry_end(struct capture *);

#endif
