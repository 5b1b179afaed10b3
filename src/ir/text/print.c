/* The readable form. One line an instruction; values by number, with the variable's name in front where there is one; locations
 * behind a semicolon as line:column, with the file where it is not the function's own. */
#include <inttypes.h>
#include <string.h>

#include "ir/body.h"
#include "ir/text/print.h"

const char *op_name(uint8_t op)
{
	static const char *const names[OP_COUNT] = { "none",
#define OP(name, text) text,
#include "ir/ops.def"
#undef OP
	};

	return op < OP_COUNT ? names[op] : "?";
}

const char *sub_name(uint8_t op, uint8_t sub)
{
	static const char *const binary[] = { "?",
#define BINARY(name, text) text,
#include "ir/subs.def"
#undef BINARY
	};
	static const char *const compare[] = { "?",
#define COMPARE(name, text) text,
#include "ir/subs.def"
#undef COMPARE
	};
	static const char *const cast[] = { "?",
#define CAST(name, text) text,
#include "ir/subs.def"
#undef CAST
	};
	static const char *const rmw[] = { "?",
#define RMW(name, text) text,
#include "ir/subs.def"
#undef RMW
	};
	static const char *const varargs[] = { "?",
#define VARARGS(name, text) text,
#include "ir/subs.def"
#undef VARARGS
	};

	switch (op) {
	case OP_binary:
		return sub < BINARY_COUNT ? binary[sub] : "?";
	case OP_compare:
		return sub < COMPARE_COUNT ? compare[sub] : "?";
	case OP_cast:
		return sub < CAST_COUNT ? cast[sub] : "?";
	case OP_rmw:
		return sub < RMW_COUNT ? rmw[sub] : "?";
	case OP_varargs:
		return sub < VARARGS_COUNT ? varargs[sub] : "?";
	default:
		return "";
	}
}

const char *order_name(uint8_t order)
{
	static const char *const names[ORDER_COUNT] = { "plain",   "unordered", "relaxed", "acquire",
							"release", "acq_rel",	"seq_cst" };

	return order < ORDER_COUNT ? names[order] : "?";
}

static void print_place(const struct program *p, const struct sym *s, FILE *f)
{
	if (!s->line)
		return;
	fputs("  ; ", f);
	print_str(p, s->file, f);
	fprintf(f, ":%u", s->line);
}

/* ---- tables ---- */

static void dump_record(const struct program *p, uint32_t i, FILE *f)
{
	const struct type *t = &p->type.at[i];

	ir_print_type(p, (struct type_id){ i }, f);
	fprintf(f, "  size %" PRIu64 "\n", t->size / 8);
	for (uint32_t k = 0; k < t->nfields; k++) {
		const struct field *m = &p->field.at[t->field + k];
		fprintf(f, "    +%" PRIu64, m->offset / 8);
		if (m->width)
			fprintf(f, " bits %" PRIu64 "..%" PRIu64, m->offset % 8, m->offset % 8 + m->width - 1);
		fputs("  ", f);
		if (m->name.i)
			print_str(p, m->name, f);
		else
			fputs("(anonymous)", f);
		fputs(": ", f);
		ir_print_type(p, m->type, f);
		fputc('\n', f);
	}
}

static const char *linkage_name(uint8_t linkage)
{
	static const char *const names[] = { "?", "static", "extern", "common", "weak", "inline" };

	return linkage <= LINK_INLINE ? names[linkage] : "?";
}

static void dump_initial(const struct program *p, const struct sym *s, FILE *f)
{
	for (uint32_t k = 0; k < s->nrelocs; k++) {
		const struct reloc *r = &p->reloc.at[s->reloc + k];
		fprintf(f, "    +%" PRIu64, r->offset);
		ir_print_path(p, s->type, (int64_t)r->offset, r->size, f);
		fprintf(f, " = %s", r->kind == RELOC_LABEL ? "label " : r->kind == RELOC_OTHER ? "from " : "&");
		print_str(p, program_sym(p, r->sym)->name, f);
		if (r->addend)
			fprintf(f, r->kind == RELOC_LABEL ? " b%" PRId64 : " + %" PRId64, r->addend);
		fputc('\n', f);
	}
}

static void dump_flags(const struct sym *s, FILE *f)
{
	static const struct {
		uint8_t flag;
		const char *text;
	} row[] = { { SYM_THREAD_LOCAL, " thread_local" }, { SYM_CONSTANT, " constant" }, { SYM_NORETURN, " noreturn" },
		    { SYM_TWICE, " returns_twice" },       { SYM_HIDDEN, " hidden" } };

	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		if (s->flags & row[i].flag)
			fputs(row[i].text, f);
}

