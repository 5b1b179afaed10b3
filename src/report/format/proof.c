#include "report/format/proof.h"

#include <inttypes.h>
#include <string.h>

enum {
	COLUMN = 58,
	NARROW = 34,
	NUMBER = 7,
	MOST_SHOWN = 120,
	SKIPPED_IN = 60,
	SET_UP = 8,
	SET_UP_SHOWN = 3
}; /* of a long execution the beginning and the end are shown; of a long set-up the end */

/* Two columns side by side, or where there is no room one below the other. */
struct sheet {
	FILE *f;
	struct sources *sources;
	uint32_t column; /* its width */
	bool two;
};

const char *report_proof_badge(const struct finding *f)
{
	uint8_t state = f->proof ? f->proof->state : 0;

	return state == PROOF_CONFIRMED ? "confirmed" :
	       state == PROOF_HARNESS	? "confirmed under harness" :
	       state == PROOF_ASSUMING	? "confirmed, assuming" :
					  "";
}

const char *report_proof_text(struct arena *a, const struct finding_proof *p)
{
	switch (p->state) {
	case PROOF_CONFIRMED:
		return arena_format(a, "confirmed: %s", p->text);
	case PROOF_ASSUMING:
		return arena_format(a, "confirmed, assuming %s: %s", p->assuming, p->text);
	case PROOF_HARNESS:
		return p->assuming && p->assuming[0] ?
			       arena_format(a, "confirmed under harness, assuming %s: %s", p->assuming, p->text) :
			       arena_format(a, "confirmed under harness: %s", p->text);
	case PROOF_NOT_WITHIN:
		return arena_format(a, "not confirmed within: %s", p->text);
	case PROOF_CANNOT:
		return arena_format(a, "not confirmed, since it could not be tried: %s", p->text);
	default:
		return arena_format(a, "not confirmed: %s", p->text);
	}
}

void report_proof_sides(const struct finding *f, uint32_t thread[2])
{
	thread[0] = f->proof->goal[0];
	thread[1] = f->proof->goal[1];
}

const char *report_proof_round(struct arena *a, const struct finding_proof *p, const struct finding_round *r)
{
	const struct finding_step *first = &p->step[r->first];
	uint32_t from = first->place.line, to = from;
	bool one_function = true;

	for (uint32_t i = 0; i < r->length; i++) {
		const struct finding_step *s = first + i;
		one_function &= s->thread == first->thread && !strcmp(s->function, first->function);
		from = s->place.line < from ? s->place.line : from;
		to = s->place.line > to ? s->place.line : to;
	}
	return !one_function ? arena_format(a, "%u rounds of the next %u steps, the last one", r->times, r->length) :
	       from == to    ? arena_format(a, "%u times line %u, the last one", r->times, from) :
			       arena_format(a, "%u rounds of lines %u to %u, the last one", r->times, from, to);
}

const char *report_proof_rounds(struct arena *a, const struct finding_proof *p, uint32_t step)
{
	const char *text = "";

	for (uint32_t i = 0; i < p->nrounds; i++)
		if (p->round[i].first == step)
			text = arena_format(a, "%s%s%s", text, *text ? ": " : "", report_proof_round(a, p, &p->round[i]));
	return text;
}

/* Text of others, cut to the column; what is no printable character becomes a dot. */
static void print_cell(FILE *f, const char *text, size_t len, uint32_t room)
{
	uint32_t n = 0;

	for (size_t i = 0; i < len && n < room; n++) {
		const unsigned char *s = (const unsigned char *)text + i;
		uint32_t k = *s >= 0x20 && *s < 0x7f ? 1 : utf8_length(s, len - i);
		if (k)
			fwrite(s, 1, k, f);
		else
			fputc(*s == '\t' ? ' ' : '.', f);
		i += k ? k : 1;
	}
}

static void indent(const struct sheet *s, bool right)
{
	fprintf(s->f, "    %*s%s", (int)(right && s->two ? s->column + 1 : 0), "", right && s->two ? "| " : "");
}

