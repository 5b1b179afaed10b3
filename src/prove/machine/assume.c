/* What an execution assumes. A function outside that the machine does not execute answers with the schedule's next input,
 * writes what the schedule gives for it, and does nothing else. Whatever of that no row of the models vouches for is noted here,
 * and the finding is `confirmed, assuming` it (doc/decisions/assumed-results.md):
 *
 *     its result                    'get_mode' returns 3            unless an `input` row says that it can be that in some run
 *     all that it may do else       'notify' does nothing           of one without rows, or with one that is not followed
 *     that it returns               'pause' returns                 of one that waits for what need not come
 *     what a `writes` row fills     'sem_getvalue' writes 1 to v    unless an `input` row says that it is data from outside
 *     ... and the machine does not  'strsep' does not write p       if somebody reads it before the program has written it
 *     what runs before main         'setup' does nothing            of constructors and entries of .init_array
 *     destructors of keys           'drop' does nothing            of a thread that ends and has a value
 *     that a call does not fail     'stat' writes st               if its access is one of the two
 *     variables of the outside      'limit' is 0                    if somebody reads them before the program has written them
 *     where objects lie in memory   addresses are as they were      if the same does not happen when they lie elsewhere
 *                                   chosen here
 *
 * The first and the third are not told where nothing depends on the value: the search has found that, and the replay tries
 * another.
 *
 * misses  that a peer in the same process, over a socket that it listens on, or a file that it has written, is not from
 *         outside */
#include <fcntl.h>
#include <string.h>

#include "prove/machine/parts.h"

enum { MOST_FOREIGN = 1024 };

/* ---- notes ---- */

static void keep(struct machine *m, struct machine_assumption made)
{
	bool result = made.kind == ASSUMED_RESULT;
	bool once = made.kind == ASSUMED_NOTHING || made.kind == ASSUMED_UNWRITTEN || made.kind == ASSUMED_RETURN;

	for (uint32_t i = 0; i < m->assumed.n; i++) {
		struct machine_assumption *x = &m->assumed.at[i];
		if (x->kind != made.kind || x->sym.i != made.sym.i || (result && memcmp(x->value, made.value, sizeof x->value) != 0))
			continue;
		if (x->free && !made.free)
			*x = made;
		if (result || once || made.free || x->at == made.at)
			return;
	}
	*vec_add(&m->arena, &m->assumed) = made;
}

void machine_assume_result(struct machine_call *call, u128 value, uint32_t bytes, bool free)
{
	struct machine_assumption x = { .kind = ASSUMED_RESULT, .sym = call->callee, .type = call->in->type, .free = free };

	memcpy(x.value, &value, bytes < sizeof x.value ? bytes : sizeof x.value);
	keep(call->m, x);
}

void machine_assume_written(struct machine_call *call, uint64_t at, uint64_t bytes, bool free)
{
	struct machine_assumption x = { .kind = ASSUMED_WRITTEN, .sym = call->callee, .at = at, .bytes = bytes, .free = free };
	const uint8_t *b = machine_peek(call->m, at, bytes);

	if (b)
		memcpy(x.value, b, bytes < sizeof x.value ? bytes : sizeof x.value);
	keep(call->m, x);
}

/* ---- memory that may hold something else ---- */

static bool is_told(struct machine *m, const struct machine_foreign *f)
{
	uint64_t offset;
	const struct machine_object *o = machine_object_at(m, f->at, &offset);

	return !o || o->dead;
}

static void forget_dead(struct machine *m)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < m->foreign.n; i++)
		if (!is_told(m, &m->foreign.at[i]))
			m->foreign.at[kept++] = m->foreign.at[i];
	m->foreign.n = kept;
}

static void tell_foreign(struct machine *m, const struct machine_foreign *f, uint64_t at)
{
	keep(m, (struct machine_assumption){ .kind = f->variable ? ASSUMED_VARIABLE : ASSUMED_UNWRITTEN, .sym = f->sym, .at = at });
}

static void add_foreign(struct machine *m, struct machine_foreign f)
{
	for (uint32_t i = 0; i < m->foreign.n; i++)
		if (m->foreign.at[i].at == f.at && m->foreign.at[i].bytes <= f.bytes) {
			m->foreign.at[i] = f;
			return;
		}
	if (m->foreign.n == MOST_FOREIGN)
		forget_dead(m);
	if (m->foreign.n == MOST_FOREIGN)
		tell_foreign(m, &f, f.at);
	else
		*vec_add(&m->arena, &m->foreign) = f;
}

