/* search: deeper and deeper, until something is found or a bound is met; and what was found, as a schedule. */
#include <string.h>

#include "base/stat.h"
#include "prove/data/effort.h"
#include "prove/search/execute.h"

void prove_defaults(struct prove_options *o)
{
	*o = (struct prove_options){ .ts = PROVE_TS_UNBOUNDED,
				     .switches = 3,
				     .loops = 16,
				     .depth = 256,
				     .steps = 1000000,
				     .paths = 10000000,
				     .solver = 2000000,
				     .seconds = 10,
				     .megabytes = 1024 };
}

/* ---- the start ---- */

enum { ARGUMENTS = 3, LETTERS = 8 };

/* What a room of the outside holds from the beginning. */
static bool set_initial(struct execution *m, uint64_t room, uint64_t at, struct value v)
{
	return space_set_initial(&m->space, space_any(&m->space, room), at, v) && space_write(&m->space, room + at, v);
}

static enum step execute_wrong_start(struct execution *m)
{
	execute_cut(m, CUT_MEMORY, NULL);
	return execute_dead(m, "too little memory");
}

/* Where only argc is looked at, it is any number. */
static bool start_count(struct execution *m, struct value *arg)
{
	*arg = value_symbol(&m->smt, 32);
	smt_assume(&m->smt, Z3_mk_bvsge(m->smt.z3, arg->ast, value_ast(&m->smt, value_of_number(32, 0))));
	return true;
}

/* argv: one, two or three strings of unknown letters. */
static bool start_strings(struct execution *m, struct value arg[3])
{
	uint32_t n = 1 + execute_choose(m, ARGUMENTS);
	uint64_t word = m->space.pointer, argv = space_new(&m->space, ROOM_INPUT, (ARGUMENTS + 1) * word);
	uint64_t envp = space_new(&m->space, ROOM_INPUT, word);

	for (uint32_t i = 0; argv && i < n; i++) {
		uint64_t text = space_new(&m->space, ROOM_INPUT, LETTERS + 1);
		if (!text || !set_initial(m, argv, i * word, space_pointer(&m->space, text)))
			return false;
		for (uint32_t k = 0; k < LETTERS; k++)
			if (!set_initial(m, text, k, value_symbol(&m->smt, 8)))
				return false;
	}
	arg[0] = value_of_number(32, n);
	arg[1] = space_pointer(&m->space, argv);
	arg[2] = space_pointer(&m->space, envp);
	return argv && envp;
}

static bool start_arguments(struct execution *m, const struct seq_fn *f, struct value arg[3])
{
	uint32_t n = f->body.param.n;

	if ((n > 1 && f->used[2]) || (n > 2 && f->used[3])) {
		execute_cut(m, CUT_ARGUMENTS, NULL);
		return start_strings(m, arg);
	}
	return !f->used[1] || start_count(m, arg);
}

enum step execute_start(struct execution *m)
{
	struct value null = space_pointer(&m->space, 0), arg[3] = { value_of_number(32, 1), null, null };
	const struct seq_fn *f = seq_function(m->seq, m->opt->nroots ? m->opt->root[0] : m->start);
	uint32_t n = f->body.param.n;

	if (m->opt->nroots)
		return harness_start(m);
	if (n > 3) {
		m->no_start = "the function to start from has parameters that main has not";
		return STEP_DEAD;
	}
	if (n && !start_arguments(m, f, arg))
		return execute_wrong_start(m);
	if (execute_spawn(m, m->start, arg, n) != 0)
		return execute_dead(m, "too little memory"); /* and that was noted */
	m->nstart = n;
	memcpy(m->start_arg, arg, sizeof arg);
	execute_run_now(m, 0);
	return STEP_ON;
}

/* ---- one depth ---- */

