/* Which semaphores are locks (racerx, 5.1): those that nobody gives who has not taken them, and that begin with one, as far as is
 * seen. Whoever waits for such a one a second time waits forever, and whoever goes away with it leaves it taken.
 *
 * Operations are counted by the function that makes them and by the class of the semaphore. One that only takes it, or only gives
 * it, does so for its callers, and they are asked, as are the callers of one that is handed the semaphore. A function that only
 * gives it and is called by nobody sends a signal.
 *
 * misses  who takes a semaphore in one function and gives it in another, below different callers, is taken to send signals */
#include "ir/mutex.h"
#include "code/address.h"
#include "locks/program/ops.h"

enum { TAKEN = 1, GIVEN = 2, ONE = 4, OTHER = 8, SIGNAL = 16 };

/* What a function does with the semaphores of a class, or with what a parameter points to. */
struct locks_doing {
	uint32_t fn;
	uint32_t param; /* + 1; 0: of the class */
	uint64_t class;
	uint8_t bits;
	bool called;    /* somebody calls the function */
};

struct locks_search {
	struct ops *o;
	struct arena *scratch;
	struct body b;
	VEC(struct locks_doing) doing;
	VEC(uint32_t) next;  /* by doing: another one of the same function, + 1 */
	struct map first;    /* function -> doing + 1 */
	uint32_t from, to;   /* of the round before: those that callers are asked about */
};

/* Of a semaphore at an address: the member that it is, or the variable. Not as ops_class has it, which looks into locks, too: all
 * semaphores would be of one class. */
static uint64_t class_at(const struct program *p, const struct body *b, struct ref r, int64_t offset)
{
	struct peel x = peel(b, r, offset ? 0 : PEEL_CASTS | PEEL_INDEX);
	struct sym_id sym = ref_symbol(p, x.r, &offset);
	struct type_id record = x.in && x.in->op == OP_field ? type_strip(p, x.in->type) : (struct type_id){ 0 };
	uint64_t key = record.i ? program_type(p, record)->key : 0;

	if (sym.i)
		return (uint64_t)sym.i << 32 | (uint32_t)offset << 1;
	return record.i ? ((key ? key : record.i) * 31 + (uint64_t)(body_offset(b, x.in) + offset)) << 1 | 1 : 0;
}

static void learn(struct ops *o, uint64_t class, uint32_t bits)
{
	if (class && bits)
		*map_at(o->arena, &o->semaphore, class) |= bits;
}

static void add(struct locks_search *s, struct locks_doing x)
{
	uint32_t *first = map_at(s->scratch, &s->first, x.fn);

	if (!x.class && !x.param)
		return;
	for (uint32_t i = *first; i; i = s->next.at[i - 1]) {
		struct locks_doing *y = &s->doing.at[i - 1];
		if (y->param != x.param || y->class != x.class)
			continue;
		x.bits |= y->bits;
		if (i > s->to || y->bits == x.bits) {
			y->bits = x.bits;
			return;
		}
	}
	*vec_add(s->scratch, &s->doing) = x;
	*vec_add(s->scratch, &s->next) = *first;
	*first = s->doing.n;
}

static void add_at(struct locks_search *s, struct ref at, uint8_t bits)
{
	uint64_t class = class_at(s->o->p, &s->b, at, 0);

	add(s, (struct locks_doing){
		       .fn = s->b.fn.i, .class = class, .param = class ? 0 : peel_param(&s->b, at, PEEL_CASTS), .bits = bits });
}

static void note_init(struct locks_search *s, const struct inst *call, const struct model_row *row)
{
	struct ref at = event_argument(&s->b, call, &row->on);
	int64_t k;
	bool one = program_number(s->o->p, event_value(&s->b, call, &row->count), &k) && k == 1;

	if (!class_at(s->o->p, &s->b, at, 0) && !one)
		s->o->semaphores_other = true; /* whichever it is */
	learn(s->o, class_at(s->o->p, &s->b, at, 0), one ? ONE : OTHER);
}

/* What a variable begins with. */
static void note_start(struct locks_search *s, struct ref at)
{
	const struct konst *k = ref_kind(at) == REF_KONST ? program_konst(s->o->p, (struct konst_id){ ref_index(at) }) : NULL;
	struct sym_id sym = { ref_kind(at) == REF_SYM ? ref_index(at) : k && k->kind == KONST_ADDR ? k->sym.i : 0 };
	int64_t count;

	if (sym.i && semaphore_starts(s->o->p, sym, k ? (int64_t)k->lo : 0, &count))
		learn(s->o, class_at(s->o->p, &s->b, at, 0), count == 1 ? ONE : OTHER);
}

