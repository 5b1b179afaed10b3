/* emit_call: calls, as what they mean. */
#include <string.h>

#include "prove/emit/parts.h"

static const struct emit_type pointer = { EMIT_POINTER, 64 }, number32 = { EMIT_INT, 32 }, number64 = { EMIT_INT, 64 };

static const struct inst *call_of(const struct emit *e)
{
	return &e->f->body.inst.at[e->inst];
}

static struct ref argument(const struct emit *e, uint32_t k)
{
	return body_arg(&e->f->body, call_of(e), k + 1);
}

static struct emit_type result(const struct emit *e)
{
	return emit_type(e->f->p, call_of(e)->type);
}

/* "if (raise) return": behind every call of a function of the program. */
static void emit_raised(struct emit *e)
{
	fprintf(e->out, "\tif (snag_raise) ");
	emit_leave(e);
	fprintf(e->out, "\n");
}

static void emit_direct(struct emit *e, struct sym_id sym)
{
	struct fn_id fn = program_sym(e->p, sym)->fn;
	const struct seq_fn *to = seq_function(e->seq, fn), *from = e->f;
	struct emit_type t = emit_result(e, fn);
	bool used = *emit_set(e) && t.kind != EMIT_VOID && t.kind != EMIT_OTHER;
	const char *text = arena_format(&e->arena, "%s(", emit_function(e, sym));

	for (uint32_t i = 0; i < to->body.param.n; i++) {
		struct emit_type want;
		e->f = to;
		want = emit_ref_type(e, ref_make(REF_VALUE, i + 1));
		e->f = from;
		text = arena_format(&e->arena, "%s%s%s", text, i ? ", " : "",
				    i + 1 < call_of(e)->nargs ? emit_as(e, argument(e, i), want) : "0");
	}
	text = arena_format(&e->arena, "%s)", text);
	fprintf(e->out, "\t%s%s;\n", used ? emit_set(e) : "", used ? emit_convert(e, text, t, result(e)) : text);
	emit_raised(e);
}

/* Through a pointer: the arguments say what the function takes. */
static void emit_indirect(struct emit *e)
{
	const struct inst *in = call_of(e);
	struct emit_type t = result(e);
	const char *types = "", *values = "";

	if (t.kind == EMIT_OTHER) {
		emit_give_up(e, "a result of this type");
		return;
	}
	for (uint32_t i = 0; i + 1 < in->nargs; i++) {
		struct emit_type a = emit_ref_type(e, argument(e, i));
		types = arena_format(&e->arena, "%s%s%s", types, i ? ", " : "", emit_c_type(a));
		values = arena_format(&e->arena, "%s%s%s", values, i ? ", " : "", emit_ref(e, argument(e, i)));
	}
	fprintf(e->out, "\t%s((%s (*)(%s))(uintptr_t)%s)(%s);\n", emit_set(e), emit_c_type(t), *types ? types : "void",
		emit_as(e, body_arg(&e->f->body, in, 0), pointer), values);
	emit_raised(e);
}

/* A value that nobody knows. */
static void emit_nondet(struct emit *e)
{
	struct emit_type t = result(e);

	if (t.kind == EMIT_POINTER)
		fprintf(e->out, "\t%s__VERIFIER_nondet_bool() ? (char *)calloc(1, 64) : (char *)0;\n", emit_set(e));
	else if (t.kind == EMIT_FLOAT)
		fprintf(e->out, "\t%s(%s)__VERIFIER_nondet_double();\n", emit_set(e), emit_c_type(t));
	else if (t.kind == EMIT_INT && t.bits <= 64)
		fprintf(e->out, "\t%s(%s)__VERIFIER_nondet_%s();\n", emit_set(e), emit_c_type(t),
			t.bits <= 8 ? "uchar" : t.bits <= 16 ? "ushort" : t.bits <= 32 ? "uint" : "ulong");
	else if (t.kind != EMIT_VOID)
		emit_give_up(e, "a result of this type");
}

/* ---- the library ---- */

