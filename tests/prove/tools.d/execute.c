/* execute: runs C programs on the machine, one thread at a time until it blocks or ends, and says how each one ended.
 * execute [-t STEPS] FILE...
 *
 * STEPS: after so many instructions another thread runs (0: only when one blocks). The programs in tests/prove/run.d assert
 * what they compute; run natively they end with status 0, and so they must here. Those in tests/prove/stop.d do what no proof
 * may rest on; their first line, "// STOPS: reason", says what the machine must stop for. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "extract/extract.h"
#include "link/link.h"
#include "prove/machine/machine.h"

enum { MOST_STEPS = 20000000 };

static struct arena arena;

static const char *end_of(const struct machine *m, const char *stuck)
{
	switch (m->state) {
	case MACHINE_RUNS: return stuck;
	case MACHINE_EXITED: return "exited";
	case MACHINE_FAILED: return "an assertion failed";
	default: return m->why ? m->why : "stopped";
	}
}

/* Round and round; `slice` instructions each. */
static const char *run(struct machine *m, uint64_t slice, uint64_t *steps)
{
	uint32_t thread = 0, idle = 0;

	*steps = 0;
	while (m->state == MACHINE_RUNS && idle <= m->thread.n) {
		struct machine_look l;
		uint64_t n = 0;
		for (;; n++) {
			machine_look(m, thread, &l);
			if (l.next != NEXT_RUNS || (l.waits && n) || (slice && n >= slice) || m->state != MACHINE_RUNS)
				break;
			if (l.waits && idle < m->thread.n)
				break; /* without a signal only if nobody else can go on */
			machine_step(m, thread);
			if (++*steps > MOST_STEPS)
				return "too many steps";
		}
		idle = n ? 0 : idle + 1;
		thread = (thread + 1) % m->thread.n;
	}
	return end_of(m, "all threads are blocked");
}

/* What the first line says: why it must stop; NULL: it must end well. */
static const char *expected_stop(const char *path)
{
	static const char word[] = "// STOPS: ";
	struct bytes text;
	struct trouble t;

	if (!file_read(&arena, path, &text, &t))
		die("%s", t.text);
	if (strncmp(text.at, word, sizeof word - 1) != 0)
		return NULL;
	return arena_copy(&arena, text.at + sizeof word - 1, strcspn(text.at, "\n") - (sizeof word - 1));
}

static bool mentions(void *context, const char *name)
{
	const struct program *p = context;

	for (uint32_t i = 1; i < p->sym.n; i++)
		if (!strcmp(program_str(p, p->sym.at[i].name), name))
			return true;
	return false;
}

static int run_file(const struct extracted *u, struct models *models, uint64_t slice)
{
	struct link_unit unit = { u->path, u->file, false, false, false };
	struct link_group group = { .name = u->file, .start = "main" };
	struct trouble t;
	struct linked *linked;
	struct machine m;
	const char *end, *stop;
	uint64_t steps = 0;
	bool good;

	if (!u->path)
		die("%s: %s", u->file, u->error);
	*vec_add(&arena, &group.unit) = 0;
	linked = link_program(&arena, &unit, &group, &t);
	if (!linked)
		die("%s", t.text);
	models_select(models, mentions, linked->program);
	end = machine_start(&m, machine_image(&arena, linked->program, models), NULL) ? run(&m, slice, &steps) : m.why;
	stop = expected_stop(u->file);
	good = stop ? m.state != MACHINE_EXITED && !strcmp(stop, end) : m.state == MACHINE_EXITED;
	printf("%s: %s%s after %" PRIu64 " steps\n", u->file, good ? "" : "NOT: ", end, steps);
	if (m.state == MACHINE_FAILED && !good) {
		struct body b = { 0 };
		body_get(&arena, linked->program, m.failed_fn, &b);
		printf("  in %s, line %u\n", program_fn_name(linked->program, m.failed_fn),
		       b.loc.at[b.inst.at[m.failed_inst].loc].line);
	}
	machine_release(&m);
	return good;
}

int main(int argc, char **argv)
{
	bool sliced = argc > 2 && !strcmp(argv[1], "-t");
	uint64_t slice = sliced ? strtoull(argv[2], NULL, 10) : 0;
	const char **file = (const char **)argv + (sliced ? 3 : 1);
	uint32_t n = (uint32_t)(argc - (sliced ? 3 : 1)), good = 0;
	struct models_options none = { 0 };
	struct extract_options how = { .cache = NULL, .workers = 2 };
	struct extract units;
	struct models *models;
	struct jobs jobs;
	struct trouble t;

	arena_init(&arena, "execute");
	models = models_load(&arena, &none, &t);
	if (!models || !capture_files(&arena, file, n, NULL, 0, &jobs, &t) || !extract_run(&arena, &jobs, &how, &units, &t))
		die("%s", t.text);
	for (uint32_t i = 0; i < n; i++)
		good += (uint32_t)run_file(&units.unit[i], models, slice);
	extract_release(&units);
	printf("%u passed, %u failed\n", good, n - good);
	arena_release(&arena);
	return good != n;
}
