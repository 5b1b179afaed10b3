/* What is told of findings: of a run, of one of them, and over time. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/store/hash.h"
#include "base/store/map.h"
#include "base/stat.h"
#include "rank/learn.h"
#include "report/advice.h"
#include "report/feasible.h"
#include "report/track/benign.h"
#include "report/track/ignore.h"
#include "report/track/kept.h"
#include "report/format/output.h"
#include "report/track/track.h"
#include "run.h"

struct run_report_words {
	const char **at;
	uint32_t n, cap;
};

/* Every form that was asked for: `first` what goes to standard output in place of the text, then the files. True: there was one.
 * A file that cannot be written costs no other form; the first of these is what is told at the end. */
static bool write_outputs(struct run *r, const struct report_choice *list, bool first, struct trouble *failed_to)
{
	struct output_failed *failed = arena_array(r->arena, (size_t)r->units.n + 1, sizeof *failed);
	struct report_options o = report_choices(r);
	struct output x = { .list = *list, .o = &o, .failed = failed, .graphs = &r->graphs, .command = r->command,
			    .verdict = r->verdict };
	struct output_choice choice;
	struct trouble t;
	bool any = false;

	for (uint32_t i = 0; i < r->units.n; i++)
		if (!r->units.unit[i].path)
			failed[x.nfailed++] = (struct output_failed){ r->units.unit[i].file, r->units.unit[i].error };
	x.status = r->stopped ? EXIT_PARTIAL : list->counts ? EXIT_FINDINGS : r->partial ? EXIT_PARTIAL : EXIT_CLEAN;
	for (uint32_t i = 0; i < r->opt->output.n; i++) {
		if (!output_parse(r->opt->output.at[i], &choice, &t))
			die("%s", t.text);
		if (first != !choice.path)
			continue;
		any = true;
		if (!output_write(&x, &choice, &t) && !failed_to->text[0])
			*failed_to = t;
	}
	return any;
}

bool report_verdict(struct run *r, const struct report_choice *list)
{
	struct trouble failed = { 0 };
	bool instead = write_outputs(r, list, true, &failed);

	(void)write_outputs(r, list, false, &failed);
	if (failed.text[0])
		die("%s", failed.text);
	return instead;
}

/* What --learn has kept, beside the database; and what it replaced, for --undo. */
static const char *learned_path(struct run *r, const char *which)
{
	return path_join(r->arena, path_dir(r->arena, r->opt->db), which);
}

/* Lines NAME=POINTS; '#' begins a comment. Weaker than .snag.yml and --rank. */
static void read_learned(struct run *r, const char *path, struct run_report_words *words)
{
	struct bytes text;
	struct trouble t;

	if (!file_exists(path))
		return;
	if (!file_read(r->arena, path, &text, &t))
		die("%s", t.text);
	for (const char *at = text.at, *end; *at; at = end + (*end == '\n')) {
		end = at + strcspn(at, "\n");
		if (end > at && *at != '#')
			*vec_add(r->arena, words) = arena_copy(r->arena, at, (size_t)(end - at));
	}
}

const struct rank_weights *weights(struct run *r)
{
	const char *path = learned_path(r, "rank.weights");
	struct run_report_words words = { 0 };
	const struct rank_weights *w;
	struct trouble t;

	read_learned(r, path, &words);
	if (words.n && !rank_weights(r->arena, words.at, words.n, &t))
		die("%s: %s; `snag rank --undo` takes it back", path, t.text);
	for (uint32_t i = 0; i < r->opt->rank.n; i++)
		*vec_add(r->arena, &words) = r->opt->rank.at[i];
	w = rank_weights(r->arena, words.at, words.n, &t);
	if (!w)
		die("%s", t.text);
	return w;
}

/* Best first, as far as it can be told. */
void run_rank(struct run *r)
{
	stat_phase("rank");
	report_tell_apart(r->arena, r->finding.at, r->finding.n);
	rank_run(r->arena, weights(r), r->finding.at, r->finding.n);
	advice_run(r->arena, r->finding.at, r->finding.n);
	if (diag_checks())
		rank_check(r->finding.at, r->finding.n);
}

/* For `snag explain`: what was shown, in the order in which it was shown. */
static void keep_last(struct run *r, const struct report_choice *list)
{
	uint32_t n = list->n + list->pruned;
	struct finding *copy = arena_array(r->arena, n + 1, sizeof *copy);

	if (r->opt->no_cache)
		return;
	for (uint32_t i = 0; i < n; i++)
		copy[i] = *list->at[i < list->n ? i : i + list->suppressed];
	for (uint32_t i = 0; i < list->n; i++)
		for (uint32_t k = 0; k < report_others(list, i); k++)
			copy[list->row[i].member[k].number - 1].cause = i + 1;
	kept_write(kept_path(r->arena, r->opt->cache, "last", 4), copy, n, &r->graphs);
}

