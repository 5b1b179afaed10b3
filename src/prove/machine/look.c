/* What the next instruction of a thread would do, looked at without doing it. */
#include <string.h>

#include "prove/machine/parts.h"

static void add_access(struct machine_look *l, struct machine_access a)
{
	if (a.bytes && l->naccesses < MACHINE_ACCESSES)
		l->access[l->naccesses++] = a;
}

static bool acquires(uint8_t order)
{
	return order == ORDER_ACQUIRE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

/* A compare and exchange that finds something else only reads (C17, 7.17.7.4). */
static bool exchange_fails(struct machine *m, uint32_t thread, struct ref expected, uint64_t at, uint64_t bytes)
{
	uint8_t scratch[16];
	const uint8_t *there = bytes <= sizeof scratch ? machine_peek(m, at, bytes) : NULL;
	const uint8_t *value = there ? machine_operand(m, thread, expected, scratch) : NULL;

	return value && memcmp(there, value, bytes) != 0;
}

void machine_look_code(struct machine *m, uint32_t thread, const struct machine_code *c, const struct inst *in,
		       struct machine_look *l)
{
	uint64_t at = in->nargs ? machine_operand_number(m, thread, body_arg(&c->body, in, 0)) : 0, n;
	struct type_id type;
	bool fails;

	switch (in->op) {
	case OP_load:
	case OP_store:
		add_access(l, (struct machine_access){ .at = at, .bytes = machine_access_bytes(m, in->type), .write = in->op == OP_store,
						       .atomic = in->order != ORDER_NONE,
						       .acquires = in->op == OP_load && acquires(in->order) });
		break;
	case OP_rmw:
		add_access(l, (struct machine_access){ .at = at, .bytes = machine_access_bytes(m, in->type), .write = true,
						       .atomic = true, .acquires = acquires(in->order) });
		break;
	case OP_cmpxchg:
		(void)machine_ref_type(m, c, body_arg(&c->body, in, 1), &type);
		fails = exchange_fails(m, thread, body_arg(&c->body, in, 1), at, machine_type_bytes(m->image->p, type));
		add_access(l, (struct machine_access){ .at = at, .bytes = machine_type_bytes(m->image->p, type), .write = !fails,
						       .atomic = true, .acquires = acquires(fails ? in->order2 : in->order) });
		break;
	case OP_memcpy:
	case OP_memset:
		n = machine_operand_number(m, thread, body_arg(&c->body, in, 2));
		add_access(l, (struct machine_access){ .at = at, .bytes = n, .write = true });
		if (in->op == OP_memcpy)
			add_access(l, (struct machine_access){ .at = machine_operand_number(m, thread, body_arg(&c->body, in, 1)),
							       .bytes = n });
		break;
	default:
		break;
	}
}

/* Memory that no other thread can have a pointer to is the thread's own stack, as long as nobody has been told of it: all of it
 * may be told. */
static bool is_seen(struct machine *m, const struct machine_look *l)
{
	for (uint32_t i = 0; i < l->naccesses; i++) {
		uint64_t offset;
		const struct machine_object *o = machine_object_at(m, l->access[i].at, &offset);
		if (!o || (o->kind != MACHINE_FUNCTION &&
			   !(o->kind == MACHINE_VARIABLE && program_sym(m->image->p, o->sym)->flags & SYM_CONSTANT)))
			return true;
	}
	return false;
}

void machine_look(struct machine *m, uint32_t thread, struct machine_look *l)
{
	const struct machine_frame *f;
	const struct machine_code *c;
	const struct inst *in;
	struct machine_call call;
	const char *why = m->why;

	*l = (struct machine_look){ .next = NEXT_RUNS };
	if (m->state != MACHINE_RUNS || machine_thread(m, thread)->ended) {
		l->next = NEXT_ENDED;
		return;
	}
	f = machine_top(m, thread);
	if (f->kind != FRAME_CODE) {
		l->visible = true;
		return;
	}
	l->fn = f->fn;
	l->inst = f->inst;
	c = machine_code(m->image, f->fn);
	in = &c->body.inst.at[f->inst];
	if (in->op == OP_call) {
		if (machine_call_prepare(m, thread, &call))
			machine_call_look(&call, l);
	} else {
		machine_look_code(m, thread, c, in, l);
	}
	l->visible |= is_seen(m, l) || (in->op == OP_ret && machine_thread(m, thread)->frame.n == 1);
	m->state = MACHINE_RUNS; /* who only looks stops nothing */
	m->why = why;
}

static bool conflicts(const struct machine_access *x, const struct machine_access *y)
{
	return (x->write || y->write) && !(x->atomic && y->atomic) && x->at < y->at + y->bytes && y->at < x->at + x->bytes;
}

bool machine_conflict(const struct machine_look *a, const struct machine_look *b)
{
	for (uint32_t i = 0; i < a->naccesses; i++)
		for (uint32_t k = 0; k < b->naccesses; k++)
			if (conflicts(&a->access[i], &b->access[k]))
				return true;
	return false;
}

void machine_conflict_assumes(struct machine *m, const struct machine_look *a, const struct machine_look *b, bool all)
{
	const struct machine_access *x = NULL, *y = NULL;

	for (uint32_t i = 0; i < a->naccesses; i++)
		for (uint32_t k = 0; k < b->naccesses; k++) {
			bool sure = !a->access[i].by.i && !b->access[k].by.i;
			if (!conflicts(&a->access[i], &b->access[k]))
				continue;
			if (sure && !all)
				return;
			if (!sure && !x) {
				x = &a->access[i];
				y = &b->access[k];
			}
		}
	if (x && x->by.i)
		machine_assume_access(m, x);
	if (y && y->by.i)
		machine_assume_access(m, y);
}

/* ---- functions of the library ---- */

/* What a function of the library touches: it is run, each access is noted, and what it has written is taken back. So what it does
 * and what it touches are one text, and strcmp touches as many bytes as it compares. */
static void add_touch(struct machine_touched *t, uint64_t at, uint64_t n, bool write)
{
	for (uint32_t i = 0; i < t->n; i++) {
		struct machine_access *x = &t->access[i];
		uint64_t end = x->at + x->bytes;
		if (x->write != write || at > end || x->at > at + n)
			continue;
		end = end > at + n ? end : at + n;
		x->at = x->at < at ? x->at : at;
		x->bytes = end - x->at;
		return;
	}
	if (t->n < MACHINE_ACCESSES) /* what is beyond is not told: fewer accesses, never more */
		t->access[t->n++] = (struct machine_access){ .at = at, .bytes = n, .write = write };
}

void machine_touch(struct machine *m, uint64_t at, uint8_t *bytes, uint64_t n, bool write)
{
	struct machine_touched *t = m->touched;

	if (t->ignore || !n)
		return;
	add_touch(t, at, n, write);
	if (write) {
		uint8_t *old = arena_alloc(&m->arena, n);
		memcpy(old, bytes, n);
		*vec_add(&m->arena, &t->kept) = (struct machine_kept){ bytes, old, n };
	}
}

void machine_touches(struct machine_call *call, bool (*run)(struct machine_call *, uint64_t *), struct machine_look *l)
{
	struct machine_touched t = { 0 };
	struct machine *m = call->m;
	const char *why = m->why;
	uint64_t result = 0;

	m->touched = &t;
	(void)run(call, &result);
	m->touched = NULL;
	m->state = MACHINE_RUNS;
	m->why = why;
	while (t.kept.n) {
		const struct machine_kept *k = &t.kept.at[--t.kept.n];
		memcpy(k->at, k->old, k->bytes);
	}
	for (uint32_t i = 0; i < t.n && l->naccesses < MACHINE_ACCESSES; i++)
		l->access[l->naccesses++] = t.access[i];
}
