#include "report/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "ir/finding/pack.h"

/* ---- collecting ---- */

static uint32_t edge_id(struct arena *a, struct graph_list *g, const char *from, const char *to)
{
	size_t n = strlen(from) + 1, m = strlen(to) + 1;
	char *key = arena_array(a, n + m, 1);

	if (!g->known.entry.n)
		intern_init(&g->known, a);
	memcpy(key, from, n);
	memcpy(key + n, to, m);
	return intern_bytes(&g->known, key, n + m);
}

void graph_add(struct arena *a, struct graph_list *g, const char *from, const char *to, const char *place)
{
	uint32_t known = g->known.entry.n ? g->known.entry.n : 1;

	if (edge_id(a, g, from, to) < known)
		return;
	g->all++;
	if (g->edge.n < GRAPH_MOST)
		*vec_add(a, &g->edge) = (struct graph_edge){ arena_string(a, from), arena_string(a, to), arena_string(a, place) };
}

/* ---- keeping ---- */

static void pack_list(struct packer *p, const struct graph_list *g)
{
	pack_number(p, g->all);
	pack_number(p, g->edge.n);
	for (uint32_t i = 0; i < g->edge.n; i++) {
		finding_pack_text(p, g->edge.at[i].from);
		finding_pack_text(p, g->edge.at[i].to);
		finding_pack_text(p, g->edge.at[i].place);
	}
}

static void unpack_list(struct arena *a, struct unpacker *u, struct graph_list *g)
{
	uint32_t n;

	g->all = unpack_word(u);
	n = unpack_below(u, GRAPH_MOST + 1);
	u->bad |= n > g->all;
	for (uint32_t i = 0; i < n && !u->bad; i++) {
		const char *from = finding_unpack_text(a, u), *to = finding_unpack_text(a, u), *place = finding_unpack_text(a, u);
		*vec_add(a, &g->edge) = (struct graph_edge){ from, to, place };
	}
}

void graphs_pack(struct packer *p, const struct report_graphs *g)
{
	pack_list(p, &g->locks);
	pack_list(p, &g->threads);
	pack_list(p, &g->guards);
	pack_list(p, &g->takers);
}

void graphs_unpack(struct arena *a, struct unpacker *u, struct report_graphs *g)
{
	unpack_list(a, u, &g->locks);
	unpack_list(a, u, &g->threads);
	unpack_list(a, u, &g->guards);
	unpack_list(a, u, &g->takers);
}

/* ---- drawing ---- */

struct drawing {
	struct arena *arena;
	FILE *f;
	struct intern node;
	VEC(bool) bold; /* by node */
};

static uint32_t node(struct drawing *d, const char *name)
{
	uint32_t id = name[0] ? intern_string(&d->node, name) : 0;

	while (d->bold.n <= id)
		*vec_add(d->arena, &d->bold) = false;
	return id;
}

/* In quotes, where Graphviz knows two escapes; a line ends where it would end the string. */
static void dot_text(FILE *f, const char *s)
{
	for (; *s; s++)
		if (*s == '"' || *s == '\\')
			fprintf(f, "\\%c", *s);
		else
			fputc((unsigned char)*s < 0x20 ? ' ' : *s, f);
}

static void draw_edge(struct drawing *d, const struct graph_edge *e, bool marked)
{
	uint32_t from = node(d, e->from), to = node(d, e->to);

	if (marked && from)
		d->bold.at[from] = true;
	if (marked && to)
		d->bold.at[to] = true;
	if (!from || !to)
		return;
	fprintf(d->f, "n%u -> n%u [tooltip=\"", from, to);
	dot_text(d->f, e->place);
	fprintf(d->f, "\"%s];\n", marked ? ", class=\"found\", penwidth=2.5" : "");
}

static void draw(struct drawing *d, const struct graph_list *g, const struct graph_list *marked, bool sideways)
{
	struct intern told;

	intern_init(&told, d->arena);
	fprintf(d->f, "digraph g {\n%s", sideways ? "rankdir=LR;\n" : "");
	fputs("node [shape=box, style=rounded, fontname=\"Helvetica\", margin=\"0.25,0.1\"];\n", d->f);
	for (int first = 1; first >= 0; first--) { /* those of findings, then the others */
		const struct graph_list *list = first ? marked : g;
		for (uint32_t i = 0; i < list->edge.n; i++) {
			uint32_t pair[2] = { node(d, list->edge.at[i].from), node(d, list->edge.at[i].to) }, known = told.entry.n;
			if (intern_bytes(&told, pair, sizeof pair) >= known)
				draw_edge(d, &list->edge.at[i], first);
		}
	}
	for (uint32_t i = 1; i < d->node.entry.n; i++) {
		fprintf(d->f, "n%u [label=\"", i);
		dot_text(d->f, intern_get(&d->node, i));
		fprintf(d->f, "\"%s];\n", d->bold.at[i] ? ", class=\"found\", style=\"rounded,bold\"" : "");
	}
	fputs("}\n", d->f);
}

const char *graph_dot(struct arena *a, const struct graph_list *g, const struct graph_list *marked, bool sideways)
{
	struct drawing d = { .arena = a };
	char *text = NULL;
	size_t size = 0;
	const char *kept;

	if (!g->edge.n && !marked->edge.n)
		return "";
	d.f = open_memstream(&text, &size);
	if (!d.f)
		die("out of memory");
	intern_init(&d.node, a);
	draw(&d, g, marked, sideways);
	if (fclose(d.f) != 0)
		die("out of memory");
	kept = arena_copy(a, text, size);
	free(text);
	return kept;
}
