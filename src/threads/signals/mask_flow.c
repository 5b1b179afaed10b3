#include "threads/signals/mask_flow.h"

#include "base/limit.h"
#include "threads/values/branch.h"
#include "threads/signals/mask_value.h"

#include <string.h>

enum { HOW_BLOCK, HOW_UNBLOCK, HOW_SET }; /* as Linux has them */

/* What functions of the library do to sets and masks; all other ones outside do nothing to masks. */
enum mask_act { ACT_OTHER, ACT_EMPTY, ACT_FILL, ACT_ADD, ACT_DELETE, ACT_READ, ACT_OPEN, ACT_ANY };

static const struct mask_name {
	const char *name;
	enum mask_act act;
} names[] = {
	{ "sigemptyset", ACT_EMPTY },  { "sigfillset", ACT_FILL },	 { "sigaddset", ACT_ADD },	 { "sigdelset", ACT_DELETE },
	{ "sigismember", ACT_READ },   { "sigisemptyset", ACT_READ },	 { "sigwait", ACT_READ },	 { "sigwaitinfo", ACT_READ },
	{ "sigtimedwait", ACT_READ },  { "signalfd", ACT_READ },	 { "sigsuspend", ACT_OPEN },	 { "pselect", ACT_OPEN },
	{ "ppoll", ACT_OPEN },	       { "epoll_pwait", ACT_OPEN },	 { "epoll_pwait2", ACT_OPEN },	 { "sigpause", ACT_OPEN },
	{ "sigsetmask", ACT_ANY },     { "sigblock", ACT_ANY },		 { "sighold", ACT_ANY },	 { "sigrelse", ACT_ANY },
	{ "setcontext", ACT_ANY },     { "swapcontext", ACT_ANY },	 { "syscall", ACT_ANY },	 { "sigreturn", ACT_ANY },
};

struct mask_cell {
	struct ref base; /* what the address begins with: a variable on the stack, a parameter, a symbol */
	int64_t offset;
	bool sa_mask; /* the member of a struct sigaction */
};

/* A function, entered with numbers that are known. */
struct mask_flow {
	struct fn_id fn;
	const struct code *code;
	int64_t *number;       /* by parameter */
	uint64_t known;	       /* which of them */
	VEC(struct mask_cell) cell;
	uint32_t ncells; /* with those that every function has */
	uint64_t **before; /* by instruction: the shared cells; NULL: not reached */
	uint64_t *out;	   /* all cells of callers, where it comes back */
	bool returns, done;
};

struct mask_flows {
	struct running *r;
	uint8_t *concerned; /* by function */
	uint32_t nshared, nvars, stride;
	VEC(struct sym_id) global;
	VEC(struct mask_flow *) flow;
	struct map flow_at; /* key -> flow + 1 */
	struct intern keys;
	uint32_t *variants; /* by function */
	struct map installed_at; /* function, instruction -> installed + 1 */
	VEC(uint64_t) installed;
	struct map edge_at; /* function, instruction -> an edge of one of its contexts, and by next_edge all others */
	uint32_t *next_edge;
	uint32_t depth;
	bool vague;
	uint64_t *room, **through, *result; /* for one step: a value; by variable; a value a variable */
};

/* ---- places ---- */

static struct sym_id callee_of(const struct running *r, const struct body *b, const struct inst *in)
{
	return in->op == OP_call ? body_callee(r->p, b, in) : (struct sym_id){ 0 };
}

static enum mask_act act_of(const struct running *r, const struct body *b, const struct inst *in)
{
	struct sym_id callee = callee_of(r, b, in);

	if (!callee.i || program_sym(r->p, callee)->fn.i)
		return ACT_OTHER;
	for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i].name, program_str(r->p, program_sym(r->p, callee)->name)))
			return names[i].act;
	return ACT_OTHER;
}

bool mask_flow_opens(const struct running *r, const struct body *b, const struct inst *in)
{
	enum mask_act act = act_of(r, b, in);

	return act == ACT_OPEN || act == ACT_ANY;
}

const struct model_row *mask_row_installs(const struct model_row *row)
{
	while (row && (!event_is(row, EVENT_HANDLER) || row->kind != MODEL_KIND_SIGNAL))
		row = row->next;
	return row;
}