/* p a pointer, n a size, i an int; before the colon what it returns. */
static const struct {
	const char *name, *shape;
} plain[] = {
	{ "malloc", "p:n" },	{ "calloc", "p:nn" },  { "realloc", "p:pn" },  { "free", "v:p" },    { "memcpy", "p:ppn" },
	{ "memmove", "p:ppn" }, { "memset", "p:pin" }, { "memcmp", "i:ppn" },  { "strcmp", "i:pp" }, { "strncmp", "i:ppn" },
	{ "strlen", "n:p" },	{ "strcpy", "p:pp" },  { "strncpy", "p:ppn" }, { "strcat", "p:pp" }, { "strncat", "p:ppn" },
	{ "strchr", "p:pi" },	{ "strrchr", "p:pi" }, { "memchr", "p:pin" },  { "strdup", "p:p" },  { "atoi", "i:p" },
	{ "abs", "i:i" },
};

static struct emit_type shape(char c)
{
	return c == 'p' ? pointer : c == 'n' ? number64 : c == 'i' ? number32 : (struct emit_type){ EMIT_VOID, 0 };
}

static bool emit_plain_library(struct emit *e, const char *name)
{
	for (size_t k = 0; k < sizeof plain / sizeof *plain; k++) {
		const char *text = arena_format(&e->arena, "%s(", name), *s = plain[k].shape;
		if (strcmp(plain[k].name, name) != 0)
			continue;
		for (uint32_t i = 0; s[2 + i]; i++)
			text = arena_format(&e->arena, "%s%s%s%s", text, i ? ", " : "", s[2 + i] == 'i' ? "(int)" : "",
					    emit_as(e, argument(e, i), shape(s[2 + i])));
		text = arena_format(&e->arena, "%s%s)", s[0] == 'p' ? "(char *)" : s[0] == 'i' ? "(uint32_t)" : "", text);
		fprintf(e->out, "\t%s%s;\n", s[0] == 'v' ? "" : emit_set(e),
			s[0] == 'v' ? text : emit_convert(e, text, shape(s[0]), result(e)));
		return true;
	}
	return false;
}

static void emit_library(struct emit *e, const char *name)
{
	struct emit_type t = result(e);

	if (emit_plain_library(e, name))
		return;
	if (!strncmp(name, "llvm.expect.", 12) || !strncmp(name, "llvm.threadlocal", 16))
		fprintf(e->out, "\t%s%s;\n", emit_set(e), emit_as(e, argument(e, 0), t));
	else if (!strncmp(name, "llvm.ctpop.", 11) && t.bits <= 64)
		fprintf(e->out, "\t%s(%s)__builtin_popcountll(%s);\n", emit_set(e), emit_c_type(t),
			emit_as(e, argument(e, 0), number64));
	else if (t.kind == EMIT_VOID)
		fprintf(e->out, "\t/* %s */\n", name);
	else if (!strncmp(name, "llvm.", 5))
		emit_give_up(e, name);
	else if (t.kind == EMIT_INT || t.kind == EMIT_POINTER)
		fprintf(e->out, "\t%s0; /* %s */\n", emit_set(e), name);
	else
		emit_give_up(e, name);
}

/* ---- synchronisation ---- */

const char *emit_place(struct emit *e, const struct model_place *from, struct emit_type to)
{
	struct place place = event_place(e->p, e->seq->points->models, &e->f->body, e->inst, from);
	const char *text;

	if (!place.known || place.result || ref_kind(place.base) == REF_NONE)
		return NULL;
	if (!place.loads && !place.offset)
		return emit_as(e, place.base, to);
	text = emit_as(e, place.base, pointer);
	if (place.first)
		text = arena_format(&e->arena, "(%s + (%lld))", text, (long long)place.first);
	for (uint32_t i = 0; i < place.loads; i++)
		text = arena_format(&e->arena, "*(char **)(void *)(%s)", text);
	return emit_convert(e, arena_format(&e->arena, "(%s + (%lld))", text, (long long)place.offset), pointer, to);
}