void machine_unwritten(struct machine_call *call, uint64_t at, uint64_t bytes)
{
	uint64_t offset;
	const struct machine_object *o = machine_object_at(call->m, at, &offset);

	if (!o || o->dead || o->kind == MACHINE_FUNCTION || offset >= o->size)
		return;
	bytes = bytes && bytes < o->size - offset ? bytes : o->size - offset;
	add_foreign(call->m, (struct machine_foreign){ .at = at, .bytes = bytes, .sym = call->callee });
}

void machine_variable_outside(struct machine *m, uint32_t object)
{
	const struct machine_object *o = &m->object.at[object];
	const struct sym *s = program_sym(m->image->p, o->sym);

	uint64_t stream = s->flags & SYM_DEFINED ? 0 : schedule_stream(program_str(m->image->p, s->name));

	if (stream && o->size == m->image->word)
		memcpy(o->bytes, &stream, o->size);
	else if (o->size && !(s->flags & SYM_DEFINED))
		add_foreign(m, (struct machine_foreign){ .at = o->base, .bytes = o->size, .sym = o->sym, .variable = true });
}

void machine_foreign_read(struct machine *m, uint64_t at, uint64_t bytes)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < m->foreign.n; i++) {
		struct machine_foreign f = m->foreign.at[i];
		if (at < f.at + f.bytes && f.at < at + bytes)
			tell_foreign(m, &f, at > f.at ? at : f.at);
		else
			m->foreign.at[kept++] = f;
	}
	m->foreign.n = kept;
}

/* What the program writes is its own again. */
void machine_foreign_write(struct machine *m, uint64_t at, uint64_t bytes)
{
	uint32_t n = m->foreign.n;

	for (uint32_t i = 0; i < n; i++) {
		struct machine_foreign *f = &m->foreign.at[i];
		uint64_t end = f->at + f->bytes;
		if (at >= end || f->at >= at + bytes)
			continue;
		if (at > f->at && at + bytes < end) {
			struct machine_foreign rest = *f;
			rest.at = at + bytes;
			rest.bytes = end - rest.at;
			f->bytes = at - f->at;
			*vec_add(&m->arena, &m->foreign) = rest;
		} else if (at > f->at) {
			f->bytes = at - f->at;
		} else {
			f->bytes = end > at + bytes ? end - at - bytes : 0;
			f->at = end - f->bytes;
		}
	}
	n = 0;
	for (uint32_t i = 0; i < m->foreign.n; i++)
		if (m->foreign.at[i].bytes)
			m->foreign.at[n++] = m->foreign.at[i];
	m->foreign.n = n;
}

/* ---- rows ---- */

static const struct model_row *next_row(const struct machine_call *call, const struct model_row *r)
{
	return model_skip(r->next, program_sym(call->m->image->p, call->callee)->fn.i != 0);
}

/* Has the program itself made something that gives such results, a pipe of its own or the seed? */
static bool is_fed(const struct machine *m, const struct model_row *r)
{
	for (uint32_t i = 0; r->from.base == MODEL_NAMED && i < m->fed.n; i++)
		if (m->fed.at[i] == r->from.name)
			return true;
	return false;
}

/* What is read from a device, or from a file that is opened to be written, is not any data from outside. Other calls that feed
 * have no path. */
static bool opens_other_file(const struct machine_call *call)
{
	static const char *const special[] = { "/dev/", "/proc/", "/sys/" };
	const struct program *p = call->m->image->p;
	const struct type *f = program_type(p, type_strip(p, program_sym(p, call->callee)->type));
	const struct model_row *r = call->meaning->row;
	const char *path, *mode = NULL;
	size_t n;

	while (r && !(r->verb == MODEL_READS && r->on.base == MODEL_ARGUMENT && !r->on.arg && r->len.kind == MODEL_LEN_STRING))
		r = next_row(call, r);
	if (!r || call->nargs < 2 || f->kind != TYPE_FUNCTION || f->nfields < 2)
		return false;
	for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
		n = strlen(special[i]);
		path = (const char *)machine_peek(call->m, call->arg[0], n);
		if (path && !strncmp(path, special[i], n))
			return false;
	}
	if (program_type(p, type_strip(p, p->field.at[f->field + 1].type))->kind != TYPE_POINTER)
		return !(call->arg[1] & (O_ACCMODE | O_CREAT));
	mode = (const char *)machine_peek(call->m, call->arg[1], 1);
	for (n = 0; mode && *mode && !strchr("wa+", *mode); n++)
		mode = (const char *)machine_peek(call->m, call->arg[1] + n + 1, 1);
	return mode && !*mode;
}

