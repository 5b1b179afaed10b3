#include "base/opt/table.h"

#define WORD(prefix, name, text) text,
static const char *const colors[] = { OPT_COLORS(WORD) };
static const char *const shows[] = { OPT_SHOWS(WORD) };
static const char *const filters[] = { OPT_FILTERS(WORD) };
static const char *const confidences[] = { OPT_CONFIDENCES(WORD) };
static const char *const stats[] = { OPT_STATS(WORD) };
static const char *const dumps[] = { OPT_DUMPS(WORD) };
static const char *const stops[] = { OPT_STOPS(WORD) };
static const char *const starts[] = { OPT_STARTS(WORD) };
static const char *const generates[] = { OPT_GENERATES(WORD) };

#define KIND_flag OPT_FLAG, NULL, 0
#define KIND_number OPT_NUMBER, NULL, 0
#define KIND_points OPT_POINTS, NULL, 0
#define KIND_text OPT_TEXT, NULL, 0
#define KIND_list OPT_LIST, NULL, 0
#define KIND_dump OPT_DUMP, dumps, DUMP_COUNT
#define KIND_filter OPT_FILTER, filters, FILTER_COUNT
#define KIND_show OPT_CHOICE, shows, SHOW_COUNT
#define KIND_confidence OPT_CHOICE, confidences, LEVEL_COUNT
#define KIND_color OPT_CHOICE, colors, COLOR_COUNT
#define KIND_stats OPT_CHOICE, stats, STATS_COUNT
#define KIND_stop OPT_CHOICE, stops, STOP_COUNT
#define KIND_start OPT_CHOICE, starts, START_COUNT
#define KIND_generate OPT_CHOICE, generates, GENERATE_COUNT

/* `triple` is one of KIND_x, which becomes three arguments only when it is expanded once more. */
#define ROW(...) ROW_OF(__VA_ARGS__)
#define ROW_OF(kind, words, n, field, name, letter, value, argument, min, max, commands, group, help)                            \
	{ kind, name, letter, offsetof(struct options, field), value, argument, min, max, commands, OPT_##group, help,           \
	  { words, n } },

#define ALL ((1u << COMMAND_COUNT) - 1)
#define IN(name) (1u << COMMAND_##name)
const struct opt_row opt_row[OPT_COUNT] = {
#define OPT(kind, ...) ROW(KIND_##kind, __VA_ARGS__)
#include "base/opt/opt.def"
#undef OPT
};

const struct command_row command_row[COMMAND_COUNT] = {
#define COMMAND(name, words, rest, synopsis, help) { #name, WORDS_##words, REST_##rest, synopsis, help },
#include "base/opt/commands.def"
#undef COMMAND
};

const char *const opt_group_title[OPT_GROUPS] = {
	[OPT_INPUT] = "Input",          [OPT_WORK] = "Work",           [OPT_OUTPUT] = "Output",
	[OPT_LOCKS] = "Locks",          [OPT_CLUSTER] = "Cluster",
	[OPT_INSIDE] = "Seeing inside", [OPT_SETTINGS] = "Settings",   [OPT_GENERAL] = "General",
};

int opt_find(const char *name, size_t len)
{
	for (int i = 0; i < OPT_COUNT; i++)
		if (strlen(opt_row[i].name) == len && !memcmp(opt_row[i].name, name, len))
			return i;
	return -1;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

enum { LONGEST = 40 }; /* names are shorter; a longer word is near to none of them */

/* Edits from a to b: a letter more, less, another one, or two neighbours swapped (optimal string alignment). */
static uint32_t distance(const char *a, size_t m, const char *b, size_t n)
{
	uint32_t d[LONGEST + 1][LONGEST + 1];

	for (uint32_t i = 0; i <= m; i++)
		d[i][0] = i;
	for (uint32_t j = 0; j <= n; j++)
		d[0][j] = j;
	for (size_t i = 1; i <= m; i++)
		for (size_t j = 1; j <= n; j++) {
			d[i][j] = least(d[i - 1][j - 1] + (a[i - 1] != b[j - 1]), least(d[i - 1][j], d[i][j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
		}
	return d[m][n];
}

const char *opt_nearest(const char *word, struct strings names)
{
	const char *best = NULL;
	size_t m = strlen(word);
	uint32_t limit;

	if (m < 2 || m > LONGEST)
		return NULL;
	limit = m < 6 ? 1 : (uint32_t)m / 3;
	for (uint32_t i = 0; i < names.n; i++) {
		size_t n = strlen(names.at[i]);
		uint32_t d;
		if (n > LONGEST)
			continue;
		/* half an option is a near miss too: --stat, --verify */
		d = m >= 3 && m < n && !memcmp(word, names.at[i], m) ? 0 : distance(word, m, names.at[i], n);
		if (d <= limit) {
			best = names.at[i];
			limit = d - (d > 0);
			if (!d)
				break;
		}
	}
	return best;
}

const char *opt_nearest_name(struct arena *a, const char *name, bool in_file)
{
	const char **at = arena_array(a, OPT_COUNT, sizeof *at);
	struct strings names = { at, 0 };

	for (int i = 0; i < OPT_COUNT; i++)
		if (!in_file || opt_in_file(&opt_row[i]))
			at[names.n++] = opt_row[i].name;
	return opt_nearest(name, names);
}
