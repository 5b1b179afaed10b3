/* litmus: the replay's and the search's order of accesses against the definitions of C17 (before.h), on small programs.
 *
 *     litmus DIRECTORY         those of its programs that say themselves which of their accesses race, in their first lines:
 *                              "// search: race @a @b : found" or "not within", where @a is the line with that mark. In all
 * interleavings the definitions and the replay must agree about every two accesses, and both with the program. litmus FIRST COUNT
 * random programs of atomic operations, some interleavings of each; of every sixth program the search is asked for every pair
 * that was seen: it must find all that race, and what it finds the replay must confirm.
 *
 * A schedule whose accesses stand apart is given to the replay for each pair: it shares nothing with what it is compared to. */
#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "before.h"
#include "extract/extract.h"
#include "link/link.h"
#include "prove/execute/primitives.h"
#include "prove/prove.h"
#include "prove/replay/replay.h"

enum { MOST_EXECUTIONS = 200000, MOST_STEPS = 2000, RANDOM_EXECUTIONS = 24, MOST_CLAIMS = 64, SECONDS = 2, ASKED = 6 };

struct claim {
	char a[32], b[32];
	uint32_t line_a, line_b;
	bool races, shown;
};

/* Two instructions that were seen to conflict. */
struct pair {
	struct schedule_place a, b;
	bool races;
};

struct litmus {
	struct arena arena; /* of this program */
	const char *name;
	const struct program *p;
	struct models *models;
	const struct program *primitives;
	struct machine_image *image;
	struct claim claim[MOST_CLAIMS];
	uint32_t nclaims;
	VEC(struct pair) pair;
	uint64_t chance; /* 0: all interleavings */
	uint64_t executions, compared, races, wrong, asked, missed;
	bool too_many;
};

static uint32_t pick(uint64_t *state, uint32_t n)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (uint32_t)(*state >> 33) % n;
}

static void complain(struct litmus *x, const char *what, const struct event *a, const struct event *b)
{
	x->wrong++;
	printf("%s: %s: lines %u and %u, threads %u and %u\n", x->name, what, a->line, b->line, a->thread, b->thread);
}

/* ---- one execution ---- */

/* The same execution as far as the second access, whatever came of it; the first is any execution of its instruction. */
static bool replay_says(struct litmus *x, struct arena *a, const struct execution_log *l, const struct event *first,
			const struct event *second)
{
	struct schedule s = { .start = START_MAIN, .goal = GOAL_RACE, .apart = true };
	struct finding_proof proof;

	for (uint32_t i = 0; i < second->step; i++)
		*vec_add(a, &s.segment) = l->segment.at[i];
	*vec_add(a, &s.place) = (struct schedule_place){ first->thread, first->fn, first->inst };
	*vec_add(a, &s.place) = (struct schedule_place){ second->thread, second->fn, second->inst };
	replay_run(a, x->image, &s, &proof);
	return proof.state == PROOF_CONFIRMED;
}

static bool same_inst(const struct event *e, const struct event *f)
{
	return e->thread == f->thread && e->fn.i == f->fn.i && e->inst == f->inst;
}

static void note_pair(struct litmus *x, const struct event *a, const struct event *b, bool races)
{
	struct pair p = { { 0, a->fn, a->inst }, { 0, b->fn, b->inst }, races };

	for (uint32_t i = 0; i < x->pair.n; i++) {
		struct pair *q = &x->pair.at[i];
		bool same = q->a.fn.i == p.a.fn.i && q->a.inst == p.a.inst && q->b.fn.i == p.b.fn.i && q->b.inst == p.b.inst;
		bool turned = q->a.fn.i == p.b.fn.i && q->a.inst == p.b.inst && q->b.fn.i == p.a.fn.i && q->b.inst == p.a.inst;
		if (same || turned) {
			q->races |= races;
			return;
		}
	}
	*vec_add(&x->arena, &x->pair) = p;
}

static void note_claims(struct litmus *x, const struct event *a, const struct event *b)
{
	for (uint32_t i = 0; i < x->nclaims; i++) {
		struct claim *c = &x->claim[i];
		bool is = (c->line_a == a->line && c->line_b == b->line) || (c->line_a == b->line && c->line_b == a->line);
		if (is && !c->races && !c->shown)
			complain(x, "the program calls these ordered", a, b);
		c->shown |= is;
	}
}

