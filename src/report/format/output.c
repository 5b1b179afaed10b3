#include "report/format/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/stat.h"

const struct output_format output_format[] = {
	{ "text", output_text },   { "json", output_json },     { "jsonl", output_jsonl },   { "sarif", output_sarif },
	{ "junit", output_junit }, { "gitlab", output_gitlab }, { "github", output_github },
	{ "html", output_html },
};
const uint32_t output_formats = sizeof output_format / sizeof *output_format;

/* Standard output has other names, and there may be links to them. */
static bool is_stdout(const char *path)
{
	struct arena a;
	bool is;

	arena_init(&a, "path");
	is = !strcmp(path, "-") || file_place(&a, path).fd == STDOUT_FILENO;
	arena_release(&a);
	return is;
}

bool output_parse(const char *word, struct output_choice *choice, struct trouble *t)
{
	size_t n = strcspn(word, "=");

	*choice = (struct output_choice){ 0 };
	for (uint32_t i = 0; i < output_formats; i++)
		if (strlen(output_format[i].name) == n && !memcmp(output_format[i].name, word, n))
			choice->format = &output_format[i];
	if (!choice->format)
		return trouble(t,
			       "--output %s: the formats are text, json, jsonl, sarif, junit, gitlab, github, html; then =FILE",
			       word);
	if (word[n] && !word[n + 1])
		return trouble(t, "--output %s: no file behind '='", word);
	if (word[n] && !is_stdout(word + n + 1))
		choice->path = word + n + 1;
	return true;
}

bool output_meets(const struct output_choice *x, const struct output_choice *y)
{
	struct file_place one, other;
	struct arena a;
	bool meets;

	if (!x->path && !y->path)
		return true;
	arena_init(&a, "path");
	one = file_place(&a, x->path ? x->path : "/dev/stdout");
	other = file_place(&a, y->path ? y->path : "/dev/stdout");
	meets = file_same_place(&one, &other);
	arena_release(&a);
	return meets;
}

bool output_takes(const struct output_choice *choice, int fd)
{
	struct stat st;
	struct file_place place, open = { "", fd };
	struct arena a;
	bool takes;

	if (!choice->path || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return false;
	arena_init(&a, "path");
	place = file_place(&a, choice->path);
	takes = place.fd < 0 && file_same_place(&place, &open);
	arena_release(&a);
	return takes;
}

static bool write_file(struct output *x, const struct output_choice *choice, struct trouble *t)
{
	char *text = NULL;
	size_t len = 0;
	bool ok;

	x->f = open_memstream(&text, &len);
	if (!x->f)
		die("out of memory");
	choice->format->write(x);
	if (fclose(x->f) != 0)
		die("out of memory");
	ok = file_put(choice->path, text, len, t);
	free(text);
	return ok;
}

bool output_write(struct output *x, const struct output_choice *choice, struct trouble *t)
{
	struct sources sources;
	struct arena scratch;
	bool ok = true;

	arena_init(&scratch, "output");
	sources_init(&sources);
	x->arena = &scratch;
	x->sources = &sources;
	if (choice->path) {
		ok = write_file(x, choice, t);
	} else {
		x->f = stdout;
		choice->format->write(x);
	}
	sources_release(&sources);
	arena_release(&scratch);
	return ok;
}

/* How many bytes from s on are UTF-8. */
static size_t good_bytes(const char *s, size_t len)
{
	const unsigned char *c = (const unsigned char *)s;
	size_t at = 0;

	while (at < len) {
		uint32_t n = c[at] < 0x80 ? 1 : utf8_length(c + at, len - at);
		if (!n)
			break;
		at += n;
	}
	return at;
}

const char *output_utf8(struct arena *a, const char *s)
{
	static const char replacement[] = "\xef\xbf\xbd";
	size_t left = strlen(s), good = good_bytes(s, left), n = 0;
	char *out;

	if (good == left)
		return s;
	out = arena_array(a, left * 3 + 1, 1);
	for (;; good = good_bytes(s, left)) {
		memcpy(out + n, s, good);
		n += good;
		s += good;
		left -= good;
		if (!left)
			break;
		memcpy(out + n, replacement, 3);
		n += 3;
		s++;
		left--;
	}
	out[n] = 0;
	return out;
}

bool output_complete(const struct output *x)
{
	return !x->nfailed && !stat_get(STAT_jobs_bad) && !stat_not_c() && !stat_get(STAT_gap_stopped);
}

const char *output_left_out(const struct output *x)
{
	uint64_t bad = stat_get(STAT_jobs_bad);
	size_t len;
	char *text, *copy;
	FILE *f;

	if (!bad && !stat_not_c())
		return "";
	f = open_memstream(&text, &len);
	if (!f)
		die("out of memory");
	if (bad)
		fprintf(f, "%" PRIu64 " %s of the database not usable%s", bad, bad == 1 ? "entry" : "entries", stat_not_c() ? ", " : "");
	stat_not_c_text(f);
	if (fclose(f) != 0)
		die("out of memory");
	copy = arena_string(x->arena, text);
	free(text);
	return copy;
}

const char *output_path(const struct output *x, const char *file)
{
	return output_utf8(x->arena, x->o->dir ? path_below(x->o->dir, file) : file);
}

const char *output_fingerprint(struct arena *a, const struct finding *f)
{
	return arena_format(a, "%016" PRIx64, f->fingerprint);
}

json_t *output_string(struct arena *a, const char *s)
{
	return json_string(output_utf8(a, s ? s : ""));
}

void output_object(struct output *x, json_t *object)
{
	char *text = object ? json_dumps(object, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;

	if (!text)
		die("cannot write the report: out of memory");
	if (fputs(text, x->f) < 0 && x->f != stdout) /* of which file_end_stdout() tells */
		die("cannot write the report: out of memory");
	free(text);
	json_decref(object);
	arena_release(x->arena);
}

void output_text(struct output *x)
{
	struct report_options plain = *x->o;

	plain.color = plain.links = false;
	plain.width = 0;
	report_print(x->f, &x->list, &plain);
}