static bool changes_mask(const struct model_row *row)
{
	for (; row; row = row->next)
		if ((row->flags & MODEL_SIGNALS) && (event_is(row, EVENT_DISABLE) || event_is(row, EVENT_ENABLE)))
			return true;
	return false;
}

static bool is_sa_mask(const struct program *p, const struct body *b, const struct inst *field)
{
	const struct type *t = program_type(p, type_strip(p, field->type));

	for (uint32_t i = 0; field->type.i && t->kind == TYPE_STRUCT && i < t->nfields; i++)
		if ((int64_t)(p->field.at[t->field + i].offset / 8) == body_offset(b, field) &&
		    !strcmp(program_str(p, p->field.at[t->field + i].name), "sa_mask"))
			return true;
	return false;
}

static struct mask_cell place_of(const struct program *p, const struct body *b, struct ref address)
{
	struct mask_cell c = { 0 };
	struct peel x = { .b = b, .r = address };
	struct sym_id sym;

	while (peel_step(&x, PEEL_MEMBERS)) {
		c.offset += x.in->op == OP_field ? body_offset(b, x.in) : 0;
		c.sa_mask |= x.in->op == OP_field && is_sa_mask(p, b, x.in);
	}
	sym = ref_symbol(p, x.r, &c.offset);
	c.base = sym.i ? ref_make(REF_SYM, sym.i) : x.r;
	return c;
}

/* The cell of an address; UINT32_MAX: none is known. */
static uint32_t cell_of(const struct mask_flows *m, const struct mask_flow *f, struct ref address)
{
	struct mask_cell c = place_of(m->r->p, &f->code->body, address);

	if (ref_kind(c.base) == REF_SYM && !c.offset)
		for (uint32_t i = 0; i < m->global.n; i++)
			if (m->global.at[i].i == ref_index(c.base))
				return MASK_GLOBAL + i;
	if (ref_kind(c.base) == REF_VALUE && ref_index(c.base) <= f->code->body.param.n && !c.offset &&
	    m->nshared + ref_index(c.base) - 1 < m->nvars)
		return m->nshared + ref_index(c.base) - 1;
	for (uint32_t i = 0; i < f->cell.n; i++)
		if (f->cell.at[i].base.bits == c.base.bits && f->cell.at[i].offset == c.offset)
			return m->nvars + i;
	return UINT32_MAX;
}

static bool number_of(const struct mask_flows *m, const struct mask_flow *f, struct ref value, int64_t *number)
{
	struct ref v = value_behind(f->code, value);
	uint32_t param = ref_kind(v) == REF_VALUE ? ref_index(v) : 0;

	if (param && param <= f->code->body.param.n && param <= 64 && f->known >> (param - 1) & 1) {
		*number = f->number[param - 1];
		return true;
	}
	return program_constant(m->r->p, v, number);
}

/* The signal that a number names, as a bit; 0: not known. */
static uint64_t signal_of(const struct mask_flows *m, const struct mask_flow *f, struct ref value)
{
	int64_t k;

	return number_of(m, f, value, &k) && k > 0 && k <= LAST_SIGNAL ? 1ull << k : 0;
}

/* ---- one call ---- */

static uint64_t *cell_at(const struct mask_flows *m, uint64_t *state, uint32_t cell)
{
	return state + (size_t)cell * m->stride;
}

/* A set may be written in a way that is not known. */
static void forget(const struct mask_flows *m, const struct mask_flow *f, uint64_t *state, struct ref address)
{
	uint32_t cell = cell_of(m, f, address);

	if (cell != UINT32_MAX)
		value_forget(m->nvars, cell_at(m, state, cell));
	else if (ref_kind(address) == REF_VALUE)
		for (uint32_t i = MASK_GLOBAL; i < m->nshared && body_made_by(&f->code->body, address) &&
				       body_made_by(&f->code->body, address)->op == OP_load; i++)
			value_forget(m->nvars, cell_at(m, state, i));
}

/* What functions that work on sets write to: which set it is may not be known. */
static void forget_any(const struct mask_flows *m, const struct mask_flow *f, uint64_t *state, struct ref address)
{
	uint32_t cell = cell_of(m, f, address);

	if (cell != UINT32_MAX)
		value_forget(m->nvars, cell_at(m, state, cell));
	for (uint32_t k = MASK_GLOBAL; cell == UINT32_MAX && k < f->ncells; k++)
		value_forget(m->nvars, cell_at(m, state, k));
}