static bool conflict(const struct event *a, const struct event *b)
{
	return a->thread != b->thread && a->bytes && b->bytes && (a->writes || b->writes) && !(a->atomic && b->atomic) &&
	       a->at < b->at + b->bytes && b->at < a->at + a->bytes;
}

static void compare(struct litmus *x, struct execution_log *l)
{
	before_close(l);
	x->executions++;
	for (uint32_t b = 0; b < l->event.n; b++)
		for (uint32_t a = 0; a < b; a++) {
			const struct event *e = &l->event.at[a], *f = &l->event.at[b];
			bool races = false, says;
			if (!conflict(e, f))
				continue;
			for (uint32_t k = 0; k < b; k++) /* each execution of the first one's instruction */
				races |= same_inst(&l->event.at[k], e) && before_race(l, k, b);
			says = replay_says(x, l->arena, l, e, f);
			x->compared++;
			x->races += races;
			if (says != races)
				complain(x, races ? "a race that the replay does not see" : "no race, but the replay confirms it",
					 e, f);
			note_pair(x, e, f, races);
			if (races)
				note_claims(x, e, f);
		}
}

/* ---- all, or some ---- */

static bool can_go(struct machine *m, uint32_t thread)
{
	struct machine_look l;

	machine_look(m, thread, &l);
	return l.next == NEXT_RUNS && !l.waits;
}

/* The second step of a start: the id of the new thread. In these programs it is a local variable of main's, which nobody else sees. */
static bool writes_id(const struct machine *m, uint32_t thread, const struct machine_look *l)
{
	const struct machine_thread *t = &m->thread.at[thread];

	return t->frame.at[t->frame.n - 1].phase && l->naccesses == 1 && l->access[0].write;
}

/* A step that others can see, and what follows up to the next one. */
static void go(struct litmus *x, struct execution_log *l, struct machine *m, uint32_t thread)
{
	struct machine_look look;

	do {
		before_step(l, x->p, m, thread);
		if (m->state != MACHINE_RUNS || m->thread.at[thread].ended || l->segment.n > MOST_STEPS)
			return;
		machine_look(m, thread, &look);
	} while (look.next == NEXT_RUNS && (!look.visible || writes_id(m, thread, &look)));
}

static void copy_log(struct arena *a, struct execution_log *to, const struct execution_log *from)
{
	*to = (struct execution_log){ .arena = a };
	for (uint32_t i = 0; i < from->event.n; i++)
		*vec_add(a, &to->event) = from->event.at[i];
	for (uint32_t i = 0; i < from->segment.n; i++)
		*vec_add(a, &to->segment) = from->segment.at[i];
}

static void explore(struct litmus *x, struct machine *m, struct execution_log *l)
{
	bool ended = true;

	for (uint32_t t = 0; t < m->thread.n && m->state == MACHINE_RUNS; t++) {
		struct machine next;
		struct execution_log longer;
		struct arena a;
		if (x->executions > MOST_EXECUTIONS || l->segment.n > MOST_STEPS) {
			x->too_many = true;
			return;
		}
		if (!can_go(m, t))
			continue;
		ended = false;
		arena_init(&a, "litmus path");
		machine_copy(&next, m);
		copy_log(&a, &longer, l);
		go(x, &longer, &next, t);
		explore(x, &next, &longer);
		machine_release(&next);
		arena_release(&a);
	}
	if (ended)
		compare(x, l);
}

static void run_by_chance(struct litmus *x)
{
	struct execution_log l = { 0 };
	struct machine m;
	struct arena a;
	uint32_t t = 0, tries = 0;

	arena_init(&a, "litmus path");
	l.arena = &a;
	if (!machine_start(&m, x->image, NULL))
		die("%s: %s", x->name, m.why ? m.why : "it cannot be started");
	while (m.state == MACHINE_RUNS && tries < 100 && l.segment.n < MOST_STEPS) {
		t = pick(&x->chance, 2) ? t : pick(&x->chance, m.thread.n);
		tries = can_go(&m, t) ? 0 : tries + 1;
		if (tries)
			t = pick(&x->chance, m.thread.n);
		else
			go(x, &l, &m, t);
	}
	compare(x, &l);
	machine_release(&m);
	arena_release(&a);
}

