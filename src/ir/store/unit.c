/* Writing and reading a unit file; unit.h says what is in it. Each table has a writer and a reader side by side, in the same
 * order, so that a change of one is seen to need a change of the other (and of UNIT_FORMAT). */
#include "ir/store/unit.h"

#include <string.h>
#include <zstd.h>

#include "base/store/hash.h"
#include "base/stat.h"
#include "ir/store/pack.h"

static const char magic[8] = "snag-ir\n";
enum { SMALL = 1 << 14, SMALL_LEVEL = 19, LEVEL = 9 }; /* a small unit is worth more effort: its tables are most of it */
#define TABLES_MAX ((uint64_t)1 << 31) /* a unit's tables unpacked; a larger size in a file is a lie */

/* bytes of a zstd block, which holds at most ZSTD_BLOCKSIZE_MAX: a small file cannot ask for much memory */
enum { BLOCK_MIN = 3 };

struct head {
	char magic[8];
	uint32_t format, zero;
	uint64_t packed, tables, code; /* bytes: tables compressed and not, code */
	uint64_t check;                /* XXH3 of the head with check = 0, then of everything behind it */
	uint64_t reserved[2];
};
_Static_assert(sizeof(struct head) == 64, "the head is 64 bytes");

static uint64_t checksum(struct head h, const char *rest, size_t len)
{
	h.check = 0;
	return hash_much(rest, len, hash_much(&h, sizeof h, 0));
}

/* What both directions share: a cursor over the tables, and where code stands. Bytes of variables and places stand in the
 * tables. */
struct io {
	struct packer tables, code; /* writing */
	struct unpacker u;          /* reading */
	struct bytes code_in;
	struct program *p;
	uint32_t ntypes;
	bool brief; /* only what a symbol says of itself is kept (unit_load_symbols) */
};

/* ---- strings ---- */

static void write_strings(struct io *io, const struct program *p)
{
	pack_number(&io->tables, p->str.entry.n - 1);
	for (uint32_t i = 1; i < p->str.entry.n; i++)
		pack_number(&io->tables, p->str.entry.at[i].len);
	for (uint32_t i = 1; i < p->str.entry.n; i++)
		pack_bytes(&io->tables, intern_get(&p->str, i), p->str.entry.at[i].len);
}

/* As they lie there, without their 0, and not told apart. */
static void list_strings(struct io *io)
{
	uint32_t n = unpack_count(&io->u);
	struct unpacker lengths = io->u;

	for (uint32_t i = 0; i < n; i++)
		unpack_number(&io->u);
	vec_reserve(io->p->arena, &io->p->str.entry, n);
	for (uint32_t i = 0; i < n && !io->u.bad; i++) {
		uint64_t len = unpack_number(&lengths);
		const uint8_t *s = unpack_bytes(&io->u, len);
		if (s)
			*vec_add(io->p->arena, &io->p->str.entry) = (struct intern_entry){ (uintptr_t)s, (uint32_t)len, 0 };
	}
}

static void read_strings(struct io *io)
{
	uint32_t n = unpack_count(&io->u);
	struct unpacker lengths = io->u;
	char *text;

	for (uint32_t i = 0; i < n; i++)
		unpack_number(&io->u);
	text = arena_alloc(io->p->arena, (size_t)(io->u.end - io->u.at) + n); /* all of them, with a 0 behind each */
	intern_reserve(&io->p->str, n);
	for (uint32_t i = 1; i <= n && !io->u.bad; i++) {
		uint64_t len = unpack_number(&lengths);
		const uint8_t *s = unpack_bytes(&io->u, len);
		if (!s)
			return;
		memcpy(text, s, len);
		if (intern_adopt(&io->p->str, text, len) != i)
			io->u.bad = true; /* empty or twice: not our file */
		text += len + 1;
	}
}

static uint32_t read_str(struct io *io)
{
	return unpack_below(&io->u, io->p->str.entry.n);
}

/* ---- types ---- */