static const char *object(struct emit *e, const struct model_row *row)
{
	const char *text = emit_place(e, &row->on, pointer);

	return text ? arena_format(&e->arena, "(int *)(void *)(%s)", text) : NULL;
}

static bool has_kinds(const struct emit *e, const struct model_row *row)
{
	const struct models *models = e->seq->points->models;

	for (uint32_t i = 0; i < models->row.n; i++) {
		const struct model_row *r = &models->row.at[i];
		if (r->family == row->family && event_is(r, EVENT_INIT) &&
		    (event_says(&r->attr) || r->recursive_if.test))
			return true;
	}
	return false;
}

static bool waits_with_lock(const struct emit *e, const struct model_row *row)
{
	const struct models *models = e->seq->points->models;

	for (uint32_t i = 0; i < models->row.n; i++)
		if (models->row.at[i].family == row->family && event_is(&models->row.at[i], EVENT_WAIT) &&
		    event_says(&models->row.at[i].with))
			return true;
	return false;
}

static bool family_verb(const struct emit *e, const struct model_row *row, enum event_kind kind)
{
	const struct models *models = e->seq->points->models;

	for (uint32_t i = 0; i < models->row.n; i++)
		if (models->row.at[i].family == row->family && event_is(&models->row.at[i], kind))
			return true;
	return false;
}

static void emit_primitive(struct emit *e, const char *text)
{
	struct emit_type t = result(e);

	if (t.kind == EMIT_VOID)
		fprintf(e->out, "\t(void)%s;\n", text);
	else
		fprintf(e->out, "\t%s%s;\n", emit_set(e),
			emit_convert(e, arena_format(&e->arena, "(uint32_t)%s", text), number32, t));
}

static void emit_acquire(struct emit *e, const struct model_row *row, const char *lock)
{
	struct event_test test = event_test(&row->when);
	bool try = row->flags & (MODEL_TRY | MODEL_TIMED), zero = test.compare != COMPARE_eq || test.number == 0;
	const char *kind = row->flags & MODEL_RECURSIVE ? "1"
			   : has_kinds(e, row)		? arena_format(&e->arena, "snag_kind((char *)(%s))", lock)
							: "0";
	const char *busy = try && row->fails ? arena_format(&e->arena, ", %d", row->fails) :
			   try ? row->flags & MODEL_SEMAPHORE ? ", -1" : row->flags & MODEL_TIMED ? ", 110" : ", 16" : "";

	if (try && (!zero || test.compare == COMPARE_ne || test.compare == COMPARE_sgt)) {
		emit_give_up(e, "a lock that is tried and returns truth");
		return;
	}
	if (row->on.key)
		emit_give_up(e, "a lock that is one bit of a word");
	else if (row->flags & MODEL_SEMAPHORE)
		emit_primitive(e, arena_format(&e->arena, "snag_down%s(%s%s)", try ? "_try" : "", lock, busy));
	else if (row->flags & MODEL_SHARED)
		emit_primitive(e, arena_format(&e->arena, "snag_acquire_shared%s(%s%s)", try ? "_try" : "", lock, busy));
	else
		emit_primitive(e, arena_format(&e->arena, "snag_acquire%s(%s, snag_self + 1, %s%s)", try ? "_try" : "", lock,
					       kind, busy));
}

static void emit_init(struct emit *e, const struct model_row *row, const char *lock)
{
	const char *count = event_says(&row->count) ? emit_place(e, &row->count, number32) : NULL;
	const char *attr = event_says(&row->attr) ? emit_place(e, &row->attr, pointer) : NULL;

	if (count)
		emit_primitive(e, arena_format(&e->arena, "snag_init%s(%s, (int)%s)",
					       family_verb(e, row, EVENT_BARRIER) ? "_barrier" : "", lock, count));
	else if (family_verb(e, row, EVENT_ACQUIRE) && attr)
		emit_primitive(
			e, arena_format(&e->arena, "snag_init_kind(%s, %s ? *(int *)(void *)(%s) & 3 : 0)", lock, attr, attr));
	else
		emit_primitive(e, arena_format(&e->arena, "snag_init(%s, 0)", lock));
}