static void step_set(struct mask_flows *m, const struct mask_flow *f, const struct inst *in, enum mask_act act,
		     uint64_t *state)
{
	uint32_t cell = cell_of(m, f, body_arg(&f->code->body, in, 1));
	uint64_t *v = cell == UINT32_MAX ? NULL : cell_at(m, state, cell), one;

	if (!v) {
		forget_any(m, f, state, body_arg(&f->code->body, in, 1));
		return;
	}
	one = in->nargs > 2 ? signal_of(m, f, body_arg(&f->code->body, in, 2)) : 0;
	if (act == ACT_EMPTY || act == ACT_FILL) {
		value_set(m->nvars, v, act == ACT_FILL ? UINT64_MAX : 0);
	} else if (act == ACT_ADD) {
		m->vague |= !one;
		value_add(m->nvars, v, one);
		v[VALUE_MAY] |= one ? one : UINT64_MAX;
	} else {
		value_without(m->nvars, v, one ? one : UINT64_MAX, one != 0);
	}
}

/* Is all known that may be in the set? */
static bool is_exact(const struct mask_flows *m, const uint64_t *v)
{
	uint64_t known = v[VALUE_SAME] ? UINT64_MAX : v[VALUE_SURE];

	for (uint32_t k = 0; k < m->nvars; k++)
		known |= v[VALUE_IF + k];
	return !(v[VALUE_MAY] & ~known);
}

/* sigprocmask and its like. The old mask is stored behind all else. */
static void step_mask(struct mask_flows *m, const struct mask_flow *f, const struct inst *in, uint64_t *state)
{
	const struct body *b = &f->code->body;
	struct ref set = body_arg(b, in, 2);
	uint64_t *blocked = cell_at(m, state, MASK_BLOCKED);
	size_t size = m->stride * sizeof *blocked;
	uint64_t *old = m->room;
	uint32_t cell = cell_of(m, f, set), kept = cell_of(m, f, body_arg(b, in, 3));
	int64_t how, null;

	memcpy(old, blocked, size);
	if (in->nargs < 3 || !(program_constant(m->r->p, set, &null) && !null)) {
		const uint64_t *v = cell == UINT32_MAX ? NULL : cell_at(m, state, cell);
		m->vague |= !v || !number_of(m, f, body_arg(b, in, 1), &how) || (how != HOW_UNBLOCK && !is_exact(m, v));
		if (!v && number_of(m, f, body_arg(b, in, 1), &how) && how == HOW_BLOCK)
			blocked[VALUE_MAY] = UINT64_MAX, blocked[VALUE_SAME] = 0;
		else if (!v || !number_of(m, f, body_arg(b, in, 1), &how))
			value_forget(m->nvars, blocked);
		else if (how == HOW_BLOCK)
			value_join(m->nvars, blocked, v);
		else if (how == HOW_UNBLOCK)
			value_without(m->nvars, blocked, v[VALUE_MAY], false);
		else
			memcpy(blocked, v, size);
	}
	if (kept != UINT32_MAX)
		memcpy(cell_at(m, state, kept), old, size);
	else if (!(program_constant(m->r->p, body_arg(b, in, 3), &null) && !null))
		forget_any(m, f, state, body_arg(b, in, 3));
}

/* signal(SIGUSR1, SIG_IGN): from then on it does not come, until a handler is installed again. */
static void step_install(struct mask_flows *m, const struct mask_flow *f, uint32_t inst, uint64_t *state)
{
	const struct body *b = &f->code->body;
	const struct inst *in = &b->inst.at[inst];
	const struct model_row *row = mask_row_installs(points_rows_at(m->r->c->points, b, in));
	uint64_t one = signal_of(m, f, event_value(b, in, &row->on));
	uint64_t *ignored = cell_at(m, state, MASK_IGNORED), *absent = cell_at(m, state, MASK_ABSENT);
	int64_t fn;

	if (one && number_of(m, f, event_value(b, in, &row->fn), &fn) && (fn == 0 || fn == 1)) {
		value_set(m->nvars, m->room, one);
		value_join(m->nvars, ignored, m->room);
		value_join(m->nvars, absent, m->room);
		return;
	}
	value_without(m->nvars, ignored, one ? one : UINT64_MAX, false);
	value_without(m->nvars, absent, one ? one : UINT64_MAX, false);
}

