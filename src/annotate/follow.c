/* What clang says of the annotated sources, and what follows from it. Of each function it is asked: can clang see what snag
 * knows?
 *
 *     an access or a call needs a lock     all callers hold one: REQUIRES; snag knows that it is held: the guard is taken back;
 *                                          else nobody else is there then, and the function is not analysed
 *     a lock is held at the end            the function always comes back with it: ACQUIRE
 *     a lock is given back, not held       it always comes back without: RELEASE
 *     any other warning                    the function is not analysed
 *
 * Where snag has a finding, or the guard is one that not all accesses hold, the warning is meant and stays. */
#include <stdlib.h>
#include <string.h>

#include "edit.h"

struct remark {
	uint32_t source;       /* index */
	uint32_t line, column; /* as clang was shown the file */
	uint32_t old_line;
	const char *text;
	bool error;
};

/* ---- reading ---- */

/* "FILE:LINE:COLUMN: warning: TEXT [-Wthread-safety-analysis]" */
static bool read_remark(struct writing *w, const struct job *j, const char *line, size_t len, struct remark *r)
{
	char *copy = arena_copy(w->arena, line, len), *mark = strstr(copy, ": warning: "), *file, *at;
	uint32_t id;

	r->error = !mark;
	if (!mark)
		mark = strstr(copy, ": error: ");
	if (!mark)
		return false;
	r->text = strchr(mark + 2, ' ') + 1;
	*mark = 0;
	at = strrchr(copy, ':');
	if (!at)
		return false;
	r->column = (uint32_t)strtoul(at + 1, NULL, 10);
	*at = 0;
	at = strrchr(copy, ':');
	if (!at)
		return false;
	r->line = (uint32_t)strtoul(at + 1, NULL, 10);
	*at = 0;
	file = path_join(w->arena, j->dir, copy);
	id = intern_find(&w->path, file, strlen(file));
	if (!id)
		return false;
	r->source = id - 1;
	r->old_line = r->line - (r->line && r->line - 1 > w->edited[r->source].include_line);
	return true;
}

/* 'x' in a text: the n-th one in quotes. */
static const char *quoted(struct arena *a, const char *text, int n)
{
	const char *from = strchr(text, '\''), *to;

	for (; from; from = strchr(to + 1, '\'')) {
		to = strchr(from + 1, '\'');
		if (!to)
			return NULL;
		if (!n--)
			return arena_copy(a, from + 1, (size_t)(to - from - 1));
	}
	return NULL;
}

static const char *line_at(const struct bytes *text, uint32_t line)
{
	const char *at = text->at, *end = text->at + text->len;

	for (uint32_t i = 1; i < line && at; i++) {
		at = memchr(at, '\n', (size_t)(end - at));
		at = at ? at + 1 : NULL;
	}
	return at;
}

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* What stands before the member at this column: "c->" of `c->state`, "" if it is no plain path. */
static const char *base_before(struct arena *a, const char *line, uint32_t column)
{
	const char *at = line + column - 1, *from = at;

	while (from > line && (is_name_char(from[-1]) || from[-1] == '.' ||
			       (from[-1] == '>' && from > line + 1 && from[-2] == '-') || (from[-1] == '-' && *from == '>')))
		from--;
	return from < at && (at[-1] == '.' || at[-1] == '>') ? arena_copy(a, from, (size_t)(at - from)) : "";
}

/* The lock in words of the function that the remark is about; NULL: there are none. "&conn::lock" is the lock of whichever: that
 * of the instance that is used there. */
static const char *lock_expression(struct writing *w, const struct remark *r, const char *lock)
{
	const char *member = lock && lock[0] == '&' ? strstr(lock, "::") : NULL, *base, *text;

	if (!lock)
		return NULL;
	if (!member)
		return lock;
	while (strstr(member + 2, "::"))
		member = strstr(member + 2, "::");
	text = line_at(&w->edited[r->source].text, r->line);
	base = text ? base_before(w->arena, text, r->column) : "";
	return *base ? arena_format(w->arena, "%s%s", base, member + 2) : NULL;
}

