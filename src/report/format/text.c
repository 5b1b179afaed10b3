/* Text as gcc and clang print it, so that editors and CI find the places:
 *
 *     pool.c:41:9: warning: 'pool->lock' is locked again while it is held [self-deadlock] #1
 *       in function 'conn_close'
 *        41 |         pthread_mutex_lock(&pool->lock);
 *           |         ^
 *     pool.c:38:2: note: first acquired here
 *
 * A race shows its two sides instead, each with the way to it and the locks held there:
 *
 *     stats.c:41:9: warning: data race on 'conn.state' [race] #2
 *       thread 1: main > pthread_create(worker) > worker > conn_close   holds {}
 *     stats.c:41:9: note: write
 *          41 |     conn->state = CLOSED;
 *             |     ^
 *       thread 2: main > pool_sweep   holds {pool.lock}
 *     pool.c:88:6: note: read
 *       guard: 12 of 14 accesses hold pool.lock
 *       3 more pairs: see --verbose
 *       overlap: 'worker' is started at main.c:30 and waited for at main.c:44, while 'main' keeps running
 *       evidence: aliasing: both sides name the same memory; race: no common lock; ...
 *       suggested fix: take 'pool.lock' around stats.c:41, as 12 of 14 accesses hold pool.lock
 *
 * A deadlock shows its threads, each with what it has and what it waits for:
 *
 *     bank.c:12:9: warning: lock order cycle: a -> b, b -> a [deadlock] #3
 *       thread 1: main > pthread_create(pay) > pay   holds {a}
 *     bank.c:11:9: note: acquired 'a'
 *     bank.c:12:9: note: wants 'b'
 *          12 |         pthread_mutex_lock(&b);
 *             |         ^
 *       thread 2: ...
 *
 * and one that was ruled out a single line, without a number:
 *
 *     stats.c:52:2: pruned: data race on 'conn.id': ownership: fresh [race]
 *
 * The first line is never broken: other programs read it. The rest stays in report_options.width, where somebody has said so, by
 * going on in the next line, further in; lines of source are cut. Names and lines of source are somebody else's bytes: control
 * characters are printed as escapes, broken UTF-8 as well. A source file is read once for all its findings. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/advice.h"
#include "report/cause.h"
#include "report/report.h"
#include "report/format/proof.h"
#include "report/format/source.h"

enum { LONGEST_LINE = 160, SHORTEST_LINE = 32, SHORTEST_LEFT = 40, TAB = 8, GUTTER = 8, CUT_SHORT = 4 };
enum { ALSO_SHOWN = 4, OTHERS_SHOWN = 8, LINES_MOST = 145 }; /* three screens, with the closing lines */

struct report_printer {
	FILE *f;
	const struct report_options *o;
	struct sources sources;
	struct arena scratch; /* of one finding */
};

static const char *paint(const struct report_printer *p, const char *escape)
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
	return n == 3 && s[0] == 0xe2 &&
	       ((s[1] == 0x80 && s[2] >= 0xaa && s[2] <= 0xae) || (s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9));
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

/* A link to a file, as terminals want it (OSC 8); file NULL ends it. */
static void print_link(const struct report_printer *p, const char *file)
{
	if (!p->o->links)
		return;
	fputs("\033]8;;", p->f);
	if (file) {
		fputs("file://", p->f);
		if (file[0] != '/' && p->o->dir) {
			for (const char *c = p->o->dir; *c; c++)
				fprintf(p->f, path_is_plain(*c) ? "%c" : "%%%02X", (unsigned char)*c);
			fputc('/', p->f);
		}
		for (const char *c = file; *c; c++)
			fprintf(p->f, path_is_plain(*c) ? "%c" : "%%%02X", (unsigned char)*c);
	}
	fputs("\033\\", p->f);
}

static void print_place(const struct report_printer *p, const struct finding_place *at)
{
	if (!at->file[0]) {
		fputs("(no source line)", p->f);
		return;
	}
	print_link(p, at->file);
	report_clean(p->f, p->o->dir ? path_below(p->o->dir, at->file) : at->file);
	if (at->line)
		fprintf(p->f, ":%" PRIu32, at->line);
	if (at->line && at->column)
		fprintf(p->f, ":%" PRIu32, at->column);
	print_link(p, NULL);
}

/* ---- text that goes on in the next line ---- */

