/* HTML: the page that tools/page.py made, with the findings as JSON in its middle. The page is one file and asks for nothing: sources are in it as far as findings speak of
 * them, a few lines around each place.
 *
 * The JSON stands inside a script element: '<' is written as \u003c, so that nothing in it can end the element. */
#include "report/output.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/intern.h"
#include "report/rules.h"

enum { AROUND = 8, AROUND_CALL = 2, PAIRS_WITH_SOURCE = 4, LONGEST_LINE = 400 };

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
		json_object_set_new(o, number, output_string(x->arena, arena_copy(x->arena, line.at, line.len < LONGEST_LINE ? line.len : LONGEST_LINE)));
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

/* Names as nodes, pairs of names as edges, each with how many findings have it. Graphviz, in the page, draws them. */
struct graph {
	struct arena arena;
	struct intern node, edge; /* edge: two node ids */
	VEC(uint32_t) count;      /* by edge */
	VEC(uint32_t) uses;       /* by node */
};

static void graph_init(struct graph *g)
{
	*g = (struct graph){ 0 };
	arena_init(&g->arena, "graph");
	intern_init(&g->node, &g->arena);
	intern_init(&g->edge, &g->arena);
}

static uint32_t graph_node(struct graph *g, const char *name, size_t len)
{
	uint32_t id = intern_bytes(&g->node, name, len);

	while (g->uses.n <= id)
		(void)vec_add(&g->arena, &g->uses);
	return id;
}

static void graph_edge(struct graph *g, uint32_t from, uint32_t to)
{
	uint32_t pair[2] = { from, to }, id = intern_bytes(&g->edge, pair, sizeof pair);

	while (g->count.n <= id)
		(void)vec_add(&g->arena, &g->count);
	g->count.at[id]++;
}

/* In quotes, where Graphviz knows two escapes; a line ends where it would end the string. */
static void dot_text(FILE *f, const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (s[i] == '"' || s[i] == '\\')
			fprintf(f, "\\%c", s[i]);
		else
			fputc((unsigned char)s[i] < 0x20 ? ' ' : s[i], f);
}

static const char *graph_dot(struct output *x, struct graph *g)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	const char *kept;

	if (!f)
		die("out of memory");
	fputs("digraph g {\nnode [shape=box, style=rounded, fontname=\"Helvetica\", margin=\"0.25,0.1\"];\n", f);
	for (uint32_t i = 1; i < g->node.entry.n; i++) {
		fprintf(f, "n%u [label=\"", i);
		dot_text(f, intern_get(&g->node, i), intern_length(&g->node, i));
		fprintf(f, "\"%s];\n", g->uses.at[i] ? ", style=\"rounded,bold\"" : "");
	}
	for (uint32_t i = 1; i < g->edge.entry.n; i++) {
		uint32_t pair[2];
		memcpy(pair, intern_get(&g->edge, i), sizeof pair);
		fprintf(f, "n%u -> n%u;\n", pair[0], pair[1]);
	}
	fputs("}\n", f);
	if (fclose(f) != 0)
		die("out of memory");
	kept = arena_copy(x->arena, text, size);
	free(text);
	return g->node.entry.n > 1 ? kept : "";
}

/* "main > pthread_create(worker)": who starts whom. */
static void add_thread(struct graph *g, const char *thread)
{
	uint32_t before = 0;

	while (*thread) {
		const char *end = strstr(thread, " > ");
		size_t len = end ? (size_t)(end - thread) : strlen(thread);
		uint32_t node = graph_node(g, thread, len);
		if (before)
			graph_edge(g, before, node);
		before = node;
		thread += len + (end ? 3 : 0);
	}
	if (before)
		g->uses.at[before]++;
}

static const char *thread_graph(struct output *x)
{
	struct graph g;
	const char *dot;

	graph_init(&g);
	for (uint32_t i = 0; i < x->list.n; i++)
		for (uint32_t k = 0; k < x->list.at[i]->npairs; k++) {
			add_thread(&g, x->list.at[i]->pair[k].a.thread);
			add_thread(&g, x->list.at[i]->pair[k].b.thread);
		}
	dot = graph_dot(x, &g);
	arena_release(&g.arena);
	return dot;
}

/* Who is held while who is wanted, by the cycles that were found. */
static const char *lock_graph(struct output *x)
{
	struct graph g;
	const char *dot;

	graph_init(&g);
	for (uint32_t i = 0; i < x->list.n; i++) {
		const struct finding *f = x->list.at[i];
		for (uint32_t k = 0; k < f->nedges; k++) {
			const char *from = f->edge[k].holds, *to = f->edge[(k + 1) % f->nedges].holds;
			if (from[0] && to[0])
				graph_edge(&g, graph_node(&g, from, strlen(from)), graph_node(&g, to, strlen(to)));
		}
	}
	dot = graph_dot(x, &g);
	arena_release(&g.arena);
	return dot;
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

static void write_data(struct output *x)
{
	json_t *head = output_head(x);
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
		write_json(x, output_finding(x, x->list.at[i], report_number(&x->list, i)));
		arena_release(x->arena);
	}
	fputs("],\n\"sources\":{", x->f);
	write_sources(x);
	fputs("},\n\"rules\":{", x->f);
	write_rules(x);
	fputs("},\n\"graphs\":{\"threads\":", x->f);
	write_json(x, output_string(x->arena, thread_graph(x)));
	fputs(",\"locks\":", x->f);
	write_json(x, output_string(x->arena, lock_graph(x)));
	fputs("}}", x->f);
}

void output_html(struct output *x)
{
	fwrite(page_before.at, 1, page_before.len, x->f);
	write_data(x);
	fwrite(page_after.at, 1, page_after.len, x->f);
}
