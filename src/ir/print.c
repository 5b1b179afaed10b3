/* The readable form. One line an instruction; values by number, with the variable's name in front where there is one; locations
 * behind a semicolon as line:column, with the file where it is not the function's own. */
#include <inttypes.h>
#include <string.h>

#include "ir/body.h"

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
	static const char *const names[ORDER_COUNT] = { "plain", "unordered", "relaxed", "acquire", "release", "acq_rel", "seq_cst" };

	return order < ORDER_COUNT ? names[order] : "?";
}

/* Names and strings are hostile: nothing but printable ASCII and UTF-8 goes out. */
static void print_text(FILE *f, const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)s[i];
		if (c == '\n')
			fputs("\\n", f);
		else if (c == '\t')
			fputs("\\t", f);
		else if (c == '"' || c == '\\')
			fprintf(f, "\\%c", c);
		else if (c < 0x20 || c == 0x7f)
			fprintf(f, "\\x%02x", c);
		else
			fputc(c, f);
	}
}

static void print_str(const struct program *p, struct str_id s, FILE *f)
{
	print_text(f, program_str(p, s), intern_length(&p->str, s.i));
}

/* The last part of a path. */
static void print_base(const struct program *p, struct str_id file, FILE *f)
{
	const char *base = path_base(program_str(p, file));

	print_text(f, base, strlen(base));
}

static void print_place(const struct program *p, const struct sym *s, FILE *f)
{
	if (!s->line)
		return;
	fputs("  ; ", f);
	print_str(p, s->file, f);
	fprintf(f, ":%u", s->line);
}

/* ---- types ---- */

static void print_scalar(const struct program *p, const struct type *t, FILE *f)
{
	if (t->name.i)
		print_str(p, t->name, f);
	else if (t->kind == TYPE_INT)
		fprintf(f, "i%" PRIu64, t->size);
	else if (t->kind == TYPE_FLOAT)
		fprintf(f, "f%" PRIu64, t->size);
	else
		fprintf(f, "complex%" PRIu64, t->size);
}

/* A type of a hostile file may hold itself, and twice: what is printed of one is bounded in depth and in parts. */
enum { TYPE_DEPTH = 20, TYPE_PARTS = 300 };

struct type_printer {
	const struct program *p;
	FILE *f;
	int left; /* parts */
};

static void print_type(struct type_printer *, struct type_id, int depth);

static void print_members(struct type_printer *o, const struct type *t, int depth)
{
	for (uint32_t i = 0; i < t->nfields && o->left > 0; i++) {
		fputs(i ? ", " : "", o->f);
		print_type(o, o->p->field.at[t->field + i].type, depth + 1);
	}
}

static void print_record(struct type_printer *o, const struct type *t, int depth)
{
	fputs(t->kind == TYPE_STRUCT ? "struct" : t->kind == TYPE_UNION ? "union" : "enum", o->f);
	if (t->name.i) {
		fputc(' ', o->f);
		print_str(o->p, t->name, o->f);
	} else if (t->file.i) {
		fputs(" @", o->f);
		print_base(o->p, t->file, o->f);
		fprintf(o->f, ":%u", t->line);
	} else { /* the machine's: its members */
		fputs(t->nfields ? " { " : " {", o->f);
		print_members(o, t, depth);
		fputs(" }", o->f);
	}
}

static void print_function(struct type_printer *o, const struct type *t, int depth)
{
	print_type(o, t->base, depth + 1);
	fputs(" (", o->f);
	print_members(o, t, depth);
	fprintf(o->f, "%s)", t->flags & TYPE_VARIABLE ? t->nfields ? ", ..." : "..." : "");
}

static bool is_pointer(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, id);

	for (int i = 0; i < 8 && t->kind >= TYPE_CONST && t->kind <= TYPE_ATOMIC; i++)
		t = program_type(p, t->base);
	return t->kind == TYPE_POINTER;
}

/* int *const is not const int *. */
static void print_qualified(struct type_printer *o, const struct type *t, const char *qualifier, int depth)
{
	if (!is_pointer(o->p, t->base))
		fprintf(o->f, "%s ", qualifier);
	print_type(o, t->base, depth + 1);
	if (is_pointer(o->p, t->base))
		fputs(qualifier, o->f);
}

static void print_array(struct type_printer *o, const struct type *t, int depth)
{
	print_type(o, t->base, depth + 1);
	if (t->flags & TYPE_VARIABLE)
		fputs(" []", o->f);
	else
		fprintf(o->f, t->kind == TYPE_ARRAY ? " [%" PRIu64 "]" : " <%" PRIu64 ">", t->count);
}

static void print_type(struct type_printer *o, struct type_id id, int depth)
{
	static const char *const qualifier[TYPE_KINDS] = {
		[TYPE_CONST] = "const", [TYPE_VOLATILE] = "volatile", [TYPE_RESTRICT] = "restrict", [TYPE_ATOMIC] = "_Atomic"
	};
	const struct type *t = program_type(o->p, id);

	if (o->left-- <= 0 || depth > TYPE_DEPTH) {
		fputs("...", o->f);
		return;
	}
	switch (t->kind) {
	case 0:
	case TYPE_VOID:
		fputs("void", o->f);
		break;
	case TYPE_INT:
	case TYPE_FLOAT:
	case TYPE_COMPLEX:
		print_scalar(o->p, t, o->f);
		break;
	case TYPE_POINTER:
		if (t->base.i)
			print_type(o, t->base, depth + 1);
		fputs(t->base.i ? " *" : "ptr", o->f);
		break;
	case TYPE_ARRAY:
	case TYPE_VECTOR:
		print_array(o, t, depth);
		break;
	case TYPE_STRUCT:
	case TYPE_UNION:
	case TYPE_ENUM:
		print_record(o, t, depth);
		break;
	case TYPE_FUNCTION:
		print_function(o, t, depth);
		break;
	case TYPE_TYPEDEF:
		print_str(o->p, t->name, o->f);
		break;
	case TYPE_TAG:
		fputs("__", o->f);
		print_str(o->p, t->name, o->f);
		fputc(' ', o->f);
		print_type(o, t->base, depth + 1);
		break;
	case TYPE_OTHER:
		fputs("other", o->f);
		break;
	default:
		print_qualified(o, t, qualifier[t->kind], depth);
	}
}