/* The values that a callee leaves, in words of the caller: through[k] is what its variable k is here. */
static void translate(const struct mask_flows *m, const uint64_t *value, uint64_t *const *through, uint64_t *result)
{
	if (value[VALUE_SAME]) {
		memcpy(result, through[value[VALUE_SAME] - 1], m->stride * sizeof *result);
		return;
	}
	value_set(m->nvars, result, value[VALUE_SURE]);
	for (uint32_t k = 0; k < m->nvars; k++) {
		uint64_t when = value[VALUE_IF + k];
		for (uint32_t j = 0; j < m->nvars && when; j++)
			result[VALUE_IF + j] |= when & through[k][VALUE_IF + j];
		value_add(m->nvars, result, when & through[k][VALUE_SURE]);
	}
	result[VALUE_MAY] = value[VALUE_MAY];
}

static struct mask_flow *flow_get(struct mask_flows *, struct fn_id, const int64_t *number, uint64_t known);

/* What one of those that a call may reach does: state is the result. False: it does not come back. */
static bool step_callee(struct mask_flows *m, const struct mask_flow *f, const struct inst *in, struct fn_id fn, bool direct,
			uint64_t *state)
{
	const struct body *b = &f->code->body;
	struct mask_flow *g;
	int64_t number[64];
	uint64_t known = 0, *nowhere = m->room, **through = m->through, *result = m->result;

	for (uint32_t k = 0; direct && k + 1 < in->nargs && k < 64; k++)
		known |= (uint64_t)number_of(m, f, body_arg(b, in, k + 1), &number[k]) << k;
	g = flow_get(m, fn, number, known);
	value_forget(m->nvars, nowhere);
	for (uint32_t k = 0; k < m->nvars; k++) {
		uint32_t cell = k < m->nshared ? k : direct ? cell_of(m, f, body_arg(b, in, k - m->nshared + 1)) : UINT32_MAX;
		through[k] = cell == UINT32_MAX ? nowhere : cell_at(m, state, cell);
	}
	if (!g || !g->done) { /* running already, or too deep */
		for (uint32_t k = 0; k < m->nvars; k++)
			value_forget(m->nvars, through[k]);
		return true;
	}
	if (!g->returns)
		return false;
	for (uint32_t k = 0; k < m->nvars; k++)
		translate(m, g->out + (size_t)k * m->stride, through, cell_at(m, result, k));
	for (uint32_t k = 0; k < m->nvars; k++)
		if (through[k] != nowhere && g->out[(size_t)k * m->stride + VALUE_SAME] != k + 1)
			memcpy(through[k], cell_at(m, result, k), m->stride * sizeof *result);
	return true;
}

/* By edges of the function's contexts. */
static void collect_targets(const struct mask_flows *m, struct fn_id fn, uint32_t inst, uint32_t *set, uint32_t *n, bool *more)
{
	for (uint32_t e = map_get(&m->edge_at, map_pair(fn.i, inst)); e; e = m->next_edge[e]) {
		uint32_t to = context_of(m->r, m->r->c->edge.at[e].to)->fn.i, j = 0;
		while (j < *n && set[j] != to)
			j++;
		if (j == *n && limit_full(LIMIT_threads_masked, *n))
			*more = true;
		else if (j == *n)
			set[(*n)++] = to;
	}
}

/* A call through a pointer, or of a function outside that calls others. */
static bool step_several(struct mask_flows *m, const struct mask_flow *f, uint32_t inst, bool outside, uint64_t *state)
{
	size_t size = (size_t)f->ncells * m->stride * sizeof *state;
	uint32_t *set = arena_array(m->r->arena, limit(LIMIT_threads_masked) + 1u, sizeof *set), n = 0;
	uint64_t *before = arena_array(m->r->arena, size + 1, 1), *one = arena_array(m->r->arena, size + 1, 1);
	bool unknown = false, back = outside;

	memcpy(before, state, size);
	collect_targets(m, f->fn, inst, set, &n, &unknown);
	for (uint32_t i = 0; i < n; i++) {
		memcpy(one, before, size);
		if (m->concerned[set[i]] &&
		    !step_callee(m, f, &f->code->body.inst.at[inst], (struct fn_id){ set[i] }, !outside, one))
			continue;
		if (!back)
			memcpy(state, one, size);
		for (uint32_t k = 0; back && k < f->ncells; k++)
			value_meet(m->nvars, cell_at(m, state, k), cell_at(m, one, k));
		back = true;
	}
	if (unknown || (!n && !outside))
		for (uint32_t k = 0; k < m->nshared; k++)
			value_forget(m->nvars, cell_at(m, state, k));
	return back || !n;
}

