/* Which tables are read, in which order, and what becomes of complaints. */
#include "private.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NEEDED = 128 }; /* letters of a name in %needs a+b */

bool model_complain(struct models *m, const char *file, uint32_t line, const char *format, ...)
{
	char text[1024];
	va_list ap;

	if (m->complaints++ >= MODEL_COMPLAINTS)
		return false;
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	*vec_add(m->arena, &m->complaint) = (struct model_complaint){ file, arena_string(m->arena, text), line };
	return false;
}

static struct models *start(struct arena *a)
{
	struct models *m = arena_new(a, struct models);

	m->arena = a;
	intern_init(&m->names, a);
	return m;
}

static void add_table(struct models *m, const char *file, uint32_t layer, struct bytes b)
{
	*vec_add(m->arena, &m->table) =
	    (struct model_table){ .file = arena_string(m->arena, file), .layer = layer, .active = true };
	model_parse(m, m->table.n - 1, b);
}

static uint32_t next_layer(const struct models *m)
{
	return m->table.n ? m->table.at[m->table.n - 1].layer + 1 : 1;
}

static void add_file(struct models *m, const char *path)
{
	struct trouble t;
	struct bytes b;

	if (file_read(m->arena, path, &b, &t))
		add_table(m, path, next_layer(m), b);
	else /* the text names the file */
		model_complain(m, NULL, 0, "%s", t.text);
}

static int is_model(const struct dirent *e)
{
	size_t n = strlen(e->d_name);

	return n > 6 && e->d_name[0] != '.' && !strcmp(e->d_name + n - 6, ".model");
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name); /* not alphasort: the locale must not decide which file wins */
}

static void add_directory(struct models *m, const char *dir)
{
	struct dirent **entry;
	int n = scandir(dir, &entry, is_model, by_bytes);

	if (n < 0) {
		model_complain(m, NULL, 0, "%s: cannot list it: %s", dir, strerror(errno));
		return;
	}
	for (int i = 0; i < n; i++) {
		add_file(m, arena_format(m->arena, "%s/%s", dir, entry[i]->d_name));
		free(entry[i]);
	}
	free(entry);
}

static void add_project(struct models *m, const char *project)
{
	const char *path = path_join(m->arena, project, ".snag/models");

	if (file_is_dir(path))
		add_directory(m, path);
	else if (file_exists(path))
		add_file(m, path);
}

/* Each name as a row of a table of its own, above all others. */
static void add_benign(struct models *m, const struct models_options *o)
{
	const char *text = "";

	for (uint32_t i = 0; i < o->n_benign; i++)
		text = arena_format(m->arena, "%sbenign %s%s\n", text, strchr(o->benign[i], '.') ? "struct " : "", o->benign[i]);
	if (o->n_benign)
		add_table(m, "--benign", m->table.n ? m->table.at[m->table.n - 1].layer + 1 : 1,
			  (struct bytes){ text, strlen(text) });
}

/* What was read when snag was built: the rows stay where they are, a table of names is one's own. */
static void add_ready(struct models *m)
{
	const struct model_ready *from = &model_ready;

	m->names = (struct intern){ .arena = m->arena, .cap = from->slots, .base = (uintptr_t)from->text };
	m->names.entry.at = (struct intern_entry *)(uintptr_t)from->name; /* copied when one is added */
	m->names.entry.n = m->names.entry.cap = from->names;
	m->names.slot = arena_array(m->arena, from->slots, sizeof *m->names.slot);
	memcpy(m->names.slot, from->slot, from->slots * sizeof *m->names.slot);
	for (uint32_t i = 0; i < from->tables; i++) {
		const struct model_ready_table *of = &from->table[i];
		struct model_table *t = vec_add(m->arena, &m->table);
		*t = (struct model_table){ .file = of->file, .active = true, .external = of->external, .limited = of->external };
		for (uint32_t k = 0; k < of->n_needs; k++)
			*vec_add(m->arena, &t->needs) = of->needs[k];
		for (uint32_t k = 0; k < of->n_outside; k++)
			*vec_add(m->arena, &t->outside) = of->outside[k];
	}
	m->all.at = (struct model_row *)(uintptr_t)from->row; /* the same */
	m->sorted = m->all.n = m->all.cap = from->rows;
}