static bool set_up(struct execution *m)
{
	size_t cap = (size_t)m->opt->megabytes << 20;

	if (stat_resident() > m->most_resident - cap / 8) { /* what earlier depths have left */
		smt_release(&m->smt);
		smt_init(&m->smt, m->opt->solver);
	}
	if (!region_init(&m->region, cap))
		return false;
	smt_again(&m->smt, cap / 4);
	m->smt.deadline = m->slice < m->deadline ? m->slice : m->deadline;
	space_init(&m->space, &m->region, &m->smt, m->seq->p);
	m->core = (struct core){ .current = NOBODY };
	m->thread = region_alloc(&m->region, SPACE_THREADS * sizeof *m->thread);
	m->stack = region_alloc(&m->region, SPACE_THREADS * sizeof *m->stack);
	m->input = region_alloc(&m->region, MOST_INPUTS * sizeof *m->input);
	m->segment = region_alloc(&m->region, MOST_SEGMENTS * sizeof *m->segment);
	m->undefined = region_alloc(&m->region, m->seq->p->konst.n * sizeof *m->undefined);
	m->spare = region_alloc(&m->region, FRAME_CLASSES * sizeof *m->spare);
	m->root_arg = region_alloc(&m->region, PROVE_ROOTS * (size_t)HARNESS_ARGUMENTS * sizeof *m->root_arg);
	m->space.open = m->opt->nroots && m->opt->open;
	if (!order_begin(m))
		return false;
	m->choice.n = 0;
	m->forced = NOBODY;
	m->refine_at = 0;
	m->hope = NULL;
	return !m->region.full;
}

static void tear_down(struct execution *m)
{
	region_release(&m->region);
}

/* ---- the schedule ---- */

struct telling {
	struct execution *m;
	struct arena *out;
	struct schedule *s;
	Z3_model model; /* NULL: everything is known */
	uint32_t *object; /* by room: its number in the schedule + 1 */
	VEC(uint32_t) room; /* by object */
};

static value_wide number_of(struct telling *t, struct value v)
{
	uint64_t lo, hi;

	if (!v.ast)
		return value_get(v);
	if (!t->model)
		return 0;
	smt_eval(&t->m->smt, t->model, v.ast, &lo, &hi);
	return (value_wide)hi << 64 | lo;
}

static struct schedule_value tell_value(struct telling *t, struct value v)
{
	value_wide n = number_of(t, v);
	const struct room *room = v.bits == t->m->space.pointer * 8 ? space_any(&t->m->space, (uint64_t)n) : NULL;
	struct schedule_value out = { .kind = VALUE_NUMBER, .lo = (uint64_t)n, .hi = (uint64_t)(n >> 64) };
	uint32_t k = space_number(&t->m->space, (uint64_t)n);

	if (!room || (room->kind != ROOM_INPUT && room->kind != ROOM_VARIABLE && room->kind != ROOM_FUNCTION))
		return out;
	out = (struct schedule_value){ .kind = VALUE_SYMBOL,
				       .sym = room->sym,
				       .offset = (int32_t)space_offset(&t->m->space, (uint64_t)n) };
	if (room->kind == ROOM_INPUT) {
		if (!t->object[k]) {
			*vec_add(t->out, &t->room) = k;
			t->object[k] = t->room.n;
		}
		out.kind = VALUE_OBJECT;
		out.object = t->object[k] - 1;
	}
	return out;
}

/* What the program itself says of a variable, where nothing else was decided. */
static void tell_initialiser(struct telling *t, const struct room *room, struct schedule_object *o)
{
	const struct program *p = t->m->seq->p;
	const struct sym *sym = program_sym(p, room->sym);
	struct bytes data = program_bytes(p, sym->data);

	o->sym = room->sym;
	if (data.len)
		memcpy(o->bytes, data.at, data.len < o->size ? data.len : o->size);
	for (uint32_t i = 0; i < sym->nrelocs; i++) {
		const struct reloc *r = &p->reloc.at[sym->reloc + i];
		struct schedule_value to = { .kind = VALUE_SYMBOL, .sym = r->sym, .offset = r->addend };
		if (r->kind == RELOC_ADDRESS && r->size == t->m->space.pointer && r->offset + r->size <= o->size &&
		    !space_initial(room, r->offset).bits)
			*vec_add(t->out, &o->pointer) = (struct schedule_pointer){ r->offset, to };
	}
}