/* ---- the search ---- */

static void ask_search(struct litmus *x)
{
	const struct points *points = points_run(&x->arena, x->p, x->models, (struct points_start){ "main", true });

	for (uint32_t i = 0; i < x->pair.n; i++) {
		const struct pair *p = &x->pair.at[i];
		struct goal_pair pair = { p->a, p->b };
		struct goal goal = { .kind = GOAL_RACE, .pair = &pair, .npairs = 1 };
		struct finding_proof proof = { 0 };
		struct prove_options o;
		struct prove_result r;
		prove_defaults(&o);
		o.seconds = SECONDS;
		prove_search(&x->arena, points, x->primitives, &goal, &o, &r);
		x->asked++;
		x->missed += p->races && r.outcome != PROVE_FOUND;
		if (p->races && r.outcome != PROVE_FOUND)
			printf("%s: the search misses a race of functions %u and %u, instructions %u and %u: %s\n", x->name,
			       p->a.fn.i, p->b.fn.i, p->a.inst, p->b.inst, r.text ? r.text : "");
		if (r.outcome != PROVE_FOUND)
			continue;
		replay_run(&x->arena, x->image, &r.schedule, &proof);
		if (proof.state != PROOF_CONFIRMED) {
			x->wrong++;
			printf("%s: the search finds what the replay refutes: %s\n", x->name, proof.text);
		}
	}
}

/* ---- programs ---- */

static void load(struct litmus *x, const struct extracted *u)
{
	struct link_unit unit = { u->path, u->file, false, false, false };
	struct link_group group = { .name = u->file, .start = "main" };
	struct trouble t;
	struct linked *linked;

	if (!u->path)
		die("%s: %s", u->file, u->error);
	*vec_add(&x->arena, &group.unit) = 0;
	linked = link_program(&x->arena, &unit, &group, &t);
	if (!linked)
		die("%s", t.text);
	x->name = u->file;
	x->p = linked->program;
	x->image = machine_image(&x->arena, x->p, x->models);
}

static uint32_t line_of(const char *text, const char *tag)
{
	uint32_t line = 1;
	size_t n = strlen(tag);

	for (const char *c = text; *c; c++) {
		line += *c == '\n';
		if (*c == '@' && !strncmp(c + 1, tag, n) && strspn(c + 1 + n, "abcdefghijklmnopqrstuvwxyz0123456789_") == 0) {
			const char *start = c;
			while (start > text && start[-1] != '\n')
				start--;
			if (strncmp(start, "// search:", 10) != 0)
				return line;
		}
	}
	return 0;
}

static void read_claims(struct litmus *x, const char *path)
{
	struct bytes text;
	struct trouble t;
	const char *all;

	if (!file_read(&x->arena, path, &text, &t))
		die("%s", t.text);
	all = arena_copy(&x->arena, text.at, text.len);
	for (const char *line = all; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		struct claim *c = &x->claim[x->nclaims];
		char answer[16];
		if (sscanf(line, "// search: race @%31s @%31s : %15s", c->a, c->b, answer) != 3)
			continue;
		c->line_a = line_of(all, c->a);
		c->line_b = line_of(all, c->b);
		c->races = !strcmp(answer, "found");
		if (!c->line_a || !c->line_b || ++x->nclaims == MOST_CLAIMS)
			die("%s: marks that are not there, or too many claims", path);
	}
	if (!x->nclaims)
		die("%s: it says nothing", path);
}

static uint64_t check_file(const struct extracted *u, const char *path, struct litmus *x)
{
	struct execution_log l = { .arena = &x->arena };
	struct machine m;

	arena_init(&x->arena, "litmus");
	load(x, u);
	read_claims(x, path);
	if (!machine_start(&m, x->image, NULL))
		die("%s: %s", path, m.why ? m.why : "it cannot be started");
	explore(x, &m, &l);
	machine_release(&m);
	for (uint32_t i = 0; i < x->nclaims; i++)
		if (x->claim[i].races && !x->claim[i].shown) {
			x->wrong++;
			printf("%s: @%s and @%s do not race in any interleaving\n", path, x->claim[i].a, x->claim[i].b);
		}
	if (x->too_many) {
		x->wrong++;
		printf("%s: too many interleavings\n", path);
	}
	printf("%s: %" PRIu64 " interleavings, %" PRIu64 " pairs of accesses compared, %" PRIu64 " races\n", path, x->executions,
	       x->compared, x->races);
	arena_release(&x->arena);
	return x->wrong;
}

