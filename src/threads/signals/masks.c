/* Signals that are blocked. A handler does not come where the only thread that can take its signal has it blocked:
 *
 *     sigemptyset(&set); sigaddset(&set, SIGUSR1);
 *     sigprocmask(SIG_BLOCK, &set, &old);
 *     range.low += by;                                    no handler here,
 *     move(&range, by);                                   nor in what is called from here only
 *     sigprocmask(SIG_SETMASK, &old, NULL);               what the signal mask was before is not known
 *
 * Nor where the signal is ignored: signal(SIGUSR1, SIG_IGN). Nor does one handler interrupt another whose sa_mask has its signal.
 * Sets are what the function says that uses them: which signals it adds to them, as constants, before. Whatever may block, or
 * calls through pointers, or calls what changes the mask, ends the region: sigsuspend and its like change it for a while.
 *
 * needs   classes, callers of contexts      gives   running.masked, class.mask
 * misses  sets that are made elsewhere; signals that a thread inherits as blocked */
#include "threads/values/branch.h"
#include "threads/running.h"

#include <string.h>

enum { HOW_BLOCK, HOW_UNBLOCK, HOW_SET }; /* as Linux has them */
enum { MOST_SIGNAL = 63 };

static struct sym_id callee_of(const struct running *r, const struct body *b, const struct inst *in)
{
	return in->op == OP_call ? body_callee(r->p, b, in) : (struct sym_id){ 0 };
}

static bool is_called(const struct running *r, const struct body *b, const struct inst *in, const char *name)
{
	struct sym_id callee = callee_of(r, b, in);

	return callee.i && !strcmp(program_str(r->p, program_sym(r->p, callee)->name), name);
}

static const struct model_row *rows_of(const struct running *r, const struct body *b, const struct inst *in)
{
	struct sym_id callee = callee_of(r, b, in);

	return callee.i ? points_rows(r->c->points, callee) : NULL;
}

/* The row by which a handler is installed, or a signal is ignored. */
static const struct model_row *installs(const struct model_row *row)
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

static bool may_block(const struct model_row *row)
{
	return events_find(row, EVENT_BLOCK) != NULL;
}

/* ---- sets ---- */

static bool is_same_place(const struct body *b, struct ref x, struct ref y)
{
	for (uint32_t depth = 0; !limit_full(LIMIT_threads_elements, depth); depth++) {
		const struct inst *a = body_made_by(b, x), *c = body_made_by(b, y);
		if (x.bits == y.bits)
			return true;
		if (!a || !c || a->op != c->op || (a->op != OP_field && a->op != OP_cast && a->op != OP_copy) ||
		    (a->op == OP_field && body_offset(b, a) != body_offset(b, c)))
			return false;
		x = body_arg(b, a, 0);
		y = body_arg(b, c, 0);
	}
	return false;
}

/* Does a come before b, whenever b is reached? */
static bool comes_before(const struct code *code, uint32_t a, uint32_t b)
{
	uint32_t x = code_block(code, a), y = code_block(code, b);

	return x == y ? a < b : cfg_dominates(&code->cfg, x, y);
}

/* The signals that are surely in the set, where it is used. */
static uint64_t signals_in(const struct running *r, const struct code *code, struct ref set, uint32_t used)
{
	const struct body *b = &code->body;
	uint64_t found = 0;
	int64_t k;

	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		if (in->op != OP_call || in->nargs < 2 || !is_same_place(b, body_arg(b, in, 1), set))
			continue;
		if (is_called(r, b, in, "sigfillset") && comes_before(code, i, used))
			found = UINT64_MAX;
		else if (is_called(r, b, in, "sigaddset") && comes_before(code, i, used) && in->nargs > 2 &&
			 value_number(r->p, body_arg(b, in, 2), &k) && k > 0 && k <= MOST_SIGNAL)
			found |= 1ull << k;
		else if (is_called(r, b, in, "sigdelset") || (is_called(r, b, in, "sigemptyset") && found))
			return 0;
	}
	return found;
}

/* ---- regions ---- */

/* signal(SIGUSR1, SIG_IGN): from then on it does not come, until a handler is installed again. */
static int step_installed(const struct running *r, const struct body *b, const struct inst *in, uint64_t signal)
{
	const struct model_row *row = installs(rows_of(r, b, in));
	int64_t number, fn;

	if (!value_number(r->p, event_value(b, in, &row->on), &number) || number <= 0 || number > MOST_SIGNAL)
		return -1;
	if (!(signal >> number & 1))
		return 0; /* another one */
	return value_number(r->p, event_value(b, in, &row->fn), &fn) && (fn == 0 || fn == 1) ? 1 : -1;
}