/* `more`: only who is called again. */
void machine_feed(struct machine_call *call)
{
	struct machine *m = call->m;

	for (const struct model_row *r = call->meaning->row; r; r = next_row(call, r)) {
		bool before = !(r->flags & MODEL_MORE);
		if (r->verb != MODEL_FEEDS || opens_other_file(call))
			continue;
		for (uint32_t i = 0; i < m->feeding.n; i++)
			before |= m->feeding.at[i] == r->on.name;
		*vec_add(&m->arena, before ? &m->fed : &m->feeding) = r->on.name;
	}
}

/* Nothing comes from a descriptor that is negative, or a path that is empty. */
static bool comes_from_nowhere(const struct machine_call *call)
{
	const struct program *p = call->m->image->p;
	const struct type *f = program_type(p, type_strip(p, program_sym(p, call->callee)->type));
	const struct type *t;
	const uint8_t *text;

	if (f->kind != TYPE_FUNCTION || !f->nfields || call->nargs < 1)
		return false;
	t = program_type(p, type_strip(p, p->field.at[f->field].type));
	if (t->kind == TYPE_INT)
		return t->size == 32 && call->nargs > 1 && (int32_t)call->arg[0] < 0;
	for (const struct model_row *r = call->meaning->row; r; r = next_row(call, r))
		if (r->verb == MODEL_READS && r->on.base == MODEL_ARGUMENT && !r->on.arg && r->len.kind == MODEL_LEN_STRING) {
			text = machine_peek(call->m, call->arg[0], 1);
			return text && !*text;
		}
	return false;
}

/* It may fail, or do nothing, for all that its row says. Mathematics and functions without a result have no way to. */
static bool may_fail(const struct machine_call *call, const struct model_row *r)
{
	const struct program *p = call->m->image->p;
	const struct type *f = program_type(p, type_strip(p, program_sym(p, call->callee)->type));
	const struct type *result = f->kind == TYPE_FUNCTION && f->base.i ? program_type(p, type_strip(p, f->base)) : NULL;

	return !(r->flags & MODEL_ALL) && !(result && (result->kind == TYPE_VOID || result->kind == TYPE_FLOAT));
}

enum machine_call_does machine_call_does(struct machine_call *call, const struct model_row *r, uint64_t bytes)
{
	const struct model_row *input = call->meaning->row;
	bool writes = r->verb == MODEL_WRITES || r->verb == MODEL_COPIES;

	while (input && input->verb != MODEL_INPUT)
		input = next_row(call, input);
	if (r->on.base != MODEL_ARGUMENT || (!writes && r->verb != MODEL_READS))
		return CALL_DOES;
	if (input && input->len.kind == MODEL_LEN_ARG && r->on.arg && comes_from_nowhere(call))
		return CALL_NEVER;
	if (!writes)
		return CALL_DOES;
	if (input)
		return machine_is_input(call, input->len.kind == MODEL_LEN_ARG ? bytes : 1, 8) ? CALL_DOES : CALL_MAY;
	if (r->verb == MODEL_WRITES && r->from.base == MODEL_NAMED)
		return is_fed(call->m, r) ? CALL_MAY : CALL_DOES;
	return r->len.most || may_fail(call, r) ? CALL_MAY : CALL_DOES; /* qsort need not move anything */
}

bool machine_is_input(struct machine_call *call, u128 value, uint32_t bytes)
{
	uint32_t unused = bytes < 8 ? 64 - bytes * 8 : 0;
	int64_t is = (int64_t)((uint64_t)value << unused) >> unused;
	bool pointer = program_type(call->m->image->p, type_strip(call->m->image->p, call->in->type))->kind == TYPE_POINTER;
	bool said = false;

	if (pointer && schedule_is_stream((uint64_t)value))
		return false;
	if ((value || !pointer) && is >= 0 && comes_from_nowhere(call)) /* it fails: null, or -1 */
		return false;
	for (const struct model_row *r = call->meaning->row; r; r = next_row(call, r)) {
		struct machine_call as = *call;
		struct model_condition when = r->when;
		if (r->verb == MODEL_WRITES && r->on.rest && !machine_can_convert(call, r, is))
			return false;
		if (r->verb != MODEL_INPUT)
			continue;
		said = true;
		if (is_fed(call->m, r) ||
		    (r->len.kind == MODEL_LEN_ARG && r->len.a < call->nargs && is > (int64_t)call->arg[r->len.a]))
			return false;
		when.base = MODEL_ARGUMENT; /* the result, compared as an argument is */
		when.arg = 0;
		as.nargs = 1;
		as.arg[0] = (uint64_t)is;
		if (!call_condition(&as, &when))
			return false;
	}
	return said;
}

