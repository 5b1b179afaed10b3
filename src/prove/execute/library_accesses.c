/* What a call of a function that is not followed touches: of one that the executor runs itself what it does then, which is taken
 * back; else by its model rows, and of those no more than is sure. */
#include <string.h>

#include "prove/execute/atomic.h"
#include "prove/execute/library.h"

struct prove_job {
	struct execution *m;
	uint32_t inst;
	const struct body *b;
	const struct inst *in;
};

static bool need(struct prove_job *j, uint32_t k, struct value *v)
{
	return execute_need(j->m, body_arg(j->b, j->in, k + 1), v);
}

/* The call touches more than is looked at. */
static void cut(struct prove_job *j, enum cut which)
{
	struct sym_id callee = body_callee(j->m->seq->p, j->b, j->in);

	execute_cut(j->m, which, callee.i ? program_str(j->m->seq->p, program_sym(j->m->seq->p, callee)->name) : NULL);
}

/* One more access of a call, where there is room for it. */
static void add_access(struct prove_job *j, struct prove_access x, struct prove_access *out, uint32_t *n)
{
	if (*n < MOST_ACCESSES)
		out[(*n)++] = x;
	else
		cut(j, CUT_ACCESSES);
}

/* ---- what is executed ---- */

static bool widen(struct prove_access *x, uint64_t at, uint64_t len, bool write)
{
	uint64_t end = x->at + x->len;

	if (x->write != write || at > end || x->at > at + len)
		return false;
	end = end > at + len ? end : at + len;
	x->at = x->at < at ? x->at : at;
	x->len = end - x->at;
	return true;
}

void library_touch(struct execution *m, uint64_t at, uint64_t len, bool write)
{
	struct touching *t = m->touching;

	if (!t || !len || !space_any(&m->space, at))
		return;
	for (uint32_t i = 0; i < t->n; i++)
		if (widen(&t->access[i], at, len, write))
			return;
	if (t->n < MOST_ACCESSES)
		t->access[t->n++] = (struct prove_access){ .at = at, .len = len, .write = write };
	else
		t->more = true;
}

void library_touch_more(struct execution *m)
{
	if (m->touching)
		m->touching->more = true;
}

/* Runs it and takes it back. False: STEP_REFINE, for what it needs first. */
static bool try_out(struct prove_job *j, struct sym_id sym, struct touching *t, bool *done)
{
	struct execution *m = j->m;
	struct core core = m->core;
	struct region_mark mark;
	size_t fresh = m->region.fresh;
	uint32_t nrooms;
	uint64_t state = m->space.state;
	struct value ignored = { 0 }, *refine;
	enum step step = STEP_ON;

	for (uint32_t k = 1; k < j->in->nargs; k++) /* variables that are named here stay */
		(void)execute_get(m, body_arg(j->b, j->in, k));
	nrooms = m->space.nrooms;
	mark = region_mark(&m->region);
	m->touching = t;
	*done = true;
	if (seq_meaning(m->seq, sym) == SEQ_LIBRARY)
		step = library_run(m, m->seq->library[sym.i], j->inst, &ignored);
	else
		*done = library_formats(m, j->inst, sym, &step);
	m->touching = NULL;
	ignored = step == STEP_REFINE && m->refine ? *m->refine : (struct value){ 0 };
	region_undo(&m->region, mark);
	m->region.fresh = fresh;
	m->core = core;
	m->space.nrooms = nrooms;
	m->space.state = state;
	if (step == STEP_REFINE && m->refine && m->refine_at) { /* the byte in memory, whose copy is gone */
		refine = region_alloc(&m->region, sizeof *refine);
		*refine = ignored;
		m->refine = refine;
	}
	return step != STEP_REFINE;
}

/* ---- rows ---- */

/* The bytes of a string that is known, with the 0; `most`: as far as it is looked at. What comes behind a byte that is not known
 * is left out; what is constant nobody else writes. */
static uint64_t string_bytes(struct prove_job *j, uint64_t at, uint64_t most)
{
	const struct room *room = space_any(&j->m->space, at);
	struct value byte;
	uint64_t n = 0;

	if (!room || space_offset(&j->m->space, at) >= room->size)
		return 0;
	while (n < most && n < room->size - space_offset(&j->m->space, at)) {
		bool known = space_read(&j->m->space, at + n, 8, &byte) && !byte.ast;
		n++;
		if (!known && !room->constant)
			cut(j, CUT_BYTES);
		if (!known || !byte.lo)
			break;
	}
	return n;
}

/* There is more behind the first byte, which is all that is sure. */
static bool goes_on(struct prove_job *j, uint64_t at)
{
	const struct room *room = space_any(&j->m->space, at);

	return room && !room->constant && string_bytes(j, at, 2) > 1;
}

