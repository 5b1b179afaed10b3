/* HTML: the page that tools/page.py made, with the findings as JSON in its middle. The page is one file and asks for nothing:
 * sources are in it as far as findings speak of them, a few lines around each place.
 *
 * The JSON stands inside a script element: '<' is written as \u003c, so that nothing in it can end the element. */
#include "report/format/output.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/stat.h"
#include "base/store/hash.h"
#include "report/graph.h"
#include "report/rules.h"

enum { AROUND = 8, AROUND_CALL = 2, PAIRS_WITH_SOURCE = 4, PAIRS_SHOWN = 8, LONGEST_LINE = 400, UNTOLD_MOST = 500 };

extern const struct embedded page_before, page_after;

/* ---- JSON inside HTML ---- */

static int escape_piece(const char *at, size_t len, void *file)
{
	FILE *f = file;

	for (size_t i = 0; i < len; i++)
		if (at[i] == '<')
			fputs("\\u003c", f);
		else
			fputc(at[i], f);
	return 0;
}

static void write_json(struct output *x, json_t *value)
{
	if (!value || json_dump_callback(value, escape_piece, x->f, JSON_COMPACT | JSON_ENCODE_ANY) != 0)
		die("cannot write the report: out of memory");
	json_decref(value);
}

/* ---- sources ---- */

struct carried_file {
	const char *path;
	struct map seen; /* line -> 1 */
	VEC(uint32_t) line;
};

/* The lines to carry, file by file. */
struct carried {
	struct arena arena;
	struct map known; /* hash of a path -> index + 1 */
	VEC(struct carried_file) file;
};

static struct carried_file *carried_file(struct carried *c, const char *path)
{
	uint32_t *at = map_at(&c->arena, &c->known, hash_much(path, strlen(path), 0));

	if (!*at) {
		*at = c->file.n + 1;
		vec_add(&c->arena, &c->file)->path = path;
	}
	return &c->file.at[*at - 1];
}

static void carry(struct carried *c, const struct finding_place *p, uint32_t around)
{
	uint32_t from = p->line > around ? p->line - around : 1;
	struct carried_file *file;

	if (!p->file[0] || !p->line || p->line > UINT32_MAX - around)
		return;
	file = carried_file(c, p->file);
	for (uint32_t n = from; n <= p->line + around; n++) {
		uint32_t *seen = map_at(&c->arena, &file->seen, n);
		if (!(*seen)++)
			*vec_add(&c->arena, &file->line) = n;
	}
}

static void carry_access(struct carried *c, const struct finding_access *a)
{
	carry(c, &a->place, AROUND);
	for (uint32_t i = 0; i < a->nframes; i++)
		carry(c, &a->frame[i].place, AROUND_CALL);
}

static void carry_finding(struct carried *c, const struct finding *f)
{
	carry(c, &f->place, AROUND);
	for (uint32_t i = 0; i < f->npairs && i < PAIRS_WITH_SOURCE; i++) {
		carry_access(c, &f->pair[i].a);
		carry_access(c, &f->pair[i].b);
	}
	for (uint32_t i = 0; i < f->nedges; i++) {
		carry_access(c, &f->edge[i].wants);
		carry(c, &f->edge[i].acquired, AROUND);
	}
	for (uint32_t i = 0; f->proof && i < f->proof->nsteps; i++)
		carry(c, &f->proof->step[i].place, AROUND_CALL);
	for (uint32_t i = 0; i < f->nnotes; i++)
		carry(c, &f->note[i].place, AROUND_CALL);
}

