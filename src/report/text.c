/* Text as gcc and clang print it, so that editors and CI find the places:
 *
 *     pool.c:41:9: warning: 'pool->lock' is locked again while it is held [self-deadlock] #1
 *       in function 'conn_close'
 *        41 |         pthread_mutex_lock(&pool->lock);
 *           |         ^
 *       pool.c:38:2: note: first acquired here
 *
 * A race shows its two sides instead, each with the way to it and the locks held there:
 *
 *     stats.c:41:9: warning: data race on 'conn.state' [race] #2
 *       thread 1: main > pthread_create(worker) > worker > conn_close   holds {}
 *          stats.c:41:9: write
 *            41 |     conn->state = CLOSED;
 *               |     ^
 *       thread 2: main > pool_sweep   holds {pool.lock}
 *          pool.c:88:6: read
 *       guard: 12 of 14 accesses hold pool.lock
 *       3 more pairs: see --verbose
 *
 * A deadlock shows its threads, each with what it has and what it waits for:
 *
 *     bank.c:12:9: warning: lock order cycle: a -> b, b -> a [deadlock] #3
 *       thread 1: main > pthread_create(pay) > pay   holds {a}
 *          bank.c:11:9: acquired 'a'
 *          bank.c:12:9: wants 'b'
 *            12 |         pthread_mutex_lock(&b);
 *               |         ^
 *       thread 2: ...
 *
 * and one that was ruled out a single line, without a number:
 *
 *     stats.c:52:2: pruned: data race on 'conn.id': ownership: fresh [race]
 *
 * Names and lines of source are somebody else's bytes: control characters are printed as escapes, broken UTF-8 as well, and long
 * lines are cut. A source file is read once for all its findings. */
#include <inttypes.h>
#include <string.h>

#include "report/report.h"
#include "report/proof.h"
#include "report/source.h"

enum { LONGEST_LINE = 160, SHORTEST_LEFT = 40, TAB = 8 };

struct printer {
	FILE *f;
	const struct report_options *o;
	struct sources sources;
};

static const char *paint(const struct printer *p, const char *escape)
{
	return p->o->color ? escape : "";
}

#define BOLD "\033[1m"
#define MAGENTA "\033[1;35m"
#define CYAN "\033[1;36m"
#define GREEN "\033[1;32m"
#define PLAIN "\033[0m"

/* Characters that change the direction of text: what is read would not be what is there (CVE-2021-42574). */
static bool turns_text(const unsigned char *s, uint32_t n)
{
	return n == 3 && s[0] == 0xe2 && ((s[1] == 0x80 && s[2] >= 0xaa && s[2] <= 0xae) || (s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9));
}

/* One character, made harmless, into `out` (8 bytes or more). Gives the bytes taken; *width the columns it needs. */
static size_t clean_char(const unsigned char *s, size_t left, uint32_t column, char *out, uint32_t *width)
{
	uint32_t n = utf8_length(s, left);

	if (s[0] == '\t') {
		*width = TAB - column % TAB;
		memset(out, ' ', *width);
		out[*width] = 0;
		return 1;
	}
	if (s[0] >= 0x20 && s[0] < 0x7f) {
		out[0] = (char)s[0];
		out[1] = 0;
		*width = 1;
		return 1;
	}
	if (n && !turns_text(s, n)) {
		memcpy(out, s, n);
		out[n] = 0;
		*width = 1;
		return n;
	}
	*width = (uint32_t)snprintf(out, 8, "\\x%02x", s[0]);
	return 1;
}

void report_clean(FILE *f, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t left = strlen(text);
	char out[16];
	uint32_t width;

	while (left) {
		size_t n = *s == '\t' ? (memcpy(out, "\\t", 3), 1) : clean_char(s, left, 0, out, &width);
		fputs(out, f);
		s += n;
		left -= n;
	}
}