/* Whatever a function outside is handed it may write to. */
static void forget_arguments(const struct mask_flows *m, const struct mask_flow *f, const struct inst *in, uint64_t *state)
{
	for (uint32_t k = 1; k < in->nargs; k++) {
		uint32_t cell = cell_of(m, f, body_arg(&f->code->body, in, k));
		if (cell != UINT32_MAX)
			value_forget(m->nvars, cell_at(m, state, cell));
	}
}

static void note_installed(struct mask_flows *m, const struct mask_flow *f, uint32_t inst, uint64_t *state)
{
	const struct body *b = &f->code->body;
	const struct model_row *row = mask_row_installs(points_rows_at(m->r->c->points, b, &b->inst.at[inst]));
	uint32_t at = map_get(&m->installed_at, map_pair(f->fn.i, inst));
	uint64_t signals = 0;
	struct mask_cell object;

	if (!event_argument_number(&row->fn) || !row->fn.deref)
		return;
	object = place_of(m->r->p, b, event_argument(b, &b->inst.at[inst], &row->fn));
	for (uint32_t i = 0; i < f->cell.n; i++)
		if (f->cell.at[i].sa_mask && f->cell.at[i].base.bits == object.base.bits && f->cell.at[i].offset > object.offset)
			signals = cell_at(m, state, m->nvars + i)[VALUE_SURE];
	if (!at) {
		*vec_add(m->r->arena, &m->installed) = signals;
		map_put(m->r->arena, &m->installed_at, map_pair(f->fn.i, inst), m->installed.n);
	} else {
		m->installed.at[at - 1] &= signals;
	}
}

static bool step(struct mask_flows *m, const struct mask_flow *f, uint32_t inst, uint64_t *state)
{
	const struct body *b = &f->code->body;
	const struct inst *in = &b->inst.at[inst];
	struct sym_id callee = callee_of(m->r, b, in);
	struct fn_id fn = callee.i ? program_sym(m->r->p, callee)->fn : (struct fn_id){ 0 };
	const struct model_row *row = points_rows_at(m->r->c->points, b, in);
	enum mask_act act = act_of(m->r, b, in);

	if (in->op == OP_store || in->op == OP_memset) {
		uint32_t cell = cell_of(m, f, body_arg(b, in, 0));
		if (cell != UINT32_MAX)
			value_forget(m->nvars, cell_at(m, state, cell));
		return true;
	}
	if (in->op == OP_memcpy) {
		uint32_t to = cell_of(m, f, body_arg(b, in, 0)), from = cell_of(m, f, body_arg(b, in, 1));
		if (to != UINT32_MAX && from != UINT32_MAX)
			memcpy(cell_at(m, state, to), cell_at(m, state, from), m->stride * sizeof *state);
		else
			forget(m, f, state, body_arg(b, in, 0));
		return true;
	}
	if (in->op != OP_call)
		return true;
	if (in->flags & INST_TWICE) { /* the second time, whatever the mask is where longjmp is called */
		int64_t saves;
		if (in->nargs < 3 || !number_of(m, f, body_arg(b, in, 2), &saves) || !saves)
			value_forget(m->nvars, cell_at(m, state, MASK_BLOCKED));
		value_forget(m->nvars, cell_at(m, state, MASK_ABSENT));
		value_forget(m->nvars, cell_at(m, state, MASK_IGNORED));
		return true;
	}
	if (mask_row_installs(row)) {
		note_installed(m, f, inst, state);
		step_install(m, f, inst, state);
	} else if (changes_mask(row)) {
		step_mask(m, f, in, state);
	} else if (act == ACT_ANY) {
		value_forget(m->nvars, cell_at(m, state, MASK_BLOCKED));
	} else if (act >= ACT_EMPTY && act <= ACT_DELETE) {
		step_set(m, f, in, act, state);
	} else if (fn.i) {
		return !m->concerned[fn.i] || step_callee(m, f, in, fn, true, state);
	} else if (act == ACT_OTHER) {
		forget_arguments(m, f, in, state);
		return step_several(m, f, inst, callee.i != 0, state);
	}
	return true;
}