/* What an instruction does to the signals that are blocked: 1 blocks it, -1 may let it in, 0 nothing. */
static int step(const struct running *r, const struct code *code, uint32_t inst, uint64_t signal)
{
	const struct body *b = &code->body;
	const struct inst *in = &b->inst.at[inst];
	const struct model_row *row = rows_of(r, b, in);
	struct sym_id callee = callee_of(r, b, in);
	int64_t how;

	if (in->op != OP_call)
		return in->op == OP_asm || in->op == OP_asm_goto ? -1 : 0;
	if (!callee.i || may_block(row))
		return -1;
	if (installs(row))
		return step_installed(r, b, in, signal);
	if (!changes_mask(row))
		return program_sym(r->p, callee)->fn.i && map_get(&r->unmasks, program_sym(r->p, callee)->fn.i) ? -1 : 0;
	if (in->nargs < 3 || !value_number(r->p, body_arg(b, in, 1), &how) || how == HOW_UNBLOCK)
		return -1;
	if (signals_in(r, code, body_arg(b, in, 2), inst) & signal)
		return 1;
	return how == HOW_BLOCK ? 0 : -1;
}

static bool run_block(const struct running *r, const struct code *code, uint32_t block, bool in, uint64_t signal, uint8_t *at)
{
	const struct block *b = &code->body.block.at[block];

	for (uint32_t i = b->inst; i < b->inst + b->ninsts; i++) {
		int does = step(r, code, i, signal);
		at[i] = in;
		in = does ? does > 0 : in;
	}
	return in;
}

/* By instruction: the signal is blocked before it, on all ways. */
static uint8_t *find_region(struct running *r, struct fn_id fn, uint64_t signal)
{
	const struct code *code = code_get(r->shapes, fn);
	uint8_t *at = arena_array(r->arena, code->body.inst.n + 1u, 1), *out = arena_array(r->arena, code->body.block.n + 1u, 1);
	bool again = true;

	memset(out, 1, code->body.block.n);
	while (again) {
		again = false;
		for (uint32_t k = 0; k < code->cfg.nreached; k++) {
			uint32_t block = code->cfg.order[k];
			bool in = block != 0, now;
			for (uint32_t j = 0; j < code->cfg.npreds[block]; j++)
				in &= out[code->cfg.pred[code->cfg.first_pred[block] + j]] != 0;
			now = run_block(r, code, block, in, signal, at);
			again |= now != out[block];
			out[block] = now;
		}
	}
	return at;
}

/* Functions that change the mask or may block, and who calls them; and those that block something themselves. */
static void find_functions(struct running *r, uint32_t **region, uint32_t *nregions)
{
	struct body b = { 0 };
	uint32_t *list = arena_array(r->arena, r->p->fn.n + 1u, sizeof *list), n = 0;
	bool again = true;

	for (uint32_t f = 1; f < r->p->fn.n; f++) {
		struct arena scratch;
		bool masks = false, waits = false;
		arena_init(&scratch, "masks");
		b = (struct body){ 0 };
		body_get(&scratch, r->p, (struct fn_id){ f }, &b);
		for (uint32_t i = 0; i < b.inst.n; i++) {
			const struct model_row *row = rows_of(r, &b, &b.inst.at[i]);
			masks |= changes_mask(row) || installs(row);
			waits |= may_block(row) || (b.inst.at[i].op == OP_call && !callee_of(r, &b, &b.inst.at[i]).i) ||
				 b.inst.at[i].op == OP_asm || b.inst.at[i].op == OP_asm_goto;
		}
		if (masks)
			list[n++] = f;
		if (masks || waits)
			map_put(r->arena, &r->unmasks, f, 1);
		arena_release(&scratch);
	}
	while (again) {
		again = false;
		for (uint32_t i = 1; i < r->c->edge.n; i++) {
			const struct edge *e = &r->c->edge.at[i];
			uint32_t from = context_of(r, e->context)->fn.i, to = context_of(r, e->to)->fn.i;
			if (e->kind != SITE_CALL || !map_get(&r->unmasks, to) || map_get(&r->unmasks, from))
				continue;
			map_put(r->arena, &r->unmasks, from, 1);
			again = true;
		}
	}
	*region = list;
	*nregions = n;
}

static const uint8_t *region_of(const struct running *r, uint32_t class, struct fn_id fn)
{
	uint32_t at = map_get(&r->masked_at, map_pair(class, fn.i));

	return at ? r->masked.at[at - 1] : NULL;
}

