/* --dump=points. Classes that hold an object, with what is stored in them; for a function its values, a line an instance, and its
 * sites.
 *
 *     class 3 { conn, stack main.c }        objects; "+8" behind one that lies 8 bytes behind the first
 *         +8 -> 4 { fops }                  what is stored there: class, offset, objects
 *     %2 -> 3+8 { conn+8 }                  in the dump of a function
 *     site 19:127 call by field { file_read }
 *     site 19:9 call by field { a } without others, by rows      fewer than by the method alone: enum narrowed
 *     site 20:9 call by nothing {}      nothing can be called there; by none: nobody knows
 *     fn serve at conn.c:12                 before its sites, in the dump of the program
 *
 * At the end, without a function: how the calls through pointers were resolved.
 *
 *     indirect 460: field 427, type 1, points 0, nothing 20, none 12; targets: median 3, average 9.72, largest 301; with those
 *     that reach nothing: median 2 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ir/text/print.h"
#include "points/solve/classes.h"

enum { SHOWN = 12 };

static const char *const method_name[METHODS] = { "none", "name", "context", "field", "type", "points" };
static const char *const kind_name[SITE_KINDS] = { "", "call", "inner", "callback", "spawn", "task", "handler" };

struct dump {
	const struct points *r;
	struct arena *arena;
	struct body body; /* of the function whose objects were named last */
	FILE *out;
};

static const struct body *body_of(struct dump *d, struct fn_id fn)
{
	if (d->body.fn.i != fn.i)
		body_get(d->arena, d->r->p, fn, &d->body);
	return &d->body;
}

static void print_sym(const struct dump *d, struct sym_id sym)
{
	print_str(d->r->p, program_sym(d->r->p, sym)->name, d->out);
}

static void print_fn(const struct dump *d, struct fn_id fn)
{
	print_sym(d, program_fn(d->r->p, fn)->sym);
}

static uint32_t line_of(const struct body *b, uint32_t inst)
{
	return b->loc.at[b->inst.at[inst].loc].line;
}

/* The calls an instance was made for: " in get:12 in main:20". */
static void print_instance(struct dump *d, uint32_t instance)
{
	const struct instance *i = &d->r->instance.at[instance];

	for (; i->caller; i = &d->r->instance.at[i->caller]) {
		struct fn_id fn = d->r->instance.at[i->caller].fn;
		fputs(" in ", d->out);
		print_fn(d, fn);
		fprintf(d->out, ":%" PRIu32, line_of(body_of(d, fn), i->inst));
	}
}

static void print_inside(struct dump *d, const struct object *o)
{
	const struct body *b = body_of(d, o->fn);
	struct str_id name;

	fputs(o->kind == OBJECT_HEAP ? "heap " : o->kind == OBJECT_STACK ? "stack " : "outside ", d->out);
	print_fn(d, o->fn);
	if (o->inst & POINTS_PARAM) {
		fputc('.', d->out);
		name = b->param.at[o->inst & ~POINTS_PARAM].name;
		if (name.i)
			print_str(d->r->p, name, d->out);
		else
			fprintf(d->out, "%" PRIu32, o->inst & ~POINTS_PARAM);
	} else if (o->kind == OBJECT_STACK && b->inst.at[o->inst].name.i) {
		fputc('.', d->out);
		print_str(d->r->p, b->inst.at[o->inst].name, d->out);
	} else {
		fprintf(d->out, ":%" PRIu32, line_of(b, o->inst));
	}
	print_instance(d, o->instance);
}

static void print_object(struct dump *d, const struct object *o)
{
	if (o->kind == OBJECT_VARIABLE || o->kind == OBJECT_FUNCTION)
		print_sym(d, o->sym);
	else if (o->kind == OBJECT_NAMED)
		fprintf(d->out, "@%s", model_string(d->r->models, o->inst));
	else
		print_inside(d, o);
}