/* ---- a function ---- */

static void add_cell(const struct mask_flows *m, struct mask_flow *f, struct ref address)
{
	struct mask_cell c = place_of(m->r->p, &f->code->body, address);
	const struct inst *made = body_made_by(&f->code->body, c.base);

	if (cell_of(m, f, address) == UINT32_MAX && ((made && made->op == OP_alloca) || (!made && ref_kind(c.base) == REF_VALUE)) &&
	    !limit_full(LIMIT_threads_sets, f->cell.n))
		*vec_add(m->r->arena, &f->cell) = c;
}

/* Sets: what the functions that work on sets are given. A set that is only handed to functions of the program is one, too. */
static void find_cells(const struct mask_flows *m, struct mask_flow *f)
{
	const struct body *b = &f->code->body;

	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		struct sym_id callee = callee_of(m->r, b, in);
		enum mask_act act = act_of(m->r, b, in);
		bool ours = callee.i && program_sym(m->r->p, callee)->fn.i && m->concerned[program_sym(m->r->p, callee)->fn.i];
		if (in->op != OP_call)
			continue;
		if (act >= ACT_EMPTY && act <= ACT_DELETE)
			add_cell(m, f, body_arg(b, in, 1));
		for (uint32_t k = 1; (ours || changes_mask(points_rows_at(m->r->c->points, b, in))) && k < in->nargs; k++)
			add_cell(m, f, body_arg(b, in, k));
	}
	f->ncells = m->nvars + f->cell.n;
}

/* What is told of a place lasts until it changes. */
static uint64_t *keep_shared(struct mask_flows *m, uint64_t *last, const uint64_t *state)
{
	size_t size = (size_t)m->nshared * m->stride * sizeof *state;
	uint64_t *copy;

	if (last && !memcmp(last, state, size))
		return last;
	copy = arena_array(m->r->arena, size, 1);
	memcpy(copy, state, size);
	return copy;
}

/* False: no way leads to its end. */
static bool run_block(struct mask_flows *m, struct mask_flow *f, uint32_t block, uint64_t *state)
{
	const struct block *b = &f->code->body.block.at[block];
	uint64_t *last = NULL;

	for (uint32_t i = b->inst; i < b->inst + b->ninsts; i++) {
		f->before[i] = last = keep_shared(m, last ? last : f->before[i], state);
		if (!step(m, f, i, state))
			return false;
	}
	return true;
}

static void leave(struct mask_flows *m, struct mask_flow *f, uint32_t block, const uint64_t *state)
{
	if (body_end(&f->code->body, block)->op != OP_ret)
		return;
	for (uint32_t k = 0; k < m->nvars; k++)
		if (f->returns)
			value_meet(m->nvars, cell_at(m, f->out, k), state + (size_t)k * m->stride);
	if (!f->returns)
		memcpy(f->out, state, (size_t)m->nvars * m->stride * sizeof *state);
	f->returns = true;
}

/* The state before a block: of all ways that get to it. False: none does so far. */
static bool arrive(const struct mask_flows *m, const struct mask_flow *f, uint32_t block, uint64_t *const *out, uint64_t *state)
{
	const struct cfg *cfg = &f->code->cfg;
	size_t words = (size_t)f->ncells * m->stride;
	bool any = false;

	if (!block) {
		for (uint32_t k = 0; k < f->ncells; k++)
			if (k < m->nvars)
				value_variable(m->nvars, cell_at(m, state, k), k);
			else
				value_forget(m->nvars, cell_at(m, state, k));
		any = true;
	}
	for (uint32_t j = 0; j < cfg->npreds[block]; j++) {
		const uint64_t *from = out[cfg->pred[cfg->first_pred[block] + j]];
		if (!from)
			continue;
		if (!any)
			memcpy(state, from, words * sizeof *state);
		for (uint32_t k = 0; any && k < f->ncells; k++)
			value_meet(m->nvars, cell_at(m, state, k), from + (size_t)k * m->stride);
		any = true;
	}
	return any;
}