void ir_print_type(const struct program *p, struct type_id id, FILE *f)
{
	struct type_printer o = { p, f, TYPE_PARTS };

	print_type(&o, id, 0);
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
		print_text(f, s->data.at, s->data.len > 60 ? 60 : s->data.len);
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
			fprintf(f, "%02x", (unsigned char)k->data.at[i]);
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

struct path_step {
	bool array;
	struct str_id name;
	uint64_t index;
};

/* A hostile record may hold itself, in a union of many: what is searched for one path is bounded. */
enum { PATH_DEPTH = 12, PATH_EFFORT = 1 << 14 };

struct path_search {
	const struct program *p;
	uint64_t size;
	int left; /* members to look at */
};

static const struct field *member_at(struct path_search *, const struct type *, uint64_t at, int depth);

/* Is there a part of the size at the bit `at`? As deep as records nest, but not deeper than a person reads. */
static bool has_part(struct path_search *o, struct type_id type, uint64_t at, int depth)
{
	const struct type *t = program_type(o->p, type_strip(o->p, type));
	const struct field *m;

	if (!at && t->size == o->size)
		return true;
	if (depth > PATH_DEPTH || o->left <= 0)
		return false;
	if (t->kind == TYPE_ARRAY) {
		uint64_t element = program_type(o->p, type_strip(o->p, t->base))->size;
		return element && has_part(o, t->base, at % element, depth + 1);
	}
	m = t->kind == TYPE_STRUCT || t->kind == TYPE_UNION ? member_at(o, t, at, depth + 1) : NULL;
	return m && has_part(o, m->type, at - m->offset, depth + 1);
}

/* The member of a record that holds the bit `at`: the last that begins at or before it; of a union, the first that has a part of
 * the size there, or else the first. */
static const struct field *member_at(struct path_search *o, const struct type *t, uint64_t at, int depth)
{
	const struct field *found = NULL;

	for (uint32_t k = 0; k < t->nfields; k++) {
		const struct field *m = &o->p->field.at[t->field + k];
		o->left--;
		if (t->kind == TYPE_UNION) {
			if (o->size && has_part(o, m->type, at - m->offset, depth))
				return m;
			found = found ? found : m;
		} else if (m->offset <= at) {
			found = m;
		}
	}
	return found;
}

/* A flexible array lies behind the end of its record. */
static bool open_ended(const struct program *p, const struct type *t)
{
	const struct type *last;

	if (t->kind != TYPE_STRUCT || !t->nfields)
		return t->flags & TYPE_VARIABLE;
	last = program_type(p, type_strip(p, p->field.at[t->field + t->nfields - 1].type));
	return last->kind == TYPE_ARRAY && (last->flags & TYPE_VARIABLE || !last->size);
}

/* Names and indices from a record to a bit, up to the outermost part that begins there and has the size. If none has it, or no size
 * is asked for, up to the outermost part that begins there. Returns the number of steps. */
static int find_path(const struct program *p, struct type_id record, uint64_t at, uint64_t size, struct path_step *step, int room)
{
	struct path_search o = { p, size, PATH_EFFORT };
	int outermost = 0, n = 0;

	if (at >= program_type(p, type_strip(p, record))->size && !open_ended(p, program_type(p, type_strip(p, record))))
		return 0;
	for (; n < room; n++) {
		const struct type *t = program_type(p, type_strip(p, record));
		uint64_t element = t->kind == TYPE_ARRAY ? program_type(p, type_strip(p, t->base))->size : 0;
		const struct field *m;
		if (n && !at && (!size || t->size == size))
			return n;
		if (n && !at && !outermost)
			outermost = n;
		if (element) {
			step[n] = (struct path_step){ .array = true, .index = at / element };
			at %= element;
			record = t->base;
			continue;
		}
		m = t->kind == TYPE_STRUCT || t->kind == TYPE_UNION ? member_at(&o, t, at, 0) : NULL;
		if (!m)
			break;
		step[n] = (struct path_step){ .name = m->name };
		at -= m->offset;
		record = m->type;
	}
	return outermost ? outermost : n;
}

void ir_print_path(const struct program *p, struct type_id record, int64_t offset, uint32_t size, FILE *f)
{
	struct path_step step[32];
	int n = offset < 0 ? 0 : find_path(p, record, (uint64_t)offset * 8, (uint64_t)size * 8, step, 32);

	for (int i = 0; i < n; i++)
		if (step[i].array) {
			fprintf(f, "[%" PRIu64 "]", step[i].index);
		} else if (step[i].name.i) {
			fputc('.', f);
			print_str(p, step[i].name, f);
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
		for (uint32_t i = 1; i < p->unit.n; i++) {
			fputs("unit ", f);
			print_str(p, p->unit.at[i].file, f);
			fputc('\n', f);
		}
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
