/* From lessons to a patch: guards are placed in the source, clang is asked about the result, and again, until it has nothing more
 * to say that snag knows better. */
#include <stdlib.h>
#include <string.h>

#include "edit.h"

const char *const annotate_header_name = "snag_annotations.h";

extern const struct embedded annotate_files[];

struct bytes annotate_header(void)
{
	return (struct bytes){ (const char *)annotate_files[0].at, annotate_files[0].len };
}

/* ---- sources ---- */

uint32_t source_at(struct writing *w, const char *path)
{
	uint32_t known = w->path.entry.n, id;
	size_t n = strlen(w->o->dir);

	if (strncmp(path, w->o->dir, n) != 0 || path[n] != '/' || strstr(path + n, "/.snag/") ||
	    !strcmp(path_base(path), annotate_header_name))
		return 0;
	id = intern_string(&w->path, path);
	if (id >= known && !source_read(w->arena, path_join(w->arena, "/", path), vec_add(w->arena, &w->source)))
		w->source.at[id - 1].text = (struct bytes){ "", 0 };
	return id;
}

static void note_read(struct writing *w, uint32_t job, const char *path)
{
	uint32_t id = source_at(w, path);

	if (id)
		*vec_add(w->arena, &w->reads[job].source) = id - 1;
}

/* "... FILE": what -H says of a header. */
static void read_headers(struct writing *w)
{
	for (uint32_t j = 0; j < w->o->jobs->job.n; j++) {
		const char *at = w->said[j].text.at, *end;
		for (; at && *at; at = end ? end + 1 : NULL) {
			size_t dots = strspn(at, ".");
			end = strchr(at, '\n');
			if (dots && at[dots] == ' ' && end)
				note_read(w, j,
					  path_join(w->arena, w->o->jobs->job.at[j].dir,
						    arena_copy(w->arena, at + dots + 1, (size_t)(end - at) - dots - 1)));
		}
	}
}

/* ---- placing ---- */

static void add_edit(struct writing *w, uint32_t source, struct text_spot spot, struct edit e)
{
	w->there += spot.state == SPOT_THERE;
	w->macros += spot.state == SPOT_MACRO;
	if (spot.state != SPOT_FOUND)
		return;
	e.source = source;
	e.at = spot.at;
	e.line = spot.line;
	*vec_add(w->arena, &w->edit) = e;
}

/* A declaration that others see has to say it, too. */
static void place_externs(struct writing *w, const char *name, uint32_t home, uint32_t line, struct edit e)
{
	for (uint32_t i = 0; i < w->source.n; i++) {
		const struct source_text *s = &w->source.at[i];
		for (uint32_t at = next_extern(s, 0, name); at; at = next_extern(s, at + 1, name))
			if (i != home || s->word.at[at].line != line)
				add_edit(w, i, spot_variable(s, s->word.at[at].line, name), e);
	}
}

static bool is_wanted_guard(struct writing *w, const struct lesson *x)
{
	const char *name = x->record ? arena_format(w->arena, "%s.%s", x->record, x->name) : x->name;

	for (uint32_t i = 0; i < w->o->nwanted && !x->agreed; i++)
		if (!strcmp(w->o->wanted[i], name))
			return true;
	return x->agreed || w->o->inconsistent;
}

static void place_lesson(struct writing *w, uint32_t subject)
{
	const struct lesson *x = &w->lessons->lesson.at[subject];
	uint32_t id = source_at(w, path_join(w->arena, w->o->dir, x->file));
	struct edit e = { .what = x->pointee ? EDIT_PT_GUARD : EDIT_GUARD, .subject = subject };

	if (!id || !is_wanted_guard(w, x))
		return;
	e.text = arena_format(w->arena, "%s(%s)", x->pointee ? "PT_GUARDED_BY" : "GUARDED_BY", x->lock);
	add_edit(w, id - 1,
		 x->record ? spot_member(&w->source.at[id - 1], x->line, x->name)
			   : spot_variable(&w->source.at[id - 1], x->line, x->name),
		 e);
	if (!x->record && !x->local_static)
		place_externs(w, x->name, id - 1, x->line, e);
}