static void flow_run(struct mask_flows *m, struct mask_flow *f)
{
	const struct code *code = f->code;
	size_t size = (size_t)f->ncells * m->stride * sizeof(uint64_t);
	uint64_t **out = arena_array(m->r->arena, code->body.block.n + 1u, sizeof *out);
	uint64_t *state = arena_array(m->r->arena, size + 1, 1);
	bool again = true;

	while (again) {
		again = false;
		f->returns = false;
		for (uint32_t k = 0; k < code->cfg.nreached; k++) {
			uint32_t block = code->cfg.order[k];
			if (!arrive(m, f, block, out, state) || !run_block(m, f, block, state))
				continue;
			leave(m, f, block, state);
			if (out[block] && !memcmp(out[block], state, size))
				continue;
			if (!out[block])
				out[block] = arena_array(m->r->arena, size + 1, 1);
			memcpy(out[block], state, size);
			again = true;
		}
	}
}

/* NULL: calls inside of calls that are too many. */
static struct mask_flow *flow_get(struct mask_flows *m, struct fn_id fn, const int64_t *number, uint64_t known)
{
	int64_t key[66] = { fn.i, 0 };
	uint32_t n = 2, at;
	struct mask_flow *f;

	if (known && limit_full(LIMIT_threads_variants, m->variants[fn.i]))
		known = 0;
	key[1] = (int64_t)known;
	for (uint32_t k = 0; k < 64; k++)
		if (known >> k & 1)
			key[n++] = number[k];
	at = intern_bytes(&m->keys, key, n * sizeof *key);
	if (map_get(&m->flow_at, at))
		return m->flow.at[map_get(&m->flow_at, at) - 1];
	if (limit_full(LIMIT_threads_wrappers, m->depth))
		return NULL;
	f = arena_new(m->r->arena, struct mask_flow);
	*f = (struct mask_flow){ .fn = fn, .code = code_get(m->r->shapes, fn), .known = known };
	f->number = arena_array(m->r->arena, 64, sizeof *number);
	for (uint32_t k = 0, j = 2; k < 64; k++)
		if (known >> k & 1)
			f->number[k] = key[j++];
	f->before = arena_array(m->r->arena, f->code->body.inst.n + 1u, sizeof *f->before);
	f->out = arena_array(m->r->arena, (size_t)m->nvars * m->stride, sizeof *f->out);
	*vec_add(m->r->arena, &m->flow) = f;
	map_put(m->r->arena, &m->flow_at, at, m->flow.n);
	m->variants[fn.i]++;
	find_cells(m, f);
	m->depth++;
	flow_run(m, f);
	m->depth--;
	f->done = true;
	return f;
}

/* ---- which functions ---- */

static void find_globals(struct mask_flows *m, const struct body *b, const struct inst *in)
{
	enum mask_act act = act_of(m->r, b, in);

	if (in->op != OP_call || (!(act >= ACT_EMPTY && act <= ACT_DELETE) && !changes_mask(points_rows_at(m->r->c->points, b, in))))
		return;
	for (uint32_t k = 1; k < in->nargs; k++) {
		struct mask_cell c = place_of(m->r->p, b, body_arg(b, in, k));
		uint32_t i = 0;
		if (ref_kind(c.base) != REF_SYM || c.offset)
			continue;
		while (i < m->global.n && m->global.at[i].i != ref_index(c.base))
			i++;
		if (i == m->global.n && !limit_full(LIMIT_threads_globals, i))
			*vec_add(m->r->arena, &m->global) = (struct sym_id){ ref_index(c.base) };
	}
}

/* Functions that change masks, sets or handlers themselves; true: some function changes a mask, or ignores a signal. */
static bool find_own(struct mask_flows *m)
{
	struct running *r = m->r;
	bool any = false;

	for (uint32_t f = 1; f < r->p->fn.n; f++) {
		struct arena scratch;
		struct body b = { 0 };
		arena_init(&scratch, "masks");
		body_get(&scratch, r->p, (struct fn_id){ f }, &b);
		for (uint32_t i = 0; i < b.inst.n; i++) {
			const struct inst *in = &b.inst.at[i];
			const struct model_row *row = points_rows_at(r->c->points, &b, in), *installs = mask_row_installs(row);
			enum mask_act act = act_of(r, &b, in);
			bool unknown = in->op == OP_call && !callee_of(r, &b, in).i && !map_get(&m->edge_at, map_pair(f, i)) &&
				       r->c->first_by_fn[f] != r->c->first_by_fn[f + 1];
			any |= changes_mask(row) || installs;
			m->concerned[f] |= changes_mask(row) || installs || unknown || (in->flags & INST_TWICE) ||
					   (act != ACT_OTHER && act != ACT_READ && act != ACT_OPEN);
			find_globals(m, &b, in);
		}
		arena_release(&scratch);
	}
	return any;
}