static void write_types(struct io *io, const struct program *p)
{
	struct packer *w = &io->tables;

	pack_number(w, p->type.n - 1);
	for (uint32_t i = 1; i < p->type.n; i++) {
		const struct type *t = &p->type.at[i];
		pack_number(w, t->kind);
		pack_number(w, t->flags);
		pack_number(w, t->name.i);
		pack_number(w, t->base.i);
		pack_number(w, t->size);
		pack_number(w, t->count);
		pack_number(w, t->file.i);
		pack_number(w, t->line);
		pack_number(w, t->nfields);
		for (uint32_t k = 0; k < t->nfields; k++) {
			const struct field *f = &p->field.at[t->field + k];
			pack_number(w, f->name.i);
			pack_number(w, f->type.i);
			pack_number(w, f->offset);
			pack_number(w, f->width);
		}
	}
}

static void read_types(struct io *io)
{
	struct program *p = io->p;
	uint32_t n = unpack_count(&io->u);

	for (uint32_t i = 0; i < n && !io->u.bad; i++) {
		struct type t = { 0 };
		t.kind = (uint8_t)unpack_below(&io->u, TYPE_KINDS);
		t.flags = (uint8_t)unpack_below(&io->u, 256);
		t.name.i = read_str(io);
		t.base.i = unpack_below(&io->u, n + 1);
		t.size = unpack_number(&io->u);
		t.count = unpack_number(&io->u);
		t.file.i = read_str(io);
		t.line = unpack_word(&io->u);
		t.nfields = unpack_count(&io->u);
		t.field = p->field.n;
		for (uint32_t k = 0; k < t.nfields && !io->u.bad; k++) {
			struct field f = { 0 };
			f.name.i = read_str(io);
			f.type.i = unpack_below(&io->u, n + 1);
			f.offset = unpack_number(&io->u);
			f.width = unpack_word(&io->u);
			if (!io->brief)
				*vec_add(p->arena, &p->field) = f;
		}
		if (!io->brief)
			*vec_add(p->arena, &p->type) = t;
	}
	io->ntypes = n + 1;
}

/* ---- symbols, with what variables start with ---- */

static void write_relocs(struct io *io, const struct program *p, const struct sym *s)
{
	struct packer *w = &io->tables;
	uint64_t before = 0;

	pack_number(w, s->nrelocs);
	for (uint32_t i = 0; i < s->nrelocs; i++) {
		const struct reloc *r = &p->reloc.at[s->reloc + i];
		pack_number(w, r->offset - before);
		pack_number(w, r->sym.i);
		pack_signed(w, r->addend);
		pack_number(w, (uint64_t)r->size << 2 | r->kind);
		before = r->offset;
	}
}

static void read_relocs(struct io *io, struct sym *s, uint32_t nsyms)
{
	uint64_t at = 0;

	s->nrelocs = unpack_count(&io->u);
	s->reloc = io->p->reloc.n;
	for (uint32_t i = 0; i < s->nrelocs && !io->u.bad; i++) {
		struct reloc r = { 0 };
		uint32_t v;
		at += unpack_number(&io->u);
		r.offset = at;
		r.sym.i = unpack_below(&io->u, nsyms + 1);
		r.addend = unpack_signed(&io->u);
		v = unpack_below(&io->u, 1024);
		r.kind = v & 3;
		r.size = (uint8_t)(v >> 2);
		if (!io->brief)
			*vec_add(io->p->arena, &io->p->reloc) = r;
	}
}

static void write_data(struct io *io, struct bytes b)
{
	pack_number(&io->tables, b.len);
	pack_bytes(&io->tables, b.at, b.len);
}

static struct extent read_data(struct io *io)
{
	uint64_t len = unpack_number(&io->u);
	const uint8_t *at = unpack_bytes(&io->u, len);

	return at ? extent_of(at, len) : extent_of("", 0);
}