static void dump_sym(const struct program *p, const struct sym *s, FILE *f)
{
	static const char *const kind[] = { "?", "fn", "var", "alias", "ifunc" };

	fprintf(f, "%s%s %s ", s->flags & SYM_DEFINED ? "" : "declare ", kind[s->kind], linkage_name(s->linkage));
	print_str(p, s->name, f);
	if (s->source.i && s->source.i != s->name.i) {
		fputs(" '", f);
		print_str(p, s->source, f);
		fputs("'", f);
	}
	fputs(": ", f);
	ir_print_type(p, s->type, f);
	dump_flags(s, f);
	if (s->section.i) {
		fputs(" section \"", f);
		print_str(p, s->section, f);
		fputc('"', f);
	}
	if (s->target.i) {
		fputs(" = ", f);
		print_str(p, program_sym(p, s->target)->name, f);
		if (s->addend)
			fprintf(f, " + %" PRId64, s->addend);
	}
	if (s->data.len && s->flags & SYM_UNNAMED && !s->nrelocs) {
		fputs(" \"", f);
		print_text(f, program_bytes(p, s->data).at, s->data.len > 60 ? 60 : s->data.len);
		fprintf(f, "\"%s", s->data.len > 60 ? "..." : "");
	}
	print_place(p, s, f);
	fputc('\n', f);
	dump_initial(p, s, f);
}

/* ---- code ---- */

static void print_value(const struct program *p, const struct body *b, uint32_t v, FILE *f)
{
	uint32_t i = body_inst(b, v);
	struct str_id name = i == UINT32_MAX ? b->param.at[v - 1].name : b->inst.at[i].name;

	fputc('%', f);
	if (name.i) {
		print_str(p, name, f);
		fputc('.', f);
	}
	fprintf(f, "%u", v);
}

static void print_konst(const struct program *p, const struct konst *k, FILE *f)
{
	switch (k->kind) {
	case KONST_INT:
		if ((int64_t)k->lo >> 63 == (int64_t)k->hi)
			fprintf(f, "%" PRId64, (int64_t)k->lo);
		else
			fprintf(f, "0x%" PRIx64 "%016" PRIx64, k->hi, k->lo);
		break;
	case KONST_FLOAT:
		fprintf(f, k->hi ? "float 0x%" PRIx64 "%016" PRIx64 : "float 0x%.0" PRIx64 "%" PRIx64, k->hi, k->lo);
		break;
	case KONST_NULL:
		fputs("null", f);
		break;
	case KONST_ZERO:
		fputs("zero", f);
		break;
	case KONST_UNDEF:
		fputs("undef", f);
		break;
	case KONST_ADDR:
		fputc('@', f);
		print_str(p, program_sym(p, k->sym)->name, f);
		fprintf(f, " + %" PRId64, (int64_t)k->lo);
		ir_print_path(p, program_sym(p, k->sym)->type, (int64_t)k->lo, 0, f);
		break;
	case KONST_LABEL:
		fprintf(f, "label b%" PRIu64, k->lo);
		break;
	case KONST_BYTES:
		fputs("bytes ", f);
		for (size_t i = 0; i < k->data.len && i < 32; i++)
			fprintf(f, "%02x", (unsigned char)program_bytes(p, k->data).at[i]);
		fputs(k->data.len > 32 ? "..." : "", f);
		break;
	default:
		fputs("other", f);
	}
}

static void print_ref(const struct program *p, const struct body *b, struct ref r, FILE *f)
{
	switch (ref_kind(r)) {
	case REF_NONE:
		fputs("none", f);
		break;
	case REF_VALUE:
		print_value(p, b, ref_index(r), f);
		break;
	case REF_SYM:
		fputc('@', f);
		print_str(p, program_sym(p, (struct sym_id){ ref_index(r) })->name, f);
		break;
	case REF_KONST:
		print_konst(p, program_konst(p, (struct konst_id){ ref_index(r) }), f);
		break;
	}
}

static void print_loc(const struct program *p, const struct body *b, uint32_t at, FILE *f)
{
	const struct loc *l = &b->loc.at[at];
	struct str_id home = program_sym(p, program_fn(p, b->fn)->sym)->file;

	if (!l->line && !l->file.i)
		return;
	fputs("  ; ", f);
	for (;;) {
		if (l->file.i != home.i) {
			print_base(p, l->file, f);
			fputc(':', f);
		}
		fprintf(f, "%u:%u", l->line, l->column);
		if (l->fn.i) {
			fputs(" (", f);
			print_str(p, l->fn, f);
			fputc(')', f);
		}
		if (!l->inlined)
			break;
		fputs(" < ", f);
		l = &b->loc.at[l->inlined];
	}
}

