/* Finding, reading and writing plans and programs in the cache; keep.h says how they are named. */
#include "link/keep.h"

#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

#include "ir/store/pack.h"
#include "ir/store/unit.h"
#include "link/image.h"
#include "link/linker.h"

enum { SLOTS = 2 }; /* two states to go back and forth between: a branch and its base, with and without an option */

static const char plan_magic[8] = "snagpln\n";

/* ---- keys ---- */

static void add_text(struct packer *p, const char *s)
{
	pack_bytes(p, s, strlen(s) + 1); /* the 0 keeps "ab","c" and "a","bc" apart */
}

static void add_unit(struct packer *p, const struct link_unit *u)
{
	add_text(p, path_base(u->path));
	add_text(p, u->source);
	add_text(p, u->stub ? "stub" : "");
}

static struct bytes packed(const struct packer *p)
{
	return (struct bytes){ (const char *)p->out.at, p->out.n };
}

/* The files of this kind that the program with these names may be in. */
static void name_slots(struct arena *a, const char *cache, const char *kind, const char *const text[2], const char *path[SLOTS])
{
	for (int i = 0; i < SLOTS; i++) {
		struct packer p = { .arena = a };
		add_text(&p, kind);
		add_text(&p, text[0]);
		add_text(&p, text[1]);
		pack_number(&p, (uint64_t)i);
		path[i] = path_hashed(a, cache, packed(&p), kind);
	}
}

/* The slot to write to: one that holds nothing of use, or the oldest. */
static const char *choose_slot(const char *const path[SLOTS], const enum image_state state[SLOTS])
{
	struct timespec oldest = { 0 };
	const char *chosen = NULL;

	for (int i = 0; i < SLOTS; i++) {
		struct stat st;
		if (state[i] != IMAGE_OTHER || stat(path[i], &st) != 0)
			return path[i];
		if (!chosen || st.st_mtim.tv_sec < oldest.tv_sec ||
		    (st.st_mtim.tv_sec == oldest.tv_sec && st.st_mtim.tv_nsec < oldest.tv_nsec)) {
			chosen = path[i];
			oldest = st.st_mtim;
		}
	}
	return chosen;
}

/* ---- programs ---- */

static struct bytes program_key(struct arena *a, const struct link_unit *units, const struct link_group *g)
{
	struct packer p = { .arena = a };

	add_text(&p, g->name);
	for (uint32_t i = 0; i < g->unit.n; i++)
		add_unit(&p, &units[g->unit.at[i]]);
	return packed(&p);
}

static bool group_found(const struct link_unit *units, const struct link_group *g)
{
	for (uint32_t i = 0; i < g->unit.n; i++)
		if (!units[g->unit.at[i]].found)
			return false;
	return true;
}

static void write_program(struct arena *a, const struct linked *r, struct bytes key, const char *path)
{
	struct trouble t;

	if (!file_make_dirs(path_dir(a, path), &t) || !image_save(r, key, path, &t))
		(void)t; /* the next run links again */
}

static struct linked *read_program(struct arena *out, const char *const path[SLOTS], struct bytes key,
				   enum image_state state[SLOTS])
{
	struct linked *r = NULL;

	for (int i = 0; i < SLOTS && !r; i++)
		state[i] = image_load(out, path[i], key, &r);
	return r;
}

struct linked *keep_program(struct arena *out, const char *cache, const struct link_unit *units, const struct link_group *g,
			    struct trouble *t)
{
	enum image_state state[SLOTS] = { 0 };
	const char *path[SLOTS];
	struct arena a;
	struct linked *r;
	struct bytes key;

	if (!cache || !g->unit.n)
		return link_program(out, units, g, t);
	arena_init(&a, "link keep");
	key = program_key(&a, units, g);
	name_slots(&a, cache, "linked", (const char *const[2]){ g->name, units[g->unit.at[0]].source }, path);
	r = read_program(out, path, key, state);
	if (r && !group_found(units, g)) {
		unit_close(r->program);
		r = NULL;
	}
	if (r) {
		link_tell(r);
	} else {
		r = link_program(out, units, g, t);
		if (r)
			write_program(&a, r, key, choose_slot(path, state));
	}
	arena_release(&a);
	return r;
}

/* ---- plans ---- */

static struct bytes plan_key(struct arena *a, const struct link_input *in)
{
	struct packer p = { .arena = a };

	for (uint32_t i = 0; i < in->n; i++) {
		add_unit(&p, &in->unit[i]);
		pack_number(&p, in->unit[i].shared);
	}
	for (uint32_t i = 0; i < in->nmains; i++)
		add_text(&p, in->mains[i]);
	pack_number(&p, in->means && in->context);
	return packed(&p);
}

