/* prove_try: the search alone, without the phases before it; with --replay 1 what is found is run again.
 *
 *     prove_try [--ts N] [--switches N] [--seconds N] [--work N] [--megabytes N] [--loops N] [--depth N] [--steps N] [--paths N] [--solver N]
 *               [--pointer 4] [--define NAME] [--cache DIR] [--emit-c FILE] [--replay 1] FILE
 *               race LINE LINE... | deadlock LINE LINE... | assert [LINE]
 *
 * race: any two accesses on two of these lines (or twice on one), at least one a write. Prints what was found, or the bounds,
 * and what it cost. */
#include <stdlib.h>
#include <string.h>

#include "extract/extract.h"
#include "link/link.h"
#include "prove/data/effort.h"
#include "prove/emit/emit.h"
#include "prove/execute/primitives.h"
#include "prove/prove.h"
#include "prove/replay/replay.h"

struct trying {
	struct arena arena;
	struct prove_options opt;
	const char *file, *kind, *cache, *emit;
	int replay;
	bool small; /* -m32 */
	const char *define; /* -D */
	uint32_t line[64], nlines;
	const struct program *p;
	VEC(struct schedule_place) place; /* instructions on these lines */
	VEC(uint8_t) write;
	VEC(struct goal_pair) pair;
	struct goal goal;
};

static const char *parse(struct trying *t, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *next = i + 1 < argc ? argv[i + 1] : "";
		if (!strcmp(argv[i], "--ts"))
			t->opt.ts = (uint32_t)atoi(next), t->opt.switches = 0, i++;
		else if (!strcmp(argv[i], "--switches"))
			t->opt.switches = (uint32_t)atoi(next), i++;
		else if (!strcmp(argv[i], "--seconds"))
			t->opt.seconds = (uint32_t)atoi(next), i++;
		else if (!strcmp(argv[i], "--work"))
			t->opt.seconds = atoi(next) / (double)EFFORT_SECOND, (void)effort_by_steps(true), i++;
		else if (!strcmp(argv[i], "--megabytes"))
			t->opt.megabytes = (uint32_t)atoi(next), i++;
		else if (!strcmp(argv[i], "--pointer"))
			t->small = atoi(next) == 4, i++;
		else if (!strcmp(argv[i], "--define"))
			t->define = next, i++;
		else if (!strcmp(argv[i], "--loops"))
			t->opt.loops = (uint32_t)atoi(next), i++;
		else if (!strcmp(argv[i], "--depth"))
			t->opt.depth = (uint32_t)atoi(next), i++;
		else if (!strcmp(argv[i], "--steps"))
			t->opt.steps = (uint64_t)atoll(next), i++;
		else if (!strcmp(argv[i], "--paths"))
			t->opt.paths = (uint64_t)atoll(next), i++;
		else if (!strcmp(argv[i], "--solver"))
			t->opt.solver = (uint64_t)atoll(next), i++;
		else if (!strcmp(argv[i], "--emit-c"))
			t->emit = next, i++;
		else if (!strcmp(argv[i], "--replay"))
			t->replay = atoi(next), i++;
		else if (!strcmp(argv[i], "--cache"))
			t->cache = next, i++;
		else if (!t->file)
			t->file = argv[i];
		else if (!t->kind)
			t->kind = argv[i];
		else if (t->nlines < 64)
			t->line[t->nlines++] = (uint32_t)atoi(argv[i]);
	}
	return t->file && t->kind ? NULL : "usage: prove_try FILE race|deadlock|assert LINE...";
}

static bool mentions(void *context, const char *name)
{
	const struct program *p = context;

	for (uint32_t i = 1; i < p->sym.n; i++)
		if (!strcmp(program_str(p, p->sym.at[i].name), name))
			return true;
	return false;
}

static struct program *load(struct trying *t)
{
	struct extract_options options = { .cache = t->cache, .workers = 1 };
	struct link_group group = { .name = "try", .start = "main" };
	const char *flags[2];
	uint32_t nflags = 0;
	struct extract units;
	struct jobs jobs;
	struct trouble trouble;
	struct linked *linked;

	if (t->small)
		flags[nflags++] = "-m32";
	if (t->define)
		flags[nflags++] = arena_format(&t->arena, "-D%s", t->define);
	if (!capture_files(&t->arena, &t->file, 1, flags, nflags, &jobs, &trouble) ||
	    !extract_run(&t->arena, &jobs, &options, &units, &trouble))
		die("%s", trouble.text);
	if (units.failed)
		die("%s", units.unit[0].error);
	*vec_add(&t->arena, &group.unit) = 0;
	linked = link_program(&t->arena, &(struct link_unit){ units.unit[0].path, t->file, false, false, false }, &group, &trouble);
	if (!linked)
		die("%s", trouble.text);
	extract_release(&units);
	return linked->program;
}

static bool wanted(const struct trying *t, uint32_t line)
{
	for (uint32_t i = 0; i < t->nlines; i++)
		if (t->line[i] == line)
			return true;
	return !t->nlines;
}

