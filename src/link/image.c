/* Writing and reading an image; image.h says what it is. Where a section stands follows from the numbers of rows before it, so
 * that a file cannot lie about it; where a map of a unit stands follows from the sizes of the maps before it. */
#include "link/image.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/store/hash.h"
#include "ir/store/unit.h"

static const char magic[8] = "snaglnk\n";
enum { ALIGNMENT = 16, BUFFER = 1 << 16 };

/* struct unit without its pointers. */
struct unit_row {
	struct str_id file, dir, module_asm;
	uint32_t pointer_bytes;
	uint32_t gap[UNIT_GAPS];
	uint32_t nstrs, ntypes, nsyms, nkonsts;
};

enum link_section {
#define SECTION(name, type) AT_##name,
#include "link/image.def"
#undef SECTION
	SECTIONS
};

static const size_t row_size[SECTIONS] = {
#define SECTION(name, type) sizeof(type),
#include "link/image.def"
#undef SECTION
};

struct link_head {
	char magic[8];
	uint32_t format, sections;
	uint64_t merged, conflicts;
	uint64_t n[SECTIONS]; /* rows */
};
_Static_assert(sizeof(struct link_head) % ALIGNMENT == 8 || sizeof(struct link_head) % ALIGNMENT == 0, "no padding in the head");

static uint64_t aligned(uint64_t at)
{
	return (at + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Where each section begins; returns where the checksum stands. */
static uint64_t place_sections(const struct link_head *h, uint64_t at[SECTIONS])
{
	uint64_t end = aligned(sizeof *h);

	for (int i = 0; i < SECTIONS; i++) {
		at[i] = end;
		end = aligned(end + h->n[i] * row_size[i]);
	}
	return end;
}

/* ---- writing ---- */

struct link_writer {
	const struct linked *linked;
	const struct program *p;
	struct file_out file;
	XXH3_state_t *hash;
	char *buffer;
	size_t filled;
	uint64_t at;	/* how far the file is */
	uint64_t bytes; /* where the next extent will stand */
};

static void flush(struct link_writer *w)
{
	XXH3_64bits_update(w->hash, w->buffer, w->filled);
	file_add(&w->file, w->buffer, w->filled);
	w->filled = 0;
}

static void put(struct link_writer *w, const void *from, uint64_t len)
{
	const char *s = from;

	w->at += len;
	while (len) {
		size_t n = BUFFER - w->filled < len ? BUFFER - w->filled : (size_t)len;
		memcpy(w->buffer + w->filled, s, n);
		w->filled += n;
		s += n;
		len -= n;
		if (w->filled == BUFFER)
			flush(w);
	}
}

static void put_end(struct link_writer *w)
{
	static const char zero[ALIGNMENT];

	put(w, zero, aligned(w->at) - w->at);
}

static void put_rows(struct link_writer *w, const void *rows, uint64_t len)
{
	put(w, rows, len);
	put_end(w);
}

static void put_extent(struct link_writer *w, struct extent e)
{
	put(w, program_bytes(w->p, e).at, e.len);
}

/* Its place in the section of bytes, which is written last and in the same order. */
static struct extent next_extent(struct link_writer *w, struct extent e)
{
	e.at = w->bytes;
	w->bytes += e.len;
	return e;
}

static void put_strings(struct link_writer *w, uint64_t text)
{
	for (uint32_t i = 0; i < w->p->str.entry.n; i++) {
		struct intern_entry e = w->p->str.entry.at[i];
		e.at = text;
		text += (uint64_t)e.len + 1;
		put(w, &e, sizeof e);
	}
	put_end(w);
}

static void put_syms(struct link_writer *w)
{
	for (uint32_t i = 0; i < w->p->sym.n; i++) {
		struct sym s = w->p->sym.at[i];
		if (i)
			s.data = next_extent(w, s.data);
		put(w, &s, sizeof s);
	}
	put_end(w);
}

static void put_konsts(struct link_writer *w)
{
	for (uint32_t i = 0; i < w->p->konst.n; i++) {
		struct konst k = w->p->konst.at[i];
		if (i)
			k.data = next_extent(w, k.data);
		put(w, &k, sizeof k);
	}
	put_end(w);
}

static void put_units(struct link_writer *w)
{
	for (uint32_t i = 0; i < w->p->unit.n; i++) {
		const struct unit *u = &w->p->unit.at[i];
		struct unit_row row = {
			u->file, u->dir, u->module_asm, u->pointer_bytes, { 0 }, u->nstrs, u->ntypes, u->nsyms, u->nkonsts
		};
		memcpy(row.gap, u->gap, sizeof row.gap);
		put(w, &row, sizeof row);
	}
	put_end(w);
}

static void put_fns(struct link_writer *w)
{
	for (uint32_t i = 0; i < w->p->fn.n; i++) {
		struct fn f = w->p->fn.at[i];
		if (i) {
			f.code = next_extent(w, f.code);
			f.places = next_extent(w, f.places);
		}
		put(w, &f, sizeof f);
	}
	put_end(w);
}

static void put_maps(struct link_writer *w)
{
	for (uint32_t i = 1; i < w->p->unit.n; i++) {
		const struct unit *u = &w->p->unit.at[i];
		put(w, u->str, (uint64_t)u->nstrs * sizeof *u->str);
		put(w, u->type, (uint64_t)u->ntypes * sizeof *u->type);
		put(w, u->sym, (uint64_t)u->nsyms * sizeof *u->sym);
		put(w, u->konst, (uint64_t)u->nkonsts * sizeof *u->konst);
	}
	put_end(w);
}

static void put_text(struct link_writer *w)
{
	for (uint32_t i = 0; i < w->p->str.entry.n; i++)
		put(w, intern_get(&w->p->str, i), (uint64_t)w->p->str.entry.at[i].len + 1);
	put_end(w);
}

static void put_bytes(struct link_writer *w)
{
	for (uint32_t i = 1; i < w->p->sym.n; i++)
		put_extent(w, w->p->sym.at[i].data);
	for (uint32_t i = 1; i < w->p->konst.n; i++)
		put_extent(w, w->p->konst.at[i].data);
	for (uint32_t i = 1; i < w->p->fn.n; i++) {
		put_extent(w, w->p->fn.at[i].code);
		put_extent(w, w->p->fn.at[i].places);
	}
	put_end(w);
}

static uint64_t count_maps(const struct program *p)
{
	uint64_t n = 0;

	for (uint32_t i = 1; i < p->unit.n; i++)
		n += (uint64_t)p->unit.at[i].nstrs + p->unit.at[i].ntypes + p->unit.at[i].nsyms + p->unit.at[i].nkonsts;
	return n;
}

static uint64_t count_text(const struct program *p)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < p->str.entry.n; i++)
		n += (uint64_t)p->str.entry.at[i].len + 1;
	return n;
}

