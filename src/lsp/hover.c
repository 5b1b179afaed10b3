/* What is known of the thing under the cursor, from the last run: of memory that threads share its guard and who accesses it, of
 * a lock what is taken while it is held, and the other way round.
 *
 *     `conn.state`: 12 of 14 accesses hold `pool.lock`
 *     - write in `conn_close` (stats.c:41) holds nothing
 *
 * Memory without a finding: `conn.idle`: 12 of 12 accesses hold conn.lock. A lock: `conn.lock` is taken by `conn_close`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/server.h"
#include "report/format/output.h"

enum { ACCESSES_SHOWN = 12, FINDINGS_SHOWN = 4, ORDERS_SHOWN = 16 };

/* Does a name end with this word: "conn.state", "c->state", "table[...].n" and "n" do with the member they name. */
static bool names(const char *name, struct bytes word)
{
	size_t n = strlen(name);

	if (!word.at || n < word.len || memcmp(name + n - word.len, word.at, word.len) != 0)
		return false;
	return n == word.len ||
	       !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", name[n - word.len - 1]);
}

/* Is one of its accesses or places what is pointed at? */
static bool is_here(struct lsp_server *s, const struct finding *f, const struct pointed *p)
{
	struct finding_place place;
	const char *says;

	for (uint32_t i = 0; finding_place_at(f, i, &place, &says); i++)
		if (place.file && place_is_pointed(s, &place, p))
			return true;
	for (uint32_t i = 0; i < f->naccesses; i++)
		if (place_is_pointed(s, &f->access[i].place, p))
			return true;
	return false;
}

static void print_access(struct lsp_server *s, FILE *f, const struct finding_access *a)
{
	fprintf(f, "- %s in `%s` (%s:%u) holds %s%s%s\n", a->kind, a->function,
		path_below(s->root ? s->root : "/", a->place.file), a->place.line, a->locks[0] ? "`" : "",
		a->locks[0] ? a->locks : "nothing", a->locks[0] ? "`" : "");
}

static void print_finding(struct lsp_server *s, FILE *f, const struct finding *x)
{
	if (x->object && x->object[0])
		fprintf(f, "`%s`: %s\n\n", x->object, x->guard && x->guard[0] ? x->guard : "no lock is usually held");
	fprintf(f, "**%s**: %s (%s)\n\n", rule_name(x->rule), x->message, confidence_name(finding_confidence(x)));
	for (uint32_t i = 0; i < x->naccesses && i < ACCESSES_SHOWN; i++)
		print_access(s, f, &x->access[i]);
	if (x->accesses > ACCESSES_SHOWN || x->accesses > x->naccesses)
		fprintf(f, "- and %u more\n", x->accesses - (x->naccesses < ACCESSES_SHOWN ? x->naccesses : ACCESSES_SHOWN));
	for (uint32_t i = 0; i < x->nedges; i++)
		fprintf(f, "- `%s` %s while it holds `%s` (%s:%u)\n", x->edge[i].wants.function, x->edge[i].wants.kind,
			x->edge[i].holds, path_below(s->root ? s->root : "/", x->edge[i].wants.place.file),
			x->edge[i].wants.place.line);
	if (x->overlap && x->overlap[0])
		fprintf(f, "\n%s\n", x->overlap);
	if (x->fix && x->fix[0])
		fprintf(f, "\nsuggested fix: %s\n", x->fix);
	fputc('\n', f);
}

static void print_lock(FILE *f, struct bytes word, bool *named)
{
	if (!*named)
		fprintf(f, "lock `%.*s`\n\n", (int)word.len, word.at);
	*named = true;
}

/* What is taken while a lock of this name is held, and while what it is. */
static bool print_orders(const struct graph_list *g, FILE *f, struct bytes word, bool *named)
{
	uint32_t shown = 0;

	for (uint32_t i = 0; i < g->edge.n; i++) {
		const struct graph_edge *e = &g->edge.at[i];
		bool held = e->from[0] && names(e->from, word);
		if (!held && !names(e->to, word))
			continue;
		print_lock(f, word, named);
		if (!e->from[0])
			fprintf(f, "- `%s` is taken while no other lock is held\n", e->to);
		else if (shown < ORDERS_SHOWN)
			fprintf(f, "- `%s` is taken while `%s` is held\n", e->to, e->from);
		shown++;
	}
	if (shown > ORDERS_SHOWN)
		fprintf(f, "- and %u more orders\n", shown - ORDERS_SHOWN);
	if (shown)
		fputc('\n', f);
	return shown > 0;
}