/* ---- what is known of a function ---- */

static const struct lesson_function *function_facts(const struct writing *w, const struct source_text *s, const char *name)
{
	const struct lesson_function *any = NULL;
	uint32_t low = 0, high = w->lessons->function.n;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		if (strcmp(w->facts[mid]->name, name) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < w->lessons->function.n && !strcmp(w->facts[low]->name, name); low++) {
		any = w->facts[low];
		if (!strcmp(path_base(any->file), path_base(s->path)))
			return any;
	}
	return any;
}

static bool is_accused(const struct writing *w, const char *function)
{
	for (uint32_t i = 0; i < w->o->nfindings; i++) {
		const struct finding *f = &w->o->finding[i];
		if (f->rule != RULE_RACE && f->rule != RULE_RACE_BITFIELD && !f->pruned && f->function &&
		    !strcmp(f->function, function))
			return true;
	}
	return false;
}

static bool is_parameter(struct writing *w, const struct source_text *s, const struct definition *d, const char *name, size_t len)
{
	names p = { 0 };

	parameter_names(w->arena, s, d->open, d->close, &p);
	for (uint32_t i = 0; i < p.n; i++)
		if (strlen(p.at[i]) == len && !memcmp(p.at[i], name, len))
			return true;
	return false;
}

/* The only parameter that is a pointer; NULL: there are none, or several. */
static const char *only_pointer(struct writing *w, const struct source_text *s, const struct definition *d)
{
	uint32_t stars = 0;
	names p = { 0 };
	const char *found = NULL;

	parameter_names(w->arena, s, d->open, d->close, &p);
	for (uint32_t i = d->open, k = 0; i < d->close; i++) {
		k += word_is(s, i, ",");
		if (!word_is(s, i, "*"))
			continue;
		stars += !found || (k < p.n && found != p.at[k]);
		found = k < p.n ? p.at[k] : NULL;
	}
	return stars == 1 ? found : NULL;
}

/* clang calls parameters by the names of the first declaration, where they may have others, or none: "->lock". */
static const char *in_own_words(struct writing *w, const struct source_text *s, const struct definition *d, const char *e)
{
	const char *function = word_text(w->arena, s, d->name), *root = e;
	names own = { 0 };
	size_t n;

	if (!e)
		return NULL;
	if (!strncmp(e, "->", 2)) {
		root = only_pointer(w, s, d);
		return root ? arena_format(w->arena, "%s%s", root, e) : NULL;
	}
	while (*root == '&' || *root == '*')
		root++;
	for (n = 0; is_name_char(root[n]); n++)
		;
	if (is_parameter(w, s, d, root, n) || intern_find(&w->roots, root, n))
		return e;
	parameter_names(w->arena, s, d->open, d->close, &own);
	for (uint32_t i = 0; i < w->source.n; i++) {
		const struct source_text *other = &w->source.at[i];
		uint32_t close;
		for (uint32_t at = next_prototype(other, 0, function, &close); at;
		     at = next_prototype(other, at + 1, function, &close)) {
			names p = { 0 };
			parameter_names(w->arena, other, at + 1, close, &p);
			for (uint32_t k = 0; k < p.n && k < own.n; k++)
				if (strlen(p.at[k]) == n && !memcmp(p.at[k], root, n))
					return arena_format(w->arena, "%.*s%s%s", (int)(root - e), e, own.at[k], root + n);
		}
	}
	return e;
}

/* Can callers name it: does it begin with a parameter, or a variable that is a lock or has one? */
static bool is_expressible(struct writing *w, const struct remark *r, const struct definition *d, const char *e)
{
	const struct source_text *s = &w->source.at[r->source];
	size_t n;

	if (!e)
		return false;
	while (*e == '&' || *e == '*')
		e++;
	for (n = 0; is_name_char(e[n]); n++)
		;
	for (const char *c = e; *c; c++)
		if (!is_name_char(*c) && *c != '.' && *c != '-' && *c != '>')
			return false;
	return n && (is_parameter(w, s, d, e, n) || intern_find(&w->roots, e, n));
}