/* ---- random programs ---- */

static const char *const orders[] = { "__ATOMIC_RELAXED", "__ATOMIC_ACQUIRE", "__ATOMIC_RELEASE", "__ATOMIC_ACQ_REL",
				      "__ATOMIC_SEQ_CST" };

static const char *order(uint64_t *s, const uint8_t *allowed, uint32_t n)
{
	return orders[allowed[pick(s, n)]];
}

static void statement(FILE *f, uint64_t *s, uint32_t depth)
{
	static const uint8_t loads[] = { 0, 0, 1, 4 }, stores[] = { 0, 0, 2, 4 }, any[] = { 0, 0, 1, 2, 3, 4 },
			     fences[] = { 1, 2, 3, 4 };
	const char *a = pick(s, 3) ? "a" : "b", *d = pick(s, 3) ? "d" : "e";

	switch (pick(s, 9)) {
	case 0:
		fprintf(f, "\t%s = %u;\n", d, pick(s, 9));
		break;
	case 1:
		fprintf(f, "\tr += %s;\n", d);
		break;
	case 2:
		fprintf(f, "\t__atomic_store_n(&%s, %u, %s);\n", a, 1 + pick(s, 2), order(s, stores, 4));
		break;
	case 3:
		fprintf(f, "\t__atomic_thread_fence(%s);\n", order(s, fences, 4));
		break;
	case 4:
		fprintf(f, "\t__atomic_fetch_add(&%s, 1, %s);\n", a, order(s, any, 6));
		break;
	case 5:
		fprintf(f, "\t{ int w = %u; r += __atomic_compare_exchange_n(&%s, &w, %u, 0, %s, %s); }\n", pick(s, 3), a,
			1 + pick(s, 2), order(s, any, 6), order(s, loads, 4));
		break;
	case 6:
		fprintf(f, "\t__atomic_signal_fence(%s);\n", order(s, fences, 4));
		break;
	default:
		fprintf(f, "\tif (__atomic_load_n(&%s, %s) == %u) {\n", a, order(s, loads, 4), 1 + pick(s, 2));
		if (pick(s, 2))
			fprintf(f, "\t__atomic_thread_fence(%s);\n", order(s, fences, 4));
		fprintf(f, pick(s, 2) ? "\tr += %s;\n" : "\t%s = 7;\n", d);
		if (depth < 2 && pick(s, 2))
			statement(f, s, depth + 1);
		fputs("\t}\n", f);
	}
}

static const char *generate_atomic(struct arena *a, uint64_t seed)
{
	uint64_t s = seed * 0x9e3779b97f4a7c15ull + 0x7654321;
	uint32_t threads = 2 + !pick(&s, 3);
	char *text = NULL;
	const char *out;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	if (!f)
		die("no memory for a program");
	fputs("typedef unsigned long pthread_t;\nint pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\n"
	      "int pthread_join(pthread_t, void **);\nint a, b, d, e;\n",
	      f);
	for (uint32_t t = 1; t <= threads; t++) {
		fprintf(f, "static void *f%u(void *arg)\n{\n\tlong r = 0;\n", t);
		if (pick(&s, 2))
			fputs("\td = 1;\n", f);
		for (uint32_t i = 0; i < 7 - threads; i++)
			statement(f, &s, 0);
		fputs("\treturn (void *)r;\n}\n", f);
	}
	fputs("int main(void)\n{\n\tpthread_t t[3];\n", f);
	for (uint32_t t = 1; t <= threads; t++)
		fprintf(f, "\tpthread_create(&t[%u], 0, f%u, 0);\n", t - 1, t);
	if (pick(&s, 2))
		for (uint32_t t = 1; t <= threads; t++)
			fprintf(f, "\tpthread_join(t[%u], 0);\n", t - 1);
	fputs("\treturn d + e;\n}\n", f);
	fclose(f);
	out = arena_copy(a, text, n);
	free(text);
	return out;
}