static uint64_t count_bytes(const struct program *p)
{
	uint64_t n = 0;

	for (uint32_t i = 1; i < p->sym.n; i++)
		n += p->sym.at[i].data.len;
	for (uint32_t i = 1; i < p->konst.n; i++)
		n += p->konst.at[i].data.len;
	for (uint32_t i = 1; i < p->fn.n; i++)
		n += p->fn.at[i].code.len + p->fn.at[i].places.len;
	return n;
}

static struct link_head head_of(const struct linked *r, struct bytes key)
{
	const struct program *p = r->program;
	struct link_head h = { .format = IMAGE_FORMAT, .sections = SECTIONS, .merged = r->merged, .conflicts = r->conflicts };

	memcpy(h.magic, magic, sizeof magic);
	h.n[AT_key] = key.len;
	h.n[AT_name] = strlen(p->name) + 1;
	h.n[AT_string] = p->str.entry.n;
	h.n[AT_slot] = p->str.cap;
	h.n[AT_type] = p->type.n;
	h.n[AT_field] = p->field.n;
	h.n[AT_sym] = h.n[AT_copies] = p->sym.n;
	h.n[AT_reloc] = p->reloc.n;
	h.n[AT_konst] = p->konst.n;
	h.n[AT_unit] = p->unit.n;
	h.n[AT_fn] = p->fn.n;
	h.n[AT_callee] = p->callee.n;
	h.n[AT_conflict] = r->conflict.n;
	h.n[AT_map] = count_maps(p);
	h.n[AT_text] = count_text(p);
	h.n[AT_bytes] = count_bytes(p);
	return h;
}

