/* emit_roots: Check(s) of a program without main: the roots of its threads are put into ts, each with arguments of its
 * parameters' types.
 *
 * As under the harness of the search (harness.c), but simpler, since C has no objects that come to be when they are looked at:
 * a number is any number; a pointer leads to an object of zeros, the same one for all pointers to that type. */
#include "prove/emit/parts.h"
#include "prove/prove.h"

enum { UNTYPED = 256, SLACK = 64 };

static struct type_id pointed_to(const struct emit *e, const struct param *param)
{
	struct type_id id = param->type.i ? type_strip(e->p, param->type) : param->type;
	const struct type *t = program_type(e->p, id);

	if (param->by_value || param->result || t->kind != TYPE_POINTER)
		return id;
	return t->base.i ? type_strip(e->p, t->base) : t->base;
}

static void emit_objects(struct emit *e, const struct body *b, struct map *made)
{
	for (uint32_t i = 0; i < b->param.n; i++) {
		struct type_id id = pointed_to(e, &b->param.at[i]);
		uint64_t size = id.i ? program_type(e->p, id)->size / 8 : 0;
		uint32_t *seen = map_at(&e->arena, made, id.i + 1);
		if (emit_ref_type(e, ref_make(REF_VALUE, i + 1)).kind != EMIT_POINTER || *seen)
			continue;
		*seen = 1;
		size = (size ? size : UNTYPED) + SLACK;
		fprintf(e->out, "static _Alignas(16) char snag_object_%u[%llu];\n", id.i, (unsigned long long)size);
	}
}

static void emit_argument(struct emit *e, const struct body *b, uint32_t i)
{
	struct emit_type t = emit_ref_type(e, ref_make(REF_VALUE, i + 1));

	fprintf(e->out, "%s", i ? ", " : "");
	if (t.kind == EMIT_POINTER)
		fprintf(e->out, "snag_object_%u", pointed_to(e, &b->param.at[i]).i);
	else
		fprintf(e->out, "(%s)__VERIFIER_nondet_%s()", emit_c_type(t), t.kind == EMIT_FLOAT ? "double" : "ulong");
}

void emit_roots(struct emit *e)
{
	struct map made = { 0 };

	fprintf(e->out, "/* A harness: the roots of the threads, with arguments that are assumed. */\n");
	for (uint32_t k = 0; k < e->opt->nroots; k++) {
		e->f = seq_function(e->seq, e->opt->root[k]);
		emit_objects(e, &e->f->body, &made);
		fprintf(e->out, "static char *snag_root_%u(char *unused)\n{\n\t(void)unused;\n\t%s(", k,
			emit_function(e, e->p->fn.at[e->opt->root[k].i].sym));
		for (uint32_t i = 0; i < e->f->body.param.n; i++)
			emit_argument(e, &e->f->body, i);
		fprintf(e->out, ");\n\treturn 0;\n}\n\n");
	}
}

void emit_start(struct emit *e, struct sym_id start)
{
	const struct seq_fn *f = e->opt->nroots ? NULL : seq_function(e->seq, program_sym(e->p, start)->fn);

	if (!f) {
		for (uint32_t k = 0; k < e->opt->nroots; k++)
			fprintf(e->out, "\tsnag_async((char *)(uintptr_t)snag_root_%u, 0);\n", k);
		fprintf(e->out, "\tsnag_schedule();\n");
		return;
	}
	fprintf(e->out, "\t%s(", emit_function(e, start));
	for (uint32_t i = 0; i < f->body.param.n; i++)
		fprintf(e->out, "%s%s", i ? ", " : "", i == 0 ? "1" : i == 1 ? "(char *)argv" : "(char *)(argv + 1)");
	fprintf(e->out, ");\n");
}
