/* Jobs as text, and what must hold of them. */
#include "capture.h"

#include <string.h>

const char *const capture_kind_name[KIND_COUNT] = {
#define K(name, text) text,
	CAPTURE_KINDS(K)
#undef K
};

/* A word as it stands where nothing in it could be misread, else in "..." with C's escapes. Bytes that are not ASCII are
 * escaped, too: a response file need not be UTF-8. */
static void print_word(FILE *f, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+/.,:%@^~";

	if (*word && !word[strspn(word, plain)]) {
		fputs(word, f);
		return;
	}
	putc('"', f);
	for (const unsigned char *s = (const unsigned char *)word; *s; s++)
		if (*s == '"' || *s == '\\')
			fprintf(f, "\\%c", *s);
		else if (*s == '\n')
			fputs("\\n", f);
		else if (*s < 0x20 || *s >= 0x7f)
			fprintf(f, "\\%03o", *s);
		else
			putc(*s, f);
	putc('"', f);
}

static void print_job(FILE *f, const struct job *j, uint32_t i)
{
	fprintf(f, "job %u: entry [%u]\n  dir  ", i, j->entry);
	print_word(f, j->dir);
	fputs("\n  file ", f);
	print_word(f, j->file);
	fputs("\n  args", f);
	for (uint32_t k = 0; k < j->nargs; k++) {
		putc(' ', f);
		print_word(f, j->args[k]);
	}
	putc('\n', f);
}

void capture_dump(const struct jobs *jobs, FILE *f)
{
	fprintf(f, "capture: %u entries: %u jobs, %u twins, %u not C, %u unusable\n", jobs->entries, jobs->job.n, jobs->twins,
	        jobs->other, jobs->bad);
	for (int i = 0; i < KIND_COUNT; i++)
		if (jobs->other_kind[i])
			fprintf(f, "not C: %u %s\n", jobs->other_kind[i], capture_kind_name[i]);
	for (uint32_t i = 0; i < jobs->job.n; i++)
		print_job(f, &jobs->job.at[i], i);
	for (uint32_t i = 0; i < jobs->left_out.n; i++) {
		const struct left_out *l = &jobs->left_out.at[i];
		fprintf(f, "%s ", l->refused ? "refused" : "left out");
		print_word(f, l->flag);
		fprintf(f, " in %u: %s\n", l->count, l->why);
	}
}

void capture_warn(const struct jobs *jobs)
{
	for (uint32_t i = 0; i < jobs->message.n; i++)
		warn("%s", jobs->message.at[i]);
}

void capture_check(const struct jobs *jobs)
{
	CHECK(jobs->entries == jobs->job.n + jobs->twins + jobs->other + jobs->bad, "capture: every entry is counted once");
	for (uint32_t i = 0; i < jobs->job.n; i++) {
		const struct job *j = &jobs->job.at[i];
		CHECK(j->dir[0] == '/' && j->file[0] == '/', "capture: job %u has absolute names", i);
		CHECK(j->entry < jobs->entries && (!i || j->entry > j[-1].entry),
		      "capture: job %u follows the order of the database", i);
		for (uint32_t k = 0; k < j->nargs; k++)
			CHECK(j->args[k][0] && j->args[k][0] != '@', "capture: job %u: word %u would be expanded by clang", i, k);
	}
}