static void write_syms(struct io *io, const struct program *p)
{
	struct packer *w = &io->tables;

	pack_number(w, p->sym.n - 1);
	for (uint32_t i = 1; i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		pack_number(w, s->kind);
		pack_number(w, s->linkage);
		pack_number(w, s->flags);
		pack_number(w, s->unchecked);
		pack_number(w, s->name.i);
		pack_number(w, s->source.i);
		pack_number(w, s->section.i);
		pack_number(w, s->type.i);
		pack_number(w, s->file.i);
		pack_number(w, s->line);
		pack_number(w, s->size);
		pack_number(w, s->fn.i);
		pack_number(w, s->target.i);
		pack_signed(w, s->addend);
		write_data(io, program_bytes(p, s->data));
		write_relocs(io, p, s);
	}
}

static void read_syms(struct io *io)
{
	uint32_t n = unpack_count(&io->u);

	for (uint32_t i = 0; i < n && !io->u.bad; i++) {
		struct sym s = { .unit = { 1 } };
		s.kind = (uint8_t)unpack_below(&io->u, 256);
		s.linkage = (uint8_t)unpack_below(&io->u, 256);
		s.flags = (uint8_t)unpack_below(&io->u, 256);
		s.unchecked = (uint8_t)unpack_below(&io->u, 2);
		s.name.i = read_str(io);
		s.source.i = read_str(io);
		s.section.i = read_str(io);
		s.type.i = unpack_below(&io->u, io->ntypes);
		s.file.i = read_str(io);
		s.line = unpack_word(&io->u);
		s.size = unpack_number(&io->u);
		s.fn.i = unpack_word(&io->u);
		s.target.i = unpack_below(&io->u, n + 1);
		s.addend = unpack_signed(&io->u);
		s.data = read_data(io);
		read_relocs(io, &s, n);
		*vec_add(io->p->arena, &io->p->sym) = s;
	}
}

/* ---- constants ---- */

static void write_konsts(struct io *io, const struct program *p)
{
	struct packer *w = &io->tables;

	pack_number(w, p->konst.n - 1);
	for (uint32_t i = 1; i < p->konst.n; i++) {
		const struct konst *k = &p->konst.at[i];
		pack_number(w, k->kind);
		pack_number(w, k->type.i);
		pack_number(w, k->sym.i);
		pack_signed(w, (int64_t)k->lo);
		pack_signed(w, (int64_t)k->hi);
		write_data(io, program_bytes(p, k->data));
	}
}

static void read_konsts(struct io *io)
{
	uint32_t n = unpack_count(&io->u);

	for (uint32_t i = 0; i < n && !io->u.bad; i++) {
		struct konst k = { 0 };
		k.kind = (uint8_t)unpack_below(&io->u, KONST_KINDS);
		k.type.i = unpack_below(&io->u, io->p->type.n);
		k.sym.i = unpack_below(&io->u, io->p->sym.n);
		k.lo = (uint64_t)unpack_signed(&io->u);
		k.hi = (uint64_t)unpack_signed(&io->u);
		k.data = read_data(io);
		*vec_add(io->p->arena, &io->p->konst) = k;
	}
}

/* ---- functions ---- */

static void write_fns(struct io *io, const struct program *p)
{
	struct packer *w = &io->tables;

	pack_number(w, p->fn.n - 1);
	for (uint32_t i = 1; i < p->fn.n; i++) {
		const struct fn *f = &p->fn.at[i];
		pack_number(w, f->sym.i);
		pack_bytes(w, &f->key, sizeof f->key);
		pack_number(w, f->code.len);
		pack_number(w, f->ninsts);
		pack_number(w, f->nblocks);
		pack_bytes(&io->code, program_bytes(p, f->code).at, f->code.len);
		write_data(io, program_bytes(p, f->places));
		pack_number(w, f->ncallees);
		for (uint32_t k = 0; k < f->ncallees; k++)
			pack_number(w, p->callee.at[f->callee + k].i);
	}
}