/* The bytes that a room of the outside had in the beginning: what the program writes into it later is its own doing. */
static void tell_object(struct telling *t, uint32_t k)
{
	const struct room *room = t->m->space.room[k];
	struct schedule_object *o = vec_add(t->out, &t->s->object);
	uint32_t word = t->m->space.pointer;

	*o = (struct schedule_object){ .type = room->type, .size = room->size };
	o->bytes = arena_alloc(t->out, room->size + 1);
	if (room->kind == ROOM_VARIABLE)
		tell_initialiser(t, room, o);
	for (uint64_t i = 0; room->initial && i < room->size; i++)
		if (space_initial(room, i).bits == 8)
			o->bytes[i] = (uint8_t)number_of(t, space_initial(room, i));
	for (uint64_t i = 0; room->initial && i + word <= room->size; i += word) {
		struct schedule_value to;
		if (space_initial(room, i).bits != word * 8)
			continue;
		to = tell_value(t, space_initial(room, i));
		memset(o->bytes + i, 0, word);
		*vec_add(t->out, &o->pointer) = (struct schedule_pointer){ i, to };
	}
}

/* Of a harness: variables that were looked into. */
static void tell_variables(struct telling *t)
{
	for (uint32_t i = 1; i < t->m->space.nrooms; i++) {
		const struct room *room = t->m->space.room[i];
		if (room->kind == ROOM_VARIABLE && room->lazy && room->initial) {
			*vec_add(t->out, &t->room) = i;
			t->object[i] = t->room.n;
		}
	}
}

static void tell_roots(struct telling *t)
{
	const struct execution *m = t->m;

	for (uint32_t i = 0; i < (m->opt->nroots ? m->opt->nroots : 1); i++) {
		struct schedule_root *root = vec_add(t->out, &t->s->root);
		struct fn_id fn = m->opt->nroots ? m->opt->root[i] : m->start;
		uint32_t n = m->opt->nroots ? seq_function(m->seq, fn)->body.param.n : m->nstart;
		*root = (struct schedule_root){ .fn = fn };
		for (uint32_t k = 0; k < n; k++)
			*vec_add(t->out, &root->arg) =
				tell_value(t, m->opt->nroots ? m->root_arg[i * HARNESS_ARGUMENTS + k] : m->start_arg[k]);
	}
}

/* Nobody has asked for the value: no condition of the path has it, or nobody reads it at all. */
static bool is_free(struct execution *m, const struct input *x)
{
	const struct seq_fn *f = seq_function(m->seq, x->fn);

	if (!x->written && !f->used[body_value(&f->body, x->inst)])
		return true;
	return x->value.ast && !smt_mentions(&m->smt, x->value.ast);
}

/* Of an object that a call writes: behind the last byte that somebody has asked for. */
static uint64_t reach_of(struct execution *m, const struct input *x)
{
	const struct room *room = x->written ? space_any(&m->space, x->value.lo) : NULL;
	uint64_t n = room ? room->size : 0;

	while (n) {
		struct value v = space_initial(room, n - 1);
		if (v.bits && (!v.ast || smt_mentions(&m->smt, v.ast)))
			break;
		n--;
	}
	return n;
}

static void tell_inputs(struct telling *t)
{
	for (uint32_t id = 0; id < t->m->core.nthreads; id++)
		for (uint32_t i = 0; i < t->m->core.ninputs; i++) {
			const struct input *x = &t->m->input[i];
			if (x->thread == id)
				*vec_add(t->out, &t->s->input) =
					(struct schedule_input){ id, x->fn, x->inst, x->turn, tell_value(t, x->value),
								 is_free(t->m, x), reach_of(t->m, x) };
		}
}

/* Which of the rooms that its thread has made there it is. */
static uint32_t turn_of(const struct telling *t, const struct room *room)
{
	uint32_t n = 0;

	for (uint32_t i = 1; i < room->number; i++) {
		const struct room *x = t->m->space.room[i];
		n += x->set && x->thread == room->thread && x->fn.i == room->fn.i && x->inst == room->inst;
	}
	return n;
}

/* What nobody has set and somebody has read: bytes of memory, and local variables in registers. */
static void tell_unset(struct telling *t)
{
	const struct program *p = t->m->seq->p;

	for (uint32_t k = 1; k < t->m->space.nrooms; k++) {
		const struct room *room = t->m->space.room[k];
		for (uint64_t i = 0; room->set && room->initial && i < room->size; i++)
			if (space_initial(room, i).bits == 8)
				*vec_add(t->out, &t->s->unset) =
					(struct schedule_unset){ room->thread, room->fn, room->inst, turn_of(t, room), i,
								 (uint8_t)number_of(t, space_initial(room, i)) };
	}
	for (uint32_t k = 1; k < p->konst.n; k++)
		if (t->m->undefined[k].bits)
			*vec_add(t->out, &t->s->undefined) =
				(struct schedule_undefined){ k, (uint64_t)number_of(t, t->m->undefined[k]) };
}

