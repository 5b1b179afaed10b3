#include "sharing/taken/counts.h"

#include "code/loop.h"
#include "code/test.h"
#include "sharing/classes.h"

struct count {
	bool filled;   /* gets a value from elsewhere */
	bool raised;   /* goes up where nothing is put at this place of an array */
	bool alone;    /* ... nor at another one that goes up in the same function */
	bool inserts;  /* something is put at this place of an array */
	bool lowered;  /* goes down where nothing is put at this place */
	bool unasked;  /* goes up where something is put, and nobody has asked whether there is room */
	struct cell room; /* what is asked there */
	bool uneven;   /* goes round at one end here, at another one there */
	int64_t round; /* where it goes round, where a number says that; 0: nowhere yet */
	uint32_t zero; /* functions that set it to 0: counts.zero, a list */
};

struct zero {
	uint32_t fn, next;
};

struct copied {
	int64_t from, to;
};

struct counts {
	struct map of;             /* cell -> count */
	VEC(struct count) count;   /* 0 is none */
	VEC(struct zero) zero;     /* 0 is none */
	struct map copied_of;      /* class -> copied */
	VEC(struct copied) copied; /* 0 is none; the part of a class that whole records are copied to */
};

struct address counts_cell(const struct local *l, struct ref r)
{
	return address_loaded_from(l->s->p, l->b, address_of(l->s->p, l->b, r));
}

const struct inst *counts_element(const struct local *l, struct ref address)
{
	const struct inst *in = body_made_by(l->b, address_of(l->s->p, l->b, address).base);

	return in && in->op == OP_index ? in : NULL;
}

/* ---- cells that go up and down ---- */

bool counts_is_moved(const struct local *l, struct ref r, struct address cell, int64_t by)
{
	const struct inst *in = peel(l->b, r, PEEL_CASTS).in;
	int64_t n;

	if (!in || in->op != OP_binary || (in->sub != BINARY_add && in->sub != BINARY_sub) ||
	    !program_number(l->s->p, body_arg(l->b, in, 1), &n))
		return false;
	return address_equal(counts_cell(l, body_arg(l->b, in, 0)), cell) && (in->sub == BINARY_sub ? -n : n) == by;
}

/* One up, and round: (n + 1) % size, (n + 1) & mask, n + 1 == size ? 0 : n + 1. */
static bool is_round(const struct local *l, struct ref r, struct address cell, struct address *limit)
{
	const struct inst *in = peel(l->b, r, PEEL_CASTS).in;
	bool moved = false;
	int64_t n;

	if (counts_is_moved(l, r, cell, 1))
		return true;
	if (in && in->op == OP_binary && (in->sub == BINARY_urem || in->sub == BINARY_srem || in->sub == BINARY_and)) {
		*limit = counts_cell(l, body_arg(l->b, in, 1));
		return counts_is_moved(l, body_arg(l->b, in, 0), cell, 1);
	}
	for (uint32_t k = in && in->op == OP_select; in && (in->op == OP_select || in->op == OP_phi) && k < in->nargs; k++) {
		bool step = counts_is_moved(l, body_arg(l->b, in, k), cell, 1);
		if (!step && !(program_number(l->s->p, body_arg(l->b, in, k), &n) && n == 0))
			return false;
		moved |= step;
	}
	return moved;
}

enum moves counts_moves(const struct local *l, uint32_t store, struct address cell, struct address *limit)
{
	struct ref value = body_arg(l->b, &l->b->inst.at[store], 1);
	int64_t n;

	if (program_number(l->s->p, value, &n) && n == 0)
		return MOVES_ZERO;
	if (counts_is_moved(l, value, cell, -1))
		return MOVES_DOWN;
	return is_round(l, value, cell, limit) ? MOVES_UP : MOVES_OTHER;
}

/* ---- the whole program ---- */

/* The cell of an address; of a variable that no pointer leads to as well. */
static struct cell place_of(const struct sharing *s, uint32_t instance, struct ref address)
{
	struct cell c = cell_at(s, instance, address);

	if (class_variable(s, c.class).i && ref_kind(address) == REF_KONST)
		c.offset = (int32_t)program_konst(s->p, (struct konst_id){ ref_index(address) })->lo;
	return c;
}