static void print_args(const struct program *p, const struct body *b, const struct inst *in, uint32_t from, FILE *f)
{
	for (uint32_t k = from; k < in->nargs; k++) {
		fputs(k > from ? ", " : " ", f);
		print_ref(p, b, b->arg.at[in->arg + k], f);
	}
}

static void print_call(const struct program *p, const struct body *b, const struct inst *in, FILE *f)
{
	fputc(' ', f);
	print_ref(p, b, b->arg.at[in->arg], f);
	fputc('(', f);
	for (uint32_t k = 1; k < in->nargs; k++) {
		fputs(k > 1 ? ", " : "", f);
		print_ref(p, b, b->arg.at[in->arg + k], f);
	}
	fputc(')', f);
	if (in->nwords && b->word.at[in->word]) {
		fputs(" : ", f);
		ir_print_type(p, (struct type_id){ b->word.at[in->word] }, f);
	}
}

static void print_asm(const struct program *p, const struct body *b, const struct inst *in, FILE *f)
{
	fputs(" \"", f);
	print_str(p, (struct str_id){ b->word.at[in->word] }, f);
	fputs("\" \"", f);
	print_str(p, (struct str_id){ b->word.at[in->word + 1] }, f);
	fputc('"', f);
	print_args(p, b, in, 0, f);
	fputs(in->flags & INST_EFFECT ? " effect" : "", f);
	fputs(in->flags & INST_MEMORY ? " memory" : "", f);
}

static void print_address(const struct program *p, const struct body *b, const struct inst *in, FILE *f)
{
	fputc(' ', f);
	print_ref(p, b, b->arg.at[in->arg], f);
	if (in->op == OP_index) {
		fputs(" [", f);
		print_ref(p, b, b->arg.at[in->arg + 1], f);
		fprintf(f, "] * %" PRId64, body_offset(b, in));
	} else {
		fprintf(f, " + %" PRId64, body_offset(b, in));
	}
	if (in->type.i) {
		fputs(" : ", f);
		ir_print_type(p, in->type, f);
		if (in->op == OP_field)
			ir_print_path(p, in->type, body_offset(b, in), b->word.at[in->word + 2], f);
	}
}

static void print_words(const struct body *b, const struct inst *in, FILE *f)
{
	uint32_t first = op_first_target(in->op);

	if ((in->op == OP_load || in->op == OP_store) && in->nwords == 2)
		fprintf(f, " bits %u..%u", b->word.at[in->word], b->word.at[in->word] + b->word.at[in->word + 1] - 1);
	else if (in->op == OP_extract || in->op == OP_insert || in->op == OP_shuffle)
		for (uint32_t k = 0; k < in->nwords; k++)
			fprintf(f, "%s%u", k ? " " : " at ", b->word.at[in->word + k]);
	for (uint32_t k = first; k < in->nwords; k++)
		fprintf(f, "%sb%u", k > first ? ", " : " to ", b->word.at[in->word + k]);
}

static void print_phi(const struct program *p, const struct body *b, const struct inst *in, FILE *f)
{
	for (uint32_t k = 0; k < in->nargs; k++) {
		fputs(k ? ", " : " ", f);
		print_ref(p, b, b->arg.at[in->arg + k], f);
		fprintf(f, " from b%u", b->word.at[in->word + k]);
	}
}

static void print_tail(const struct inst *in, FILE *f)
{
	if (in->order)
		fprintf(f, " %s", order_name(in->order));
	if (in->order2)
		fprintf(f, " %s", order_name(in->order2));
	fputs(in->flags & INST_VOLATILE ? " volatile" : "", f);
	fputs(in->flags & INST_NORETURN ? " noreturn" : "", f);
	fputs(in->flags & INST_EITHER && in->op != OP_asm && in->op != OP_asm_goto ? " either" : "", f);
	fputs(in->flags & INST_TWICE ? " returns_twice" : "", f);
	fputs(in->flags & INST_WEAK ? " weak" : "", f);
	fputs(in->flags & INST_SINGLE ? " signal" : "", f);
	fputs(in->flags & INST_INIT ? " automatic" : "", f);
}