static void emit_wait(struct emit *e, const struct model_row *row, const char *condition)
{
	const char *lock = event_says(&row->with) ? emit_place(e, &row->with, pointer) : NULL;

	if (!lock) {
		emit_primitive(e, row->flags & (MODEL_TRY | MODEL_TIMED) ?
					  arena_format(&e->arena, "snag_event_try(%s, 1)", condition) :
					  arena_format(&e->arena, "snag_event_wait(%s)", condition));
		return;
	}
	fprintf(e->out, "\tsnag_wait_begin(%s, (int *)(void *)(%s), snag_self + 1);\n", condition, lock);
	emit_schedule(e);
	emit_primitive(e, arena_format(&e->arena, "snag_wait_end(%s, (int *)(void *)(%s), snag_self + 1, (%s)[1] > 0, 1, %d)",
				       condition, lock, condition, !!(row->flags & MODEL_TIMED)));
}

static void emit_spawn(struct emit *e, const struct model_row *row)
{
	const char *fn = emit_place(e, &row->fn, pointer),
		   *arg = event_says(&row->arg) ? emit_place(e, &row->arg, pointer) : "(char *)0";
	const char *id = event_argument_number(&row->id) ? emit_place(e, &row->id, pointer) : NULL;

	if (!fn || !arg) {
		emit_give_up(e, "a thread that the model does not tell enough of");
		return;
	}
	fprintf(e->out, "\t{ uint64_t id = (uint64_t)snag_async(%s, %s); ", fn, arg);
	if (id)
		fprintf(e->out, "snag_copy(%s, &id, 8); }\n", id);
	else
		fprintf(e->out, "(void)id; }\n");
	if (result(e).kind != EMIT_VOID)
		fprintf(e->out, "\t%s0;\n", emit_set(e));
}

static void emit_join(struct emit *e, const struct model_row *row)
{
	const char *id = emit_place(e, &row->on, number64),
		   *to = event_argument_number(&row->value) ? emit_place(e, &row->value, pointer) : NULL;

	if (!id || row->flags & (MODEL_TRY | MODEL_TIMED)) {
		emit_give_up(e, "a wait for a thread of this kind");
		return;
	}
	emit_primitive(e, arena_format(&e->arena, "snag_join(snag_thread[(%s - 1) %% SNAG_THREADS].finished)", id));
	if (to)
		fprintf(e->out, "\tsnag_result(%s, %s);\n", id, to);
}

static void emit_once(struct emit *e, const struct model_row *row, const char *once)
{
	fprintf(e->out, "\tif (snag_once_begin(%s)) {\n\t((void (*)(void))(uintptr_t)%s)();\n", once,
		emit_place(e, &row->fn, pointer));
	emit_raised(e);
	fprintf(e->out, "\tsnag_once_end(%s);\n\t}\n", once);
	if (result(e).kind != EMIT_VOID)
		fprintf(e->out, "\t%s0;\n", emit_set(e));
}

static void emit_barrier(struct emit *e, const char *barrier)
{
	fprintf(e->out, "\t{ int ticket = snag_arrive(%s);\n", barrier);
	emit_schedule(e);
	emit_primitive(e, arena_format(&e->arena, "snag_leave(%s, ticket)", barrier));
	fprintf(e->out, "\t}\n");
}

/* The thread ends here as if its start function returned: RAISE, but it is finished. */
static void emit_exit(struct emit *e, const struct model_row *row)
{
	const char *value = event_says(&row->value) ? emit_place(e, &row->value, pointer) : NULL;

	fprintf(e->out, "\tsnag_thread[snag_self].finished = 1;\n\tsnag_raise = 1; ");
	(void)value;
	emit_leave(e);
	fprintf(e->out, "\n");
}