/* Columns that harmless UTF-8 takes. */
static uint32_t columns_of(const char *s, size_t len)
{
	uint32_t n = 0;

	for (size_t i = 0; i < len; i++)
		n += ((unsigned char)s[i] & 0xc0) != 0x80;
	return n;
}

/* "  LEAD: text ..." with lines that follow further in. Words longer than a line stay whole. */
static void print_flow(const struct report_printer *p, const char *color, const char *lead, const char *text)
{
	uint32_t column = 4 + columns_of(lead, strlen(lead)), words = 0;
	char *clean = NULL;
	size_t len = 0, n;
	FILE *f = open_memstream(&clean, &len);

	if (!f)
		die("out of memory");
	report_clean(f, text);
	if (fclose(f) != 0)
		die("out of memory");
	fprintf(p->f, "  %s%s:%s", color, lead, color[0] ? PLAIN : "");
	for (const char *s = clean; *s; s += n) {
		size_t gap = strspn(s, " ");
		uint32_t wide = (uint32_t)gap + columns_of(s + gap, strcspn(s + gap, " "));
		n = gap + strcspn(s + gap, " ");
		if (p->o->width && words++ && column + wide > p->o->width) {
			fputs("\n     ", p->f);
			column = 5;
		} else {
			fprintf(p->f, "%*s", (int)(gap ? gap : s == clean), "");
			column += (uint32_t)(gap ? gap : s == clean);
		}
		fwrite(s + gap, 1, n - gap, p->f);
		column += wide - (uint32_t)gap;
	}
	fputc('\n', p->f);
	free(clean);
}

/* Columns of source to show behind an indent. */
static uint32_t room_for(const struct report_printer *p)
{
	uint32_t taken = 2 + GUTTER + 3, width = p->o->width;

	if (!width || width > LONGEST_LINE + taken)
		return LONGEST_LINE;
	return width > taken + SHORTEST_LINE ? width - taken : SHORTEST_LINE;
}

/* Where byte `at` of a line stands. */
static uint32_t column_of(struct bytes line, size_t at)
{
	uint32_t column = 0, width = 0;
	char out[16];

	for (size_t i = 0; i < at && i < line.len; column += width)
		i += clean_char((const unsigned char *)line.at + i, line.len - i, column, out, &width);
	return column;
}

/* The line and a caret under `column` (bytes, from 1). A long line is cut on both sides around the caret. */
static void print_quote(struct report_printer *p, const struct finding_place *at)
{
	struct bytes line;
	uint32_t width = 0, column = 0, caret = 0, from, room = room_for(p),
		 left = room / 2 < SHORTEST_LEFT ? room / 2 : SHORTEST_LEFT;
	size_t i = 0, first = 0;
	char out[16];

	if (!at->line || !source_line(&p->sources, at->file, at->line, &line))
		return;
	if (at->column && at->column - 1 < line.len && column_of(line, at->column - 1) + CUT_SHORT > room &&
	    at->column - 1 > left)
		first = at->column - 1 - left;
	while (first && first < line.len && ((unsigned char)line.at[first] & 0xc0) == 0x80)
		first++;
	fprintf(p->f, "  %5" PRIu32 " | %s", at->line, first ? "..." : "");
	from = first ? 3 : 0;
	for (i = first; i < line.len && column < room; column += width) {
		if (at->column && i <= at->column - 1)
			caret = column;
		i += clean_char((const unsigned char *)line.at + i, line.len - i, column, out, &width);
		fputs(out, p->f);
	}
	fputs(i < line.len ? "...\n" : "\n", p->f);
	if (at->column && at->column - 1 < line.len)
		fprintf(p->f, "        | %*s%s^%s\n", (int)(from + caret), "", paint(p, GREEN), paint(p, PLAIN));
}

/* In the first column: what reads a compiler's output takes blanks before it for a part of the file's name. */
static void print_noted(const struct report_printer *p, const struct finding_place *at)
{
	print_place(p, at);
	fprintf(p->f, ": %snote: %s", paint(p, CYAN), paint(p, PLAIN));
}

static bool is_at(const struct finding_place *x, const struct finding_place *y)
{
	return x->line == y->line && !strcmp(x->file, y->file);
}