static void put_all(struct link_writer *w, struct bytes key)
{
	const struct program *p = w->p;
	struct link_head h = head_of(w->linked, key);
	uint64_t at[SECTIONS], check;

	(void)place_sections(&h, at);
	w->bytes = at[AT_bytes];
	put_rows(w, &h, sizeof h);
	put_rows(w, key.at, key.len);
	put_rows(w, p->name, h.n[AT_name]);
	put_strings(w, at[AT_text]);
	put_rows(w, p->str.slot, h.n[AT_slot] * sizeof *p->str.slot);
	put_rows(w, p->type.at, h.n[AT_type] * sizeof *p->type.at);
	put_rows(w, p->field.at, h.n[AT_field] * sizeof *p->field.at);
	put_syms(w);
	put_rows(w, p->reloc.at, h.n[AT_reloc] * sizeof *p->reloc.at);
	put_konsts(w);
	put_units(w);
	put_fns(w);
	put_rows(w, p->callee.at, h.n[AT_callee] * sizeof *p->callee.at);
	put_rows(w, w->linked->copies, h.n[AT_copies] * sizeof *w->linked->copies);
	put_rows(w, w->linked->conflict.at, h.n[AT_conflict] * sizeof *w->linked->conflict.at);
	put_maps(w);
	CHECK(w->at == at[AT_text], "the image is at %llu, not at its text", (unsigned long long)w->at);
	put_text(w);
	put_bytes(w);
	flush(w);
	check = XXH3_64bits_digest(w->hash);
	file_add(&w->file, &check, sizeof check);
}

bool image_save(const struct linked *r, struct bytes key, const char *path, struct trouble *t)
{
	struct link_writer w = { .linked = r, .p = r->program, .hash = XXH3_createState() };
	struct arena a;
	bool ok;

	if (!w.hash)
		die("out of memory");
	arena_init(&a, "image");
	w.buffer = arena_alloc(&a, BUFFER);
	XXH3_64bits_reset(w.hash);
	file_begin(&w.file, path);
	put_all(&w, key);
	ok = file_finish(&w.file, t);
	XXH3_freeState(w.hash);
	arena_release(&a);
	return ok;
}

/* ---- reading ---- */

struct link_reader {
	struct bytes file;
	struct link_head h;
	uint64_t at[SECTIONS];
	struct linked *linked;
	struct program *p;
};

#define ROWS(r, name) ((void *)(uintptr_t)((r)->file.at + (r)->at[AT_##name]))

/* The mapping cannot be written to; a table that had to grow would be copied first (vec_room). */
#define TABLE(r, vec, name) ((vec)->at = ROWS(r, name), (vec)->n = (vec)->cap = (uint32_t)(r)->h.n[AT_##name])

static bool head_fits(struct link_reader *r)
{
	if (r->file.len < sizeof r->h)
		return false;
	memcpy(&r->h, r->file.at, sizeof r->h);
	if (memcmp(r->h.magic, magic, sizeof magic) != 0 || r->h.format != IMAGE_FORMAT || r->h.sections != SECTIONS)
		return false;
	for (int i = 0; i < SECTIONS; i++)
		if (r->h.n[i] > r->file.len / row_size[i])
			return false;
	return place_sections(&r->h, r->at) + sizeof(uint64_t) == r->file.len;
}

/* Every table has its none; ids fit their 30 or 32 bits; what runs along another table is as long. */
static bool counts_fit(const struct link_reader *r)
{
	static const uint8_t table[] = { AT_string, AT_type, AT_field, AT_sym, AT_reloc, AT_konst, AT_unit, AT_fn, AT_callee };

	for (size_t i = 0; i < sizeof table; i++)
		if (!r->h.n[table[i]] || r->h.n[table[i]] > REF_INDEX_MAX)
			return false;
	return r->h.n[AT_copies] == r->h.n[AT_sym] && r->h.n[AT_slot] <= UINT32_MAX && r->h.n[AT_conflict] <= UINT32_MAX &&
	       r->h.n[AT_name] && r->file.at[r->at[AT_name] + r->h.n[AT_name] - 1] == 0;
}