static void add_builtin(struct models *m, bool as_text)
{
	if (model_ready.rows && !as_text) {
		add_ready(m);
		return;
	}
	for (uint32_t i = 0; i < model_builtin_count; i++)
		add_table(m, model_builtin[i].name, 0,
			  (struct bytes){ (const char *)model_builtin[i].at, model_builtin[i].len });
}

static void finish(struct models *m)
{
	model_index(m);
	if (m->sorted < m->all.n) /* the others were found good when snag was built */
		model_check_rows(m);
}

struct models *models_read(struct arena *a, const struct models_options *o)
{
	struct models *m = start(a);

	if (!o->no_builtin)
		add_builtin(m, o->as_text);
	if (o->project)
		add_project(m, o->project);
	for (uint32_t i = 0; i < o->n_files; i++)
		if (file_is_dir(o->files[i]))
			add_directory(m, o->files[i]);
		else
			add_file(m, o->files[i]);
	add_benign(m, o);
	finish(m);
	return m;
}

struct models *models_read_text(struct arena *a, const char *file, struct bytes b)
{
	struct models *m = start(a);

	add_table(m, file, 1, b);
	finish(m);
	return m;
}

struct models *models_load(struct arena *a, const struct models_options *o, struct trouble *t)
{
	struct models *m = models_read(a, o);
	const struct model_complaint *c = m->complaint.at;
	char more[48] = "";

	if (!m->complaints)
		return m;
	if (m->complaints > 1)
		snprintf(more, sizeof more, " (and %u more)", m->complaints - 1);
	if (c->line)
		trouble(t, "%s:%u: %s%s", c->file, c->line, c->text, more);
	else
		trouble(t, "%s%s", c->text, more);
	return NULL;
}

/* Is the name there; or, of several joined by +, are all of them, and none is defined? */
static bool is_met(const char *need, bool (*mentions)(void *, const char *), void *context)
{
	char name[MOST_NEEDED];

	if (!strchr(need, '+'))
		return mentions(context, need);
	while (*need) {
		size_t n = strcspn(need, "+");
		if (n + 2 > sizeof name)
			return false;
		name[0] = '+';
		memcpy(name + 1, need, n);
		name[n + 1] = 0;
		if (!mentions(context, name))
			return false;
		need += n + (need[n] == '+');
	}
	return true;
}

static bool is_outside(const char *name, bool (*mentions)(void *, const char *), void *context)
{
	char one[MOST_NEEDED];

	return (size_t)snprintf(one, sizeof one, "+%s", name) < sizeof one && mentions(context, one);
}

/* Is a function called, and not defined, of this name; or, of a name with * at the end, of which a row of the table speaks? */
static bool is_called(const struct models *m, uint32_t table, const char *name, bool (*mentions)(void *, const char *),
		      void *context)
{
	size_t n = strlen(name);

	if (!n || name[n - 1] != '*')
		return is_outside(name, mentions, context);
	for (uint32_t i = 0; i < m->all.n; i++) {
		const char *row = model_string(m, m->all.at[i].name);
		if (m->all.at[i].table == table && !m->all.at[i].glob && !strncmp(row, name, n - 1) && is_outside(row, mentions, context))
			return true;
	}
	return false;
}

void models_select(struct models *m, bool (*mentions)(void *, const char *), void *context)
{
	for (uint32_t i = 0; i < m->table.n; i++) {
		struct model_table *t = &m->table.at[i];
		bool inside;
		t->active = !t->needs.n;
		for (uint32_t k = 0; k < t->needs.n && !t->active; k++)
			t->active = is_met(model_string(m, t->needs.at[k]), mentions, context);
		inside = t->active;
		for (uint32_t k = 0; k < t->outside.n && !t->active; k++)
			t->active = is_called(m, i, model_string(m, t->outside.at[k]), mentions, context);
		/* what it says only of functions outside says nothing of those that the program defines */
		t->limited = t->external || (t->active && !inside);
	}
	model_index(m);
}

const char *model_where(struct arena *a, const struct models *m, const struct model_row *r)
{
	return arena_format(a, "%s:%u", m->table.at[r->table].file, r->line);
}
