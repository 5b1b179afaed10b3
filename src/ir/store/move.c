/* A unit of one directory as that of another one. Names of files and directories are whole texts of the unit's table of strings,
 * so that the table is made anew with the same ids. What else has the path in it is not moved: initial bytes of variables, where
 * its length decides sizes, and texts in which it stands further in. */
#include <string.h>

#include "ir/body.h"
#include "ir/store/unit.h"

static bool is_below(const char *text, size_t len, const char *dir, size_t n)
{
	return len >= n && !memcmp(text, dir, n) && (len == n || text[n] == '/');
}

/* The same ids for the new texts; false: two texts have become one, or one cannot be told. */
static bool move_strings(struct program *p, const char *from, const char *to)
{
	size_t n = strlen(from);
	struct intern moved;

	intern_init(&moved, p->arena);
	for (uint32_t i = 1; i < p->str.entry.n; i++) {
		const char *text = intern_get(&p->str, i);
		size_t len = intern_length(&p->str, i);
		bool below = is_below(text, len, from, n);
		if (memmem(text + (below ? n : 0), len - (below ? n : 0), from, n))
			return false;
		if (below) {
			text = arena_format(p->arena, "%s%s", to, text + n);
			len = strlen(text);
		}
		if (intern_bytes(&moved, text, len) != i)
			return false;
	}
	p->str = moved;
	return true;
}

/* The key of a function, which has the names of files in it. */
static bool find_key(struct arena *a, struct program *p, uint32_t f, struct body *b, uint64_t *key)
{
	uint32_t callees = p->callee.n;
	struct fn row = p->fn.at[f];
	struct trouble t;

	body_clear(b);
	if (!body_read(a, p, (struct fn_id){ f }, b, &t) || !body_valid(p, b, &t))
		return false;
	*key = body_key(p, b, &row);
	p->callee.n = callees; /* which it lists once more */
	return true;
}

static bool move_keys(struct arena *a, struct program *p, const char *from, const char *to)
{
	uint64_t *key = arena_array(a, p->fn.n, sizeof *key);
	struct body b = { 0 };

	for (uint32_t f = 1; f < p->fn.n; f++) /* as they are: a body says all that its key was made of */
		if (!find_key(a, p, f, &b, &key[f]) || key[f] != p->fn.at[f].key)
			return false;
	if (!move_strings(p, from, to))
		return false;
	for (uint32_t f = 1; f < p->fn.n; f++)
		if (!find_key(a, p, f, &b, &key[f]))
			return false;
	for (uint32_t f = 1; f < p->fn.n; f++)
		p->fn.at[f].key = key[f];
	return true;
}

static bool has(const struct program *p, struct extent e, const char *text)
{
	struct bytes b = program_bytes(p, e);

	return b.len && memmem(b.at, b.len, text, strlen(text));
}

bool unit_move(const char *path, const char *from, const char *to, const char *place, struct trouble *t)
{
	struct arena a;
	struct program p;
	bool ok;

	arena_init(&a, "unit that moves");
	program_init(&p, &a);
	ok = unit_load(path, &p, t) && program_valid(&p, t);
	for (uint32_t i = 1; ok && i < p.sym.n; i++)
		ok = !has(&p, p.sym.at[i].data, from);
	for (uint32_t i = 1; ok && i < p.konst.n; i++)
		ok = p.konst.at[i].kind != KONST_BYTES || !has(&p, p.konst.at[i].data, from);
	ok = ok && move_keys(&a, &p, from, to) && unit_save(&p, place, t);
	unit_close(&p);
	arena_release(&a);
	return ok;
}