static bool checksum_fits(const struct link_reader *r)
{
	size_t len = r->file.len - sizeof(uint64_t);
	uint64_t check;

	memcpy(&check, r->file.at + len, sizeof check);
	return check == hash_much(r->file.at, len, 0);
}

static bool is_zero(const void *row, size_t len)
{
	static const char zero[128];

	return len <= sizeof zero && !memcmp(row, zero, len);
}

static bool nones_valid(const struct link_reader *r)
{
	return is_zero(ROWS(r, type), sizeof(struct type)) && is_zero(ROWS(r, field), sizeof(struct field)) &&
	       is_zero(ROWS(r, sym), sizeof(struct sym)) && is_zero(ROWS(r, reloc), sizeof(struct reloc)) &&
	       is_zero(ROWS(r, konst), sizeof(struct konst)) && is_zero(ROWS(r, unit), sizeof(struct unit_row)) &&
	       is_zero(ROWS(r, fn), sizeof(struct fn)) && is_zero(ROWS(r, callee), sizeof(struct sym_id));
}

/* Each string lies in the text and ends with its 0; a lookup meets only entries there are, and an empty slot in the end. */
static bool strings_valid(const struct link_reader *r)
{
	const struct intern *in = &r->p->str;
	uint64_t from = r->at[AT_text], to = from + r->h.n[AT_text];
	uint32_t used = 0;

	for (uint32_t i = 0; i < in->entry.n; i++) {
		const struct intern_entry *e = &in->entry.at[i];
		if (e->at < from || e->at >= to || e->len >= to - e->at || r->file.at[e->at + e->len] || !e->len != !i)
			return false;
	}
	for (uint32_t i = 0; i < in->cap; i++) {
		if (in->slot[i] >= in->entry.n)
			return false;
		used += in->slot[i] != 0;
	}
	return (in->cap & (in->cap - 1)) == 0 && used == in->entry.n - 1 && (!in->cap || used < in->cap);
}

static bool extent_valid(const struct link_reader *r, struct extent e)
{
	return e.at >= r->at[AT_bytes] && e.at <= r->file.len && e.len <= r->file.len - e.at;
}

/* What program_valid does not ask, since a unit's reader has seen to it. */
static bool rows_valid(const struct link_reader *r)
{
	const struct program *p = r->p;

	for (uint32_t i = 1; i < p->sym.n; i++)
		if (!extent_valid(r, p->sym.at[i].data) || !p->sym.at[i].unit.i)
			return false;
	for (uint32_t i = 1; i < p->konst.n; i++)
		if (!extent_valid(r, p->konst.at[i].data))
			return false;
	for (uint32_t i = 1; i < p->fn.n; i++)
		if (!extent_valid(r, p->fn.at[i].code) || !extent_valid(r, p->fn.at[i].places) ||
		    p->fn.at[i].unit.i != p->sym.at[p->fn.at[i].sym.i].unit.i)
			return false;
	for (uint32_t i = 0; i < r->linked->conflict.n; i++) {
		const struct link_conflict *c = &r->linked->conflict.at[i];
		if (!c->sym.i || c->sym.i >= p->sym.n || c->dropped.i >= p->unit.n || c->file.i >= p->str.entry.n)
			return false;
	}
	return true;
}

/* From none to none, and everything else to something. Without a branch: this is most of what there is to look at. */
static bool map_valid(const uint32_t *map, uint32_t n, uint32_t limit)
{
	uint32_t bad = 0;

	if (!n || map[0])
		return false;
	for (uint32_t i = 1; i < n; i++)
		bad |= map[i] - 1 >= limit - 1;
	return !bad;
}

/* The next `n` numbers of the maps; NULL: there are fewer. */
static uint32_t *next_map(uint32_t **map, uint64_t *left, uint32_t n)
{
	uint32_t *at = *map;

	if (n > *left)
		return NULL;
	*map += n;
	*left -= n;
	return at;
}

