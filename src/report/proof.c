#include "report/proof.h"

#include <inttypes.h>
#include <string.h>

enum { COLUMN = 58, MOST_SHOWN = 120, SKIPPED_IN = 60 }; /* of a long execution the beginning and the end are shown */

const char *report_proof_text(struct arena *a, const struct finding_proof *p)
{
	switch (p->state) {
	case PROOF_CONFIRMED: return arena_format(a, "confirmed: %s", p->text);
	case PROOF_HARNESS: return arena_format(a, "confirmed under harness: %s", p->text);
	case PROOF_NOT_WITHIN: return arena_format(a, "not confirmed within: %s", p->text);
	case PROOF_CANNOT: return arena_format(a, "not confirmed, since it could not be tried: %s", p->text);
	default: return arena_format(a, "not confirmed: %s", p->text);
	}
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

static void indent(FILE *f, bool right)
{
	fprintf(f, "    %*s", right ? COLUMN + 2 : 0, "");
}

static void print_step(FILE *f, const struct finding_step *s, bool right, struct sources *sources, bool new_function)
{
	struct bytes line = { NULL, 0 };
	const char *what = s->what;
	size_t at = 0, len = strlen(what);

	if (new_function) {
		indent(f, right);
		fprintf(f, "%s:\n", s->function);
	}
	if (s->place.line && source_line(sources, s->place.file, s->place.line, &line))
		while (at < line.len && (line.at[at] == ' ' || line.at[at] == '\t'))
			at++;
	indent(f, right);
	fprintf(f, "%5" PRIu32 "  ", s->place.line);
	if (line.at)
		print_cell(f, line.at + at, line.len - at, COLUMN - 7);
	fputc('\n', f);
	for (size_t from = 0; from < len; from += COLUMN - 7) {
		indent(f, right);
		fputs("       ", f);
		print_cell(f, what + from, len - from, COLUMN - 7);
		fputc('\n', f);
	}
	if (s->locks && s->locks[0]) {
		indent(f, right);
		fputs("       holds {", f);
		print_cell(f, s->locks, strlen(s->locks), COLUMN);
		fputs("}\n", f);
	}
}

void report_proof_steps(FILE *f, const struct finding_proof *p, struct sources *sources, const struct report_options *o)
{
	uint32_t left = p->goal[0] < p->goal[1] ? p->goal[0] : p->goal[1], last = UINT32_MAX,
		 skipped = p->nsteps > MOST_SHOWN ? p->nsteps - MOST_SHOWN : 0;
	const char *function = "";

	(void)o;
	if (!p->nsteps)
		return;
	for (uint32_t i = 0; i < p->nsteps; i++) {
		const struct finding_step *s = &p->step[i];
		bool right = s->thread != left;
		if (skipped && i == SKIPPED_IN) {
			fprintf(f, "    ... %" PRIu32 " steps\n", skipped);
			i += skipped;
			s = &p->step[i];
			right = s->thread != left;
		}
		if (s->thread != last) {
			indent(f, right);
			fprintf(f, "thread %" PRIu32 " (%s)\n", s->thread, s->thread < p->nthreads ? p->thread[s->thread] : "");
		}
		print_step(f, s, right, sources, s->thread != last || strcmp(function, s->function) != 0);
		last = s->thread;
		function = s->function;
	}
}