static void check_random(const struct extracted *u, uint64_t seed, struct litmus *x)
{
	x->chance = seed * 0x2545f4914f6cdd1dull + 99;
	arena_init(&x->arena, "litmus");
	x->pair.n = 0;
	x->pair.at = NULL;
	x->pair.cap = 0;
	load(x, u);
	for (uint32_t i = 0; i < RANDOM_EXECUTIONS; i++)
		run_by_chance(x);
	if (seed % ASKED == 0)
		ask_search(x);
	arena_release(&x->arena);
}

/* ---- all of them ---- */

static struct arena arena;

static void extract_all(const char **path, uint32_t n, struct extract *units, struct models **models)
{
	struct models_options none = { 0 };
	struct extract_options how = { .cache = NULL, .workers = 2 };
	struct jobs jobs;
	struct trouble t;

	*models = models_load(&arena, &none, &t);
	if (!*models || !capture_files(&arena, path, n, NULL, 0, &jobs, &t) || !extract_run(&arena, &jobs, &how, units, &t))
		die("%s", t.text);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The programs of a directory that claim something. */
static const char **programs_in(const char *directory, uint32_t *n)
{
	VEC(const char *) path = { 0 };
	DIR *d = opendir(directory);
	struct dirent *e;
	struct bytes text;
	struct trouble t;

	if (!d)
		die("%s: cannot be read", directory);
	while ((e = readdir(d))) {
		const char *one = arena_format(&arena, "%s/%s", directory, e->d_name);
		size_t len = strlen(one);
		if (len < 2 || strcmp(one + len - 2, ".c") != 0)
			continue;
		if (!file_read(&arena, one, &text, &t))
			die("%s", t.text);
		if (!strncmp(text.at, "// search: race", 15))
			*vec_add(&arena, &path) = one;
	}
	closedir(d);
	if (!path.n)
		die("%s: no program says what races", directory);
	qsort(path.at, path.n, sizeof *path.at, by_name);
	*n = path.n;
	return path.at;
}

static int files(const char **path, uint32_t n)
{
	struct extract units;
	struct models *models;
	uint64_t wrong = 0;

	extract_all(path, n, &units, &models);
	for (uint32_t i = 0; i < n; i++)
		wrong += check_file(&units.unit[i], path[i], &(struct litmus){ .models = models });
	extract_release(&units);
	printf("%u programs, %" PRIu64 " wrong\n", n, wrong);
	return wrong > 0;
}

static int random_programs(uint64_t first, uint32_t n, const char *keep)
{
	char own[] = "/tmp/snag-litmus-XXXXXX";
	const char *dir = keep ? keep : mkdtemp(own), **path = arena_array(&arena, n, sizeof *path), *text;
	struct litmus x = { 0 };
	struct extract units;
	struct trouble t;

	for (uint32_t i = 0; i < n; i++) {
		path[i] = arena_format(&arena, "%s/p%" PRIu64 ".c", dir, first + i);
		text = generate_atomic(&arena, first + i);
		if (!file_write(path[i], text, strlen(text), &t))
			die("%s", t.text);
	}
	extract_all(path, n, &units, &x.models);
	x.primitives = primitives_load(&arena, NULL, 8, &t);
	if (!x.primitives)
		die("%s", t.text);
	for (uint32_t i = 0; i < n; i++)
		check_random(&units.unit[i], first + i, &x);
	extract_release(&units);
	for (uint32_t i = 0; !keep && i < n; i++)
		unlink(path[i]);
	if (!keep)
		rmdir(dir);
	printf("%u programs, %" PRIu64 " executions, %" PRIu64 " pairs of accesses, %" PRIu64 " races, %" PRIu64
	       " searches, %" PRIu64 " missed, %" PRIu64 " wrong\n",
	       n, x.executions, x.compared, x.races, x.asked, x.missed, x.wrong);
	return x.wrong || x.missed || !x.races || x.races == x.compared;
}

int main(int argc, char **argv)
{
	uint64_t first = argc > 2 ? strtoull(argv[1], NULL, 10) : 0;
	const char **path;
	uint32_t n;
	int status;

	arena_init(&arena, "litmus");
	if (first)
		status = random_programs(first, (uint32_t)atoi(argv[2]), argc > 3 ? argv[3] : NULL);
	else
		path = programs_in(argc > 1 ? argv[1] : ".", &n), status = files(path, n);
	arena_release(&arena);
	return status;
}
