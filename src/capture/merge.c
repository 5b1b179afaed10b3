/* A build says what it compiled, which is not all there is: what was up to date, or behind an error, it did not compile. So what
 * it says is merged into the database that is there: a new entry takes the place of the old ones that compile the same file in
 * the same directory to the same output, an output that only one of them names being any; an old entry of which the file, or the
 * directory in which it is compiled, is gone leaves; all others stay, in their order, the new ones behind them. A database of
 * which nothing would be left stays as it was.
 *
 * Keys are texts in a table of jansson's, so that the work is linear in the entries. */
#include "capture.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct merge {
	struct arena a;
	const char *base;    /* where relative directories start */
	json_t *old, *fresh; /* arrays */
	json_t *exact, *bare, *all; /* entries of `old`: by file, directory and output; without an output; whatever it is */
	json_t *taken, *taken_any; /* keys of what `fresh` replaces: for a certain output, and for any */
	struct capture_change change;
};

static const char *text_of(const json_t *entry, const char *name)
{
	const char *text = json_string_value(json_object_get(entry, name));

	return text ? text : "";
}

static const char *dir_of(struct merge *m, const json_t *entry)
{
	return path_join(&m->a, m->base, text_of(entry, "directory"));
}

static const char *file_of(struct merge *m, const json_t *entry)
{
	return path_join(&m->a, dir_of(m, entry), text_of(entry, "file"));
}

static const char *any_key(struct merge *m, const json_t *entry)
{
	return arena_format(&m->a, "%s\n%s", dir_of(m, entry), file_of(m, entry));
}

/* NULL: it names no output. */
static const char *exact_key(struct merge *m, const json_t *entry)
{
	const char *output = text_of(entry, "output");

	return *output ? arena_format(&m->a, "%s\n%s", any_key(m, entry), path_join(&m->a, dir_of(m, entry), output)) : NULL;
}

static void learn_old(struct merge *m)
{
	for (size_t i = 0; i < json_array_size(m->old); i++) {
		json_t *entry = json_array_get(m->old, i);
		const char *exact = exact_key(m, entry);
		json_object_set(m->all, any_key(m, entry), entry);
		if (exact)
			json_object_set(m->exact, exact, entry);
		else
			json_object_set(m->bare, any_key(m, entry), entry);
	}
}

/* The old entry that a new one is the new form of; of several the last. A new one without an output replaces all. */
static const json_t *earlier(struct merge *m, const json_t *entry)
{
	const char *exact = exact_key(m, entry);
	const json_t *found = exact ? json_object_get(m->exact, exact) : NULL;

	return found ? found : json_object_get(exact ? m->bare : m->all, any_key(m, entry));
}

static void learn_fresh(struct merge *m)
{
	for (size_t i = 0; i < json_array_size(m->fresh); i++) {
		const json_t *entry = json_array_get(m->fresh, i), *before = earlier(m, entry);
		const char *exact = exact_key(m, entry);
		if (before && json_equal(entry, before))
			m->change.kept++;
		else if (before)
			m->change.updated++;
		else
			m->change.added++;
		json_object_set_new(exact ? m->taken : m->taken_any, exact ? exact : any_key(m, entry), json_true());
		json_object_set_new(m->taken, any_key(m, entry), json_true()); /* an old one without an output */
	}
}

static bool is_replaced(struct merge *m, const json_t *entry)
{
	const char *exact = exact_key(m, entry);

	return json_object_get(m->taken, exact ? exact : any_key(m, entry)) || json_object_get(m->taken_any, any_key(m, entry));
}

static json_t *merged(struct merge *m)
{
	json_t *all = json_array();

	learn_old(m);
	learn_fresh(m);
	for (size_t i = 0; i < json_array_size(m->old); i++) {
		json_t *entry = json_array_get(m->old, i);
		if (is_replaced(m, entry))
			continue;
		if (!file_exists(file_of(m, entry)) || !file_is_dir(dir_of(m, entry))) {
			m->change.removed++;
			continue;
		}
		m->change.kept++;
		json_array_append(all, entry);
	}
	json_array_extend(all, m->fresh);
	return all;
}

/* The entries of a database that are objects; NULL: there is none, or it is no such thing. */
static json_t *entries(const char *path)
{
	json_error_t error;
	json_t *read = file_is_regular(path) ? json_load_file(path, 0, &error) : NULL, *list;

	if (!json_is_array(read)) {
		json_decref(read);
		return NULL;
	}
	list = json_array();
	for (size_t i = 0; i < json_array_size(read); i++)
		if (json_is_object(json_array_get(read, i)))
			json_array_append(list, json_array_get(read, i));
	json_decref(read);
	return list;
}

static bool put(const char *path, const json_t *all, struct trouble *t)
{
	char *text = json_dumps(all, JSON_INDENT(2));
	bool ok = text && file_put(path, text, strlen(text), t);

	if (!text)
		trouble(t, "%s: cannot write: out of memory", path);
	free(text);
	return ok;
}

bool capture_merge(const char *path, const char *fresh, struct capture_change *change, struct trouble *t)
{
	struct merge m = { .old = entries(path), .fresh = entries(fresh) };
	struct stat found;
	json_t *all;
	bool ok = true;

	arena_init(&m.a, "capture merge");
	m.base = path_dir(&m.a, path_join(&m.a, path_cwd(&m.a), path));
	m.change.had = m.old != NULL;
	m.change.unread = !m.old && stat(path, &found) == 0 && found.st_size > 0;
	m.old = m.old ? m.old : json_array();
	m.fresh = m.fresh ? m.fresh : json_array();
	m.exact = json_object(), m.bare = json_object(), m.all = json_object();
	m.taken = json_object(), m.taken_any = json_object();
	all = merged(&m);
	m.change.entries = (uint32_t)json_array_size(all);
	m.change.seen = (uint32_t)json_array_size(m.fresh);
	if (m.change.entries && (m.change.added || m.change.updated || m.change.removed))
		ok = put(path, all, t);
	*change = m.change;
	json_decref(all);
	json_decref(m.old), json_decref(m.fresh), json_decref(m.exact), json_decref(m.bare), json_decref(m.all);
	json_decref(m.taken), json_decref(m.taken_any);
	arena_release(&m.a);
	return ok;
}