static void read_fn(struct io *io, struct fn *f)
{
	const uint8_t *key;
	uint64_t len;

	f->unit.i = 1;
	f->sym.i = unpack_below(&io->u, io->p->sym.n);
	key = unpack_bytes(&io->u, sizeof f->key);
	if (key)
		memcpy(&f->key, key, sizeof f->key);
	len = unpack_number(&io->u);
	f->ninsts = unpack_word(&io->u);
	f->nblocks = unpack_word(&io->u);
	if (len > io->code_in.len) {
		io->u.bad = true;
		return;
	}
	f->code = extent_of(io->code_in.at, len);
	io->code_in.at += len;
	io->code_in.len -= len;
	f->places = read_data(io);
	f->ncallees = unpack_count(&io->u);
	f->callee = io->p->callee.n;
	for (uint32_t k = 0; k < f->ncallees && !io->u.bad; k++)
		*vec_add(io->p->arena, &io->p->callee) = (struct sym_id){ unpack_below(&io->u, io->p->sym.n) };
}

static void read_fns(struct io *io)
{
	uint32_t n = unpack_count(&io->u);

	for (uint32_t i = 0; i < n && !io->u.bad; i++) {
		struct fn f = { 0 };
		read_fn(io, &f);
		*vec_add(io->p->arena, &io->p->fn) = f;
	}
}

/* ---- compression ---- */

/* Names from the C library's headers, which nearly every unit has: dictionary.txt, the most frequent ones last. Units of two
 * dictionaries do not mix: a change of it needs a new UNIT_FORMAT. */
extern const struct embedded unit_dictionary[];

static size_t squeeze(char *to, size_t room, const struct packer *tables)
{
	ZSTD_CCtx *c = ZSTD_createCCtx();
	int level = tables->out.n < SMALL ? SMALL_LEVEL : LEVEL;
	size_t n;

	if (!c)
		die("out of memory");
	n = ZSTD_compress_usingDict(c, to, room, tables->out.at, tables->out.n, unit_dictionary[0].at, unit_dictionary[0].len,
				    level);
	ZSTD_freeCCtx(c);
	if (ZSTD_isError(n))
		BUG("zstd: %s", ZSTD_getErrorName(n));
	return n;
}

static bool expand(uint8_t *to, size_t len, const char *from, size_t packed)
{
	static _Thread_local ZSTD_DCtx *d; /* used again for the next unit: to make one costs as much as to unpack a small unit */
	size_t n;

	if (!d)
		d = ZSTD_createDCtx();
	if (!d)
		die("out of memory");
	n = ZSTD_decompress_usingDict(d, to, len, from, packed, unit_dictionary[0].at, unit_dictionary[0].len);
	return !ZSTD_isError(n) && n == len;
}

/* ---- the file ---- */

static void write_tables(struct io *io, const struct program *p)
{
	write_strings(io, p);
	pack_number(&io->tables, p->unit.at[1].file.i);
	pack_number(&io->tables, p->unit.at[1].dir.i);
	pack_number(&io->tables, p->unit.at[1].module_asm.i);
	pack_number(&io->tables, p->unit.at[1].pointer_bytes);
	for (int i = 0; i < UNIT_GAPS; i++)
		pack_number(&io->tables, p->unit.at[1].gap[i]);
	write_types(io, p);
	write_syms(io, p);
	write_konsts(io, p);
	write_fns(io, p);
}

static void read_tables(struct io *io)
{
	struct unit unit = { 0 };

	if (io->brief)
		list_strings(io);
	else
		read_strings(io);
	unit.file.i = read_str(io);
	unit.dir.i = read_str(io);
	unit.module_asm.i = read_str(io);
	unit.pointer_bytes = unpack_below(&io->u, POINTER_MOST + 1);
	for (int i = 0; i < UNIT_GAPS; i++)
		unit.gap[i] = unpack_word(&io->u);
	*vec_add(io->p->arena, &io->p->unit) = unit;
	read_types(io);
	read_syms(io);
	if (io->brief)
		return;
	read_konsts(io);
	read_fns(io);
	io->u.bad |= io->u.at != io->u.end || io->code_in.len;
}