/* The expression in words of another declaration of the function. NULL: it has none. */
static const char *in_other_words(struct writing *w, const char *e, const names *own, const names *other)
{
	size_t skip = strspn(e, "&*"), n = strspn(e + skip, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");

	for (uint32_t i = 0; i < own->n; i++)
		if (strlen(own->at[i]) == n && !memcmp(own->at[i], e + skip, n))
			return i < other->n && *other->at[i]
				   ? arena_format(w->arena, "%.*s%s%s", (int)skip, e, other->at[i], e + skip + n)
				   : NULL;
	return e;
}

static const struct macro_name {
	const char *name;
	bool arguments;
} macro_names[EDIT_KINDS] = { [EDIT_REQUIRES] = { "REQUIRES", true },
			      [EDIT_ACQUIRE] = { "ACQUIRE", true },
			      [EDIT_RELEASE] = { "RELEASE", true },
			      [EDIT_NOT_ANALYSED] = { "NO_THREAD_SAFETY_ANALYSIS", false } };

static void add_to_prototypes(struct writing *w, const char *name, const names *own, const char *expression, struct edit e)
{
	for (uint32_t i = 0; i < w->source.n; i++) {
		const struct source_text *s = &w->source.at[i];
		uint32_t close;
		for (uint32_t at = next_prototype(s, 0, name, &close); at; at = next_prototype(s, at + 1, name, &close)) {
			names other = { 0 };
			const char *here;
			parameter_names(w->arena, s, at + 1, close, &other);
			here = in_other_words(w, expression, own, &other);
			if (!here) {
				w->old++;
				continue;
			}
			e.text = arena_format(w->arena, "%s(%s)", macro_names[e.what].name, here);
			if (!annotation_stands(s, close, e.text))
				add_edit(w, i, spot_function(s, close, e.text), e);
		}
	}
}

/* False: the source says so already. */
bool add_function_edit(struct writing *w, uint32_t source, const struct definition *d, enum edit_what what,
		       const char *expression)
{
	const struct macro_name *m = &macro_names[what];
	const struct source_text *s = &w->source.at[source];
	names own = { 0 };
	struct edit e = { .what = (uint8_t)what, .function = word_text(w->arena, s, d->name) };
	struct text_spot spot = spot_function(s, d->close, m->name);

	e.text = m->arguments ? arena_format(w->arena, "%s(%s)", m->name, expression) : m->name;
	if (annotation_stands(s, d->close, e.text))
		return false;
	w->old += spot.state == SPOT_MACRO;
	if (spot.state == SPOT_MACRO)
		return true;
	spot.at = s->word.at[d->close].at + 1;
	spot.line = s->word.at[d->close].line;
	spot.state = SPOT_FOUND;
	add_edit(w, source, spot, e);
	parameter_names(w->arena, s, d->open, d->close, &own);
	if (m->arguments)
		add_to_prototypes(w, e.function, &own, expression, e);
	return true;
}

/* ---- orders ---- */

/* The spot of a variable that is defined in the project, by name. */
static bool find_variable(struct writing *w, const char *name, uint32_t *source, uint32_t *line)
{
	bool found = false;

	for (uint32_t i = 0; i < w->source.n; i++) {
		const struct source_text *s = &w->source.at[i];
		for (uint32_t k = 1; k < s->word.n; k++) {
			bool plain = !s->word.at[k].depth && word_is(s, k, name) && s->word.at[k - 1].kind == WORD_NAME &&
				     (word_is(s, k + 1, ";") || word_is(s, k + 1, "=") || word_is(s, k + 1, "ACQUIRED_BEFORE") ||
				      word_is(s, k + 1, "ACQUIRED_AFTER"));
			if (!plain || next_extern(s, k, name) == k)
				continue;
			if (found)
				return false; /* two of one name */
			found = true;
			*source = i;
			*line = s->word.at[k].line;
		}
	}
	return found;
}

/* The one that is declared later speaks of the other one. */
static void place_order(struct writing *w, const struct lesson_order *o)
{
	uint32_t a, b, line_a, line_b;
	struct edit e = { .what = EDIT_ORDER };

	if (!find_variable(w, o->first, &a, &line_a) || !find_variable(w, o->second, &b, &line_b) || a != b)
		return;
	e.text = line_a > line_b ? arena_format(w->arena, "ACQUIRED_BEFORE(%s)", o->second)
				 : arena_format(w->arena, "ACQUIRED_AFTER(%s)", o->first);
	add_edit(w, a, spot_variable(&w->source.at[a], line_a > line_b ? line_a : line_b, line_a > line_b ? o->first : o->second),
		 e);
}

/* ---- asking clang ---- */

static bool write_temp(struct writing *w, const char *name, const void *bytes, size_t len, const char **path, struct trouble *t)
{
	*path = path_join(w->arena, w->temp.path, name);
	return file_write(*path, bytes, len, t);
}

static void add_to_overlay(FILE *f, const char *name, const char *contents, bool *any)
{
	fprintf(f, "%s{\"type\":\"file\",\"name\":\"", *any ? ",\n" : "");
	for (const char *c = name; *c; c++)
		fprintf(f, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
	fprintf(f, "\",\"external-contents\":\"%s\"}", contents);
	*any = true;
}

/* The sources as edited, for clang alone. */
static bool make_overlay(struct writing *w, const char **overlay, struct trouble *t)
{
	struct bytes header = annotate_header();
	const char *path;
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);
	bool any = false, ok;
	const struct edited *before = w->edited;

	if (!f)
		die("out of memory");
	fputs("{\"version\":0,\"use-external-names\":false,\"roots\":[\n", f);
	w->edited = arena_array(w->arena, w->source.n + 1, sizeof *w->edited);
	before = before ? before : w->edited;
	ok = write_temp(w, "header", header.at, header.len, &path, t);
	add_to_overlay(f, path_join(w->arena, w->o->dir, annotate_header_name), path, &any);
	for (uint32_t i = 0; i < w->source.n && ok; i++) {
		struct edited *e = &w->edited[i];
		e->text = edited_text(w, i, &e->include_line);
		e->changed =
		    e->text.len != before[i].text.len || (e->text.len && memcmp(e->text.at, before[i].text.at, e->text.len) != 0);
		if (e->text.len == w->source.at[i].text.len)
			continue;
		ok = write_temp(w, arena_format(w->arena, "%u", i), e->text.at, e->text.len, &path, t);
		add_to_overlay(f, w->source.at[i].path, path, &any);
	}
	fputs("\n]}\n", f);
	fclose(f);
	ok = ok && write_temp(w, "overlay", text, len, overlay, t);
	free(text);
	return ok;
}

static bool ask_clang(struct writing *w, bool headers, struct trouble *t)
{
	const char *overlay;
	const char *flags[] = { "-Wthread-safety",
				"-Wno-thread-safety-attributes",
				"-Wno-thread-safety-negative",
				"-ivfsoverlay",
				NULL,
				headers ? "-H" : NULL,
				NULL };
	struct diagnose_options o = { .flags = flags, .workers = w->o->workers };

	if (!make_overlay(w, &overlay, t))
		return false;
	flags[4] = overlay;
	for (uint32_t j = 0; j < w->o->jobs->job.n; j++) {
		o.wanted = headers ? NULL : w->asked;
		w->asked[j] = false;
		for (uint32_t i = 0; i < w->reads[j].source.n; i++)
			w->asked[j] |= w->edited[w->reads[j].source.at[i]].changed;
	}
	return diagnose(w->arena, w->o->jobs, &o, w->said, t);
}

/* Until clang says nothing that changes anything: each round takes a guard back or says something of a function, which is done
 * once. */
static bool settle(struct writing *w, struct trouble *t)
{
	do {
		w->rounds++;
		if (!ask_clang(w, false, t))
			return false;
	} while (follow_clang(w, false));
	return true;
}

/* Guards that were taken back may be fine now that functions are not analysed: a second run would see it so. */
static bool try_again(struct writing *w)
{
	bool any = false;

	for (uint32_t i = 0; i < w->edit.n; i++)
		if (w->edit.at[i].dropped == DROPPED_FOLLOW) {
			w->edit.at[i].dropped = DROPPED_NOT;
			any = true;
		}
	return any;
}

/* ---- all of it ---- */

static int by_function(const void *a, const void *b)
{
	const struct lesson_function *x = *(const struct lesson_function *const *)a,
				     *y = *(const struct lesson_function *const *)b;
	int d = strcmp(x->name, y->name);

	return d ? d : strcmp(x->file, y->file);
}

/* Programs of one run may know the same member: it is guarded if all say so, by the same lock. */
static void join_lessons(struct writing *w)
{
	struct lessons *l = w->lessons;
	struct intern seen;
	uint32_t n = 0;

	intern_init(&seen, w->arena);
	for (uint32_t i = 0; i < l->lesson.n; i++) {
		struct lesson *x = &l->lesson.at[i], *first;
		uint32_t id = intern_string(&seen, arena_format(w->arena, "%s:%u:%s:%d", x->file, x->line, x->name, x->pointee));
		if (id > n) {
			l->lesson.at[n++] = *x;
			continue;
		}
		first = &l->lesson.at[id - 1];
		first->agreed &= x->agreed && !strcmp(first->lock, x->lock);
		for (uint32_t k = 0; k < x->holders.n; k++)
			*vec_add(w->arena, &first->holders) = x->holders.at[k];
	}
	l->lesson.n = n;
}

static void prepare(struct writing *w)
{
	const struct lessons *l = w->lessons;

	intern_init(&w->path, w->arena);
	intern_init(&w->done, w->arena);
	intern_init(&w->roots, w->arena);
	w->said = arena_array(w->arena, w->o->jobs->job.n, sizeof *w->said);
	w->reads = arena_array(w->arena, w->o->jobs->job.n, sizeof *w->reads);
	w->asked = arena_array(w->arena, w->o->jobs->job.n, sizeof *w->asked);
	w->unusable = arena_array(w->arena, w->o->jobs->job.n, sizeof *w->unusable);
	w->facts = arena_array(w->arena, l->function.n + 1, sizeof *w->facts);
	for (uint32_t i = 0; i < l->function.n; i++)
		w->facts[i] = &l->function.at[i];
	qsort(w->facts, l->function.n, sizeof *w->facts, by_function);
	join_lessons(w);
	for (uint32_t i = 0; i < l->lesson.n; i++)
		if (l->lesson.at[i].lock[0] != '&')
			(void)intern_bytes(&w->roots, l->lesson.at[i].lock, strcspn(l->lesson.at[i].lock, ".-["));
	for (uint32_t i = 0; i < w->o->norders; i++) {
		(void)intern_bytes(&w->roots, w->o->order[i].first, strcspn(w->o->order[i].first, ".-["));
		(void)intern_bytes(&w->roots, w->o->order[i].second, strcspn(w->o->order[i].second, ".-["));
	}
	for (uint32_t i = 0; i < w->o->jobs->job.n; i++)
		note_read(w, i, w->o->jobs->job.at[i].file);
}

struct told_count {
	uint32_t n;
	const char *one, *many; /* many NULL: as one */
};

/* "begin 1 lock, 2 orders\n": what is not 0. */
static void print_counts(FILE *f, const char *begin, const struct told_count *c, uint32_t k)
{
	const char *before = begin;

	for (uint32_t i = 0; i < k; i++) {
		if (!c[i].n)
			continue;
		fprintf(f, "%s%u %s", before, c[i].n, c[i].n == 1 || !c[i].many ? c[i].one : c[i].many);
		before = ", ";
	}
	if (before != begin)
		fputc('\n', f);
}

static void tell(struct writing *w, FILE *f)
{
	uint32_t n[EDIT_KINDS] = { 0 }, follow = 0, locks;
	const uint32_t *left = w->lessons->left;
	struct intern lock, subject;

	intern_init(&lock, w->arena);
	intern_init(&subject, w->arena);
	for (uint32_t i = 0; i < w->edit.n; i++) {
		const struct edit *e = &w->edit.at[i];
		uint32_t known = subject.entry.n;
		const char *key = e->what <= EDIT_PT_GUARD
				      ? arena_format(w->arena, "%u", e->subject)
				      : arena_format(w->arena, "%u %s %s", e->what, e->function ? e->function : "", e->text);
		if (intern_string(&subject, key) < known)
			continue;
		follow += e->dropped == DROPPED_FOLLOW;
		if (e->dropped)
			continue;
		n[e->what]++;
		if (e->what <= EDIT_PT_GUARD) {
			const struct lesson *x = &w->lessons->lesson.at[e->subject];
			(void)intern_string(&lock, arena_format(w->arena, "%s%s", x->lock[0] == '&' ? x->record : "", x->lock));
		}
	}
	locks = lock.entry.n ? lock.entry.n - 1 : 0;
	const struct told_count done[] = {
		{ n[EDIT_GUARD], "variable or member", "variables and members" },
		{ n[EDIT_PT_GUARD], "pointer to what is guarded", "pointers to what is guarded" },
		{ locks, "lock that guards them", "locks that guard them" },
		{ n[EDIT_REQUIRES], "function that requires a lock", "functions that require a lock" },
		{ n[EDIT_ACQUIRE], "function that acquires one", "functions that acquire one" },
		{ n[EDIT_RELEASE], "function that releases one", "functions that release one" },
		{ n[EDIT_ORDER], "lock order", "lock orders" },
		{ n[EDIT_NOT_ANALYSED], "function that clang is not to analyse", "functions that clang is not to analyse" },
	};
	const struct told_count not_done[] = {
		{ follow, "that clang cannot follow", NULL },
		{ w->declared, "declared before the lock, or elsewhere", NULL },
		{ w->macros, "in a declaration made by a macro or not understood", NULL },
		{ w->old, "of a function in the old style, or without names of parameters", NULL },
		{ w->there, "annotated already", NULL },
		{ left[LEFT_ARRAY], "with a lock in an array", NULL },
		{ left[LEFT_NESTED], "with a lock in a nested record", NULL },
		{ left[LEFT_UNNAMED], "with a lock that only a function can name", NULL },
	};

	if (done[0].n + done[1].n + done[3].n + done[4].n + done[5].n + done[6].n + done[7].n)
		print_counts(f, "annotated: ", done, sizeof done / sizeof *done);
	else
		fputs("annotated: nothing\n", f);
	print_counts(f, "left out: ", not_done, sizeof not_done / sizeof *not_done);
	if (w->kept)
		fprintf(f, "clang -Wthread-safety warns %u time%s, where snag has a finding\n", w->kept, w->kept == 1 ? "" : "s");
}

bool annotate_write(struct arena *a, struct lessons *l, const struct annotate_options *o, FILE *out, FILE *told,
		    struct trouble *t)
{
	struct writing w = { .arena = a, .lessons = l, .o = o };
	bool ok;

	prepare(&w);
	if (!temp_make(a, &w.temp, t))
		return false;
	ok = ask_clang(&w, true, t);
	if (ok) {
		read_headers(&w);
		for (uint32_t j = 0; j < o->jobs->job.n; j++)
			w.unusable[j] = w.said[j].failed;
		for (uint32_t i = 0; i < l->lesson.n; i++)
			place_lesson(&w, i);
		for (uint32_t i = 0; i < o->norders; i++)
			place_order(&w, &o->order[i]);
		w.edited = arena_array(a, w.source.n + 1, sizeof *w.edited);
		for (uint32_t i = 0; i < w.source.n; i++)
			w.edited[i] = (struct edited){ .text = w.source.at[i].text, .include_line = UINT32_MAX };
		ok = settle(&w, t) && (!try_again(&w) || settle(&w, t));
	}
	temp_remove(&w.temp);
	if (!ok)
		return false;
	patch_write(&w, out);
	tell(&w, told);
	return true;
}