/* ---- the lesson that a remark is about ---- */

/* The guard that an access is said to need; NULL: an annotation that nothing was learned of. */
static const struct lesson *guard_lesson(struct writing *w, const char *variable, const char *lock, bool pointee)
{
	for (uint32_t i = 0; i < w->lessons->lesson.n; i++) {
		const struct lesson *x = &w->lessons->lesson.at[i];
		const char *member = x->lock[0] == '&' ? strrchr(lock, ':') : NULL;
		if (!strcmp(x->name, variable) && x->pointee == pointee &&
		    (member ? !strcmp(member + 1, x->lock + 1) : !strcmp(lock, x->lock)))
			return x;
	}
	return NULL;
}

/* False: it was in the source before. */
static bool drop_lesson(struct writing *w, const struct lesson *x)
{
	bool any = false;

	for (uint32_t i = 0; i < w->edit.n; i++) {
		struct edit *e = &w->edit.at[i];
		if (e->what > EDIT_PT_GUARD || &w->lessons->lesson.at[e->subject] != x || e->dropped == DROPPED_COMPILE)
			continue;
		e->dropped = DROPPED_FOLLOW;
		any = true;
	}
	return any;
}

static bool is_held_in(const struct lesson *x, const char *function)
{
	for (uint32_t i = 0; i < x->holders.n; i++)
		if (!strcmp(x->holders.at[i], function))
			return true;
	return false;
}

/* ---- acting ---- */

struct act {
	struct writing *w;
	const struct remark *r;
	const struct definition *d;
	const char *function;
	const struct lesson_function *facts;
	const char *variable; /* that the access needs the lock for; NULL: it is about a call or a lock */
	const char *lock, *expression;
	bool pointee;
};

/* Once each: what did not help in an earlier round is not tried again. */
static bool say_of_function(struct act *x, enum edit_what what, const char *expression)
{
	struct writing *w = x->w;
	const char *key = arena_format(w->arena, "%u %u %u %s", x->r->source, x->d->name, what, expression);
	uint32_t known = w->done.entry.n, id = intern_string(&w->done, key);

	while (w->done_in.n <= id)
		*vec_add(w->arena, &w->done_in) = w->rounds;
	if (id >= known && !add_function_edit(w, x->r->source, x->d, what, expression))
		w->done_in.at[id] = 0; /* the annotation was no help */
	return w->done_in.at[id] == w->rounds;
}

static bool leave_out(struct act *x)
{
	if (is_accused(x->w, x->function)) {
		x->w->kept++;
		return false;
	}
	return !x->w->patient && say_of_function(x, EDIT_NOT_ANALYSED, "");
}

static bool on_missing(struct act *x)
{
	const struct lesson *lesson = x->variable ? guard_lesson(x->w, x->variable, x->lock, x->pointee) : NULL;

	if (x->facts && x->facts->held && is_expressible(x->w, x->r, x->d, x->expression) &&
	    say_of_function(x, EDIT_REQUIRES, x->expression))
		return true;
	if (x->variable && (!lesson || !lesson->agreed)) {
		x->w->kept++;
		return false;
	}
	if (lesson && is_held_in(lesson, x->function) && drop_lesson(x->w, lesson))
		return true;
	return leave_out(x);
}

static bool is_access(const char *text, bool *pointee)
{
	*pointee = strstr(text, "the value pointed to by") != NULL || strstr(text, "the value that") != NULL;
	return !strncmp(text, "reading ", 8) || !strncmp(text, "writing ", 8) || !strncmp(text, "passing ", 8) ||
	       !strncmp(text, "returning ", 10);
}

