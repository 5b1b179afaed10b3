/* How processes begin and threads and processes end, where all of it is executed (machine.whole): constructors before main,
 * cleanup handlers and destructors of keys when a thread ends, what atexit was told and destructors when the process does.
 *
 *     stack of main, at the start     main | BEGIN | second constructor | BEGIN | first constructor
 *     of a thread that ends           END, and above it each destructor in turn
 *     of a thread that calls exit     its own frames | END, and above it each handler in turn
 *
 * A BEGIN frame takes one step, in which it goes away; an END frame takes one for each function that it calls, and one more.
 * pthread_cleanup_push is a macro around setjmp: a thread that ends jumps to where the last one was pushed, which calls the
 * handler and then __pthread_unwind_next.
 *
 * misses  the order of destructors of several keys and of constructors of several files: nothing says it, so the machine stops */
#include <string.h>

#include "prove/machine/library.h"

enum { ROUNDS = 4, MOST_EARLY = 64 }; /* PTHREAD_DESTRUCTOR_ITERATIONS */
enum { END_THREAD, END_PROCESS }; /* machine_frame.phase */

/* ---- constructors and destructors of the program ---- */

struct end_function {
	struct fn_id fn;
	uint64_t priority;
};

static bool is_table(const struct program *p, const struct sym *s, bool late)
{
	static const char *const begins[2][4] = { { ".preinit_array", ".init_array", ".ctors", "__DATA,__mod_init_func" },
						  { ".fini_array", ".dtors", "__DATA,__mod_term_func", ".fini_array" } };
	const char *section = program_str(p, s->section);

	if (s->kind != SYM_VARIABLE || !s->nrelocs)
		return false;
	for (size_t i = 0; i < sizeof begins[late] / sizeof *begins[late]; i++)
		if (!strncmp(section, begins[late][i], strlen(begins[late][i])))
			return true;
	return !strcmp(program_str(p, s->name), late ? "llvm.global_dtors" : "llvm.global_ctors");
}

/* Those of one table, the first ones to run first. UINT32_MAX: nothing says in which order. */
static uint32_t early_functions(const struct program *p, bool late, struct end_function out[MOST_EARLY])
{
	uint32_t n = 0, tables = 0;

	for (uint32_t i = 1; i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		bool plain = s->section.i != 0;
		if (!is_table(p, s, late))
			continue;
		tables++;
		for (uint32_t k = 0; k < s->nrelocs; k++) {
			const struct reloc *r = &p->reloc.at[s->reloc + k];
			struct fn_id fn = program_sym(p, sym_behind_alias(p, r->sym))->fn;
			uint32_t priority = 0;
			if (program_sym(p, sym_behind_alias(p, r->sym))->kind != SYM_FUNCTION)
				continue;
			if (!fn.i || n == MOST_EARLY || (plain && n))
				return UINT32_MAX;
			if (!plain && r->offset >= 8 && r->offset - 8 + sizeof priority <= s->data.len)
				memcpy(&priority, (const uint8_t *)program_bytes(p, s->data).at + r->offset - 8, sizeof priority);
			out[n++] = (struct end_function){ fn, priority };
		}
	}
	for (uint32_t i = 1; i < n; i++)
		for (uint32_t k = i; k && out[k - 1].priority > out[k].priority; k--) {
			struct end_function x = out[k];
			out[k] = out[k - 1];
			out[k - 1] = x;
		}
	return tables > 1 ? UINT32_MAX : n;
}

static void push_frame(struct machine *m, uint32_t thread, uint8_t kind, uint8_t phase)
{
	struct machine_thread *t = machine_thread(m, thread);

	*vec_add(&m->arena, &t->frame) =
	    (struct machine_frame){ .kind = kind, .phase = phase, .values = t->values.n, .locals = t->local.n };
}

bool machine_begin_whole(struct machine *m)
{
	struct end_function early[MOST_EARLY];
	uint32_t n = early_functions(m->image->p, false, early);

	if (n == UINT32_MAX || early_functions(m->image->p, true, (struct end_function[MOST_EARLY]){ 0 }) == UINT32_MAX)
		return machine_stop(m, MACHINE_UNKNOWN, "constructors or destructors whose order nobody knows");
	while (n) {
		push_frame(m, 0, FRAME_BEGIN, 0);
		if (!machine_push(m, 0, early[--n].fn))
			return false;
	}
	return true;
}

/* ---- the end of a thread ---- */

/* The next value with a destructor. UINT32_MAX: there is none. `more`: there is another one behind it. */
static uint32_t next_value(const struct machine *m, const struct machine_thread *t, bool *more)
{
	uint32_t found = UINT32_MAX;

	*more = false;
	for (uint32_t i = 0; i < t->specific.n && i < m->destroys.n; i++)
		if (t->specific.at[i] && m->destroys.at[i]) {
			*more |= found != UINT32_MAX;
			found = found == UINT32_MAX ? i : found;
		}
	return found;
}

