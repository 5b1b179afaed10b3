/* race_make: uses made by hand, for the tests of race: terms, cells and locks as summaries would give them. One thread class of
 * which there are many (1), and another one (2). */
#ifndef TESTS_UNIT_RACE_MAKE_H
#define TESTS_UNIT_RACE_MAKE_H

#include "make.h"
#define entry solver_entry /* points and threads both have one, and no other file needs both */
#include "points/solve/classes.h"
#undef entry
#include "race/build.h"
#include "term/value.h"
#include "threads/running.h"

enum { MADE_CLASSES = 8, FOLDED = 7 };

static struct arena arena;
static struct races r;
static struct points points;
static struct threads threads;
static struct contexts contexts;
static struct running running;
static struct classes classes;
static struct program *p;

static inline int race_begin(void **state)
{
	static struct summaries s;

	(void)state;
	arena_init(&arena, "race test");
	p = make_unit(&arena, "race.c");
	points = (struct points){ .p = p, .classes = &classes, .nclasses = MADE_CLASSES };
	contexts = (struct contexts){ .points = &points };
	classes.fold = arena_array(&arena, MADE_CLASSES + 1, sizeof *classes.fold);
	classes.first_object = arena_array(&arena, MADE_CLASSES + 2, sizeof *classes.first_object);
	classes.fold[FOLDED] = 8;
	running = (struct running){ .p = p, .c = &contexts };
	threads = (struct threads){ .running = &running, .contexts = &contexts };
	for (uint32_t i = 0; i <= 2; i++)
		*vec_add(&arena, &threads.thread) =
		    (struct thread){ .self = i == 1, .multiplicity = i == 1 ? THREAD_MANY : THREAD_ONE };
	s = (struct summaries){ .p = p, .points = &points, .threads = &threads, .contexts = &contexts };
	r = (struct races){ .arena = &arena, .s = &s, .p = p, .points = &points, .threads = &threads, .contexts = &contexts };
	terms_init(&r.terms, &arena);
	arena_init(&r.walks, "walks");
	intern_init(&r.held, &arena);
	(void)vec_add(&arena, &r.use);
	(void)vec_add(&arena, &r.cell);
	(void)vec_add(&arena, &r.clash);
	(void)vec_add(&arena, &r.walk);
	return 0;
}

static inline int race_end(void **state)
{
	(void)state;
	arena_release(&r.walks);
	arena_release(&arena);
	return 0;
}

/* ---- terms ---- */

static inline uint32_t variable(const char *name)
{
	struct sym_id s = make_sym(p, (struct sym){ .kind = SYM_VARIABLE, .linkage = LINK_STATIC, .flags = SYM_DEFINED }, name);

	return term_make(&r.terms, &(struct term){ .kind = TERM_SYM, .a = s.i });
}

static inline uint32_t parameter(uint32_t k)
{
	return term_make(&r.terms, &(struct term){ .kind = TERM_PARAM, .a = 1, .b = k });
}

static inline uint32_t value(uint32_t inst)
{
	return term_make(&r.terms, &(struct term){ .kind = TERM_RESULT, .a = 1, .b = inst });
}

static inline uint32_t number(int64_t n)
{
	return term_make(&r.terms, &(struct term){ .kind = TERM_INT, .offset = n });
}

static inline uint32_t field(uint32_t base, int64_t offset)
{
	return term_field(&r.terms, base, offset);
}

static inline uint32_t loaded(uint32_t base)
{
	return term_step(&r.terms, TERM_STABLE, base);
}

static inline uint32_t element(uint32_t base, uint32_t index)
{
	return term_make(&r.terms, &(struct term){ .kind = TERM_INDEX, .base = base, .a = index });
}

/* ---- uses ---- */

static inline struct use *use(uint32_t thread, uint32_t at, uint8_t flags)
{
	struct use *u = vec_add(&arena, &r.use);

	*u = (struct use){ .thread = thread, .kind = r.use.n, .at = at, .flags = flags, .size = 4 };
	return u;
}

/* Somewhere in a class of points. */
static inline struct use *in_class(struct use *u, uint32_t class, int32_t offset)
{
	u->cell = r.cell.n;
	u->ncells = 1;
	*vec_add(&arena, &r.cell) = (struct cell){ class, offset };
	return u;
}

static inline struct use *holding(struct use *u, uint32_t lock, bool shared)
{
	struct held g = { .term = lock, .family = 1, .flags = shared ? HELD_SHARED : 0 };

	u->held = intern_bytes(&r.held, &g, sizeof g);
	return u;
}

/* All terms are made. */
static inline void settle(void)
{
	struct term *table = arena_array(&arena, r.terms.row.n + 1, sizeof *table);

	for (uint32_t i = 1; i < r.terms.row.n; i++)
		table[i] = term_get(&r.terms, i);
	r.term = table;
}

#endif