static int by_line(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* {"12": "text", ...}; what cannot be read is not there. */
static json_t *lines_of(struct output *x, struct carried_file *file)
{
	json_t *o = json_object();
	struct bytes line;
	char number[16];

	if (file->line.n)
		qsort(file->line.at, file->line.n, sizeof *file->line.at, by_line);
	for (uint32_t i = 0; i < file->line.n; i++) {
		if (!source_line(x->sources, file->path, file->line.at[i], &line))
			continue;
		snprintf(number, sizeof number, "%u", file->line.at[i]);
		json_object_set_new(o, number,
				    output_string(x->arena, arena_copy(x->arena, line.at,
								       line.len < LONGEST_LINE ? line.len : LONGEST_LINE)));
	}
	return o;
}

static void write_sources(struct output *x)
{
	struct carried c = { 0 };
	const char *comma = "";

	arena_init(&c.arena, "html");
	for (uint32_t i = 0; i < x->list.n; i++)
		carry_finding(&c, x->list.at[i]);
	for (uint32_t i = 0; i < c.file.n; i++) {
		fputs(comma, x->f);
		comma = ",\n";
		write_json(x, output_string(x->arena, output_path(x, c.file.at[i].path)));
		fputc(':', x->f);
		write_json(x, lines_of(x, &c.file.at[i]));
		arena_release(x->arena);
	}
	arena_release(&c.arena);
}

/* ---- graphs ---- */

/* "main > pthread_create(worker)": who starts whom. */
static void add_thread(struct arena *a, struct graph_list *g, const char *thread)
{
	const char *before = "";

	while (*thread) {
		const char *end = strstr(thread, " > ");
		size_t len = end ? (size_t)(end - thread) : strlen(thread);
		const char *name = arena_copy(a, thread, len);
		graph_add(a, g, before, name, "");
		before = name;
		thread += len + (end ? 3 : 0);
	}
}

static const char *edge_place(struct arena *a, const struct finding_place *p)
{
	return p->line ? arena_format(a, "%s:%u", path_base(p->file), p->line) : "";
}

/* The threads of findings, and the locks of cycles: who is held while who is wanted. */
static void mark_graphs(struct arena *a, const struct report_choice *list, struct report_graphs *g)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const struct finding *f = list->at[i];
		for (uint32_t k = 0; k < f->npairs; k++) {
			add_thread(a, &g->threads, f->pair[k].a.thread);
			add_thread(a, &g->threads, f->pair[k].b.thread);
		}
		for (uint32_t k = 0; k < f->nedges; k++) {
			add_thread(a, &g->threads, f->edge[k].wants.thread);
			const char *from = f->edge[k].holds, *to = f->edge[(k + 1) % f->nedges].holds;
			if (from[0] && to[0])
				graph_add(a, &g->locks, from, to, edge_place(a, &f->edge[k].wants.place));
		}
	}
}

static void write_graph(struct output *x, const char *name, const struct graph_list *g, const struct graph_list *marked,
			bool sideways)
{
	fprintf(x->f, "\"%s\":", name);
	write_json(x,
		   json_pack("{s:o, s:I, s:I}", "dot", output_string(x->arena, graph_dot(x->arena, g, marked, sideways)), "shown",
			     (json_int_t)g->edge.n, "all", (json_int_t)(g->all > marked->edge.n ? g->all : marked->edge.n)));
}

static void write_graphs(struct output *x)
{
	static const struct report_graphs none;
	const struct report_graphs *g = x->graphs ? x->graphs : &none;
	struct report_graphs marked = { 0 };
	struct arena a;

	arena_init(&a, "graphs");
	mark_graphs(&a, &x->list, &marked);
	write_graph(x, "threads", &g->threads, &marked.threads, true);
	fputc(',', x->f);
	write_graph(x, "locks", &g->locks, &marked.locks, false);
	arena_release(&a);
}

/* ---- the page ---- */

static void write_rules(struct output *x)
{
	const char *comma = "";

	for (uint32_t i = 0; i < rule_rows; i++) {
		struct bytes page = rule_page(rule_row[i].name);
		if (!page.at)
			continue;
		fprintf(x->f, "%s\"%s\":", comma, rule_row[i].name);
		write_json(x, json_stringn(page.at, page.len));
		comma = ",";
	}
}

/* A finding without what a page of thousands cannot afford: pairs beyond the first few, and what every finding would say again.
 * What criteria say goes to `says`. */