/* What printf reads through %s: the format, which must be known, is the argument in front of the rest. */
static bool format_accesses(struct prove_job *j, uint32_t arg, struct prove_access *out, uint32_t *n)
{
	struct value format, at, byte, precision;
	bool inside = false;
	int64_t most = -1; /* the precision; -1: there is none */

	if (!arg || !need(j, arg - 1, &format))
		return !arg;
	for (uint64_t i = 0; arg + 1 < j->in->nargs; i++) {
		if (!space_read(&j->m->space, format.lo + i, 8, &byte) || byte.ast)
			cut(j, CUT_BYTES);
		if (!space_read(&j->m->space, format.lo + i, 8, &byte) || byte.ast || !byte.lo)
			return true;
		if (inside && strchr("-+ #0123456789.*hlLqjzt'", (char)byte.lo)) {
			if (byte.lo == '*' && most >= 0 && !need(j, arg, &precision))
				return false;
			if (byte.lo == '*' && most >= 0)
				most = (int32_t)precision.lo;
			else if (most >= 0 && most < INT32_MAX && byte.lo >= '0' && byte.lo <= '9')
				most = most * 10 + (int64_t)byte.lo - '0';
			else if (byte.lo == '.')
				most = 0;
			arg += byte.lo == '*';
			continue;
		}
		if (inside && byte.lo == 's' && most) {
			if (!need(j, arg, &at))
				return false;
			if (space_any(&j->m->space, at.lo))
				add_access(j,
					   (struct prove_access){ .at = at.lo,
								  .len = string_bytes(j, at.lo, most < 0 ? UINT64_MAX : (uint64_t)most) },
					   out, n);
		}
		if (inside && (byte.lo == 'n' || byte.lo == 'S'))
			cut(j, CUT_BYTES);
		arg += inside && byte.lo != '%';
		inside = !inside && byte.lo == '%';
		most = -1;
	}
	return true;
}

/* How large the object is that a parameter is declared to point to; 1: nobody says. */
static uint64_t object_bytes(const struct program *p, struct sym_id sym, uint32_t k)
{
	const struct type *fn = program_type(p, type_strip(p, program_sym(p, sym)->type)), *t;

	if (fn->kind != TYPE_FUNCTION || k >= fn->nfields)
		return 1;
	t = program_type(p, type_strip(p, p->field.at[fn->field + k].type));
	if (t->kind != TYPE_POINTER || !t->base.i)
		return 1;
	t = program_type(p, type_strip(p, t->base));
	return t->kind == TYPE_FUNCTION || t->size < 8 ? 1 : t->size / 8;
}

/* An object that a synchronising call makes, ends or uses. False: STEP_REFINE. */
static bool object_access(struct prove_job *j, struct sym_id sym, const struct model_place *on, bool write,
			  struct prove_access *out, uint32_t *n)
{
	const struct room *room;
	struct value at;
	uint64_t len, rest;

	if (!event_argument_number(on) || on->deref > 1 || on->name || on->arg + 1u >= j->in->nargs)
		return true;
	if (!need(j, on->arg, &at))
		return false;
	room = space_any(&j->m->space, at.lo);
	if (!room || space_offset(&j->m->space, at.lo) >= room->size)
		return true;
	len = object_bytes(j->m->seq->p, sym, on->arg);
	rest = room->size - space_offset(&j->m->space, at.lo);
	add_access(j, (struct prove_access){ .at = at.lo, .len = len < rest ? len : rest, .write = write }, out, n);
	return true;
}

/* Who makes a lock or its like, or ends it, writes it; who locks, waits or signals reads it; a thread's id is written when the
 * thread is there: the call's second step (schedule.h). False: STEP_REFINE. */
static bool row_accesses(struct prove_job *j, struct sym_id sym, const struct model_row *r, struct prove_access *out, uint32_t *n)
{
	bool begun = execute_thread(j->m)->phase;

	switch (event_kind(r)) {
	case EVENT_INIT:
		return object_access(j, sym, &r->attr, false, out, n) && object_access(j, sym, &r->on, true, out, n);
	case EVENT_SETTYPE:
	case EVENT_DESTROY: return object_access(j, sym, &r->on, true, out, n);
	case EVENT_SPAWN:
		return begun ? object_access(j, sym, &r->id, true, out, n) : object_access(j, sym, &r->attr, false, out, n);
	case EVENT_RELEASE: /* of a lock: who has taken it, and then nobody ends it */
		return !(r->flags & MODEL_SEMAPHORE) || object_access(j, sym, &r->on, false, out, n);
	case EVENT_ACQUIRE:
	case EVENT_WAIT:
	case EVENT_SIGNAL:
	case EVENT_BROADCAST:
	case EVENT_BARRIER:
	case EVENT_ONCE: return object_access(j, sym, &r->on, false, out, n) && object_access(j, sym, &r->with, false, out, n);
	default: return true;
	}
}