static void warn_unused(void *context, const char *where, uint32_t line)
{
	(void)context;
	if (line)
		warn("%s:%u: this snag-ignore silences nothing", where, line);
	else
		warn("%s silences nothing", where);
}

/* What somebody has asked not to be told of. A part of the program may be missing; then nothing is said of what silences
 * nothing. */
static void ignore_findings(struct run *r)
{
	struct ignore_options o = { .dir = path_cwd(r->arena), .pattern = r->opt->ignore };
	const char **file = arena_array(r->arena, (size_t)r->units.n + 1, sizeof *file);

	for (uint32_t i = 0; i < r->units.n && !r->partial; i++)
		file[i] = r->units.unit[i].file;
	o.file = (struct strings){ file, r->partial ? 0 : r->units.n };
	stat_add(STAT_suppressed, ignore_apply(r->arena, r->finding.at, r->finding.n, &o, warn_unused, NULL));
}

/* Somebody else has the database, say. What was found is worth more than what was said of it. */
static bool untold(const struct trouble *t)
{
	warn("this run is not kept, and findings with the verdict false or benign are reported again: %s", t->text);
	return false;
}

/* Findings of a baseline are known; what people have said of others is respected. False: the database cannot be used. */
static bool compare_findings(struct run *r)
{
	struct finding *f = r->finding.at;
	struct tracked_list known;
	struct track *track;
	struct trouble t;
	uint32_t marked = 0;
	bool good;

	if (r->opt->new_only && !r->opt->baseline)
		die("--new-only needs --baseline FILE");
	if (r->opt->baseline && !track_get(r->arena, NULL, r->opt->baseline, &known, &t))
		die("--baseline: %s", t.text);
	for (uint32_t i = 0; r->opt->baseline && i < r->finding.n; i++) {
		f[i].known = tracked_has(&known, f[i].fingerprint);
		if (f[i].known && r->opt->new_only && !f[i].suppressed)
			f[i].suppressed = "--baseline";
	}
	if (!file_exists(r->opt->db))
		return true;
	if (!track_open(r->arena, r->opt->db, false, &track, &t))
		return untold(&t);
	good = track_apply(r->arena, track, f, r->finding.n, &marked, &t) || untold(&t);
	stat_add(STAT_suppressed, marked);
	track_close(track);
	return good;
}

/* A run that is not kept (--no-cache) leaves nothing behind here either. */
static void save_findings(struct run *r, const struct report_choice *list)
{
	struct track *track;
	struct trouble t;
	uint32_t run;

	if (r->opt->no_cache || r->stopped) /* what the rest would have found is not fixed */
		return;
	if (!track_open(r->arena, r->opt->db, true, &track, &t)) {
		warn("this run is not kept: %s", t.text);
		return;
	}
	if (!track_save(track, list, &run, &t))
		warn("this run is not kept: %s", t.text);
	track_close(track);
}

/* Of the files of units that were analysed; a file that is compiled twice counts once. Headers do not count. */
static void count_lines(struct run *r)
{
	struct map seen = { 0 };

	for (uint32_t i = 0; i < r->units.n; i++) {
		const char *file = r->units.unit[i].file;
		struct bytes text;
		struct trouble t;
		if (!r->units.unit[i].path || (*map_at(r->arena, &seen, hash_much(file, strlen(file), 0)))++ || !file_map(file, &text, &t))
			continue;
		for (const char *at = text.at, *end = at ? at + text.len : at; at && at < end; stat_add(STAT_lines, 1))
			if ((at = memchr(at, '\n', (size_t)(end - at))))
				at++;
		file_unmap(text);
	}
}

bool report(struct run *r)
{
	struct report_options o = report_choices(r);
	struct report_choice list = { 0 };
	struct trouble failed = { "" };
	bool usable;

	stat_phase("report");
	count_lines(r);
	feasible_run(r->arena, r->finding.at, r->finding.n);
	advice_run(r->arena, r->finding.at, r->finding.n);
	ignore_findings(r);
	usable = compare_findings(r);
	list = report_choose_all(r->arena, r->finding.at, r->finding.n, &o);
	keep_last(r, &list);
	if (usable)
		save_findings(r, &list);
	list = report_choose(r->arena, r->finding.at, r->finding.n, &o);
	if (!write_outputs(r, &list, true, &failed))
		report_print(stdout, &list, &o);
	fflush(stdout); /* the closing line comes last, also where both go to one file */
	(void)write_outputs(r, &list, false, &failed);
	if (!r->opt->quiet)
		report_summary(stderr, &list, stat_now() - r->began);
	if (failed.text[0])
		die("%s", failed.text);
	return list.counts;
}