/* What the pass has at hand: one function, and what it puts in arrays. */
struct count_pass {
	struct sharing *s;
	struct counts *c;
	struct local l; /* body, program and arena only */
	struct map place, up; /* cells that say where in an array it puts something; and cells that go up */
	bool feeds;           /* it puts something at a place that goes up */
	int64_t round;	      /* the number that something goes round at; 0: none */
	bool unasked;         /* .. without a question whether there is room */
	struct ref room;      /* the address of the cell that it has asked */
	struct cfg cfg;	      /* if it feeds */
};

static struct count *count_at(struct count_pass *x, struct cell cell)
{
	uint32_t *at = map_at(x->s->arena, &x->c->of, map_pair(cell.class, (uint32_t)cell.offset));

	if (!*at) {
		*at = x->c->count.n;
		*vec_add(x->s->arena, &x->c->count) = (struct count){ 0 };
	}
	return &x->c->count.at[*at];
}

static void note_zero(struct count_pass *x, struct count *k)
{
	if (k->zero && x->c->zero.at[k->zero].fn == x->l.b->fn.i)
		return;
	*vec_add(x->s->arena, &x->c->zero) = (struct zero){ x->l.b->fn.i, k->zero };
	k->zero = x->c->zero.n - 1;
}

/* The cells that say where in arrays the function puts something: the index itself, or what it is made of. */
static void note_place(struct count_pass *x, struct ref address)
{
	const struct inst *element = counts_element(&x->l, address), *index;
	struct address cell;

	if (!element)
		return;
	cell = counts_cell(&x->l, body_arg(x->l.b, element, 1));
	index = peel(x->l.b, body_arg(x->l.b, element, 1), PEEL_CASTS).in;
	if (!address_known(cell) && index && index->op == OP_binary)
		cell = counts_cell(&x->l, body_arg(x->l.b, index, 0));
	if (address_known(cell))
		map_put(x->l.arena, &x->place, address_key(cell), 1);
}

/* n % 8 and n & 7 go round at 8; 0: it does not go round at a number. */
static int64_t round_of(const struct count_pass *x, const struct inst *in)
{
	int64_t n;

	if (!in || in->op != OP_binary || !program_number(x->l.s->p, body_arg(x->l.b, in, 1), &n) || n <= 0)
		return 0;
	if (in->sub == BINARY_and)
		return n + 1;
	return in->sub == BINARY_urem || in->sub == BINARY_srem ? n : 0;
}

static void note_raised(struct count_pass *x, uint32_t inst)
{
	struct address cell = address_of(x->l.s->p, x->l.b, body_arg(x->l.b, &x->l.b->inst.at[inst], 0)), limit;

	if (address_known(cell) && counts_moves(&x->l, inst, cell, &limit) == MOVES_UP)
		map_put(x->l.arena, &x->up, address_key(cell), 1);
}

/* `puts`: at the place that the cell says; `inserts`: and it goes up, in the same function. */
static void note_store(struct count_pass *x, uint32_t inst, enum moves moves, bool puts, bool inserts)
{
	const struct points *pt = x->s->points;
	uint32_t fn = x->l.b->fn.i;

	for (uint32_t i = pt->first_instance[fn]; i < pt->first_instance[fn + 1]; i++) {
		struct cell cell = place_of(x->s, i, body_arg(x->l.b, &x->l.b->inst.at[inst], 0));
		struct count *k = cell.class ? count_at(x, cell) : NULL;
		if (!k)
			continue;
		k->filled |= moves == MOVES_OTHER;
		k->raised |= moves == MOVES_UP && !puts;
		k->alone |= moves == MOVES_UP && !x->feeds;
		k->inserts |= inserts;
		k->unasked |= moves == MOVES_UP && x->unasked;
		k->lowered |= moves == MOVES_DOWN && !puts;
		if (moves == MOVES_ZERO && !inserts)
			note_zero(x, k);
	}
}

/* The number that a remainder of the cell, or of the cell and a number, is taken of. */
static void note_round(struct count_pass *x, const struct inst *in)
{
	const struct points *pt = x->s->points;
	const struct inst *of = body_made_by(x->l.b, peel_base(x->l.b, body_arg(x->l.b, in, 0), PEEL_CASTS));
	uint32_t fn = x->l.b->fn.i;
	int64_t round = round_of(x, in);

	if (of && of->op == OP_binary)
		of = body_made_by(x->l.b, peel_base(x->l.b, body_arg(x->l.b, of, 0), PEEL_CASTS));
	if (!round || !of || of->op != OP_load)
		return;
	for (uint32_t i = pt->first_instance[fn]; i < pt->first_instance[fn + 1]; i++) {
		struct cell cell = place_of(x->s, i, body_arg(x->l.b, of, 0));
		struct count *k = cell.class ? count_at(x, cell) : NULL;
		if (!k)
			continue;
		k->uneven |= k->round && k->round != round;
		k->round = round;
	}
}