/* A descriptor that is negative: nothing is read from there into memory, nor written. False: STEP_REFINE. */
static bool comes_to_nothing(struct prove_job *j, struct sym_id sym, const struct model_place *place, bool *nothing)
{
	const struct model_row *r = events_find(j->m->seq->points->row[sym.i], EVENT_INPUT);
	struct value at;

	*nothing = false;
	if (!r || r->len.kind != MODEL_LEN_ARG || !event_argument_number(place) || !place->arg || j->in->nargs < 3)
		return true;
	if (!need(j, 0, &at))
		return false;
	*nothing = at.bits == 32 && value_signed(at) < 0;
	return true;
}

/* What one place of a row says that the call touches. False: STEP_REFINE. */
static bool place_accesses(struct prove_job *j, struct sym_id sym, const struct model_row *r, const struct model_place *place,
			   struct prove_access *out, uint32_t *n)
{
	bool write = place == &r->on && !event_is(r, EVENT_READS);
	const struct room *room;
	struct value at;
	uint64_t len, rest;
	bool nothing;

	if (event_hidden(place)) /* a thing of the library's own */
		add_access(j, (struct prove_access){ .at = space_named(place->name), .len = 1, .write = write }, out, n);
	if (place->rest && event_is(r, EVENT_READS))
		return format_accesses(j, place->arg, out, n);
	if (place->rest || (event_argument_number(place) && place->deref > 1) || event_unsure(r))
		cut(j, CUT_BYTES);
	if (event_unsure(r) || !event_argument_number(place) || place->deref != 1 || place->rest)
		return true;
	if (!need(j, place->arg, &at) || !library_size(j->m, j->inst, &r->len, &len) || !comes_to_nothing(j, sym, place, &nothing))
		return false;
	if (nothing)
		return true;
	room = space_any(&j->m->space, at.lo);
	if (!room && write && r->len.kind == MODEL_LEN_STRING) /* strtok goes on in the string that it has kept */
		cut(j, CUT_BYTES);
	if (!room || space_offset(&j->m->space, at.lo) >= room->size)
		return true;
	rest = room->size - space_offset(&j->m->space, at.lo);
	if (event_is(r, EVENT_FREE) || event_is(r, EVENT_REALLOC)) {
		len = room->size;
	} else if (r->len.kind == MODEL_LEN_STRING && !r->len.most) {
		len = string_bytes(j, at.lo, rest);
	} else if (len > rest || (r->len.most && len)) { /* nobody has said how far: at least here */
		len = 1;
		if (write || r->len.kind != MODEL_LEN_STRING ? rest > 1 : goes_on(j, at.lo))
			cut(j, CUT_BYTES);
	}
	if (len)
		add_access(j, (struct prove_access){ .at = at.lo, .len = len, .write = write }, out, n);
	return true;
}

bool library_accesses(struct execution *m, uint32_t inst, struct sym_id sym, struct prove_access *out, uint32_t *n)
{
	const struct body *b = &execute_frame(m)->fn->body;
	struct prove_job j = { m, inst, b, &b->inst.at[inst] };
	bool defined = program_sym(m->seq->p, sym)->flags & SYM_DEFINED, done = false;
	bool library = seq_meaning(m->seq, sym) == SEQ_LIBRARY;
	struct touching touching = { 0 };

	if ((library ? library_is_exact(m->seq->library[sym.i]) : library_prints(m, sym)) && !try_out(&j, sym, &touching, &done))
		return false;
	for (uint32_t i = 0; done && i < touching.n; i++)
		if (space_any(&m->space, touching.access[i].at)) /* else it was made by the call */
			add_access(&j, touching.access[i], out, n);
	if (done && touching.more)
		cut(&j, CUT_BYTES);
	if (done)
		return true;
	for (const struct model_row *r = m->seq->points->row[sym.i]; r; r = model_skip(r->next, defined)) {
		const struct model_place *place[2] = { &r->on, event_is(r, EVENT_COPIES) ? &r->from : NULL };
		bool write =
			event_is(r, EVENT_WRITES) || event_is(r, EVENT_COPIES) || event_is(r, EVENT_FREE) ||
			event_is(r, EVENT_REALLOC);
		struct prove_access atomic = { 0 };
		if (!row_accesses(&j, sym, r, out, n))
			return false;
		if (event_is(r, EVENT_ATOMIC) && !atomic_access(m, inst, sym, &atomic))
			return false;
		if (atomic.len)
			add_access(&j, atomic, out, n);
		if (!write && !event_is(r, EVENT_READS))
			continue;
		for (uint32_t k = 0; k < 2 && place[k]; k++)
			if (!place_accesses(&j, sym, r, place[k], out, n))
				return false;
	}
	return true;
}