/* "also at: pool.c:41, pool.c:88 and 3 more": other places of a race, which are many. */
static void print_also(struct report_printer *p, const struct finding *x)
{
	const char *text = "";
	uint32_t n = 0;

	for (uint32_t i = 0; i < x->nnotes; i++) {
		const struct finding_place *at = &x->note[i].place;
		if (is_at(at, &x->pair[0].a.place) || is_at(at, &x->pair[0].b.place))
			continue;
		if (n++ < ALSO_SHOWN)
			text = arena_format(&p->scratch, "%s%s%s:%" PRIu32, text, text[0] ? ", " : "", path_base(at->file), at->line);
	}
	if (n > ALSO_SHOWN)
		text = arena_format(&p->scratch, "%s and %" PRIu32 " more", text, n - ALSO_SHOWN);
	if (n)
		print_flow(p, "", "also at", text);
}

static void print_notes(struct report_printer *p, const struct finding *x)
{
	if (x->npairs && x->nnotes && !p->o->whole) {
		print_also(p, x);
		return;
	}
	for (uint32_t i = 0; i < x->nnotes; i++) {
		print_noted(p, &x->note[i].place);
		report_clean(p->f, x->note[i].text);
		fputc('\n', p->f);
		print_quote(p, &x->note[i].place);
	}
}

/* ---- races ---- */

static bool begins_with_call(const char *chain, const char *name)
{
	size_t n = strlen(name);

	return !strncmp(chain, name, n) && (!chain[n] || !strncmp(chain + n, " > ", 3));
}

/* The calls of a thread begin with the function it runs; so does main's own name, which is not said twice. */
const char *report_way(struct arena *a, const struct finding_access *x)
{
	bool both = x->thread[0] && x->chain[0] && !begins_with_call(x->chain, x->thread);

	return both ? arena_format(a, "%s > %s", x->thread, x->chain) : x->chain[0] ? x->chain : x->thread;
}

/* "thread 1: main > pthread_create(worker) > worker > conn_close   holds {pool.lock}" */
static void print_way(struct report_printer *p, const struct finding_access *a, uint32_t thread)
{
	char lead[32];

	snprintf(lead, sizeof lead, "thread %" PRIu32, thread);
	print_flow(p, paint(p, CYAN), lead, arena_format(&p->scratch, "%s   holds {%s}", report_way(&p->scratch, a), a->locks));
}

/* The place, what happens there, and its line. */
static void print_deed(struct report_printer *p, const struct finding_access *a)
{
	print_noted(p, &a->place);
	report_clean(p->f, a->kind);
	fputc('\n', p->f);
	print_quote(p, &a->place);
}

static void print_access(struct report_printer *p, const struct finding_access *a, uint32_t thread)
{
	print_way(p, a, thread);
	print_deed(p, a);
}

static void print_edges(struct report_printer *p, const struct finding *x)
{
	for (uint32_t i = 0; i < x->nedges; i++) {
		print_way(p, &x->edge[i].wants, i + 1);
		if (x->edge[i].holds[0]) { /* a thread that has nothing that another one wants only waits */
			print_noted(p, &x->edge[i].acquired);
			fputs(finding_is_awaited(x, i) ? "awaited by '" : "acquired '", p->f);
			report_clean(p->f, x->edge[i].holds);
			fputs("'\n", p->f);
		}
		print_deed(p, &x->edge[i].wants);
	}
}

static void print_pairs(struct report_printer *p, const struct finding *x)
{
	uint32_t shown = p->o->all_pairs ? x->npairs : 1;

	for (uint32_t i = 0; i < shown; i++) {
		if (i)
			fprintf(p->f, "  pair %" PRIu32 " of %" PRIu32 "\n", i + 1, x->pairs);
		print_access(p, &x->pair[i].a, 1);
		print_access(p, &x->pair[i].b, 2);
	}
	if (x->guard && x->guard[0])
		print_flow(p, "", "guard", x->guard);
	if (x->pairs > shown)
		fprintf(p->f, "  %" PRIu32 " more pair%s%s\n", x->pairs - shown, x->pairs - shown == 1 ? "" : "s",
			shown < x->npairs ? ": see --verbose" : "");
}