static void free_value(struct machine *m, uint64_t value)
{
	uint64_t offset;
	const struct machine_object *o = machine_object_at(m, value, &offset);
	struct machine_news n = { .kind = TOLD_WRITE, .at = value, .bytes = o ? o->size : 0 };

	if (m->tell && o)
		m->tell(m, &n);
	machine_free(m, value, "free");
}

static void destroy_value(struct machine *m, uint32_t thread, uint32_t key)
{
	struct machine_thread *t = machine_thread(m, thread);
	uint64_t value = t->specific.at[key], offset;
	const struct machine_object *o = machine_object_at(m, m->destroys.at[key], &offset);
	const struct machine_code *c;
	struct fn_id fn;

	t->specific.at[key] = 0;
	if (!o || o->kind != MACHINE_FUNCTION || offset) {
		(void)machine_stop(m, MACHINE_UNDEFINED, "a destructor that is no function");
		return;
	}
	fn = program_sym(m->image->p, sym_behind_alias(m->image->p, o->sym))->fn;
	if (!fn.i && !strcmp(program_str(m->image->p, program_sym(m->image->p, o->sym)->name), "free")) {
		free_value(m, value);
		return;
	}
	if (!fn.i) {
		(void)machine_stop(m, MACHINE_UNKNOWN, "a destructor without a body");
		return;
	}
	c = machine_code(m->image, fn);
	if (machine_push(m, thread, fn) && c->body.param.n)
		memcpy(machine_thread(m, thread)->values.at + machine_top(m, thread)->values + c->slot[1].at, &value, c->slot[1].bytes);
}

static bool is_last(const struct machine *m, uint32_t thread)
{
	for (uint32_t i = 0; i < m->thread.n; i++)
		if (i != thread && !m->thread.at[i].ended)
			return false;
	return true;
}

static void begin_exit(struct machine *m, uint32_t thread)
{
	if (m->exiting) {
		(void)machine_stop(m, MACHINE_UNKNOWN, "a process that ends twice");
		return;
	}
	m->exiting = true;
	push_frame(m, thread, FRAME_END, END_PROCESS);
}

/* Nothing is left for it to do. With the last thread the process ends. */
static void end_thread(struct machine *m, uint32_t thread)
{
	if (is_last(m, thread))
		begin_exit(m, thread);
	else
		machine_end_thread(m, thread, machine_thread(m, thread)->result);
}

static void step_end_thread(struct machine *m, uint32_t thread)
{
	struct machine_frame *f = machine_top(m, thread);
	bool more;
	uint32_t key = next_value(m, machine_thread(m, thread), &more);

	if (more) {
		(void)machine_stop(m, MACHINE_UNKNOWN, "destructors of several keys, which come in any order");
	} else if (key == UINT32_MAX || f->sync == ROUNDS) {
		machine_thread(m, thread)->frame.n = 0;
		end_thread(m, thread);
	} else {
		f->sync++;
		destroy_value(m, thread, key);
	}
}

void machine_leave(struct machine *m, uint32_t thread, uint64_t result)
{
	struct machine_thread *t = machine_thread(m, thread);
	bool more;

	if (!m->whole) {
		machine_end_thread(m, thread, result);
		return;
	}
	t->result = result;
	t->leaving = true;
	t->cancelled = false;
	if (t->cleanup.n) {
		uint64_t env = t->cleanup.at[--t->cleanup.n];
		t->jumped = true;
		machine_jump(m, thread, env, 1);
		return;
	}
	while (t->frame.n)
		machine_pop(m, thread);
	if (next_value(m, t, &more) != UINT32_MAX)
		push_frame(m, thread, FRAME_END, END_THREAD);
	else
		end_thread(m, thread);
}

/* ---- the end of the process ---- */

void machine_exit(struct machine *m, uint32_t thread)
{
	struct end_function late[MOST_EARLY];

	if (!m->whole || (!m->handler.n && !early_functions(m->image->p, true, late)))
		m->state = MACHINE_EXITED;
	else
		begin_exit(m, thread);
}

static void step_end_process(struct machine *m, uint32_t thread)
{
	struct machine_frame *f = machine_top(m, thread);
	struct end_function late[MOST_EARLY];
	uint32_t n = early_functions(m->image->p, true, late);

	if (m->handler.n) {
		uint64_t offset, at = m->handler.at[--m->handler.n];
		const struct machine_object *o = machine_object_at(m, at, &offset);
		struct fn_id fn = { 0 };
		if (o && o->kind == MACHINE_FUNCTION && !offset)
			fn = program_sym(m->image->p, sym_behind_alias(m->image->p, o->sym))->fn;
		if (fn.i)
			(void)machine_push(m, thread, fn);
		else
			(void)machine_stop(m, MACHINE_UNKNOWN, "a handler without a body");
	} else if (f->sync < n) {
		f->sync++;
		(void)machine_push(m, thread, late[n - f->sync].fn);
	} else {
		m->state = MACHINE_EXITED;
	}
}

void machine_step_end(struct machine *m, uint32_t thread)
{
	if (machine_top(m, thread)->kind == FRAME_BEGIN)
		machine_pop(m, thread);
	else if (machine_top(m, thread)->phase == END_PROCESS)
		step_end_process(m, thread);
	else
		step_end_thread(m, thread);
}