static bool make_unit(struct link_reader *r, const struct unit_row *row, struct unit *u, uint32_t **map, uint64_t *left)
{
	const struct program *p = r->p;

	*u = (struct unit){ .file = row->file, .dir = row->dir, .module_asm = row->module_asm };
	u->pointer_bytes = row->pointer_bytes;
	memcpy(u->gap, row->gap, sizeof u->gap);
	u->nstrs = row->nstrs;
	u->ntypes = row->ntypes;
	u->nsyms = row->nsyms;
	u->nkonsts = row->nkonsts;
	u->str = next_map(map, left, u->nstrs);
	u->type = next_map(map, left, u->ntypes);
	u->sym = next_map(map, left, u->nsyms);
	u->konst = next_map(map, left, u->nkonsts);
	return row->pointer_bytes <= POINTER_MOST && row->file.i < p->str.entry.n && row->dir.i < p->str.entry.n &&
	       row->module_asm.i < p->str.entry.n && u->str && u->type && u->sym && u->konst &&
	       map_valid(u->str, u->nstrs, p->str.entry.n) &&
	       map_valid(u->type, u->ntypes, p->type.n) && map_valid(u->sym, u->nsyms, p->sym.n) &&
	       map_valid(u->konst, u->nkonsts, p->konst.n);
}

static bool make_units(struct link_reader *r)
{
	const struct unit_row *row = ROWS(r, unit);
	uint32_t *map = ROWS(r, map), n = (uint32_t)r->h.n[AT_unit];
	uint64_t left = r->h.n[AT_map];

	vec_reserve(r->p->arena, &r->p->unit, n);
	for (r->p->unit.n = 1; r->p->unit.n < n; r->p->unit.n++)
		if (!make_unit(r, &row[r->p->unit.n], &r->p->unit.at[r->p->unit.n], &map, &left))
			return false;
	return left == 0;
}

static void use_tables(struct link_reader *r)
{
	struct program *p = r->p;

	p->base = p->str.base = (uintptr_t)r->file.at;
	p->name = ROWS(r, name);
	p->str.slot = ROWS(r, slot);
	p->str.cap = (uint32_t)r->h.n[AT_slot];
	TABLE(r, &p->str.entry, string);
	TABLE(r, &p->type, type);
	TABLE(r, &p->field, field);
	TABLE(r, &p->sym, sym);
	TABLE(r, &p->reloc, reloc);
	TABLE(r, &p->konst, konst);
	TABLE(r, &p->fn, fn);
	TABLE(r, &p->callee, callee);
	TABLE(r, &r->linked->conflict, conflict);
	r->linked->copies = ROWS(r, copies);
	r->linked->merged = r->h.merged;
	r->linked->conflicts = r->h.conflicts;
}

static bool is_for(const struct link_reader *r, struct bytes key)
{
	return r->h.n[AT_key] == key.len && !memcmp(r->file.at + r->at[AT_key], key.at, key.len);
}

enum image_state image_parse(struct arena *out, struct bytes file, struct bytes key, struct linked **result)
{
	struct link_reader r = { .file = file };
	struct trouble t;

	CHECK((uintptr_t)file.at % ALIGNMENT == 0 || !file.len, "an image that is not aligned");
	if (!head_fits(&r))
		return IMAGE_BAD;
	if (!is_for(&r, key))
		return IMAGE_OTHER;
	if (!checksum_fits(&r) || !counts_fit(&r) || !nones_valid(&r))
		return IMAGE_BAD;
	r.linked = arena_new(out, struct linked);
	r.p = r.linked->program = arena_new(out, struct program);
	r.p->arena = r.p->str.arena = out;
	use_tables(&r);
	if (!strings_valid(&r) || !make_units(&r) || !program_valid(r.p, &t) || !rows_valid(&r))
		return IMAGE_BAD;
	*result = r.linked;
	return IMAGE_GOOD;
}

enum image_state image_load(struct arena *out, const char *path, struct bytes key, struct linked **result)
{
	enum image_state state;
	struct bytes file;
	struct trouble t;

	if (!file_map(path, &file, &t))
		return IMAGE_BAD;
	state = image_parse(out, file, key, result);
	if (state == IMAGE_GOOD)
		(*result)->program->unit.at[1].mapped = file; /* with the first of its units it goes */
	else
		file_unmap(file);
	return state;
}