static void find_callers(struct mask_flows *m)
{
	struct running *r = m->r;
	VEC(uint32_t) work = { 0 };

	for (uint32_t f = 1; f < r->p->fn.n; f++)
		if (m->concerned[f])
			*vec_add(r->arena, &work) = f;
	while (work.n) {
		uint32_t f = work.at[--work.n];
		for (uint32_t i = r->c->first_by_fn[f]; i < r->c->first_by_fn[f + 1]; i++)
			for (uint32_t k = r->first_caller[r->c->by_fn[i]]; k < r->first_caller[r->c->by_fn[i] + 1]; k++) {
				uint32_t caller = context_of(r, r->c->edge.at[r->caller[k]].context)->fn.i;
				if (!m->concerned[caller])
					*vec_add(r->arena, &work) = caller;
				m->concerned[caller] = 1;
			}
	}
}

static void index_edges(struct mask_flows *m)
{
	const struct contexts *c = m->r->c;

	m->next_edge = arena_array(m->r->arena, c->edge.n + 1u, sizeof *m->next_edge);
	for (uint32_t i = 1; i < c->edge.n; i++) {
		const struct edge *e = &c->edge.at[i];
		uint32_t *at;
		if (e->kind != SITE_CALL && e->kind != SITE_INNER && e->kind != SITE_CALLBACK)
			continue;
		at = map_at(m->r->arena, &m->edge_at, map_pair(context_of(m->r, e->context)->fn.i, e->inst));
		m->next_edge[i] = *at;
		*at = i;
	}
}

struct mask_flows *mask_flows_make(struct running *r)
{
	struct mask_flows *m = arena_new(r->arena, struct mask_flows);

	*m = (struct mask_flows){ .r = r };
	m->concerned = arena_array(r->arena, r->p->fn.n + 1u, 1);
	m->variants = arena_array(r->arena, r->p->fn.n + 1u, sizeof *m->variants);
	intern_init(&m->keys, r->arena);
	index_edges(m);
	if (!find_own(m))
		return NULL;
	find_callers(m);
	m->nshared = MASK_GLOBAL + m->global.n;
	m->nvars = m->nshared + limit(LIMIT_threads_passed);
	m->stride = value_words(m->nvars);
	m->room = arena_array(r->arena, m->stride, sizeof *m->room);
	m->through = arena_array(r->arena, m->nvars, sizeof *m->through);
	m->result = arena_array(r->arena, (size_t)m->nvars * m->stride, sizeof *m->result);
	return m;
}

bool mask_flows_concern(const struct mask_flows *m, struct fn_id fn)
{
	return m->concerned[fn.i];
}

uint32_t mask_flows_cells(const struct mask_flows *m)
{
	return m->nshared;
}

uint64_t mask_flow_at(struct mask_flows *m, struct fn_id fn, uint32_t inst, uint32_t cell, const uint64_t *entry)
{
	const struct mask_flow *f = flow_get(m, fn, NULL, 0);
	const uint64_t *v;
	uint64_t is;

	if (!f || !f->before[inst])
		return f ? UINT64_MAX : 0;
	v = f->before[inst] + (size_t)cell * m->stride;
	is = v[VALUE_SURE];
	for (uint32_t k = 0; k < m->nshared; k++)
		is |= v[VALUE_IF + k] & entry[k];
	return is;
}

bool mask_flows_vague(const struct mask_flows *m)
{
	return m->vague;
}

uint64_t mask_flow_installed(struct mask_flows *m, struct fn_id fn, uint32_t inst)
{
	uint32_t at;

	(void)flow_get(m, fn, NULL, 0);
	at = map_get(&m->installed_at, map_pair(fn.i, inst));
	return at ? m->installed.at[at - 1] : 0;
}