static void print_place(const struct printer *p, const struct finding_place *at)
{
	if (!at->file[0]) {
		fputs("(no source line)", p->f);
		return;
	}
	report_clean(p->f, p->o->dir ? path_below(p->o->dir, at->file) : at->file);
	if (at->line)
		fprintf(p->f, ":%" PRIu32, at->line);
	if (at->line && at->column)
		fprintf(p->f, ":%" PRIu32, at->column);
}

/* The line and a caret under `column` (bytes, from 1). A long line is cut on both sides around the caret. */
static void print_quote(struct printer *p, const struct finding_place *at, const char *indent)
{
	struct bytes line;
	uint32_t width = 0, column = 0, caret = 0, from;
	size_t i = 0, first = 0;
	char out[16];

	if (!at->line || !source_line(&p->sources, at->file, at->line, &line))
		return;
	if (at->column > LONGEST_LINE)
		first = at->column - 1 < line.len ? at->column - 1 - SHORTEST_LEFT : 0;
	while (first && first < line.len && ((unsigned char)line.at[first] & 0xc0) == 0x80)
		first++;
	fprintf(p->f, "%s%5" PRIu32 " | %s", indent, at->line, first ? "..." : "");
	from = first ? 3 : 0;
	for (i = first; i < line.len && column < LONGEST_LINE; column += width) {
		if (at->column && i <= at->column - 1)
			caret = column;
		i += clean_char((const unsigned char *)line.at + i, line.len - i, column, out, &width);
		fputs(out, p->f);
	}
	fputs(i < line.len ? "...\n" : "\n", p->f);
	if (at->column && at->column - 1 < line.len)
		fprintf(p->f, "%s      | %*s%s^%s\n", indent, (int)(from + caret), "", paint(p, GREEN), paint(p, PLAIN));
}

static void print_notes(struct printer *p, const struct finding *x)
{
	for (uint32_t i = 0; i < x->nnotes; i++) {
		fputs("  ", p->f);
		print_place(p, &x->note[i].place);
		fprintf(p->f, ": %snote: %s", paint(p, CYAN), paint(p, PLAIN));
		report_clean(p->f, x->note[i].text);
		fputc('\n', p->f);
		print_quote(p, &x->note[i].place, "  ");
	}
}

/* ---- races ---- */

/* The calls of a thread begin with the function it runs; so does main's own name. */
static bool begins_with_call(const char *chain, const char *name)
{
	size_t n = strlen(name);

	return !strncmp(chain, name, n) && (!chain[n] || !strncmp(chain + n, " > ", 3));
}

/* "thread 1: main > pthread_create(worker) > worker > conn_close   holds {pool.lock}" */
static void print_way(struct printer *p, const struct finding_access *a, uint32_t thread)
{
	bool both = a->thread[0] && a->chain[0] && !begins_with_call(a->chain, a->thread);

	fprintf(p->f, "  %sthread %" PRIu32 ":%s ", paint(p, CYAN), thread, paint(p, PLAIN));
	report_clean(p->f, both || !a->chain[0] ? a->thread : a->chain);
	if (both) {
		fputs(" > ", p->f);
		report_clean(p->f, a->chain);
	}
	fputs("   holds {", p->f);
	report_clean(p->f, a->locks);
	fputs("}\n", p->f);
}

/* The place, what happens there, and its line. */
static void print_deed(struct printer *p, const struct finding_access *a)
{
	fputs("     ", p->f);
	print_place(p, &a->place);
	fputs(": ", p->f);
	report_clean(p->f, a->kind);
	fputc('\n', p->f);
	print_quote(p, &a->place, "     ");
}

static void print_access(struct printer *p, const struct finding_access *a, uint32_t thread)
{
	print_way(p, a, thread);
	print_deed(p, a);
}

static void print_edges(struct printer *p, const struct finding *x)
{
	for (uint32_t i = 0; i < x->nedges; i++) {
		print_way(p, &x->edge[i].wants, i + 1);
		fputs("     ", p->f);
		print_place(p, &x->edge[i].acquired);
		fputs(": acquired '", p->f);
		report_clean(p->f, x->edge[i].holds);
		fputs("'\n", p->f);
		print_deed(p, &x->edge[i].wants);
	}
}