/* One line; with --verbose and by `snag prove` the execution as well. */
static void print_proof(struct report_printer *p, const struct finding *x, uint32_t number)
{
	const char *text, *colon;

	if (!x->proof)
		return;
	text = report_proof_text(&p->scratch, x->proof);
	if (x->proof->nsteps && !p->o->steps && p->o->kept)
		text = arena_format(&p->scratch, "%s, see `snag explain %" PRIu32 "`", text, number);
	colon = strchr(text, ':'); /* there is one in each */
	print_flow(p, paint(p, x->proof->state == PROOF_CONFIRMED ? GREEN : ""),
		   arena_copy(&p->scratch, text, (size_t)(colon - text)), colon + 1);
	if (p->o->steps)
		report_proof_steps(p->f, x->proof, &p->sources, p->o);
}

/* What the phases know besides what is shown, and what to do. */
static void print_advice(struct report_printer *p, const struct finding *x)
{
	struct said said[SAID_MOST];
	uint32_t n = advice_said(&p->scratch, x, said);
	const char *text = "";

	if (x->overlap && x->overlap[0])
		print_flow(p, "", "overlap", x->overlap);
	for (uint32_t i = 0; i < n; i++)
		if (strcmp(said[i].phase, "threads") != 0 && strcmp(said[i].phase, "prove") != 0)
			text = arena_format(&p->scratch, "%s%s%s: %s", text, text[0] ? "; " : "", said[i].phase, said[i].text);
	if (x->nscores && p->o->whole)
		print_flow(p, "", "evidence", text);
	if (x->fix && x->fix[0])
		print_flow(p, paint(p, BOLD), "suggested fix", x->fix);
}

/* "likely", "confirmed", "likely, confirmed assuming 'get_mode' returns 3". */
static void print_confidence(struct report_printer *p, const struct finding *x, enum confidence c)
{
	const char *badge = report_proof_badge(x);
	const char *assumed = *badge && x->proof->assuming ? x->proof->assuming : "";
	const char *before = !*assumed ? "" : x->proof->state == PROOF_HARNESS ? ", assuming " : " ";

	fprintf(p->f, " %s", confidence_name(c));
	if (badge[0] && strcmp(badge, confidence_name(c)) != 0)
		fprintf(p->f, ", %s%s%s", badge, before, assumed);
}

/* An assertion of which no failure was found is nothing to warn of. */
static void print_head(struct report_printer *p, const struct finding *x, const struct report_row *row, enum confidence c)
{
	bool fails = x->rule != RULE_ASSERT_FAIL || !x->proof || proof_is_shown(x->proof);

	fputs(paint(p, BOLD), p->f);
	print_place(p, &x->place);
	fprintf(p->f, ": %s%s: %s%s", paint(p, fails ? MAGENTA : CYAN), fails ? "warning" : "note", paint(p, PLAIN),
		paint(p, BOLD));
	report_clean(p->f, cause_message(&p->scratch, x, row->nmembers));
	fprintf(p->f, "%s [%s] #%" PRIu32, paint(p, PLAIN), rule_name(x->rule), row->number);
	print_confidence(p, x, c);
	fputc('\n', p->f);
}

/* "also: 'stats.hits' #2, 'stats.misses' #3": the others of one cause. */
static void print_others(struct report_printer *p, const struct report_row *row)
{
	const char *text = "";

	for (uint32_t i = 0; i < row->nmembers && i < OTHERS_SHOWN; i++)
		text = arena_format(&p->scratch, "%s%s'%s' #%" PRIu32, text, i ? ", " : "",
				    cause_name(&p->scratch, row->member[i].finding), row->member[i].number);
	if (row->nmembers > OTHERS_SHOWN)
		text = arena_format(&p->scratch, "%s, and %" PRIu32 " more up to #%" PRIu32, text, row->nmembers - OTHERS_SHOWN,
				    row->member[row->nmembers - 1].number);
	if (row->nmembers)
		print_flow(p, "", "the same cause", text);
}

/* The threads, or the one place. */
static void print_sides(struct report_printer *p, const struct finding *x)
{
	if (x->npairs) {
		print_pairs(p, x);
	} else if (x->nedges) {
		print_edges(p, x);
	} else {
		fputs("  in function '", p->f);
		report_clean(p->f, x->function);
		fputs("'\n", p->f);
		print_quote(p, &x->place);
	}
}

static void print_finding(struct report_printer *p, const struct finding *x, const struct report_row *row, enum confidence c)
{
	arena_init(&p->scratch, "report finding");
	print_head(p, x, row, c);
	if (p->o->brief) {
		arena_release(&p->scratch);
		return;
	}
	print_others(p, row);
	print_sides(p, x);
	print_notes(p, x);
	print_proof(p, x, row->number);
	print_advice(p, x);
	if (p->o->prints)
		fprintf(p->f, "  fingerprint: %016" PRIx64 "\n", x->fingerprint);
	arena_release(&p->scratch);
}