/* Contexts whose calls all come from where the signal is blocked: the largest set of them. */
static uint8_t *find_inherited(struct running *r, uint32_t class)
{
	uint8_t *all = arena_array(r->arena, r->c->context.n, 1);
	bool again = true;

	for (uint32_t c = 1; c < r->c->context.n; c++)
		all[c] = r->first_caller[c] != r->first_caller[c + 1] && !map_get(&r->unmasks, context_of(r, c)->fn.i);
	for (uint32_t i = 1; i < r->c->root.n; i++)
		all[r->c->root.at[i].context] = 0;
	for (uint32_t i = 1; i < r->c->edge.n; i++)
		if (r->c->edge.at[i].kind != SITE_CALL)
			all[r->c->edge.at[i].to] = 0;
	while (again) {
		again = false;
		for (uint32_t c = 1; c < r->c->context.n; c++)
			for (uint32_t i = r->first_caller[c]; all[c] && i < r->first_caller[c + 1]; i++) {
				const struct edge *e = &r->c->edge.at[r->caller[i]];
				const uint8_t *at = region_of(r, class, context_of(r, e->context)->fn);
				if (all[e->context] || (at && at[e->inst]))
					continue;
				all[c] = 0;
				again = true;
			}
	}
	return all;
}

/* ---- sa_mask ---- */

static bool is_member_called(const struct program *p, const struct inst *field, int64_t offset, const char *name)
{
	const struct type *t = program_type(p, type_strip(p, field->type));

	for (uint32_t i = 0; t->kind == TYPE_STRUCT && i < t->nfields; i++)
		if ((int64_t)(p->field.at[t->field + i].offset / 8) == offset &&
		    !strcmp(program_str(p, p->field.at[t->field + i].name), name))
			return true;
	return false;
}

/* The signals that a handler keeps away while it runs, wherever it is installed. */
static uint64_t mask_of(const struct running *r, const struct class *c)
{
	uint64_t all = c->edge.n ? UINT64_MAX : 0;

	for (uint32_t i = 0; i < c->edge.n && all; i++) {
		const struct edge *e = &r->c->edge.at[c->edge.at[i]];
		const struct model_row *row = r->c->points->site.at[e->site].row;
		const struct code *code = code_get(r->shapes, context_of(r, e->context)->fn);
		const struct body *b = &code->body;
		struct ref object, set = ref_make(REF_NONE, 0);
		if (!row || !event_argument_number(&row->fn) || ref_kind(event_value(b, &b->inst.at[e->inst], &row->fn)) != REF_NONE)
			return 0;
		object = event_argument(b, &b->inst.at[e->inst], &row->fn);
		for (uint32_t k = 0; k < b->inst.n; k++) {
			const struct inst *in = &b->inst.at[k];
			if (in->op == OP_field && is_same_place(b, body_arg(b, in, 0), object) && in->type.i &&
			    is_member_called(r->p, in, body_offset(b, in), "sa_mask") && !ref_kind(set))
				set = ref_make(REF_VALUE, body_value(b, k));
		}
		all &= ref_kind(set) ? signals_in(r, code, set, e->inst) : 0;
	}
	return all;
}

void masks_find(struct running *r)
{
	uint32_t *function, n;
	bool any = false;

	for (uint32_t k = 1; k < r->class.n; k++)
		if (class_handles_signal(&r->class.at[k])) {
			any = true;
			r->class.at[k].mask = mask_of(r, &r->class.at[k]);
		}
	if (!any)
		return;
	find_functions(r, &function, &n);
	r->inherited = n ? arena_array(r->arena, r->class.n, sizeof *r->inherited) : NULL;
	for (uint32_t k = 1; n && k < r->class.n; k++) {
		const struct class *c = &r->class.at[k];
		if (!class_handles_signal(c) || c->signal <= 0 || c->signal > MOST_SIGNAL)
			continue;
		for (uint32_t i = 0; i < n; i++) {
			*vec_add(r->arena, &r->masked) = find_region(r, (struct fn_id){ function[i] }, 1ull << c->signal);
			map_put(r->arena, &r->masked_at, map_pair(k, function[i]), r->masked.n);
		}
		r->inherited[k] = find_inherited(r, k);
	}
}

bool masks_keep_away(const struct running *r, uint32_t handler, struct spot at)
{
	const uint8_t *region;

	if (!r->inherited || !r->inherited[handler])
		return false;
	region = region_of(r, handler, context_of(r, at.context)->fn);
	return r->inherited[handler][at.context] || (region && region[at.inst]);
}

bool masks_matter(const struct running *r, uint32_t context)
{
	for (uint32_t k = 1; r->inherited && k < r->class.n; k++)
		if (r->inherited[k] && (r->inherited[k][context] || region_of(r, k, context_of(r, context)->fn)))
			return true;
	return false;
}