static void note_rows(struct locks_search *s, const struct inst *call, const struct model_row *row)
{
	for (; row; row = row->next) {
		struct ref at = event_argument(&s->b, call, &row->on);
		if (ref_kind(at) == REF_NONE)
			continue;
		if (event_is(row, EVENT_INIT) && event_says(&row->count))
			note_init(s, call, row);
		if (!(row->flags & MODEL_SEMAPHORE) || (!event_is(row, EVENT_ACQUIRE) && !event_is(row, EVENT_RELEASE)))
			continue;
		note_start(s, at);
		add_at(s, at, event_is(row, EVENT_ACQUIRE) ? TAKEN : GIVEN);
	}
}

/* Is it done for the callers? */
static bool is_open(const struct locks_doing *x)
{
	return x->param || x->bits == TAKEN || x->bits == GIVEN;
}

static void note_callers(struct locks_search *s, const struct inst *call, uint32_t fn)
{
	for (uint32_t i = map_get(&s->first, fn); i; i = s->next.at[i - 1]) {
		struct locks_doing x = s->doing.at[i - 1];
		if (i <= s->from || i > s->to || !is_open(&x))
			continue;
		s->doing.at[i - 1].called = true;
		if (x.param && x.param < call->nargs)
			add_at(s, body_arg(&s->b, call, x.param), x.bits);
		else if (!x.param)
			add(s, (struct locks_doing){ .fn = s->b.fn.i, .class = x.class, .bits = x.bits });
	}
}

static void scan(struct locks_search *s, bool rows)
{
	for (uint32_t f = 1; f < s->o->p->fn.n; f++) {
		struct arena scratch;
		arena_init(&scratch, "locks.semaphores");
		s->b = (struct body){ 0 };
		body_get(&scratch, s->o->p, (struct fn_id){ f }, &s->b);
		for (uint32_t i = 0; i < s->b.inst.n; i++) {
			const struct inst *call = &s->b.inst.at[i];
			struct sym_id callee = call->op == OP_call ? body_callee(s->o->p, &s->b, call) : (struct sym_id){ 0 };
			const struct sym *sym = callee.i ? program_sym(s->o->p, callee) : NULL;
			if (sym && rows)
				note_rows(s, call, ops_rows(s->o, sym));
			else if (sym && sym->fn.i)
				note_callers(s, call, sym->fn.i);
		}
		arena_release(&scratch);
	}
}

static bool has_semaphores(const struct ops *o)
{
	for (uint32_t i = 1; i < o->p->sym.n; i++)
		for (const struct model_row *row = o->row[i]; row; row = row->next)
			if (row->flags & MODEL_SEMAPHORE)
				return true;
	return false;
}

/* Of one function and semaphore: all that it does, and whether it is called. */
static struct locks_doing together(const struct locks_search *s, uint32_t i)
{
	struct locks_doing all = s->doing.at[i];

	for (uint32_t k = map_get(&s->first, all.fn); k; k = s->next.at[k - 1])
		if (s->doing.at[k - 1].class == all.class && s->doing.at[k - 1].param == all.param) {
			all.bits |= s->doing.at[k - 1].bits;
			all.called |= s->doing.at[k - 1].called;
		}
	return all;
}

void semaphores_find(struct ops *o)
{
	struct arena scratch;
	struct locks_search s = { .o = o, .scratch = &scratch };

	if (!has_semaphores(o))
		return;
	arena_init(&scratch, "locks.semaphores");
	scan(&s, true);
	for (uint32_t round = 0; s.to < s.doing.n && !limit_full(LIMIT_locks_rounds, round); round++) {
		s.from = s.to;
		s.to = s.doing.n;
		scan(&s, false);
	}
	for (uint32_t i = 0; i < s.doing.n; i++) {
		struct locks_doing x = together(&s, i);
		learn(o, x.class, x.bits == (TAKEN | GIVEN) ? x.bits : 0);
		if (x.bits == GIVEN && (!x.called || i >= s.to)) /* or too deep to tell */
			learn(o, x.class, SIGNAL);
	}
	arena_release(&scratch);
}

static bool is_lock(const struct ops *o, uint64_t class)
{
	uint32_t bits = class ? map_get(&o->semaphore, class) : SIGNAL;

	return (bits & TAKEN) && (bits & GIVEN) && !(bits & (OTHER | SIGNAL)) && !o->semaphores_other;
}

bool semaphores_is_lock(const struct ops *o, const struct body *b, const struct inst *call, const struct lock_op *op)
{
	return op->base != AT_NAME && is_lock(o, class_at(o->p, b, ops_address(b, call, op), op->offset));
}

bool semaphores_is_one(const struct ops *o, const struct body *b, const struct inst *call, const struct lock_op *op)
{
	uint64_t class = op->base == AT_NAME ? 0 : class_at(o->p, b, ops_address(b, call, op), op->offset);

	return is_lock(o, class) && (map_get(&o->semaphore, class) & ONE);
}