static void find_places(struct trying *t)
{
	bool race = !strcmp(t->kind, "race");
	struct body b = { 0 };

	for (uint32_t k = 1; k < t->p->fn.n; k++) {
		body_get(&t->arena, t->p, (struct fn_id){ k }, &b);
		for (uint32_t i = 0; i < b.inst.n; i++) {
			const struct inst *in = &b.inst.at[i];
			bool access = in->op == OP_load || in->op == OP_store || in->op == OP_rmw || in->op == OP_memcpy ||
				      in->op == OP_memset || in->op == OP_cmpxchg;
			if (!wanted(t, b.loc.at[in->loc].line) || !(in->op == OP_call || (race && access)))
				continue;
			*vec_add(&t->arena, &t->place) = (struct schedule_place){ 0, { k }, i };
			*vec_add(&t->arena, &t->write) = in->op != OP_load;
		}
	}
}

static void make_goal(struct trying *t)
{
	find_places(t);
	if (!strcmp(t->kind, "race")) {
		for (uint32_t i = 0; i < t->place.n; i++)
			for (uint32_t k = i; k < t->place.n; k++)
				if (t->write.at[i] || t->write.at[k])
					*vec_add(&t->arena, &t->pair) = (struct goal_pair){ t->place.at[i], t->place.at[k] };
		t->goal = (struct goal){ .kind = GOAL_RACE, .pair = t->pair.at, .npairs = t->pair.n };
	} else if (!strcmp(t->kind, "deadlock")) {
		t->goal = (struct goal){ .kind = GOAL_DEADLOCK, .place = t->place.at, .nplaces = t->place.n };
	} else {
		t->goal = (struct goal){ .kind = GOAL_ASSERT, .place = t->place.at, .nplaces = t->nlines ? t->place.n : 0 };
	}
}

static void print(const struct trying *t, const struct prove_result *r)
{
	static const char *const outcome[] = { "", "found", "not within", "cannot" };

	printf("%s%s%s; %llu paths, %llu steps, %llu questions", outcome[r->outcome], r->text ? ": " : "", r->text ? r->text : "",
	       (unsigned long long)r->paths, (unsigned long long)r->steps, (unsigned long long)r->questions);
	if (r->outcome == PROVE_FOUND) {
		printf("; %u preemptions:", r->preemptions);
		for (uint32_t i = 0; i < r->schedule.segment.n; i++)
			printf(" %u*%llu", r->schedule.segment.at[i].thread, (unsigned long long)r->schedule.segment.at[i].steps);
		for (uint32_t i = 0; i < r->schedule.place.n; i++)
			printf(" | %u at %s:%u", r->schedule.place.at[i].thread,
			       program_fn_name(t->p, r->schedule.place.at[i].fn), r->schedule.place.at[i].inst);
	}
	printf("\n");
}

static void run_again(struct trying *t, const struct models *models, struct prove_result *r)
{
	struct finding_proof proof;

	replay_run(&t->arena, machine_image(&t->arena, t->p, models), &r->schedule, &proof);
	r->text = proof.state == PROOF_CONFIRMED ? "confirmed" :
		  proof.state == PROOF_ASSUMING	 ? "confirmed, assuming" :
						   arena_format(&t->arena, "refuted: %s", proof.text);
}

static int emit(const struct trying *t, const struct points *points, const struct program *primitives)
{
	FILE *out = fopen(t->emit, "w");

	if (!out)
		die("%s: cannot be written", t->emit);
	emit_c(points, primitives, &t->goal, &t->opt, out);
	return fclose(out) ? EXIT_TROUBLE : EXIT_CLEAN;
}

int main(int argc, char **argv)
{
	static struct trying t;
	struct models_options none = { 0 };
	struct prove_result result;
	struct program *p;
	struct trouble trouble;
	struct models *models;
	const struct program *primitives;
	const struct points *points;
	const char *wrong;

	arena_init(&t.arena, "try");
	prove_defaults(&t.opt);
	wrong = parse(&t, argc, argv);
	if (wrong)
		die("%s", wrong);
	t.p = p = load(&t);
	models = models_load(&t.arena, &none, &trouble);
	primitives = models ? primitives_load(&t.arena, t.cache, program_pointer_bytes(t.p), &trouble) : NULL;
	if (!primitives)
		die("%s", trouble.text);
	models_select(models, mentions, p);
	make_goal(&t);
	points = points_run(&t.arena, p, models, (struct points_start){ "main", true });
	if (t.emit)
		return emit(&t, points, primitives);
	prove_search(&t.arena, points, primitives, &t.goal, &t.opt, &result);
	if (t.replay && result.outcome == PROVE_FOUND)
		run_again(&t, models, &result);
	print(&t, &result);
	return result.outcome == PROVE_FOUND ? EXIT_FINDINGS : EXIT_CLEAN;
}