/* Text that goes on below, in the same column. */
static void print_more(const struct sheet *s, bool right, const char *text)
{
	size_t len = strlen(text), room = s->column - NUMBER;

	for (size_t from = 0, n; from < len; from += n) {
		n = len - from < room ? len - from : room;
		while (from + n < len && n > 1 && text[from + n] != ' ') /* at a blank, if there is one */
			n--;
		if (from + n < len && text[from + n] != ' ')
			n = room;
		indent(s, right);
		fprintf(s->f, "%*s", NUMBER, "");
		print_cell(s->f, text + from, n, (uint32_t)room);
		fputc('\n', s->f);
		n += text[from + n] == ' ';
	}
}

static void print_step(const struct sheet *s, struct arena *a, const struct finding_proof *p, uint32_t step, bool right,
		       bool new_function)
{
	const struct finding_step *x = &p->step[step];
	const char *rounds = report_proof_rounds(a, p, step);
	struct bytes line = { NULL, 0 };
	size_t at = 0;

	if (new_function) {
		indent(s, right);
		print_cell(s->f, x->function, strlen(x->function), s->column - 1);
		fputs(":\n", s->f);
	}
	if (rounds[0])
		print_more(s, right, arena_format(a, "%s:", rounds));
	if (x->place.line && source_line(s->sources, x->place.file, x->place.line, &line))
		while (at < line.len && (line.at[at] == ' ' || line.at[at] == '\t'))
			at++;
	indent(s, right);
	fprintf(s->f, "%5" PRIu32 "  ", x->place.line);
	if (line.at)
		print_cell(s->f, line.at + at, line.len - at, s->column - NUMBER);
	fputc('\n', s->f);
	print_more(s, right, x->what);
	if (x->locks && x->locks[0])
		print_more(s, right, arena_format(a, "holds {%s}", x->locks));
}

static void print_thread(const struct sheet *s, const struct finding_proof *p, uint32_t thread, bool right)
{
	const char *name = thread < p->nthreads ? p->thread[thread] : "";

	indent(s, right);
	fprintf(s->f, "thread %" PRIu32 " (", thread);
	print_cell(s->f, name, strlen(name), s->column);
	fputs(")\n", s->f);
}

/* How many steps the first thread takes before another one begins, but for the last few; 0: they are not too many. */
static uint32_t set_up(const struct finding_proof *p)
{
	uint32_t n = 0;

	while (n < p->nsteps && p->step[n].thread == p->step[0].thread)
		n++;
	return n < p->nsteps && n > SET_UP ? n - SET_UP_SHOWN : 0;
}

void report_proof_steps(FILE *f, const struct finding_proof *p, struct sources *sources, const struct report_options *o)
{
	uint32_t left = p->goal[0] < p->goal[1] ? p->goal[0] : p->goal[1], last = UINT32_MAX,
		 half = o->width > 8 ? (o->width - 8) / 2 : 0;
	uint32_t first = o->set_up ? 0 : set_up(p), skipped = p->nsteps - first > MOST_SHOWN ? p->nsteps - first - MOST_SHOWN : 0;
	bool two = !o->width || half >= NARROW;
	struct sheet s = { f, sources, !o->width ? COLUMN : two ? half : o->width > NARROW + 4 ? o->width - 4 : NARROW, two };
	const char *function = "";
	struct arena a;

	arena_init(&a, "report proof");
	if (first)
		fprintf(f, "    %" PRIu32 " steps of set-up before these (--verbose)\n", first);
	for (uint32_t i = first; i < p->nsteps; i++) {
		const struct finding_step *x;
		if (skipped && i == first + SKIPPED_IN) {
			fprintf(f, "    ... %" PRIu32 " steps\n", skipped);
			i += skipped;
		}
		x = &p->step[i];
		if (x->thread != last)
			print_thread(&s, p, x->thread, x->thread != left);
		print_step(&s, &a, p, i, x->thread != left, x->thread != last || strcmp(function, x->function) != 0);
		last = x->thread;
		function = x->function;
	}
	arena_release(&a);
}
