/* Names as people write them. */
#include "ir/text/path.h"
#include "lockset/walk/engine.h"

#include <stdlib.h>

struct lockset_writer {
	const struct names *n;
	const struct program *p;
	struct fn_id fn;
	const struct body *b; /* of fn; NULL: could not be read */
	FILE *f;
};

static void put_sym(struct lockset_writer *w, uint32_t sym)
{
	const struct sym *s = program_sym(w->p, (struct sym_id){ sym });

	fputs(program_str(w->p, s->source.i ? s->source : s->name), w->f);
}

static void put_class(struct lockset_writer *w, uint32_t name)
{
	struct term x = term_get(&w->n->terms, name);

	if (x.kind != TERM_MEMBER) {
		fputs("a lock", w->f);
		return;
	}
	for (uint32_t i = 0; i < x.b; i++)
		fputc('*', w->f);
	ir_print_type(w->p, (struct type_id){ x.a }, w->f);
	ir_print_path(w->p, (struct type_id){ x.a }, x.offset, 0, w->f);
}

/* A value by the name that the source gives it; otherwise by its class. False: it has none. */
static bool put_value(struct lockset_writer *w, uint32_t fn, uint32_t value)
{
	const struct inst *in;

	if (!w->b || w->fn.i != fn)
		return false;
	if (value <= w->b->param.n) {
		fputs(program_str(w->p, w->b->param.at[value - 1].name), w->f);
		return w->b->param.at[value - 1].name.i != 0;
	}
	in = &w->b->inst.at[body_inst(w->b, value)];
	fputs(program_str(w->p, in->name), w->f);
	return in->name.i != 0;
}

static bool put_root(struct lockset_writer *w, uint32_t name)
{
	struct term x = term_get(&w->n->terms, name);

	switch (x.kind) {
	case TERM_SYM:
		put_sym(w, x.a);
		return true;
	case TERM_NAMED:
		if (x.a) {
			fputs(model_string(w->n->points->models, x.a), w->f);
		} else {
			static const char *const off[RUNNING_END] = { [RUNNING_HARD - 1] = "in an interrupt",
								      [RUNNING_SOFT - 1] = "in a softirq",
								      [RUNNING_SIGNAL - 1] = "in a signal handler",
								      [RUNNING_CUT - 1] = "after an error",
								      [RUNNING_GUESSED - 1] = "if a flag is set",
								      [RUNNING_FORGOT - 1] = "and others",
								      [MODEL_BIT_SIGNALS] = "signals off",
								      [MODEL_BIT_IRQ] = "interrupts off",
								      [MODEL_BIT_BH] = "softirqs off",
								      [MODEL_BIT_PREEMPT] = "preemption off",
								      [MODEL_BIT_PAGEFAULT] = "page faults off" };
			fputs(off[x.b - 1], w->f);
		}
		return true;
	case TERM_STACK:
		if (w->b && w->fn.i == x.a && w->b->inst.at[x.b].name.i) {
			fputs(program_str(w->p, w->b->inst.at[x.b].name), w->f);
			return true;
		}
		fprintf(w->f, "a variable of %s()", program_fn_name(w->p, (struct fn_id){ x.a }));
		return true;
	case TERM_RESULT:
	case TERM_PARAM:
		return put_value(w, x.a, name_value(w->n, name, (struct fn_id){ x.a }));
	default:
		put_class(w, x.kind == TERM_ABOVE ? x.base : name);
		return true;
	}
}

static struct type_id type_of_sym(const struct lockset_writer *w, uint32_t name)
{
	struct term x = term_get(&w->n->terms, name);

	return x.kind == TERM_SYM ? program_sym(w->p, (struct sym_id){ x.a })->type : (struct type_id){ 0 };
}

/* ".lock" behind a thing, "->lock" behind a pointer. */
static void put_member(struct lockset_writer *w, uint32_t name, bool dot)
{
	struct term x = term_get(&w->n->terms, name), c = term_get(&w->n->terms, name_class(w->n, name));
	struct type_id record = type_of_sym(w, x.base);
	bool known = c.kind == TERM_MEMBER && !c.b;

	if (record.i || known)
		path_print_member(w->p, record.i ? record : (struct type_id){ c.a }, record.i ? x.offset : c.offset, dot, w->f);
}

static void put_name(struct lockset_writer *w, uint32_t name)
{
	uint32_t path[TERM_MOST_STEPS], n = 0, at = name;
	struct term x = term_get(&w->n->terms, at);
	bool thing;

	for (; term_is_step(x.kind) && n < TERM_MOST_STEPS; x = term_get(&w->n->terms, at)) {
		path[n++] = at;
		at = x.base;
	}
	thing = x.kind != TERM_RESULT && x.kind != TERM_PARAM;
	if (!put_root(w, at)) {
		if (name_class(w->n, name))
			put_class(w, name_class(w->n, name));
		else
			fputs("a lock", w->f);
		return;
	}
	while (n--) {
		x = term_get(&w->n->terms, path[n]);
		if (x.kind == TERM_FIELD)
			put_member(w, path[n], thing);
		else if (x.kind == TERM_INDEX)
			fputs("[...]", w->f);
		thing = x.kind != TERM_LOAD;
	}
}

const char *name_text(struct arena *a, const struct names *n, struct fn_id fn, uint32_t name)
{
	struct lockset_writer w = { .n = n, .p = n->points->p, .fn = fn };
	struct arena scratch;
	struct body b = { 0 };
	char *text = NULL, *kept;
	size_t len = 0;

	arena_init(&scratch, "name");
	if (fn.i) {
		body_get(&scratch, w.p, fn, &b);
		w.b = &b;
	}
	w.f = open_memstream(&text, &len);
	if (!w.f)
		die("out of memory");
	put_name(&w, name);
	if (fclose(w.f) != 0)
		die("out of memory");
	kept = arena_copy(a, text, len);
	free(text);
	arena_release(&scratch);
	return kept;
}