/* Of one lock, "pool.lock" of "pool.lock, c->lock (shared)". */
static bool holds(const char *locks, struct bytes word)
{
	char name[256];

	for (const char *at = locks; *at;) {
		size_t n = strcspn(at, ",("), len = n;
		while (len && at[len - 1] == ' ')
			len--;
		if (len < sizeof name) {
			memcpy(name, at, len);
			name[len] = 0;
			if (names(name, word))
				return true;
		}
		at += n;
		at += strcspn(at, ",");
		at += strspn(at, ", ");
	}
	return false;
}

/* Memory whose accesses hold a lock of this name. */
static bool print_guarded(struct lsp_server *s, FILE *f, struct bytes word, bool *named)
{
	uint32_t shown = 0;

	for (uint32_t i = 0; i < s->found.n && shown < ORDERS_SHOWN; i++) {
		const struct finding *x = &s->found.at[i];
		uint32_t held = 0;
		for (uint32_t k = 0; k < x->naccesses; k++)
			held += holds(x->access[k].locks, word);
		if (!held || !x->object || !x->object[0])
			continue;
		print_lock(f, word, named);
		fprintf(f, "- `%s`: %u of %u accesses hold it\n", x->object, held, x->naccesses);
		shown++;
	}
	if (shown)
		fputc('\n', f);
	return shown > 0;
}

/* Memory of this name that all its accesses guard, of which there is no finding. */
static bool print_kept(const struct graph_list *g, FILE *f, struct bytes word)
{
	uint32_t shown = 0;

	for (uint32_t i = 0; i < g->edge.n && shown < FINDINGS_SHOWN; i++) {
		const char *name = g->edge.at[i].from;
		char plain[256];
		size_t n = strcspn(name, ",");
		if (n >= sizeof plain)
			continue;
		memcpy(plain, name, n);
		plain[n] = 0;
		if (!names(plain, word))
			continue;
		fprintf(f, "`%s`%s: %s\n\n", plain, name + n, g->edge.at[i].to);
		shown++;
	}
	return shown > 0;
}

static bool print_takers(const struct graph_list *g, FILE *f, struct bytes word, bool *named)
{
	uint32_t shown = 0;

	for (uint32_t i = 0; i < g->edge.n; i++) {
		if (!names(g->edge.at[i].from, word))
			continue;
		print_lock(f, word, named);
		if (shown < ORDERS_SHOWN)
			fprintf(f, "- `%s` is taken by `%s`\n", g->edge.at[i].from, g->edge.at[i].to);
		shown++;
	}
	if (shown > ORDERS_SHOWN)
		fprintf(f, "- and by %u more functions\n", shown - ORDERS_SHOWN);
	if (shown)
		fputc('\n', f);
	return shown > 0;
}

/* First what has a place here; if there is none, what has the name. */
static bool print_all(struct lsp_server *s, FILE *f, const struct pointed *p)
{
	uint32_t shown = 0;
	bool any, named = false;

	for (int by_name = 0; by_name < 2 && !shown; by_name++)
		for (uint32_t i = 0; i < s->found.n && shown < FINDINGS_SHOWN; i++) {
			const struct finding *x = &s->found.at[i];
			if (x->cause || !(by_name ? x->object && names(x->object, p->word) : is_here(s, x, p)))
				continue;
			print_finding(s, f, x);
			shown++;
		}
	any = p->word.at && !shown && print_kept(&s->found.graphs.guards, f, p->word);
	any |= p->word.at && print_takers(&s->found.graphs.takers, f, p->word, &named);
	any |= p->word.at && print_orders(&s->found.graphs.locks, f, p->word, &named);
	any |= p->word.at && print_guarded(s, f, p->word, &named);
	return any || shown;
}

json_t *hover(struct lsp_server *s, const json_t *params)
{
	struct pointed p;
	char *text = NULL;
	size_t len = 0;
	json_t *answer = NULL;
	bool any;
	FILE *f;

	if (!pointed_at(s, params, false, &p))
		return NULL;
	f = open_memstream(&text, &len);
	if (!f)
		die("out of memory");
	any = print_all(s, f, &p);
	if (fclose(f) != 0)
		die("out of memory");
	if (any)
		answer = json_pack("{s:{s:s, s:o}}", "contents", "kind", "markdown", "value", output_string(&s->message, text));
	free(text);
	return answer;
}
