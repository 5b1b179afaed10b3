/* Types as C would write them, and paths into records: ".pool.lock", "[3].next". Types and records come from files that may lie,
 * so depth and work are bounded. */
#include <inttypes.h>
#include <string.h>

#include "ir/text/print.h"

/* Names and strings are hostile: nothing but printable ASCII and UTF-8 goes out. */
void print_text(FILE *f, const char *s, size_t len)
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

void print_str(const struct program *p, struct str_id s, FILE *f)
{
	print_text(f, program_str(p, s), intern_length(&p->str, s.i));
}

/* The last part of a path. */
void print_base(const struct program *p, struct str_id file, FILE *f)
{
	const char *base = path_base(program_str(p, file));

	print_text(f, base, strlen(base));
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

/* ---- paths ---- */

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

/* Names and indices from a record to a bit, up to the outermost part that begins there and has the size. If none has it, or no
 * size is asked for, up to the outermost part that begins there. Returns the number of steps. */
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