static void emit_rows(struct emit *e, struct sym_id sym)
{
	const struct model_row *row = seq_row(e->seq, sym);
	const char *on = event_argument_number(&row->on) ? object(e, row) : NULL;

	if (model_is_alone(row)) {
		if (event_is(row, EVENT_ACQUIRE))
			fprintf(e->out, "\tsnag_alone++;\n");
		else
			fprintf(e->out, "\t__VERIFIER_assume(snag_alone > 0);\n\tsnag_alone--;\n");
		return;
	}
	if (!on && !event_is(row, EVENT_SPAWN) && !event_is(row, EVENT_EXIT_THREAD) && !event_is(row, EVENT_SELF)) {
		emit_give_up(e, "a primitive that the model does not tell enough of");
		return;
	}
	switch (event_kind(row)) {
	case EVENT_ACQUIRE: emit_acquire(e, row, on); break;
	case EVENT_RELEASE:
		if (row->on.key) {
			emit_give_up(e, "a lock that is one bit of a word");
			break;
		}
		emit_primitive(e, row->flags & MODEL_SEMAPHORE ? arena_format(&e->arena, "snag_up(%s)", on) :
				  arena_format(&e->arena, "snag_release(%s, snag_self + 1, %s)", on,
					       has_kinds(e, row) ? arena_format(&e->arena, "snag_kind((char *)(%s))", on) : "0"));
		break;
	case EVENT_INIT: emit_init(e, row, on); break;
	case EVENT_SETTYPE:
		emit_primitive(e,
			       arena_format(&e->arena, "snag_init(%s, (int)%s)", on,
					    event_says(&row->kind_arg) ? emit_place(e, &row->kind_arg, number32) : "0"));
		break;
	case EVENT_WAIT: emit_wait(e, row, on); break;
	case EVENT_SIGNAL:
		emit_primitive(e,
			       arena_format(&e->arena, "snag_%s(%s)", waits_with_lock(e, row) ? "signal" : "event_signal", on));
		break;
	case EVENT_BROADCAST:
		emit_primitive(e,
			       arena_format(&e->arena, "snag_%s(%s)", waits_with_lock(e, row) ? "broadcast" : "event_open", on));
		break;
	case EVENT_BARRIER: emit_barrier(e, on); break;
	case EVENT_ONCE: emit_once(e, row, on); break;
	case EVENT_SPAWN: emit_spawn(e, row); break;
	case EVENT_JOIN: emit_join(e, row); break;
	case EVENT_EXIT_THREAD: emit_exit(e, row); break;
	case EVENT_SELF: fprintf(e->out, "\t%s(%s)(snag_self + 1);\n", emit_set(e), emit_c_type(result(e))); break;
	default: emit_primitive(e, "0"); /* destroy, detach */
	}
}

void emit_call(struct emit *e)
{
	struct sym_id sym = body_callee(e->f->p, &e->f->body, call_of(e));

	if (!sym.i) {
		emit_indirect(e);
		return;
	}
	switch (seq_meaning(e->seq, sym)) {
	case SEQ_BODY: emit_direct(e, sym); break;
	case SEQ_ROWS: emit_rows(e, sym); break;
	case SEQ_ATOMIC: emit_atomic(e, sym); break;
	case SEQ_LIBRARY: emit_library(e, program_str(e->p, program_sym(e->p, sym)->name)); break;
	case SEQ_FAIL:
		if (e->seq->goal->kind == GOAL_ASSERT && (!e->seq->goal->nplaces || seq_is_goal(e->seq, e->f->body.fn, e->inst)))
			fprintf(e->out, "\treach_error();\n");
		fprintf(e->out, "\t__VERIFIER_assume(0);\n");
		break;
	case SEQ_ASSUME: fprintf(e->out, "\t__VERIFIER_assume((int)%s);\n", emit_ref(e, argument(e, 0))); break;
	case SEQ_ENDS: fprintf(e->out, "\tsnag_schedule();\n\t__VERIFIER_assume(0);\n"); break;
	default: emit_nondet(e);
	}
}
