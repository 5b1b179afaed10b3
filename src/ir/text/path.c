/* Two views of one chain of instructions. An address is printed as the thing that it points to, a value as itself:
 *
 *     %2 = field %pool + 8 : struct pool.lock       place(%2) = pool->lock      value(%2) = &pool->lock
 *     %3 = load ptr %2                              place(%3) = *pool->lock     value(%3) = pool->lock
 *
 * The two call each other; LONGEST bounds how deep, whatever the body looks like. */
#include "ir/text/path.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 8 };

struct printer {
	const struct program *p;
	const struct body *b;
	FILE *f;
};

static void print_value(struct printer *, struct ref, int depth);
static void print_place(struct printer *, struct ref, int depth);

/* Whether the address is that of a named thing, so that its members are written with a dot. */
static bool is_place(const struct body *b, struct ref r)
{
	const struct inst *in = body_made_by(b, r);

	if (ref_kind(r) == REF_SYM || ref_kind(r) == REF_KONST)
		return true;
	if (!in)
		return ref_kind(r) == REF_VALUE && b->param.at[ref_index(r) - 1].by_value;
	return in->op == OP_alloca || in->op == OP_field || in->op == OP_index;
}

static void print_symbol(struct printer *o, struct sym_id id)
{
	const struct sym *s = program_sym(o->p, id);

	fputs(program_str(o->p, s->source.i ? s->source : s->name), o->f);
}

void path_print_member(const struct program *p, struct type_id record, int64_t offset, bool dot, FILE *out)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		die("out of memory");
	if (record.i)
		ir_print_path(p, record, offset, 0, f);
	fclose(f);
	if (dot || text[0] == '[')
		fputs(text, out);
	else if (text[0] == '.')
		fprintf(out, "->%s", text + 1);
	else if (offset)
		fputs("->...", out);
	free(text);
}

static void print_konst(struct printer *o, struct ref r, bool place)
{
	const struct konst *k = program_konst(o->p, (struct konst_id){ ref_index(r) });

	if (k->kind == KONST_ADDR) {
		if (!place)
			fputc('&', o->f);
		print_symbol(o, k->sym);
		path_print_member(o->p, program_sym(o->p, k->sym)->type, (int64_t)k->lo, true, o->f);
	} else if (k->kind == KONST_INT) {
		fprintf(o->f, "%" PRId64, (int64_t)k->lo);
	} else if (k->kind == KONST_NULL) {
		fputs("NULL", o->f);
	} else {
		fputs("...", o->f);
	}
}

static void print_inst_place(struct printer *o, const struct inst *in, struct ref r, int depth)
{
	struct ref base = body_arg(o->b, in, 0);

	switch (in->op) {
	case OP_alloca:
		fputs(in->name.i ? program_str(o->p, in->name) : "a local variable", o->f);
		break;
	case OP_field:
		if (is_place(o->b, base))
			print_place(o, base, depth + 1);
		else
			print_value(o, base, depth + 1);
		path_print_member(o->p, in->type, body_offset(o->b, in), is_place(o->b, base), o->f);
		break;
	case OP_index:
		if (is_place(o->b, base))
			print_place(o, base, depth + 1);
		else
			print_value(o, base, depth + 1);
		fputc('[', o->f);
		print_value(o, body_arg(o->b, in, 1), depth + 1);
		fputc(']', o->f);
		break;
	case OP_copy:
	case OP_cast:
		print_place(o, base, depth + 1);
		break;
	default:
		fputc('*', o->f);
		print_value(o, r, depth + 1);
	}
}

static void print_place(struct printer *o, struct ref r, int depth)
{
	const struct inst *in = body_made_by(o->b, r);

	if (depth > LONGEST) {
		fputs("...", o->f);
	} else if (ref_kind(r) == REF_SYM) {
		print_symbol(o, (struct sym_id){ ref_index(r) });
	} else if (ref_kind(r) == REF_KONST) {
		print_konst(o, r, true);
	} else if (in) {
		print_inst_place(o, in, r, depth);
	} else {
		if (!is_place(o->b, r))
			fputc('*', o->f);
		print_value(o, r, depth);
	}
}

static void print_inst_value(struct printer *o, const struct inst *in, struct ref r, int depth)
{
	struct ref a = body_arg(o->b, in, 0);

	if (in->name.i && in->op != OP_alloca) {
		fputs(program_str(o->p, in->name), o->f);
		return;
	}
	switch (in->op) {
	case OP_load:
		print_place(o, a, depth + 1);
		break;
	case OP_alloca:
	case OP_field:
	case OP_index:
		fputc('&', o->f);
		print_place(o, r, depth + 1);
		break;
	case OP_copy:
	case OP_cast:
		print_value(o, a, depth + 1);
		break;
	case OP_call:
		if (ref_kind(a) == REF_SYM)
			print_symbol(o, (struct sym_id){ ref_index(a) });
		else
			fputs("...", o->f);
		fputs("()", o->f);
		break;
	default:
		fputs("...", o->f);
	}
}

static void print_value(struct printer *o, struct ref r, int depth)
{
	const struct inst *in = body_made_by(o->b, r);

	if (depth > LONGEST) {
		fputs("...", o->f);
	} else if (ref_kind(r) == REF_SYM) {
		fputc('&', o->f);
		print_symbol(o, (struct sym_id){ ref_index(r) });
	} else if (ref_kind(r) == REF_KONST) {
		print_konst(o, r, false);
	} else if (in) {
		print_inst_value(o, in, r, depth);
	} else if (ref_kind(r) == REF_VALUE) {
		const struct param *param = &o->b->param.at[ref_index(r) - 1];
		fputs(param->name.i ? program_str(o->p, param->name) : "...", o->f);
	}
}

const char *path_of_address(struct arena *a, const struct program *p, const struct body *b, struct ref at)
{
	struct printer o = { .p = p, .b = b };
	char *text = NULL, *kept;
	size_t len = 0;

	o.f = open_memstream(&text, &len);
	if (!o.f)
		die("out of memory");
	print_place(&o, at, 0);
	if (fclose(o.f) != 0)
		die("out of memory");
	kept = arena_copy(a, text, len);
	free(text);
	return kept;
}