static struct track *open_track(struct run *r)
{
	struct track *track;
	struct trouble t;

	if (!track_open(r->arena, r->opt->db, false, &track, &t))
		die("%s", t.text);
	return track;
}

/* ---- one finding, and the criteria ---- */

/* What a report showed together, from what each finding says of it. */
static const struct report_row *rows_of(struct run *r, const struct kept *kept)
{
	struct report_row *row = arena_array(r->arena, (size_t)kept->finding.n + 1, sizeof *row);
	struct report_member *member = arena_array(r->arena, (size_t)kept->finding.n + 1, sizeof *member);

	for (uint32_t i = 0; i < kept->finding.n; i++) {
		uint32_t of = kept->finding.at[i].cause;
		member[i] = (struct report_member){ &kept->finding.at[i], i + 1 };
		row[i].number = i + 1;
		row[i].member = &member[i + 1]; /* which stand behind it */
		if (of && of <= i)
			row[of - 1].nmembers++;
	}
	return row;
}

/* The best finding about a variable, a member or a lock, by its name in the report; from 1. 0: there is none. */
static uint32_t about(const struct report_choice *list, const char *word)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const struct finding *f = list->at[i];
		if ((f->object && !strcmp(f->object, word)) || (f->lock && !strcmp(f->lock, word)))
			return i + 1;
	}
	return 0;
}

int command_explain(struct run *r)
{
	struct report_options o = { .dir = path_cwd(r->arena),
				    .color = opt_color(r->opt, STDOUT_FILENO),
				    .width = opt_width(STDOUT_FILENO),
				    .links = opt_links(r->opt, STDOUT_FILENO),
				    .set_up = r->opt->verbose };
	const char *word = r->line->files.n ? r->line->files.at[0] : NULL;
	struct report_choice list = { 0 };
	const struct finding **shown;
	struct kept kept = { 0 };
	struct trouble t;
	uint32_t at;

	if (!word || r->line->files.n > 1)
		die("snag explain FINDING: one finding, by its number in the last report, its fingerprint or what it is about; or a "
		    "rule, by its name");
	if (report_rule_page(stdout, word))
		return EXIT_CLEAN;
	if (!kept_read(r->arena, kept_path(r->arena, r->opt->cache, "last", 4), &kept))
		die("%s: no findings are kept here: run `snag check` first, without --no-cache, or say with --cache where its cache is",
		    r->opt->cache);
	list.n = kept.finding.n;
	list.at = shown = arena_array(r->arena, (size_t)list.n + 1, sizeof *shown);
	for (uint32_t i = 0; i < list.n; i++)
		shown[i] = &kept.finding.at[i];
	at = about(&list, word);
	if (!at)
		at = report_find(&list, word, &t);
	if (!at)
		die("%s; the last run, which is kept in %s, had %u finding%s", t.text, r->opt->cache, list.n, list.n == 1 ? "" : "s");
	rank_run(r->arena, weights(r), kept.finding.at, kept.finding.n);
	advice_run(r->arena, &kept.finding.at[at - 1], 1);
	list.row = rows_of(r, &kept);
	report_explain(stdout, &list, at - 1, &o);
	return EXIT_CLEAN;
}

static int undo_learned(struct run *r)
{
	const char *path = learned_path(r, "rank.weights"), *before = learned_path(r, "rank.weights.before");

	if (!file_exists(path))
		die("%s: nothing has been learned that could be taken back", path);
	if (file_exists(before) ? rename(before, path) != 0 : unlink(path) != 0)
		die("%s: %s", path, strerror(errno));
	note(file_exists(path) ? "%s is what it was before the last --learn"
			       : "%s was removed: the points are those of the table again",
	     path);
	return EXIT_CLEAN;
}

static void keep_learned(struct run *r, const struct learned *x)
{
	const char *path = learned_path(r, "rank.weights"), *before = learned_path(r, "rank.weights.before");
	size_t len = 0;
	char *text = NULL;
	FILE *f = open_memstream(&text, &len);
	struct trouble t;

	if (!f)
		die("out of memory");
	fprintf(f, "# made by `snag rank --learn` of %u verdicts, %u of them real; `snag rank --undo` takes it back\n", x->n,
		x->real);
	rank_print_changes(f, x->weights);
	if (fclose(f) != 0)
		die("out of memory");
	if (file_exists(path) && rename(path, before) != 0)
		die("%s: %s", before, strerror(errno));
	if (!file_write(path, text, len, &t))
		die("%s", t.text);
	free(text);
	note("%s written; `snag rank --undo` takes it back", path);
}