static void note_copy(struct count_pass *x, uint32_t inst)
{
	const struct points *pt = x->s->points;
	const struct inst *in = &x->l.b->inst.at[inst];
	uint32_t fn = x->l.b->fn.i;
	int64_t size;

	for (uint32_t i = pt->first_instance[fn]; i < pt->first_instance[fn + 1]; i++) {
		struct cell cell = place_of(x->s, i, body_arg(x->l.b, in, 0));
		struct copied r = { cell.offset, INT64_MAX }, *old;
		uint32_t *at;
		if (!cell.class)
			continue;
		if (program_number(x->l.s->p, body_arg(x->l.b, in, 2), &size) && size >= 0 && size < INT32_MAX)
			r.to = cell.offset + size;
		at = map_at(x->s->arena, &x->c->copied_of, cell.class);
		if (!*at) {
			*at = x->c->copied.n;
			*vec_add(x->s->arena, &x->c->copied) = r;
		}
		old = &x->c->copied.at[*at];
		*old = (struct copied){ r.from < old->from ? r.from : old->from, r.to > old->to ? r.to : old->to };
	}
}

/* Is the cell that is stored to a place that goes up? */
static bool is_fed(const struct count_pass *x, uint32_t inst)
{
	struct address cell = address_of(x->l.s->p, x->l.b, body_arg(x->l.b, &x->l.b->inst.at[inst], 0));

	return address_known(cell) && map_get(&x->place, address_key(cell)) && map_get(&x->up, address_key(cell));
}

/* ---- is there room? ---- */

/* How much is in the array: a count that goes up here as well, or the way from where something is taken to the place. */
static bool is_filling(struct count_pass *x, struct ref value, struct address place)
{
	const struct inst *in = peel(x->l.b, value, PEEL_CASTS).in;
	struct address cell = counts_cell(&x->l, value);

	if (address_known(cell) && !address_equal(cell, place) && map_get(&x->up, address_key(cell))) {
		x->room = body_arg(x->l.b, in, 0);
		return true;
	}
	if (!in || in->op != OP_binary || in->sub != BINARY_sub || !address_equal(counts_cell(&x->l, body_arg(x->l.b, in, 0)), place))
		return false;
	in = body_made_by(x->l.b, peel_base(x->l.b, body_arg(x->l.b, in, 1), PEEL_CASTS));
	x->room = in && in->op == OP_load ? body_arg(x->l.b, in, 0) : (struct ref){ 0 };
	return in && in->op == OP_load;
}

/* Is the next place another one than the cell says where something is taken? */
static bool is_next(struct count_pass *x, struct ref next, struct ref head, struct address place)
{
	const struct inst *in = body_made_by(x->l.b, peel_base(x->l.b, head, PEEL_CASTS));
	struct address limit;

	if (!is_round(&x->l, peel_base(x->l.b, next, PEEL_CASTS), place, &limit) || !in || in->op != OP_load)
		return false;
	x->room = body_arg(x->l.b, in, 0);
	return !address_equal(counts_cell(&x->l, head), place);
}

/* Does the test, which holds where something is put, say that the array is not full? */
static bool says_room(struct count_pass *x, struct test t, struct address place)
{
	const struct inst *in = body_made_by(x->l.b, t.value);
	uint8_t compare;

	if (is_filling(x, t.value, place))
		return !x->round || !test_holds(&t, x->round);
	if (!in || in->op != OP_compare || !test_is_equality(&t) || t.number)
		return false;
	compare = t.compare == COMPARE_ne ? in->sub : compare_negated(in->sub);
	for (uint32_t k = 0; k < 2; k++) {
		if (!compare_holds(compare, 0, 0) && is_filling(x, body_arg(x->l.b, in, k), place))
			return true;
		if (compare == COMPARE_ne && is_next(x, body_arg(x->l.b, in, k), body_arg(x->l.b, in, !k), place))
			return true;
	}
	return false;
}

static bool leads_to(const struct body *b, uint32_t from, uint32_t to, uint32_t stop)
{
	return from == to || block_leads_to(b, from, to, stop);
}