static bool act_on(struct act *x)
{
	const char *text = x->r->text;
	struct arena *a = x->w->arena;

	if (is_access(text, &x->pointee) || !strncmp(text, "calling function ", 17)) {
		x->variable = is_access(text, &x->pointee) ? quoted(a, text, 0) : NULL;
		x->lock = quoted(a, text, 1);
		x->expression = lock_expression(x->w, x->r, x->lock);
		if (x->expression == x->lock)
			x->expression = in_own_words(x->w, &x->w->source.at[x->r->source], x->d, x->lock);
		return x->lock ? on_missing(x) : leave_out(x);
	}
	x->lock = quoted(a, text, 0);
	x->expression = in_own_words(x->w, &x->w->source.at[x->r->source], x->d, x->lock);
	if (strstr(text, "that was not held") && is_expressible(x->w, x->r, x->d, x->expression)) {
		if (x->facts && x->facts->gives && !x->facts->takes && say_of_function(x, EDIT_RELEASE, x->expression))
			return true;
		if (x->facts && x->facts->held && !x->facts->gives && say_of_function(x, EDIT_REQUIRES, x->expression))
			return true;
	}
	if (strstr(text, "still held at the end") && is_expressible(x->w, x->r, x->d, x->expression) && x->facts &&
	    x->facts->takes && say_of_function(x, EDIT_ACQUIRE, x->expression))
		return true;
	return leave_out(x);
}

static bool act_on_remark(struct writing *w, const struct remark *r)
{
	const struct source_text *s = &w->source.at[r->source];
	struct act x = { .w = w, .r = r, .d = source_function(s, r->old_line) };

	if (!x.d)
		return false;
	x.function = word_text(w->arena, s, x.d->name);
	x.facts = function_facts(w, s, x.function);
	return act_on(&x);
}

/* What does not compile is taken back: the edits of that line, else all of the file. */
static bool act_on_error(struct writing *w, const struct remark *r, bool all)
{
	bool changed = false;

	for (uint32_t i = 0; i < w->edit.n; i++) {
		struct edit *e = &w->edit.at[i];
		if (e->source != r->source || e->dropped || (!all && e->line != r->old_line))
			continue;
		e->dropped = DROPPED_COMPILE;
		w->declared++;
		changed = true;
	}
	return changed;
}

static bool each_remark(struct writing *w, bool (*act)(struct writing *, const struct remark *, bool), bool errors, bool all)
{
	struct intern seen; /* a header is told of by many units */
	bool changed = false;

	w->kept = 0;
	intern_init(&seen, w->arena);
	for (uint32_t j = 0; j < w->o->jobs->job.n; j++) {
		const char *at = w->said[j].text.at, *end;
		for (; at && *at && !w->unusable[j]; at = end ? end + 1 : NULL) {
			struct remark r;
			uint32_t known = seen.entry.n;
			end = strchr(at, '\n');
			if (!read_remark(w, &w->o->jobs->job.at[j], at, end ? (size_t)(end - at) : strlen(at), &r) ||
			    r.error != errors ||
			    intern_string(&seen, arena_format(w->arena, "%u:%u:%u:%s", r.source, r.line, r.column, r.text)) <
				known)
				continue;
			changed |= act(w, &r, all);
		}
	}
	return changed;
}

static bool act_on_warning(struct writing *w, const struct remark *r, bool all)
{
	(void)all;
	return act_on_remark(w, r);
}

bool follow_clang(struct writing *w, bool first)
{
	bool failed = false;

	for (uint32_t j = 0; j < w->o->jobs->job.n; j++) {
		if (first)
			w->unusable[j] = w->said[j].failed;
		failed |= w->said[j].failed && !w->unusable[j];
	}
	if (failed)
		return each_remark(w, act_on_error, true, false) || each_remark(w, act_on_error, true, true);
	/* a function is given up only when there is nothing better to do */
	w->patient = true;
	if (each_remark(w, act_on_warning, false, false))
		return true;
	w->patient = false;
	return each_remark(w, act_on_warning, false, false);
}