static int learn(struct run *r)
{
	const struct rank_weights *old = weights(r);
	struct track *track = open_track(r);
	struct judged_list judged;
	struct learn_verdict *verdict;
	struct learned x;
	struct trouble t;

	if (!track_judged(r->arena, track, &judged, &t))
		die("%s", t.text);
	track_close(track);
	verdict = arena_array(r->arena, (size_t)judged.n + 1, sizeof *verdict);
	for (uint32_t i = 0; i < judged.n; i++)
		verdict[i] = (struct learn_verdict){ judged.at[i].finding, judged.at[i].real };
	if (judged.without)
		warn("%u verdicts are about findings whose facts no run has kept: left out", judged.without);
	if (!rank_learn(r->arena, old, verdict, judged.n, &x, &t))
		die("%s", t.text);
	printf("%u verdicts, %u of them real\n", x.n, x.real);
	printf("how often a real finding ranks above a false one, for verdicts that were not used:\n  before %5.1f %%\n  "
	       "after  %5.1f %%\n",
	       100 * x.before, 100 * x.after);
	if (x.after <= x.before) {
		printf("that is no better: nothing was changed\n");
		return EXIT_CLEAN;
	}
	(void)rank_print_change(stdout, old, x.weights);
	keep_learned(r, &x);
	return EXIT_CLEAN;
}

int command_rank(struct run *r)
{
	if (r->opt->learn && r->opt->undo)
		die("--learn and --undo cannot be given together");
	if (r->opt->undo)
		return undo_learned(r);
	if (r->opt->learn)
		return learn(r);
	rank_dump(weights(r), stdout);
	return EXIT_CLEAN;
}

/* ---- findings over time ---- */

int command_diff(struct run *r)
{
	const struct strings *words = &r->line->files;
	const char *which[2] = { words->n > 0 ? words->at[0] : "last~1", words->n > 1 ? words->at[1] : "last" };
	struct diff_options o = { r->opt->added, r->opt->fixed, r->opt->unchanged, path_cwd(r->arena) };
	bool files = words->n == 2 && file_exists(which[0]) && file_exists(which[1]);
	struct track *track = files ? NULL : open_track(r);
	struct tracked_list list[2];
	struct tracked_change change;
	struct trouble t;

	if (words->n > 2)
		die("snag diff: unexpected '%s'", words->at[2]);
	for (int i = 0; i < 2; i++)
		if (!track_get(r->arena, track, which[i], &list[i], &t))
			die("%s", t.text);
	change = track_compare(r->arena, &list[0], &list[1]);
	track_print_change(stdout, &change, &o);
	if (track)
		track_close(track);
	return change.added.n ? EXIT_FINDINGS : EXIT_CLEAN;
}

int command_baseline(struct run *r)
{
	struct track *track = open_track(r);
	struct tracked_list list;
	struct trouble t;
	size_t len = 0;
	char *text = NULL;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		die("out of memory");
	if (r->line->files.n > 1)
		die("snag baseline: unexpected '%s'", r->line->files.at[1]);
	if (!track_get(r->arena, track, "last", &list, &t))
		die("%s", t.text);
	track_print_baseline(f, &list);
	if (fclose(f) != 0)
		die("out of memory");
	if (!r->line->files.n)
		fwrite(text, 1, len, stdout);
	else if (!file_put(r->line->files.at[0], text, len, &t))
		die("%s", t.text);
	free(text);
	track_close(track);
	return EXIT_CLEAN;
}

int command_triage(struct run *r)
{
	const struct strings *words = &r->line->files;
	enum verdict_kind kind = VERDICT_NONE;
	struct track *track;
	uint64_t found;
	struct trouble t;

	if (words->n == 1 && !strcmp(words->at[0], "list")) {
		track = open_track(r);
		if (!track_list_verdicts(track, stdout, path_cwd(r->arena), &t))
			die("%s", t.text);
		track_close(track);
		return EXIT_CLEAN;
	}
	if (words->n != 2)
		die("snag triage: usage: snag triage FINDING confirmed|benign|false|none [--note TEXT], or snag triage list");
	while (kind < VERDICT_KINDS && strcmp(words->at[1], verdict_word(kind)) != 0)
		kind++;
	if (kind == VERDICT_KINDS)
		die("snag triage: '%s' is none of: confirmed, benign, false, none", words->at[1]);
	track = open_track(r);
	if (!track_find(track, words->at[0], &found, &t) || !track_say(track, found, kind, r->opt->note, &t) ||
	    !track_show_verdict(track, found, stdout, path_cwd(r->arena), &t))
		die("%s", t.text);
	track_close(track);
	return EXIT_CLEAN;
}