static bool shows_type(uint8_t op)
{
	switch (op) {
	case OP_field:
	case OP_index:
	case OP_compare:
		return false;
	default:
		return true;
	}
}

static bool yields(const struct program *p, const struct inst *in)
{
	switch (in->op) {
	case OP_store:
	case OP_fence:
	case OP_memcpy:
	case OP_memset:
		return false;
	case OP_call:
	case OP_asm:
	case OP_asm_goto:
	case OP_varargs:
		return in->type.i && program_type(p, in->type)->kind != TYPE_VOID;
	default:
		return !op_is_terminator(in->op);
	}
}

static void print_inst(const struct program *p, const struct body *b, uint32_t i, FILE *f)
{
	const struct inst *in = &b->inst.at[i];

	fputs("    ", f);
	if (yields(p, in)) {
		print_value(p, b, body_value(b, i), f);
		fputs(" = ", f);
	}
	fputs(op_name(in->op), f);
	if (sub_name(in->op, in->sub)[0])
		fprintf(f, " %s", sub_name(in->op, in->sub));
	if (in->op == OP_memcpy && in->sub)
		fputs(" overlapping", f);
	if (in->type.i && shows_type(in->op)) {
		fputc(' ', f);
		ir_print_type(p, in->type, f);
	}
	if (in->op == OP_call)
		print_call(p, b, in, f);
	else if (in->op == OP_asm || in->op == OP_asm_goto)
		print_asm(p, b, in, f);
	else if (in->op == OP_field || in->op == OP_index)
		print_address(p, b, in, f);
	else if (in->op == OP_phi)
		print_phi(p, b, in, f);
	else
		print_args(p, b, in, 0, f);
	print_words(b, in, f);
	print_tail(in, f);
	print_loc(p, b, in->loc, f);
	fputc('\n', f);
}

void body_dump(const struct program *p, const struct body *b, FILE *f)
{
	const struct sym *s = program_sym(p, program_fn(p, b->fn)->sym);

	fprintf(f, "fn %s ", linkage_name(s->linkage));
	print_str(p, s->name, f);
	fputc('(', f);
	for (uint32_t i = 0; i < b->param.n; i++) {
		fputs(i ? ", " : "", f);
		print_value(p, b, i + 1, f);
		fputs(": ", f);
		ir_print_type(p, b->param.at[i].type, f);
		fputs(b->param.at[i].by_value ? " by value" : "", f);
		fputs(b->param.at[i].result ? " result" : "", f);
	}
	fprintf(f, ")");
	dump_flags(s, f);
	print_place(p, s, f);
	fputc('\n', f);
	for (uint32_t i = 0; i < b->block.n; i++) {
		fprintf(f, "b%u:\n", i);
		for (uint32_t k = 0; k < b->block.at[i].ninsts; k++)
			print_inst(p, b, b->block.at[i].inst + k, f);
	}
}

static bool wanted(const struct program *p, const struct sym *s, const char *function)
{
	return !function || !strcmp(program_str(p, s->name), function) || !strcmp(program_str(p, s->source), function);
}

static void dump_unit(const struct program *p, const struct unit *u, FILE *f)
{
	fputs("unit ", f);
	print_str(p, u->file, f);
	if (u->pointer_bytes != 8)
		fprintf(f, ": pointers of %u bytes", u->pointer_bytes);
	fputc('\n', f);
	if (!u->module_asm.i)
		return;
	fputs("    asm \"", f);
	print_str(p, u->module_asm, f);
	fputs("\"\n", f);
}

void ir_dump(const struct program *p, const char *function, FILE *f)
{
	struct arena a;
	struct body b = { 0 };

	if (!function) {
		for (uint32_t i = 1; i < p->unit.n; i++)
			dump_unit(p, &p->unit.at[i], f);
		for (uint32_t i = 1; i < p->type.n; i++)
			if ((p->type.at[i].kind == TYPE_STRUCT || p->type.at[i].kind == TYPE_UNION) &&
			    (p->type.at[i].name.i || p->type.at[i].file.i))
				dump_record(p, i, f);
		for (uint32_t i = 1; i < p->sym.n; i++)
			dump_sym(p, &p->sym.at[i], f);
	}
	arena_init(&a, "dump");
	for (uint32_t i = 1; i < p->fn.n; i++) {
		if (!wanted(p, program_sym(p, p->fn.at[i].sym), function))
			continue;
		body_get(&a, p, (struct fn_id){ i }, &b);
		body_dump(p, &b, f);
	}
	arena_release(&a);
}
