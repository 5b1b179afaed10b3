#include "prove/execute/primitives.h"

#include <string.h>
#include <time.h>

#include "extract/extract.h"
#include "link/link.h"

extern const struct embedded model_bodies[];

struct bytes primitives_text(void)
{
	return (struct bytes){ (const char *)model_bodies[0].at, model_bodies[0].len };
}

static bool is_there(struct arena *a, const char *path, struct bytes text)
{
	struct bytes there;
	struct trouble t;

	return file_is_regular(path) && file_read(a, path, &there, &t) && there.len == text.len && !memcmp(there.at, text.at, text.len);
}

/* What was written in the same tick of the clock counts as newer than the worker that reads it, which is then not kept. */
static void wait_for_tick(void)
{
	struct timespec tick = { .tv_nsec = 10000000 };

	clock_getres(CLOCK_REALTIME_COARSE, &tick);
	nanosleep(&tick, NULL);
}

/* The text as a file, where clang can read it: in the cache, or in a directory of its own (`temporary`). */
static const char *write_text(struct arena *a, const char *cache, struct temp *temporary, struct trouble *t)
{
	struct bytes text = primitives_text();
	const char *path;

	*temporary = (struct temp){ 0 };
	if (cache ? !file_make_dirs(cache, t) : !temp_make(a, temporary, t))
		return NULL;
	path = path_join(a, path_join(a, path_cwd(a), cache ? cache : temporary->path), "snag-primitives.c");
	if (is_there(a, path, text))
		return path;
	if (!file_write(path, text.at, text.len, t))
		return NULL;
	wait_for_tick();
	return path;
}

static const struct program *build(struct arena *a, const char *path, const char *cache, bool small, struct trouble *t)
{
	const char *flags[] = { "-m32" };
	struct extract_options options = { .cache = cache, .workers = 1 };
	struct extract units;
	struct jobs jobs;
	struct linked *linked = NULL;

	if (!capture_files(a, &path, 1, flags, small, &jobs, t) || !extract_run(a, &jobs, &options, &units, t))
		return NULL;
	if (units.failed || !units.n) {
		(void)trouble(t, "the bodies of the primitives did not compile: %s", units.n ? units.unit[0].error : "no unit");
	} else {
		struct link_unit unit = { .path = units.unit[0].path, .source = path };
		struct link_group group = { .name = "primitives" };
		*vec_add(a, &group.unit) = 0;
		linked = link_program(a, &unit, &group, t);
	}
	extract_release(&units);
	return linked ? linked->program : NULL;
}

const struct program *primitives_load(struct arena *a, const char *cache, uint32_t pointer_bytes, struct trouble *t)
{
	struct temp temporary;
	const char *path = write_text(a, cache, &temporary, t);
	const struct program *p = path ? build(a, path, cache, pointer_bytes == 4, t) : NULL;

	temp_remove(&temporary);
	return p;
}