static void print_pruned(struct report_printer *p, const struct finding *x)
{
	print_place(p, &x->place);
	fprintf(p->f, ": %spruned: %s", paint(p, CYAN), paint(p, PLAIN));
	report_clean(p->f, x->message);
	fputs(": ", p->f);
	report_clean(p->f, x->pruned);
	fprintf(p->f, " [%s]\n", rule_name(x->rule));
	for (uint32_t i = 0; i < x->nruled && x->nruled > 1 && p->o->all_pairs && !p->o->brief; i++) {
		fprintf(p->f, "  %" PRIu32 " pair%s: ", x->ruled[i].pairs, x->ruled[i].pairs == 1 ? "" : "s");
		report_clean(p->f, x->ruled[i].why);
		fputc('\n', p->f);
	}
}

/* ---- the list ---- */

static struct report_row row_of(const struct report_choice *list, uint32_t i)
{
	return list->row ? list->row[i] : (struct report_row){ .number = i + 1 };
}

static void print_row(struct report_printer *p, const struct report_choice *list, uint32_t i)
{
	struct report_row row = row_of(list, i);

	print_finding(p, list->at[i], &row, report_confidence(list, i));
}

void report_row(FILE *f, const struct report_choice *list, uint32_t i, const struct report_options *o)
{
	struct report_printer p = { .f = f, .o = o };

	sources_init(&p.sources);
	if (list->at[i]->pruned) {
		print_pruned(&p, list->at[i]);
		arena_init(&p.scratch, "report finding");
		print_sides(&p, list->at[i]);
		arena_release(&p.scratch);
	} else {
		print_row(&p, list, i);
	}
	sources_release(&p.sources);
}

void report_finding(FILE *f, const struct finding *x, uint32_t number, const struct report_options *o)
{
	struct report_row row = { .number = number };
	struct report_choice one = { .at = &x, .row = &row, .n = 1 };

	report_row(f, &one, 0, o);
}

static uint32_t count_lines(const char *text)
{
	uint32_t n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* Findings as they are, from the first on, while all others still fit with a line each. Gives how many were printed. */
static uint32_t print_whole(struct report_printer *p, const struct report_choice *list)
{
	FILE *to = p->f;
	uint32_t used = 0, i = 0;

	for (; i < list->n; i++) {
		char *text = NULL;
		size_t len = 0;
		bool room;
		p->f = open_memstream(&text, &len);
		if (!p->f)
			die("out of memory");
		print_row(p, list, i);
		if (fclose(p->f) != 0)
			die("out of memory");
		used += count_lines(text);
		room = !i || used + (list->n - i - 1) <= LINES_MOST;
		if (room)
			fwrite(text, 1, len, to);
		free(text);
		if (!room)
			break;
	}
	p->f = to;
	return i;
}

/* The rest, a line each, and how to see more. */
static void print_short(struct report_printer *p, const struct report_choice *list, uint32_t from)
{
	struct report_options brief = *p->o;
	const struct report_options *all = p->o;

	brief.brief = true;
	p->o = &brief;
	for (uint32_t i = from; i < list->n; i++)
		print_row(p, list, i);
	p->o = all;
	if (from < list->n)
		fprintf(p->f, "from #%" PRIu32 " on in short: `snag explain NUMBER` shows one whole, --verbose all of them\n",
			report_number(list, from));
}

static void print_hidden(struct report_printer *p, const struct report_choice *list)
{
	const char *text;

	arena_init(&p->scratch, "report hidden");
	text = report_hidden(&p->scratch, list);
	if (text[0])
		fprintf(p->f, "%s\n", text);
	arena_release(&p->scratch);
}

void report_print(FILE *f, const struct report_choice *list, const struct report_options *o)
{
	struct report_printer p = { .f = f, .o = o };

	sources_init(&p.sources);
	if (o->whole || o->brief)
		for (uint32_t i = 0; i < list->n; i++)
			print_row(&p, list, i);
	else
		print_short(&p, list, print_whole(&p, list));
	if (!o->brief) /* which is a line a finding, for programs that count them */
		print_hidden(&p, list);
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