bool unit_save(const struct program *p, const char *path, struct trouble *t)
{
	struct arena a;
	struct io io = { .tables.arena = &a, .code.arena = &a };
	struct head h = { .format = UNIT_FORMAT };
	size_t room, packed;
	char *file;
	bool ok;

	arena_init(&a, "unit file");
	write_tables(&io, p);
	room = ZSTD_compressBound(io.tables.out.n);
	file = arena_alloc(&a, sizeof h + room + io.code.out.n);
	packed = squeeze(file + sizeof h, room, &io.tables);
	memcpy(h.magic, magic, sizeof magic);
	h.packed = packed;
	h.tables = io.tables.out.n;
	h.code = io.code.out.n;
	if (h.code)
		memcpy(file + sizeof h + packed, io.code.out.at, h.code);
	h.check = checksum(h, file + sizeof h, packed + h.code);
	memcpy(file, &h, sizeof h);
	ok = file_write(path, file, sizeof h + packed + h.code, t);
	arena_release(&a);
	return ok;
}

static bool head_fits(const struct head *h, size_t len)
{
	uint64_t rest = len - sizeof *h;

	return h->packed <= rest && h->code == rest - h->packed && h->tables <= TABLES_MAX &&
	       h->tables / ZSTD_BLOCKSIZE_MAX <= h->packed / BLOCK_MIN;
}

static bool read_head(struct bytes file, const char *path, struct head *h, struct trouble *t)
{
	if (file.len < sizeof *h || memcmp(file.at, magic, sizeof magic) != 0)
		return trouble(t, "%s: not a unit of snag", path);
	memcpy(h, file.at, sizeof *h);
	if (h->format != UNIT_FORMAT)
		return trouble(t, "%s: made by another version of snag (format %u, not %d)", path, h->format, UNIT_FORMAT);
	if (!head_fits(h, file.len) || h->check != checksum(*h, file.at + sizeof *h, file.len - sizeof *h))
		return trouble(t, "%s: truncated or damaged", path);
	return true;
}

bool unit_whole(const char *path)
{
	struct bytes file;
	struct trouble t;
	struct head h;
	bool ok;

	if (!file_map(path, &file, &t))
		return false;
	ok = read_head(file, path, &h, &t);
	file_unmap(file);
	return ok;
}

static bool parse(struct bytes file, const char *path, struct program *p, bool brief, struct trouble *t)
{
	struct head h;
	struct io io = { .p = p, .brief = brief };
	uint8_t *tables;

	if (!read_head(file, path, &h, t))
		return false;
	tables = arena_alloc(p->arena, h.tables + 1);
	if (!expand(tables, h.tables, file.at + sizeof h, h.packed))
		return trouble(t, "%s: its tables do not unpack", path);
	io.u = (struct unpacker){ .at = tables, .end = tables + h.tables };
	io.code_in = (struct bytes){ file.at + sizeof h + h.packed, h.code };
	read_tables(&io);
	return !io.u.bad || trouble(t, "%s: its tables are damaged", path);
}

bool unit_parse(struct bytes file, const char *path, struct program *p, struct trouble *t)
{
	return parse(file, path, p, false, t) && program_valid(p, t);
}

bool unit_load_symbols(const char *path, struct program *p, struct trouble *t)
{
	struct bytes file;
	bool ok;

	if (!file_map(path, &file, t))
		return false;
	ok = parse(file, path, p, true, t);
	file_unmap(file);
	stat_add(STAT_units_loaded, 1);
	return ok;
}

bool unit_load(const char *path, struct program *p, struct trouble *t)
{
	struct bytes file;

	if (!file_map(path, &file, t))
		return false;
	if (!unit_parse(file, path, p, t)) {
		file_unmap(file);
		return false;
	}
	p->unit.at[1].mapped = file;
	stat_add(STAT_units_loaded, 1);
	return true;
}

void unit_close(struct program *p)
{
	for (uint32_t i = 1; i < p->unit.n; i++) {
		file_unmap(p->unit.at[i].mapped);
		p->unit.at[i].mapped = (struct bytes){ 0 };
	}
}