/* Nobody knows it, or it does what the machine does not: it runs functions before it returns, say. */
static bool is_unfollowed(const struct machine_call *call, uint32_t waits)
{
	for (const struct model_row *r = call->meaning->row; r; r = next_row(call, r))
		if ((r->verb == MODEL_UNFOLLOWED && call_condition(call, &r->when) && r->family != waits) ||
		    r->verb == MODEL_CALLS || r->verb == MODEL_FORK || (r->verb == MODEL_BLOCK && r->kind == MODEL_KIND_LOOP))
			return true;
	return !call->meaning->row;
}

/* The family of the row that says so; 0: it does not wait. */
static uint32_t waits_as(const struct machine_call *call)
{
	for (const struct model_row *r = call->meaning->row; r; r = next_row(call, r))
		if (r->verb == MODEL_BLOCK && call_condition(call, &r->when))
			return r->family;
	return 0;
}

/* It waits for what nobody outside need send: a signal, or what the program itself puts into a pipe. */
static bool may_stay(const struct machine_call *call, uint32_t waits)
{
	for (const struct model_row *r = call->meaning->row; waits && r; r = next_row(call, r))
		if ((r->verb == MODEL_UNFOLLOWED && call_condition(call, &r->when) && r->family == waits) ||
		    (r->verb == MODEL_INPUT && is_fed(call->m, r)))
			return true;
	return false;
}

/* Tables that the startup code walks before it calls main: where the compiler puts constructors, and where a program puts
 * pointers by itself. */
static bool runs_early(const struct program *p, const struct sym *s)
{
	static const char *const begins[] = { ".preinit_array", ".init_array", ".ctors", "__DATA,__mod_init_func" };
	const char *section = program_str(p, s->section);

	if (s->kind != SYM_VARIABLE || !s->nrelocs)
		return false;
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (!strncmp(section, begins[i], strlen(begins[i])))
			return true;
	return !strcmp(program_str(p, s->name), "llvm.global_ctors");
}

void machine_assume_startup(struct machine *m)
{
	const struct program *p = m->image->p;

	for (uint32_t i = 1; i < p->sym.n; i++)
		for (uint32_t k = 0; runs_early(p, &p->sym.at[i]) && k < p->sym.at[i].nrelocs; k++) {
			struct sym_id sym = sym_behind_alias(p, p->reloc.at[p->sym.at[i].reloc + k].sym);
			if (program_sym(p, sym)->kind == SYM_FUNCTION)
				keep(m, (struct machine_assumption){ .kind = ASSUMED_NOTHING, .sym = sym });
		}
}

/* free() is none: nobody can tell. */
void machine_assume_destroyed(struct machine *m, uint32_t thread)
{
	const struct machine_thread *t = machine_thread(m, thread);
	uint64_t offset;

	for (uint32_t i = 0; i < t->specific.n && i < m->destroys.n; i++) {
		const struct machine_object *o = m->destroys.at[i] ? machine_object_at(m, m->destroys.at[i], &offset) : NULL;
		const char *name = o ? program_str(m->image->p, program_sym(m->image->p, o->sym)->name) : "";
		if (t->specific.at[i] && o && o->kind == MACHINE_FUNCTION && strcmp(name, "free") != 0)
			keep(m, (struct machine_assumption){ .kind = ASSUMED_NOTHING, .sym = o->sym });
	}
}

void machine_assume_access(struct machine *m, const struct machine_access *x)
{
	keep(m, (struct machine_assumption){ .kind = ASSUMED_ACCESS, .sym = x->by, .at = x->at });
}

void machine_assume_places(struct machine *m)
{
	keep(m, (struct machine_assumption){ .kind = ASSUMED_PLACES });
}

void machine_assume_return(struct machine_call *call)
{
	if (may_stay(call, waits_as(call)))
		keep(call->m, (struct machine_assumption){ .kind = ASSUMED_RETURN, .sym = call->callee });
}

void machine_assume_rest(struct machine_call *call)
{
	uint64_t at = machine_errno(call->m, call->thread);
	uint32_t waits = waits_as(call);

	machine_assume_return(call);
	if (is_unfollowed(call, waits))
		keep(call->m, (struct machine_assumption){ .kind = ASSUMED_NOTHING, .sym = call->callee });
	if (at)
		machine_unwritten(call, at, 4);
}

void machine_unwritten_rows(struct machine_call *call)
{
	for (const struct model_row *r = call->meaning->row; r; r = next_row(call, r))
		if (r->verb == MODEL_WRITES && r->on.base == MODEL_ARGUMENT && !r->on.rest && call_condition(call, &r->when))
			machine_unwritten(call, call_place(call, &r->on), 0);
}