static void write_text(struct packer *p, const char *s)
{
	pack_number(p, strlen(s));
	pack_bytes(p, s, strlen(s));
}

static void write_plan(struct arena *a, const struct link_plan *plan, struct bytes key, const char *path)
{
	struct packer p = { .arena = a };
	uint64_t check = 0;
	struct trouble t;

	pack_bytes(&p, plan_magic, sizeof plan_magic);
	pack_bytes(&p, &check, sizeof check);
	pack_number(&p, key.len);
	pack_bytes(&p, key.at, key.len);
	for (int i = 0; i < UNIT_GAPS; i++)
		pack_number(&p, plan->gap[i]);
	pack_number(&p, plan->group.n);
	for (uint32_t i = 0; i < plan->group.n; i++) {
		const struct link_group *g = &plan->group.at[i];
		write_text(&p, g->name);
		write_text(&p, g->start ? g->start : "");
		pack_number(&p, g->unit.n);
		for (uint32_t k = 0; k < g->unit.n; k++)
			pack_number(&p, g->unit.at[k]);
	}
	check = XXH3_64bits(p.out.at + 16, p.out.n - 16);
	memcpy(p.out.at + 8, &check, sizeof check);
	if (!file_make_dirs(path_dir(a, path), &t) || !file_write(path, p.out.at, p.out.n, &t))
		(void)t; /* the next run plans again */
}

static const char *read_text(struct arena *out, struct unpacker *u)
{
	uint64_t len = unpack_number(u);
	const uint8_t *s = unpack_bytes(u, len);

	return s ? arena_copy(out, (const char *)s, len) : "";
}

static void read_group(struct arena *out, struct unpacker *u, uint32_t nunits, struct link_group *g)
{
	const char *start;
	uint32_t n;

	g->name = read_text(out, u);
	start = read_text(out, u);
	g->start = *start ? start : NULL;
	n = unpack_count(u);
	for (uint32_t i = 0; i < n && !u->bad; i++)
		*vec_add(out, &g->unit) = unpack_below(u, nunits);
	u->bad |= !n;
}

/* A plan that lies about names or units gives programs of the units there are: wrong ones, never worse. */
static enum image_state read_plan(struct arena *out, const char *path, struct bytes key, uint32_t nunits, struct link_plan *plan)
{
	struct unpacker u;
	struct bytes file;
	struct trouble t;
	const uint8_t *own;
	uint64_t check, len;
	uint32_t n;

	if (!file_read(out, path, &file, &t) || file.len < 16 || memcmp(file.at, plan_magic, sizeof plan_magic) != 0)
		return IMAGE_BAD;
	memcpy(&check, file.at + 8, sizeof check);
	if (check != XXH3_64bits(file.at + 16, file.len - 16))
		return IMAGE_BAD;
	u = (struct unpacker){ .at = (const uint8_t *)file.at + 16, .end = (const uint8_t *)file.at + file.len };
	len = unpack_number(&u);
	own = unpack_bytes(&u, len);
	if (!own || len != key.len || memcmp(own, key.at, len) != 0)
		return own ? IMAGE_OTHER : IMAGE_BAD;
	*plan = (struct link_plan){ 0 };
	for (int i = 0; i < UNIT_GAPS; i++)
		plan->gap[i] = unpack_number(&u);
	n = unpack_count(&u);
	for (uint32_t i = 0; i < n && !u.bad; i++)
		read_group(out, &u, nunits, vec_add(out, &plan->group));
	return u.bad || u.at != u.end ? IMAGE_BAD : IMAGE_GOOD;
}

static bool all_found(const struct link_input *in)
{
	for (uint32_t i = 0; i < in->n; i++)
		if (!in->unit[i].found)
			return false;
	return true;
}

bool keep_plan(struct arena *out, const char *cache, const struct link_input *in, struct link_plan *plan, struct trouble *t)
{
	enum image_state state[SLOTS] = { 0 };
	const char *path[SLOTS];
	struct arena a;
	struct bytes key;
	bool ok = false;

	if (!cache || !in->n)
		return link_plan(out, in, plan, t);
	arena_init(&a, "link keep");
	key = plan_key(&a, in);
	name_slots(&a, cache, "plan", (const char *const[2]){ in->unit[0].source, "" }, path);
	for (int i = 0; i < SLOTS && !ok; i++) {
		state[i] = read_plan(out, path[i], key, in->n, plan);
		ok = state[i] == IMAGE_GOOD && all_found(in);
	}
	if (ok) {
		plan_tell(plan, in->n);
	} else {
		ok = link_plan(out, in, plan, t);
		if (ok)
			write_plan(&a, plan, key, choose_slot(path, state));
	}
	arena_release(&a);
	return ok;
}
