#include <string.h>

#include "sharing/classes.h"
#include "sharing/local/local.h"

static void print_object(const struct sharing *s, const struct object *o, FILE *f)
{
	switch (o->kind) {
	case OBJECT_VARIABLE:
	case OBJECT_FUNCTION:
		fputs(program_str(s->p, program_sym(s->p, o->sym)->name), f);
		break;
	case OBJECT_STACK:
	case OBJECT_HEAP:
	case OBJECT_OUTSIDE:
		fprintf(f, "%s:%s:%u", o->kind == OBJECT_STACK ? "stack" : o->kind == OBJECT_HEAP ? "heap" : "outside",
		        o->fn.i ? program_str(s->p, program_sym(s->p, program_fn(s->p, o->fn)->sym)->name) : "", o->inst);
		break;
	default:
		fputs("@", f);
		break;
	}
}

static void print_threads(const struct sharing *s, uint32_t who, FILE *f)
{
	uint32_t n;
	const uint32_t *t = who_get(s, who, &n);

	for (uint32_t k = 0; k < n; k++)
		if (!t[k]) {
			fputs(" everybody", f);
		} else {
			struct sym_id fn = s->contexts->root.at[s->threads->thread.at[t[k]].root].fn;
			fprintf(f, " %s#%u", program_str(s->p, program_sym(s->p, fn)->name), t[k]);
		}
}

static bool is_shared(const struct sharing *s, uint32_t class)
{
	uint32_t n;
	const uint32_t *t = who_get(s, s->class_who[class], &n);

	return s->common[class] && n && (n > 1 || !t[0] || s->threads->thread.at[t[0]].self);
}

static void dump_classes(const struct sharing *s, FILE *f)
{
	for (uint32_t c = 1; c <= classes_all(s); c++) {
		struct sym_id variable = class_variable(s, c);
		uint32_t n = 0, shown = 0;
		const uint32_t *o = variable.i ? NULL : points_objects(s->points, c, &n);
		if (!is_shared(s, c))
			continue;
		fputs("shared ", f);
		if (variable.i)
			fputs(program_str(s->p, program_sym(s->p, variable)->name), f);
		for (uint32_t k = 0; k < n; k++) {
			if (s->points->object.at[o[k]].kind == OBJECT_FUNCTION)
				continue;
			fputs(shown++ ? ", " : "", f);
			print_object(s, &s->points->object.at[o[k]], f);
		}
		fputs(" by", f);
		print_threads(s, s->class_who[c], f);
		fputc('\n', f);
	}
}

static void dump_access(const struct sharing *s, const struct body *b, uint32_t inst, uint32_t operand, struct spot at, FILE *f)
{
	const struct inst *in = &b->inst.at[inst];
	struct ref r = body_arg(b, in, operand);
	const struct loc *loc = &b->loc.at[in->loc];
	enum whose w = sharing_of(s, at, r);

	fprintf(f, "    %u:%u %s", loc->line, loc->column, op_name(in->op));
	if (in->op == OP_call || operand)
		fprintf(f, " %u", in->op == OP_call ? operand - 1 : operand);
	fprintf(f, " %s", whose_word(w));
	if (w == WHOSE_INDEXED)
		fprintf(f, " key %u", sharing_index_key(s, at, r));
	fputc('\n', f);
}

/* Pointers that point nowhere known are not worth a line where they are only passed. */
static bool is_interesting(const struct sharing *s, const struct body *b, const struct inst *in, uint32_t operand)
{
	if (in->op != OP_call && in->op != OP_asm && in->op != OP_asm_goto)
		return true;
	return cell_at(s, s->points->first_instance[b->fn.i], body_arg(b, in, operand)).class;
}

static void dump_context(const struct sharing *s, const struct body *b, uint32_t context, FILE *f)
{
	uint32_t nthreads;
	const uint32_t *t = threads_of_context(s->threads, context, &nthreads);

	for (uint32_t k = 0; k < nthreads; k++) {
		fprintf(f, "%s in context %u of", program_str(s->p, program_sym(s->p, program_fn(s->p, b->fn)->sym)->name),
			context);
		print_threads(s, intern_find(&s->who, &t[k], sizeof t[k]), f);
		fputc('\n', f);
		for (uint32_t i = 0; i < b->inst.n; i++) {
			uint32_t first, n;
			local_addresses(&b->inst.at[i], &first, &n);
			for (uint32_t a = first; a < first + n; a++)
				if (is_interesting(s, b, &b->inst.at[i], a))
					dump_access(s, b, i, a, (struct spot){ t[k], context, i }, f);
		}
	}
}

void sharing_dump(const struct sharing *s, const char *function, FILE *f)
{
	if (!function)
		dump_classes(s, f);
	for (uint32_t fn = 1; fn < s->p->fn.n; fn++) {
		struct arena bodies;
		struct body b = { 0 };
		if (function && strcmp(program_str(s->p, program_sym(s->p, s->p->fn.at[fn].sym)->name), function))
			continue;
		arena_init(&bodies, "sharing.dump");
		body_get(&bodies, s->p, (struct fn_id){ fn }, &b);
		for (uint32_t k = s->contexts->first_by_fn[fn]; k < s->contexts->first_by_fn[fn + 1]; k++)
			dump_context(s, &b, s->contexts->by_fn[k], f);
		arena_release(&bodies);
	}
}