/* Does a branch that decides whether the instruction is executed ask for room? */
static bool is_asked(struct count_pass *x, uint32_t inst)
{
	const struct body *b = x->l.b;
	struct address place = address_of(x->l.s->p, b, body_arg(b, &b->inst.at[inst], 0));
	uint32_t at = block_of_inst(b, inst);

	for (uint32_t k = 0; k < x->cfg.nreached; k++) {
		uint32_t block = x->cfg.order[k];
		struct fork f;
		bool holds, other;
		if (block == at || !cfg_dominates(&x->cfg, block, at) || !fork_of(x->l.s->p, b, block, &f))
			continue;
		holds = leads_to(b, f.to[0], at, block);
		other = leads_to(b, f.to[1], at, block);
		if (holds != other && says_room(x, holds ? f.test : test_not(f.test), place))
			return true;
	}
	return false;
}

/* What was asked has to be where something is taken (is_pair). */
static void note_room(struct count_pass *x, struct ref room)
{
	const struct points *pt = x->s->points;
	uint32_t fn = x->l.b->fn.i;

	for (uint32_t i = pt->first_instance[fn]; i < pt->first_instance[fn + 1]; i++) {
		struct cell asked = place_of(x->s, i, room);
		for (uint32_t k = 0; asked.class && k < x->l.b->inst.n; k++) {
			struct cell cell = x->l.b->inst.at[k].op == OP_store && is_fed(x, k)
						   ? place_of(x->s, i, body_arg(x->l.b, &x->l.b->inst.at[k], 0))
						   : (struct cell){ 0 };
			struct count *c = cell.class ? count_at(x, cell) : NULL;
			if (!c)
				continue;
			c->unasked |= c->room.class && (c->room.class != asked.class || c->room.offset != asked.offset);
			c->room = asked;
		}
	}
}

static void find_feeds(struct count_pass *x)
{
	const struct body *b = x->l.b;

	x->feeds = x->unasked = false;
	x->round = 0;
	for (uint32_t i = 0; i < b->inst.n; i++) {
		int64_t round = b->inst.at[i].op == OP_binary ? round_of(x, &b->inst.at[i]) : 0;
		x->round = round ? round : x->round;
	}
	for (uint32_t i = 0; i < b->inst.n; i++) {
		if (b->inst.at[i].op != OP_store || !is_fed(x, i))
			continue;
		if (!x->feeds)
			cfg_build(x->l.arena, b, &x->cfg);
		x->feeds = true;
		x->unasked |= !is_asked(x, i);
	}
	if (x->feeds && !x->unasked)
		note_room(x, x->room);
}

static void pass_store(struct count_pass *x, uint32_t inst)
{
	struct address cell = address_of(x->l.s->p, x->l.b, body_arg(x->l.b, &x->l.b->inst.at[inst], 0)), limit;
	bool puts = address_known(cell) && map_get(&x->place, address_key(cell));

	/* a 0 where it also goes up, and something is put, is where it goes round */
	note_store(x, inst, counts_moves(&x->l, inst, cell, &limit), puts, puts && map_get(&x->up, address_key(cell)));
}

static void pass_function(struct count_pass *x, uint32_t fn)
{
	struct arena scratch;
	struct body b = { 0 };

	arena_init(&scratch, "sharing.counts");
	body_get(&scratch, x->s->p, (struct fn_id){ fn }, &b);
	x->l = (struct local){ .arena = &scratch, .s = x->s, .b = &b };
	x->up = x->place = (struct map){ 0 };
	for (uint32_t i = 0; i < b.inst.n; i++) {
		if (b.inst.at[i].op == OP_store || b.inst.at[i].op == OP_memcpy)
			note_place(x, body_arg(&b, &b.inst.at[i], 0));
		if (b.inst.at[i].op == OP_store)
			note_raised(x, i);
	}
	find_feeds(x);
	for (uint32_t i = 0; i < b.inst.n; i++) {
		if (b.inst.at[i].op == OP_store)
			pass_store(x, i);
		else if (b.inst.at[i].op == OP_rmw || b.inst.at[i].op == OP_cmpxchg)
			note_store(x, i, MOVES_OTHER, false, false);
		else if (b.inst.at[i].op == OP_memcpy)
			note_copy(x, i);
		else if (b.inst.at[i].op == OP_binary)
			note_round(x, &b.inst.at[i]);
	}
	arena_release(&scratch);
}

