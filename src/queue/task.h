/* task: what travels. A task is one unit to be compiled: the command and the names and hashes of all the files that it reads. A
 * result is what a worker made of it. Both are values: a name is the hash of the bytes, and whoever reads one hashes it again.
 *
 * Both come from somebody else. task_parse takes only what clang can be handed (names without quotes, absolute and settled) and
 * what capture itself could have made (capture_allowed); result_parse only what belongs to this task. Whether a unit is a good
 * one is asked where it is stored. */
#ifndef QUEUE_TASK_H
#define QUEUE_TASK_H

#include "capture/capture.h"
#include "extract/cache.h"

struct task_file {
	const char *path; /* absolute, settled: how the source spells it, seen from cwd */
	struct key content;
	uint64_t size;
	uint32_t same; /* index of the first name of this very file: clang tells files apart by what they are, not by content */
};

struct task {
	struct job job;
	const char *cwd; /* the real path of job.dir */
	struct task_file *file;
	uint32_t nfiles;
};

/* Can it be told in a task at all? */
bool task_path_fits(const char *path);
bool task_job_fits(const struct job *);
struct bytes task_write(struct arena *, const struct task *);
CHECKED bool task_parse(struct arena *, struct bytes, struct task *);

enum task_result_kind { RESULT_UNIT = 1, RESULT_NONE /* it did not compile, or took too long */, RESULT_REFUSED, RESULT_MISSING };

struct task_result {
	enum task_result_kind kind;
	const char *why;   /* of all but a unit: for people */
	struct bytes read; /* the files that clang read, a 0 behind each */
	struct bytes unit;
	uint32_t milliseconds; /* that it took */
};

struct bytes result_write(struct arena *, const struct key *task, const struct task_result *);
CHECKED bool result_parse(struct arena *, struct bytes, const struct key *task, struct task_result *);

bool key_parse(const char *text, size_t len, struct key *); /* 64 digits */

#endif