/* False: the path cannot be, after all: the solver has given up on it. */
static bool tell(struct execution *m, struct arena *out, struct schedule *s)
{
	struct telling t = { .m = m, .out = out, .s = s };

	*s = (struct schedule){ .apart = m->apart,
				.own = m->seq->goal->own,
				.start = m->opt->nroots ? START_ROOTS : START_MAIN,
				.goal = m->seq->goal->kind };
	if (m->smt.z3 && smt_ask(&m->smt, NULL, &t.model) != SMT_YES)
		return false;
	if (m->smt.z3)
		Z3_model_inc_ref(m->smt.z3, t.model);
	t.object = arena_array(m->arena, m->space.nrooms + 1, sizeof *t.object);
	tell_variables(&t);
	tell_roots(&t);
	tell_inputs(&t);
	tell_unset(&t);
	for (uint32_t i = 0; i < t.room.n; i++) /* grows while it is told */
		tell_object(&t, t.room.at[i]);
	execute_switch(m, NOBODY);
	for (uint32_t i = 0; i < m->core.nsegments; i++)
		*vec_add(out, &s->segment) = m->segment[i];
	for (uint32_t i = 0; i < m->core.nthreads; i++)
		if (m->thread[i].carrier)
			*vec_add(out, &s->visit) = (struct schedule_visit){ i, m->thread[i].carrier - 1 };
	for (uint32_t i = 0; i < m->nfound; i++)
		*vec_add(out, &s->place) = m->found[i];
	return true;
}

/* ---- all depths ---- */

static bool depth(struct execution *m, struct arena *out, struct prove_result *r)
{
	bool found;

	if (!set_up(m)) {
		r->outcome = PROVE_CANNOT;
		r->text = "too little memory to begin";
		tear_down(m);
		return true;
	}
	found = false;
	while (!found && execute_run(m) == STEP_FOUND) {
		found = tell(m, out, &r->schedule);
		if (!found && !execute_back(m))
			break; /* what was found there cannot be, and it was the last path */
	}
	if (found) {
		r->outcome = PROVE_FOUND;
		r->preemptions = m->core.spent;
	}
	if (m->startup && !m->opt->nroots)
		execute_cut(m, CUT_STARTUP, NULL);
	if (m->space.zeros)
		execute_cut(m, CUT_UNSET, NULL);
	if (m->space.foreign.i)
		execute_cut(m, CUT_VARIABLES, program_str(m->seq->p, program_sym(m->seq->p, m->space.foreign)->name));
	if (m->space.streams)
		execute_cut(m, CUT_VARIABLES, "stdin, stdout, stderr");
	if (m->smt.gave_up)
		execute_cut(m, CUT_SOLVER, NULL);
	if (!found && effort_now() > m->deadline) /* the solver answers nothing any more then, and paths end */
		execute_cut(m, effort_in_steps() ? CUT_WORK : CUT_SECONDS, NULL);
	r->questions += m->smt.questions;
	tear_down(m);
	return found;
}

/* How the time is spent. What is near the first option of every choice is tried first, under all ways of scheduling, since an
 * early choice that was wrong would otherwise be looked at last; then everything, with more and more preemptions. */