void counts_run(struct sharing *s)
{
	struct count_pass x = { .s = s, .c = arena_new(s->arena, struct counts) };

	*vec_add(s->arena, &x.c->count) = (struct count){ 0 };
	*vec_add(s->arena, &x.c->zero) = (struct zero){ 0 };
	*vec_add(s->arena, &x.c->copied) = (struct copied){ 0 };
	for (uint32_t f = 1; f < s->p->fn.n; f++)
		pass_function(&x, f);
	s->counts = x.c;
}

/* ---- asking ---- */

static bool is_thread_local(const struct sharing *s, uint32_t class)
{
	struct sym_id own = class_variable(s, class);
	uint32_t n = 0;
	const uint32_t *object = own.i ? NULL : points_objects(s->points, class, &n);

	if (own.i)
		return program_sym(s->p, own)->flags & SYM_THREAD_LOCAL;
	for (uint32_t i = 0; i < n; i++) {
		struct sym_id sym = s->points->object.at[object[i]].sym;
		if (sym.i && program_sym(s->p, sym)->flags & SYM_THREAD_LOCAL)
			return true;
	}
	return false;
}

/* Of the cell behind an address in one instance of the function; NULL: it is copied to as part of a record, or each thread has
 * its own. */
static const struct count *find(const struct local *l, uint32_t instance, struct ref address)
{
	const struct counts *c = l->s->counts;
	struct cell cell = place_of(l->s, instance, address);
	uint32_t copied = map_get(&c->copied_of, cell.class);
	const struct copied *r = &c->copied.at[copied];

	if (!cell.class || is_thread_local(l->s, cell.class) || (copied && cell.offset >= r->from && cell.offset < r->to))
		return NULL;
	return &c->count.at[map_get(&c->of, map_pair(cell.class, (uint32_t)cell.offset))];
}

/* Is there any memory at all behind the address in this instance? Each caller of a small function has an instance of its own; the
 * first one may be nobody's. */
static bool is_used(const struct local *l, uint32_t instance, struct ref address)
{
	struct cell cell = place_of(l->s, instance, address);
	uint32_t n = 0;

	if (!cell.class || class_variable(l->s, cell.class).i)
		return true;
	(void)points_objects(l->s->points, cell.class, &n);
	return n;
}

static bool same_zeros(const struct counts *c, const struct count *a, const struct count *b)
{
	uint32_t i = a->zero, j = b->zero;

	while (i && j && c->zero.at[i].fn == c->zero.at[j].fn) {
		i = c->zero.at[i].next;
		j = c->zero.at[j].next;
	}
	return !i && !j;
}

bool counts_stack(const struct local *l, struct ref count)
{
	const struct points *pt = l->s->points;

	for (uint32_t i = pt->first_instance[l->b->fn.i]; i < pt->first_instance[l->b->fn.i + 1]; i++) {
		const struct count *k = find(l, i, count);
		if (!is_used(l, i, count))
			continue;
		if (!k || k->filled || k->raised)
			return false;
	}
	return true;
}

/* Has who puts something there asked the head, or a count that is moved by one? */
static bool has_room(const struct local *l, uint32_t instance, struct ref head, const struct count *k)
{
	const struct counts *c = l->s->counts;
	struct cell h = place_of(l->s, instance, head);
	const struct count *asked = &c->count.at[map_get(&c->of, map_pair(k->room.class, (uint32_t)k->room.offset))];

	return (h.class == k->room.class && h.offset == k->room.offset) || (k->room.class && asked != c->count.at && !asked->filled);
}

static bool is_pair(const struct local *l, struct ref head, struct ref other, bool inserts)
{
	const struct points *pt = l->s->points;

	for (uint32_t i = pt->first_instance[l->b->fn.i]; i < pt->first_instance[l->b->fn.i + 1]; i++) {
		const struct count *h = find(l, i, head), *k = find(l, i, other);
		if (!is_used(l, i, head))
			continue;
		if (!h || !k || h->filled || k->filled || h->lowered || h->uneven ||
		    (inserts && (k->uneven || (h->round && k->round && h->round != k->round))) ||
		    k->unasked || (inserts ? k->raised || !k->inserts : k->alone) ||
		    !same_zeros(l->s->counts, h, k) || (inserts && !has_room(l, i, head, k)))
			return false;
	}
	return true;
}

bool counts_ring(const struct local *l, struct ref head, struct ref tail)
{
	return is_pair(l, head, tail, true);
}

bool counts_queue(const struct local *l, struct ref head, struct ref left)
{
	return is_pair(l, head, left, false);
}