/* The objects of a class, seen from `offset`: where each one would have to be entered to be there. */
static void print_objects(struct dump *d, struct cell c, bool all)
{
	uint32_t n;
	const uint32_t *object = points_objects(d->r, c.class, &n);

	fputs(" {", d->out);
	for (uint32_t i = 0; i < n && (all || i < SHOWN); i++) {
		const struct object *o = &d->r->object.at[object[i]];
		fputs(i ? ", " : " ", d->out);
		print_object(d, o);
		if (c.offset != o->cell.offset)
			fprintf(d->out, "%+" PRId32, c.offset - o->cell.offset);
	}
	if (!all && n > SHOWN)
		fprintf(d->out, ", and %" PRIu32 " more", n - SHOWN);
	fputs(n ? " }" : "}", d->out);
}

static void print_cell(struct dump *d, struct cell c)
{
	fprintf(d->out, "%" PRIu32, c.class);
	if (c.offset)
		fprintf(d->out, "%+" PRId32, c.offset);
	print_objects(d, c, false);
}

static void print_class(struct dump *d, uint32_t class)
{
	const struct classes *c = d->r->classes;

	fprintf(d->out, "class %" PRIu32, class);
	print_objects(d, (struct cell){ class, 0 }, true);
	if (c->fold[class])
		fprintf(d->out, " folded to %" PRIu32, c->fold[class]);
	fputc('\n', d->out);
	for (uint32_t k = c->first_entry[class]; k < c->first_entry[class + 1]; k++) {
		uint32_t n;
		(void)points_objects(d->r, c->entry[k].to.class, &n);
		if (!n)
			continue;
		fprintf(d->out, "    %+" PRId32 " -> ", c->entry[k].offset);
		print_cell(d, c->entry[k].to);
		fputc('\n', d->out);
	}
}

static void print_narrowed(struct dump *d, uint8_t narrowed)
{
	static const char *const name[NARROWINGS] = { "tables", "rows", "types" };
	const char *before = " without others, by ";

	for (uint32_t i = 0; i < NARROWINGS; i++)
		if (narrowed >> i & 1) {
			fprintf(d->out, "%s%s", before, name[i]);
			before = ", ";
		}
}

static void print_sites(struct dump *d, struct fn_id fn)
{
	for (uint32_t i = d->r->first_site[fn.i]; i < d->r->first_site[fn.i + 1]; i++) {
		const struct site *s = &d->r->site.at[i];
		const struct body *b = body_of(d, fn);
		const struct loc *loc = &b->loc.at[b->inst.at[s->inst].loc];
		fprintf(d->out, "site %" PRIu32 ":%" PRIu32 " %s by %s {", loc->line, loc->column, kind_name[s->kind],
			s->nothing ? "nothing" : method_name[s->method]);
		for (uint32_t k = 0; k < s->ntargets; k++) {
			fputs(k ? ", " : " ", d->out);
			print_sym(d, d->r->target.at[s->target + k]);
		}
		fputs(s->ntargets ? " }" : "}", d->out);
		print_narrowed(d, s->narrowed);
		fputc('\n', d->out);
	}
}

static void print_value_name(struct dump *d, struct fn_id fn, uint32_t v)
{
	const struct body *b = body_of(d, fn);
	struct str_id name = { 0 };

	if (v)
		name = v <= b->param.n ? b->param.at[v - 1].name : b->inst.at[v - b->param.n - 1].name;
	if (!v) {
		fputs("    return", d->out);
		return;
	}
	fputs("    %", d->out);
	if (name.i) {
		print_str(d->r->p, name, d->out);
		fputc('.', d->out);
	}
	fprintf(d->out, "%" PRIu32, v);
}

static void print_values(struct dump *d, uint32_t instance)
{
	const struct instance *i = &d->r->instance.at[instance];
	uint32_t n = body_of(d, i->fn)->param.n + body_of(d, i->fn)->inst.n;

	fputs("fn ", d->out);
	print_fn(d, i->fn);
	print_instance(d, instance);
	fputc('\n', d->out);
	for (uint32_t v = 0; v <= n; v++) {
		struct cell c = d->r->value.at[i->value + v];
		if (!c.class)
			continue;
		print_value_name(d, i->fn, v);
		fputs(" -> ", d->out);
		print_cell(d, c);
		fputc('\n', d->out);
	}
}

