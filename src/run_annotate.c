/* The command annotate: the analysis as of check, then the source is annotated with what was learned (annotate/annotate.h). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "annotate/annotate.h"
#include "base/stat.h"
#include "base/system/progress.h"
#include "report/track/track.h"
#include "run.h"

typedef VEC(const char *) words;
typedef VEC(struct lesson_order) orders;

/* Two locks that are also taken the other way round have no order. */
static void find_orders(struct run *r, orders *to)
{
	const struct graph_list *g = &r->graphs.locks;
	struct intern edge;

	intern_init(&edge, r->arena);
	for (uint32_t i = 0; i < g->edge.n; i++)
		(void)intern_string(&edge, arena_format(r->arena, "%s -> %s", g->edge.at[i].from, g->edge.at[i].to));
	for (uint32_t i = 0; i < g->edge.n; i++) {
		const char *from = g->edge.at[i].from, *into = g->edge.at[i].to;
		const char *back = arena_format(r->arena, "%s -> %s", into, from);
		if (*from && !strpbrk(from, ".->[ ") && !strpbrk(into, ".->[ ") && !intern_find(&edge, back, strlen(back)))
			*vec_add(r->arena, to) = (struct lesson_order){ from, into };
	}
}

/* What findings that somebody has confirmed are about. */
static void find_wanted(struct run *r, words *to)
{
	struct judged_list judged;
	struct track *track;
	struct trouble t;

	if (r->opt->no_cache || !file_exists(r->opt->db))
		return;
	if (!track_open(r->arena, r->opt->db, false, &track, &t) || !track_judged(r->arena, track, &judged, &t))
		die("%s", t.text);
	for (uint32_t i = 0; i < judged.n; i++)
		for (uint32_t k = 0; k < r->finding.n && judged.at[i].real; k++)
			if (r->finding.at[k].fingerprint == judged.at[i].finding.fingerprint && r->finding.at[k].object)
				*vec_add(r->arena, to) = r->finding.at[k].object;
	track_close(track);
}

int command_annotate(struct run *r)
{
	struct lessons lessons = { 0 };
	words wanted = { 0 };
	orders order = { 0 };
	struct annotate_options o = { .jobs = &r->jobs, .workers = r->opt->jobs, .inconsistent = r->opt->inconsistent };
	struct trouble t;

	if (r->opt->header) {
		struct bytes text = annotate_header();
		fwrite(text.at, 1, text.len, stdout);
		return EXIT_CLEAN;
	}
	r->lessons = &lessons;
	progress_enable(opt_progress(r->opt, STDERR_FILENO));
	capture(r);
	extract(r);
	analyse(r);
	stat_phase("annotate");
	find_orders(r, &order);
	find_wanted(r, &wanted);
	o.finding = r->finding.at;
	o.nfindings = r->finding.n;
	o.order = order.at;
	o.norders = order.n;
	o.wanted = wanted.at;
	o.nwanted = wanted.n;
	o.dir = path_cwd(r->arena);
	if (!annotate_write(r->arena, &lessons, &o, stdout, stderr, &t))
		die("%s", t.text);
	extract_release(&r->units);
	return r->partial ? EXIT_PARTIAL : EXIT_CLEAN;
}