static void print_pairs(struct printer *p, const struct finding *x)
{
	uint32_t shown = p->o->all_pairs ? x->npairs : 1;

	for (uint32_t i = 0; i < shown; i++) {
		if (i)
			fprintf(p->f, "  pair %" PRIu32 " of %" PRIu32 "\n", i + 1, x->pairs);
		print_access(p, &x->pair[i].a, 1);
		print_access(p, &x->pair[i].b, 2);
	}
	if (x->guard && x->guard[0]) {
		fputs("  guard: ", p->f);
		report_clean(p->f, x->guard);
		fputc('\n', p->f);
	}
	if (x->pairs > shown)
		fprintf(p->f, "  %" PRIu32 " more pair%s%s\n", x->pairs - shown, x->pairs - shown == 1 ? "" : "s",
			shown < x->npairs ? ": see --verbose" : "");
}

/* One line; with --verbose and by `snag prove` the execution as well. */
static void print_proof(struct printer *p, const struct finding *x, uint32_t number)
{
	struct arena a;

	if (!x->proof)
		return;
	arena_init(&a, "report proof");
	fputs("  ", p->f);
	report_clean(p->f, report_proof_text(&a, x->proof));
	if (x->proof->nsteps && !p->o->steps)
		fprintf(p->f, ", see `snag explain %" PRIu32 "`", number);
	fputc('\n', p->f);
	if (p->o->steps)
		report_proof_steps(p->f, x->proof, &p->sources, p->o);
	arena_release(&a);
}

static void print_finding(struct printer *p, const struct finding *x, uint32_t number)
{
	fputs(paint(p, BOLD), p->f);
	print_place(p, &x->place);
	fprintf(p->f, ": %swarning: %s%s", paint(p, MAGENTA), paint(p, PLAIN), paint(p, BOLD));
	report_clean(p->f, x->message);
	fprintf(p->f, "%s [%s] #%" PRIu32 "%s\n", paint(p, PLAIN), rule_name(x->rule), number,
		!x->proof ? "" : x->proof->state == PROOF_CONFIRMED ? " confirmed" : x->proof->state == PROOF_HARNESS ? " confirmed under harness" : "");
	if (x->npairs) {
		print_pairs(p, x);
	} else if (x->nedges) {
		print_edges(p, x);
	} else {
		fputs("  in function '", p->f);
		report_clean(p->f, x->function);
		fputs("'\n", p->f);
		print_quote(p, &x->place, "  ");
	}
	print_notes(p, x);
	print_proof(p, x, number);
}

static void print_pruned(struct printer *p, const struct finding *x)
{
	print_place(p, &x->place);
	fprintf(p->f, ": %spruned: %s", paint(p, CYAN), paint(p, PLAIN));
	report_clean(p->f, x->message);
	fputs(": ", p->f);
	report_clean(p->f, x->pruned);
	fprintf(p->f, " [%s]\n", rule_name(x->rule));
}

void report_finding(FILE *f, const struct finding *x, uint32_t number, const struct report_options *o)
{
	struct printer p = { .f = f, .o = o };

	sources_init(&p.sources);
	if (x->pruned)
		print_pruned(&p, x);
	else
		print_finding(&p, x, number);
	sources_release(&p.sources);
}

void report_print(FILE *f, const struct report_choice *list, const struct report_options *o)
{
	struct printer p = { .f = f, .o = o };

	sources_init(&p.sources);
	for (uint32_t i = 0; i < list->n; i++)
		print_finding(&p, list->at[i], i + 1);
	for (uint32_t i = list->n + list->suppressed; i < list->n + list->suppressed + list->pruned; i++)
		print_pruned(&p, list->at[i]);
	sources_release(&p.sources);
}

uint32_t report_text(FILE *f, const struct finding *x, uint32_t n, const struct report_options *o)
{
	struct report_choice list;
	struct arena a;

	arena_init(&a, "report");
	list = report_choose(&a, x, n, o);
	report_print(f, &list, o);
	arena_release(&a);
	return list.n;
}