enum way { WAY_STACK, WAY_EAGER, WAY_ROUNDS };
enum { SHORT = 1000, LONGER = 8000 }; /* instructions: whatever goes wrong early is found without the long ends of all paths */
static const struct prove_level {
	uint8_t way;
	uint32_t stray, limit, steps;
} levels[] = {
	{ WAY_STACK, 1, 0, SHORT },
	{ WAY_STACK, 1, 0, UINT32_MAX },
	{ WAY_EAGER, 0, 1, UINT32_MAX },
	{ WAY_EAGER, 1, 1, SHORT },
	{ WAY_STACK, 2, 1, SHORT },
	{ WAY_EAGER, 2, 2, SHORT },
	{ WAY_EAGER, 1, 1, LONGER },
	{ WAY_EAGER, 2, 1, LONGER },
	{ WAY_EAGER, 2, 1, UINT32_MAX },
	{ WAY_STACK, 2, 1, UINT32_MAX },
	{ WAY_STACK, 3, 2, UINT32_MAX },
	{ WAY_STACK, 5, 2, UINT32_MAX },
	{ WAY_EAGER, 4, 2, UINT32_MAX },
	{ WAY_ROUNDS, 3, 2, LONGER },
	{ WAY_ROUNDS, 1, 0, UINT32_MAX },
	{ WAY_ROUNDS, 2, 1, UINT32_MAX },
	{ WAY_ROUNDS, 3, 2, UINT32_MAX },
	{ WAY_ROUNDS, 5, 2, UINT32_MAX },
};

static bool is_asked_for(const struct execution *m, const struct prove_level *l)
{
	if (l->way == WAY_STACK)
		return !m->apart;
	return m->opt->switches && l->limit <= m->opt->switches;
}

/* There is no time for another depth. */
static bool has_ended(const struct execution *m)
{
	return m->cuts.met[CUT_SECONDS] || m->cuts.met[CUT_WORK] || m->cuts.met[CUT_PATHS];
}

static bool try_levels(struct execution *m, struct arena *out, struct prove_result *r)
{
	double end = m->deadline;
	bool found = false;

	for (uint32_t i = 0; i < sizeof levels / sizeof *levels && !found; i++) {
		if (!is_asked_for(m, &levels[i]))
			continue;
		m->cuts = (struct cuts){ 0 };
		m->discipline = levels[i].way == WAY_STACK;
		m->eager = levels[i].way == WAY_EAGER;
		m->stray = levels[i].stray;
		m->limit = levels[i].limit;
		m->most_steps = levels[i].steps < m->opt->steps ? levels[i].steps : m->opt->steps;
		m->slice = effort_now() + (end - effort_now()) * 0.05;
		m->cut = false;
		found = depth(m, out, r);
		if (has_ended(m))
			break;
	}
	m->eager = false;
	m->most_steps = m->opt->steps;
	return found;
}

/* More preemptions as long as they are what was missing. Cuts of the last depth are cuts of all: it does all that those before it
 * have done. */
static bool deepen(struct execution *m, struct arena *out, bool discipline, double share, struct prove_result *r)
{
	uint32_t most = discipline ? SPACE_THREADS : m->opt->switches;
	double end = m->deadline;
	bool found = false;

	m->discipline = discipline;
	m->cuts = (struct cuts){ 0 };
	m->cut = false;
	m->stray = UINT32_MAX;
	m->deadline = m->slice = effort_now() + (end - effort_now()) * share;
	for (m->limit = 0; m->limit <= most && !found; m->limit++) {
		m->cuts.met[CUT_PREEMPTIONS] = 0;
		m->deepest = m->limit;
		found = depth(m, out, r);
		if (!m->cuts.met[CUT_PREEMPTIONS] || has_ended(m))
			break;
	}
	m->deadline = end;
	return found;
}

/* What was cut short in the ways that together are all schedules: rounds, and for races also accesses that stand apart. The
 * discipline is among the rounds; where it is all that was asked for, that is a cut. */
static bool search(struct execution *m, struct arena *out, struct prove_result *r, struct cuts *all)
{
	bool rounds = m->opt->switches > 0;

	m->deadline = effort_now() + m->opt->seconds * 0.97; /* the rest is for running it again */
	if (try_levels(m, out, r))
		return true;
	if (rounds && m->seq->goal->kind == GOAL_RACE) {
		m->apart = true;
		if (try_levels(m, out, r) || deepen(m, out, false, 0.3, r))
			return true;
		cuts_join(all, &m->cuts);
		m->apart = false;
	}
	if (deepen(m, out, true, rounds ? 0.4 : 1.0, r) || (rounds && deepen(m, out, false, 1.0, r)))
		return true;
	if (!rounds)
		execute_cut(m, CUT_RESUMED, NULL);
	if (m->opt->nroots)
		execute_cut(m, CUT_HARNESS, NULL);
	cuts_join(all, &m->cuts);
	return false;
}