static json_t *light(json_t *f, json_t *says)
{
	json_t *pairs = json_object_get(f, "pairs"), *row;
	size_t i;

	while (json_array_size(pairs) > PAIRS_SHOWN)
		json_array_remove(pairs, json_array_size(pairs) - 1);
	json_array_foreach(json_object_get(f, "criteria"), i, row) {
		json_object_set(says, json_string_value(json_object_get(row, "criterion")), json_object_get(row, "says"));
		json_object_del(row, "says");
	}
	json_array_foreach(json_object_get(f, "accesses"), i, row) {
		json_object_del(row, "chain");
		json_object_del(row, "frames");
		json_object_del(row, "column");
	}
	return f;
}

/* What is silenced or ruled out, which the page shows when it is asked for; of very many the first. */
static void write_untold(struct output *x, const char *name, uint32_t from, uint32_t n, json_t *says)
{
	fprintf(x->f, ",\n\"%s\":[", name);
	for (uint32_t i = 0; i < n && i < UNTOLD_MOST; i++) {
		fputs(i ? ",\n" : "\n", x->f);
		write_json(x, light(output_finding(x, x->list.at[from + i], 0), says));
		arena_release(x->arena);
	}
	fputs("]", x->f);
}

/* The project, the day and the command, for who gets the page without knowing where it comes from. SOURCE_DATE_EPOCH is the day,
 * where somebody wants the same bytes every day. */
static void write_run(struct output *x)
{
	const char *epoch = getenv("SOURCE_DATE_EPOCH");
	time_t now = epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
	struct tm day;
	char date[32] = "";

	if (gmtime_r(&now, &day))
		strftime(date, sizeof date, "%Y-%m-%d", &day);
	fputs(",\n\"project\":", x->f);
	write_json(x, output_string(x->arena, x->o->dir ? path_base(x->o->dir) : ""));
	fputs(",\"date\":", x->f);
	write_json(x, output_string(x->arena, date));
	fputs(",\"command\":", x->f);
	write_json(x, output_string(x->arena, x->command ? x->command : ""));
}

/* What the gaps that were met mean. */
static void write_gap_words(struct output *x)
{
	const char *before = "";

	fputs(",\n\"gap_words\":{", x->f);
	for (int c = 0; c < STAT_COUNT; c++) {
		if (!stat_is_gap((enum counter)c) || !stat_get((enum counter)c))
			continue;
		fprintf(x->f, "%s\"%s\":", before, stat_name((enum counter)c));
		write_json(x, json_string(stat_help((enum counter)c)));
		before = ",";
	}
	fputs("}", x->f);
}

static void write_data(struct output *x)
{
	json_t *head = output_head(x), *says = json_object();
	json_t *value;
	const char *name;

	fputs("{", x->f);
	json_object_foreach(head, name, value) {
		fprintf(x->f, "\"%s\":", name);
		write_json(x, json_incref(value));
		fputs(",", x->f);
	}
	json_decref(head);
	fputs("\n\"findings\":[", x->f);
	for (uint32_t i = 0; i < x->list.n; i++) {
		fputs(i ? ",\n" : "\n", x->f);
		write_json(x, light(output_row(x, i), says));
		arena_release(x->arena);
	}
	fputs("]", x->f);
	write_untold(x, "suppressed", x->list.n, x->list.suppressed, says);
	write_untold(x, "pruned", x->list.n + x->list.suppressed, x->list.pruned, says);
	write_run(x);
	fputs(",\n\"says\":", x->f);
	write_json(x, says);
	write_gap_words(x);
	fputs(",\n\"sources\":{", x->f);
	write_sources(x);
	fputs("},\n\"rules\":{", x->f);
	write_rules(x);
	fputs("},\n\"graphs\":{", x->f);
	write_graphs(x);
	fputs("}}", x->f);
}

void output_html(struct output *x)
{
	fwrite(page_before.at, 1, page_before.len, x->f);
	write_data(x);
	fwrite(page_after.at, 1, page_after.len, x->f);
}