static void print_roots(struct dump *d)
{
	for (uint32_t i = 0; i < d->r->field_root.n; i++) {
		const struct field_root *root = &d->r->field_root.at[i];
		fputs("task ", d->out);
		print_sym(d, root->sym);
		fprintf(d->out, " by struct %s", model_string(d->r->models, root->row->name));
		if (root->fn.i) {
			fputs(" in ", d->out);
			print_fn(d, root->fn);
		}
		fputc('\n', d->out);
	}
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Of two in the middle, the median is the lower. */
static uint32_t median(const uint32_t *size, uint32_t n)
{
	return size[(n - 1) / 2];
}

/* The sites that are known to reach nothing have the smallest sets, so they stand first. */
static void print_sizes(struct dump *d, const uint32_t *size, uint32_t n, uint32_t empty)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < n; i++)
		sum += size[i];
	if (n > empty)
		fprintf(d->out, "; targets: median %" PRIu32 ", average %" PRIu64 ".%02" PRIu64 ", largest %" PRIu32,
			median(size + empty, n - empty), sum / (n - empty), sum * 100 / (n - empty) % 100, size[n - 1]);
	if (empty)
		fprintf(d->out, "; with those that reach nothing: median %" PRIu32, median(size, n));
}

static void print_summary(struct dump *d)
{
	VEC(uint32_t) size = { 0 };
	uint32_t by[METHODS] = { 0 }, indirect = 0, empty = 0;

	for (uint32_t i = 1; i < d->r->site.n; i++) {
		const struct site *s = &d->r->site.at[i];
		if (s->method == METHOD_DIRECT)
			continue;
		by[s->method] += !s->nothing;
		empty += s->nothing;
		indirect++;
		if (s->ntargets || s->nothing)
			*vec_add(d->arena, &size) = s->ntargets;
	}
	if (!indirect)
		return;
	fprintf(d->out,
		"indirect %" PRIu32 ": field %" PRIu32 ", type %" PRIu32 ", points %" PRIu32 ", nothing %" PRIu32
		", none %" PRIu32,
		indirect, by[METHOD_FIELD], by[METHOD_TYPE], by[METHOD_POINTS], empty, by[METHOD_NONE]);
	if (size.n) {
		qsort(size.at, size.n, sizeof *size.at, by_number);
		print_sizes(d, size.at, size.n, empty);
	}
	fputc('\n', d->out);
}

void points_dump(const struct points *r, const char *function, FILE *out)
{
	struct arena arena;
	struct dump d = { .r = r, .arena = &arena, .out = out };

	arena_init(&arena, "points.dump");
	for (uint32_t c = 1; !function && c <= r->nclasses; c++) {
		uint32_t n;
		(void)points_objects(r, c, &n);
		if (n)
			print_class(&d, c);
	}
	for (uint32_t f = 1; f < r->p->fn.n; f++) {
		struct fn_id fn = { f };
		if (function && strcmp(function, program_str(r->p, program_sym(r->p, program_fn(r->p, fn)->sym)->name)) != 0)
			continue;
		for (uint32_t i = r->first_instance[f]; function && i < r->first_instance[f + 1]; i++)
			print_values(&d, i);
		if (!function && r->first_site[f] < r->first_site[f + 1]) {
			const struct sym *s = program_sym(r->p, program_fn(r->p, fn)->sym);
			fputs("fn ", out);
			print_fn(&d, fn);
			fputs(" at ", out);
			print_str(r->p, s->file, out);
			fprintf(out, ":%" PRIu32 "\n", s->line);
		}
		print_sites(&d, fn);
	}
	if (!function) {
		print_roots(&d);
		print_summary(&d);
	}
	arena_release(&arena);
}