static struct fn_id find_start(const struct points *points, const char *name)
{
	for (uint32_t i = 1; i < points->p->fn.n; i++)
		if (name && !strcmp(program_fn_name(points->p, (struct fn_id){ i }), name))
			return (struct fn_id){ i };
	return (struct fn_id){ 0 };
}

/* The limit is the process's: what it has already counts, up to half of it, so that a large program can be looked at, too. */
static uint64_t most_resident(const struct prove_options *o)
{
	uint64_t limit = (uint64_t)o->megabytes << 20, has = stat_resident();

	return has > limit / 2 ? has + limit / 2 : limit;
}

/* Variables, and functions beside main, that a function outside can name: it may write and call them. */
static bool has_named_by_all(const struct program *p)
{
	for (uint32_t i = 1; i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		bool lives = s->kind == SYM_FUNCTION ? strcmp(program_str(p, s->name), "main") != 0
						     : s->kind == SYM_VARIABLE && !(s->flags & SYM_CONSTANT);
		if (lives && s->flags & SYM_DEFINED && s->linkage != LINK_STATIC && s->linkage != LINK_INLINE)
			return true;
	}
	return false;
}

/* By attribute, or by hand in a section whose functions the loader calls. */
static bool has_startup(const struct program *p)
{
	static const char *const section[] = { ".init", ".preinit_array", ".fini", ".ctors", ".dtors" };

	for (uint32_t i = 1; i < p->sym.n; i++) {
		const char *name = program_str(p, p->sym.at[i].name);
		const char *in = p->sym.at[i].section.i ? program_str(p, p->sym.at[i].section) : "";
		if (!strcmp(name, "llvm.global_ctors") || !strcmp(name, "llvm.global_dtors"))
			return true;
		for (size_t k = 0; k < sizeof section / sizeof *section; k++)
			if (!strncmp(in, section[k], strlen(section[k])))
				return true;
	}
	return false;
}

static bool can_have_pointers(const struct program *p, struct prove_result *r)
{
	uint32_t bytes = program_pointer_bytes(p);

	if (bytes == 4 || bytes == 8)
		return true;
	r->outcome = PROVE_CANNOT;
	r->text = bytes ? "its pointers have neither four nor eight bytes" : "its units have pointers of different sizes";
	return false;
}

void prove_search(struct arena *out, const struct points *points, const struct program *primitives, const struct goal *goal,
		  const struct prove_options *options, struct prove_result *r)
{
	struct arena scratch;
	struct execution *m;
	struct cuts all = { 0 };

	*r = (struct prove_result){ .outcome = PROVE_NOT_WITHIN };
	arena_init(&scratch, "prove");
	m = arena_new(&scratch, struct execution);
	m->arena = &scratch;
	m->opt = options;
	m->start = find_start(points, points->main);
	if (!m->start.i && !options->nroots) {
		r->outcome = PROVE_CANNOT;
		r->text = "there is no main to start from";
		arena_release(&scratch);
		return;
	}
	if (!can_have_pointers(points->p, r)) {
		arena_release(&scratch);
		return;
	}
	m->seq = seq_begin(&scratch, points, primitives, goal);
	either_init(&m->either, points->p, points->models);
	m->startup = has_startup(points->p);
	m->named_by_all = has_named_by_all(points->p);
	m->visited = arena_array(&scratch, goal->npairs + goal->nplaces + 1, sizeof *m->visited);
	smt_init(&m->smt, options->solver);
	m->most_resident = most_resident(options);
	(void)search(m, out, r, &all);
	smt_release(&m->smt);
	either_release(&m->either);
	if (diag_checks())
		seq_check(m->seq);
	r->reached = execute_was_reached(m);
	r->paths = m->paths;
	r->steps = m->steps;
	if (r->outcome == PROVE_NOT_WITHIN) {
		if (!m->cannot)
			m->cannot = m->no_start;
		r->all = !cuts_any(&all) && !m->cannot;
		r->text = r->all ? "all schedules: the search is complete" : cuts_text(out, &all, options, m->deepest);
		if (m->cannot) {
			r->outcome = PROVE_CANNOT;
			r->text = arena_string(out, m->cannot);
		}
	}
	arena_release(&scratch);
}
