/* Tests of src/link/image.c and keep.c: a linked program comes back from its file as it was, nothing but such a file is
 * taken, and the cache holds as many files of a program as it has slots. */
#include "ir_make.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/stat.h"
#include "image_file.h"
#include "ir/store/unit.h"
#include "link/keep.h"

static char folder[] = "/tmp/snag-image-XXXXXX";
static const struct bytes key = { "a key", 5 };

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	return rmdir(folder);
}

/* ---- there and back ---- */

/* Every table filled, and two units that agree on one function and not on another. */
static struct linked *make_linked(struct maker *m)
{
	struct program *other;

	make_full(m);
	other = make_unit(&m->arena, "b.c");
	make_fn(other, LINK_EXTERN, "main", 5, NAMES(make_header_fn(other, "shared", 1, NULL)));
	make_done(other);
	make_header_fn(m->p, "shared", 1, NULL);
	make_done(m->p);
	return link_bare(&m->arena, (struct program *[]){ m->p, other }, 2, NO_STUB);
}

static struct bytes saved(struct arena *a, const struct linked *r)
{
	const char *path = arena_format(a, "%s/saved", folder);
	struct bytes file = { 0 };
	struct trouble t;

	if (!image_save(r, key, path, &t) || !file_read(a, path, &file, &t))
		fail_msg("%s", t.text);
	unlink(path);
	return file;
}

static char *everything(struct arena *a, const struct linked *r)
{
	char *text, *copy;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	assert_non_null(f);
	link_dump(r, f);
	ir_dump(r->program, NULL, f);
	fclose(f);
	copy = arena_string(a, text);
	free(text);
	return copy;
}

static void same_rows(const struct program *x, const struct program *y)
{
	assert_int_equal(x->type.n, y->type.n);
	assert_memory_equal(x->type.at, y->type.at, x->type.n * sizeof *x->type.at);
	assert_int_equal(x->field.n, y->field.n);
	assert_memory_equal(x->field.at, y->field.at, x->field.n * sizeof *x->field.at);
	assert_int_equal(x->reloc.n, y->reloc.n);
	assert_memory_equal(x->reloc.at, y->reloc.at, x->reloc.n * sizeof *x->reloc.at);
	assert_int_equal(x->callee.n, y->callee.n);
	assert_memory_equal(x->callee.at, y->callee.at, x->callee.n * sizeof *x->callee.at);
	assert_int_equal(x->unit.n, y->unit.n);
	for (uint32_t i = 1; i < x->unit.n; i++) {
		const struct unit *u = &x->unit.at[i], *v = &y->unit.at[i];
		assert_int_equal(u->pointer_bytes, v->pointer_bytes);
		assert_memory_equal(u->gap, v->gap, sizeof u->gap);
		assert_int_equal(u->nkonsts, v->nkonsts);
		assert_memory_equal(u->str, v->str, u->nstrs * sizeof *u->str);
		assert_memory_equal(u->konst, v->konst, u->nkonsts * sizeof *u->konst);
	}
}

static void round_trip(void **state)
{
	struct maker m;
	struct linked *r, *back;
	struct bytes file, again;

	(void)state;
	r = make_linked(&m);
	assert_int_equal(r->conflicts, 1);
	assert_int_equal(r->merged, 1);
	file = saved(&m.arena, r);
	assert_int_equal(image_parse(&m.arena, file, key, &back), IMAGE_GOOD);
	link_check(back);
	same_rows(r->program, back->program);
	assert_string_equal(everything(&m.arena, r), everything(&m.arena, back));
	assert_string_equal(back->program->name, "test");
	assert_int_equal(back->conflicts, 1);
	assert_int_equal(back->merged, 1);
	assert_int_equal(back->conflict.at[0].told, 1);
	for (uint32_t i = 1; i < r->program->str.entry.n; i++) /* also found by their text */
		assert_int_equal(
			intern_find(&back->program->str, intern_get(&r->program->str, i), r->program->str.entry.at[i].len), i);
	again = saved(&m.arena, back); /* what was read is saved as the same bytes */
	assert_int_equal(file.len, again.len);
	assert_memory_equal(file.at, again.at, file.len);
	maker_done(&m);
}

static void smallest(void **state)
{
	struct arena a;
	struct linked *r, *back;

	(void)state;
	arena_init(&a, "test");
	r = link_bare(&a, (struct program *[]){ make_unit(&a, "a.c") }, 1, NO_STUB);
	assert_int_equal(image_parse(&a, saved(&a, r), key, &back), IMAGE_GOOD);
	assert_int_equal(back->program->fn.n, 1);
	arena_release(&a);
}

/* ---- what is refused ---- */

static void small_image(struct arena *a, struct bytes *file)
{
	struct program *x = make_unit(a, "x.c"), *y = make_unit(a, "y.c");

	make_list(x, make_conn(x, 7));
	make_variable(x, LINK_EXTERN, "v", "data");
	make_fn(x, LINK_EXTERN, "f", 4, NULL);
	make_alias(x, LINK_EXTERN, "a", (struct sym_id){ 2 });
	make_fn(y, LINK_EXTERN, "f", 5, NAMES(make_header_fn(y, "shared", 1, NULL)));
	make_done(x);
	make_done(y);
	*file = saved(a, link_bare(a, (struct program *[]){ x, y }, 2, NO_STUB));
}

static void refuses_any_truncation(void **state)
{
	struct arena a;
	struct bytes file;
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	small_image(&a, &file);
	for (size_t n = 0; n < file.len; n++) {
		char *cut = malloc(n ? n : 1); /* of exactly this size, so that a read behind it is seen */
		assert_non_null(cut);
		memcpy(cut, file.at, n);
		assert_int_equal(image_parse(&a, (struct bytes){ cut, n }, key, &r), IMAGE_BAD);
		image_seal(cut, n);
		assert_int_equal(image_parse(&a, (struct bytes){ cut, n }, key, &r), IMAGE_BAD);
		free(cut);
	}
	assert_int_equal(image_parse(&a, (struct bytes){ arena_copy(&a, file.at, file.len), file.len + 1 }, key, &r), IMAGE_BAD);
	arena_release(&a);
}

static void refuses_any_flipped_bit(void **state)
{
	struct arena a;
	struct bytes file;
	struct linked *r;
	char *copy;

	(void)state;
	arena_init(&a, "test");
	small_image(&a, &file);
	copy = arena_copy(&a, file.at, file.len);
	for (size_t bit = 0; bit < file.len * 8; bit++) {
		copy[bit / 8] ^= (char)(1 << bit % 8);
		assert_int_not_equal(image_parse(&a, (struct bytes){ copy, file.len }, key, &r), IMAGE_GOOD);
		copy[bit / 8] ^= (char)(1 << bit % 8);
	}
	assert_int_equal(image_parse(&a, (struct bytes){ copy, file.len }, key, &r), IMAGE_GOOD);
	arena_release(&a);
}

static void refuses_another_key(void **state)
{
	static const struct bytes other[] = { { "a kex", 5 }, { "a ke", 4 }, { "a key ", 6 }, { "", 0 } };
	struct arena a;
	struct bytes file;
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	small_image(&a, &file);
	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		assert_int_equal(image_parse(&a, file, other[i], &r), IMAGE_OTHER);
	arena_release(&a);
}

/* One number changed, under a checksum that fits. `offset` is in bytes from the start of the row. */
struct lie {
	const char *what;
	enum part part;
	uint32_t row, offset, bytes;
	uint64_t value;
};

static const struct lie lies[] = {
	{ "a none that is something: type", TYPE, 0, 4, 4, 1 },
	{ "a none that is something: field", FIELD, 0, 8, 8, 1 },
	{ "a none that is something: symbol", SYM, 0, 0, 1, 1 },
	{ "a none that is something: constant", KONST, 0, 0, 1, 1 },
	{ "a none that is something: unit", UNIT, 0, 0, 4, 1 },
	{ "a none that is something: function", FN, 0, 0, 4, 1 },
	{ "a none that is something: callee", CALLEE, 0, 0, 4, 1 },
	{ "a string in front of the text", STRING, 1, 0, 8, 0 },
	{ "a string behind the file", STRING, 1, 0, 8, UINT64_MAX - 1 },
	{ "a string that is too long", STRING, 1, 8, 4, UINT32_MAX },
	{ "a string without its end", STRING, 1, 8, 4, 2 },
	{ "an empty string that is not the first", STRING, 1, 8, 4, 0 },
	{ "a slot of no string", SLOT, 0, 0, 4, UINT32_MAX },
	{ "a type of no kind", TYPE, 1, 0, 1, TYPE_KINDS },
	{ "a type with a base behind the table", TYPE, 1, 8, 4, 1 << 20 },
	{ "a type with fields behind the table", TYPE, 1, 16, 4, 1 << 20 },
	{ "a symbol called by no string", SYM, 1, 4, 4, 1 << 20 },
	{ "a symbol of no unit", SYM, 1, 28, 4, 0 },
	{ "a symbol of a unit there is not", SYM, 1, 28, 4, 9 },
	{ "a symbol with the body of another", SYM, 1, 32, 4, 1 },
	{ "a value in front of the bytes", SYM, 1, 64, 8, 0 },
	{ "a value behind the file", SYM, 1, 64, 8, UINT64_MAX },
	{ "a constant of no kind", KONST, 1, 0, 1, KONST_KINDS },
	{ "a constant of a symbol there is not", KONST, 1, 8, 4, 1 << 20 },
	{ "a constant behind the file", KONST, 1, 32, 8, 1 << 30 },
	{ "a unit called by no string", UNIT, 1, 0, 4, 1 << 20 },
	{ "a unit with longer maps than there are", UNIT, 1, 36, 4, UINT32_MAX },
	{ "a unit with shorter maps", UNIT, 2, 48, 4, 1 },
	{ "a unit without a map", UNIT, 1, 36, 4, 0 },
	{ "a unit with pointers of no machine", UNIT, 1, 12, 4, 17 },
	{ "a map from none to something", MAP, 0, 0, 4, 1 },
	{ "a map to none", MAP, 1, 0, 4, 0 },
	{ "a map behind the table", MAP, 1, 0, 4, UINT32_MAX },
	{ "a function of no symbol", FN, 1, 0, 4, 0 },
	{ "a function of another unit than its symbol", FN, 1, 4, 4, 2 },
	{ "code behind the file", FN, 1, 16, 8, UINT64_MAX - 3 },
	{ "code that is too long", FN, 1, 24, 8, UINT64_MAX },
	{ "places behind the file", FN, 1, 32, 8, 1 << 30 },
	{ "callees behind the table", FN, 1, 60, 4, 1 << 20 },
	{ "a conflict of no symbol", CONFLICT, 0, 0, 4, 0 },
	{ "a conflict of a symbol there is not", CONFLICT, 0, 0, 4, 1 << 20 },
	{ "a conflict with a unit there is not", CONFLICT, 0, 4, 4, 9 },
	{ "a conflict at no file", CONFLICT, 0, 8, 4, 1 << 20 },
};

static void refuses_lies(void **state)
{
	struct arena a;
	struct bytes file;
	struct linked *r;

	(void)state;
	arena_init(&a, "test");
	small_image(&a, &file);
	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
		char *copy = arena_copy(&a, file.at, file.len), *at = image_row(copy, lies[i].part, lies[i].row) + lies[i].offset;
		uint64_t before = 0;
		memcpy(&before, at, lies[i].bytes);
		if (before == lies[i].value)
			fail_msg("%s: is true", lies[i].what);
		memcpy(at, &lies[i].value, lies[i].bytes);
		image_seal(copy, file.len);
		if (image_parse(&a, (struct bytes){ copy, file.len }, key, &r) != IMAGE_BAD)
			fail_msg("%s: taken", lies[i].what);
	}
	arena_release(&a);
}

/* Numbers of rows that lie, also such that the sizes add up again beyond 64 bits. What only takes in the zeros behind a
 * section may be taken, and must do no harm. */
static void refuses_a_lying_head(void **state)
{
	FILE *null = fopen("/dev/null", "w");
	struct arena a;
	struct bytes file;

	(void)state;
	assert_non_null(null);
	arena_init(&a, "test");
	small_image(&a, &file);
	for (int part = 0; part < PARTS; part++)
		for (int k = 0; k < 5; k++) {
			char *copy = arena_copy(&a, file.at, file.len);
			struct image_head h;
			memcpy(&h, copy, sizeof h);
			const uint64_t size = part_row[part], was = h.n[part],
				       n[5] = { was + 1, was - 1, 0, UINT64_MAX / size + 1, UINT64_MAX };
			h.n[part] = n[k];
			memcpy(copy, &h, sizeof h);
			image_seal(copy, file.len);
			if (image_use(&a, (struct bytes){ copy, file.len }, null) &&
			    (was * size + 15) / 16 != (n[k] * size + 15) / 16)
				fail_msg("section %d with another number of rows (%d) is taken", part, k);
		}
	fclose(null);
	arena_release(&a);
}

/* Slots without an empty one would make a lookup endless. */
static void refuses_full_slots(void **state)
{
	struct arena a;
	struct bytes file;
	struct linked *r;
	struct image_head h;
	char *copy;

	(void)state;
	arena_init(&a, "test");
	small_image(&a, &file);
	copy = arena_copy(&a, file.at, file.len);
	memcpy(&h, copy, sizeof h);
	for (uint64_t i = 0; i < h.n[SLOT]; i++)
		memcpy(image_row(copy, SLOT, i), &(uint32_t){ 1 }, 4);
	image_seal(copy, file.len);
	assert_int_equal(image_parse(&a, (struct bytes){ copy, file.len }, key, &r), IMAGE_BAD);
	arena_release(&a);
}

/* Each byte gets other values, under a checksum that fits: refused or not, never worse; what is taken can be shown. */
static void survives_any_byte(void **state)
{
	static const uint8_t odd[] = { 0, 1, 0x7f, 0xff };
	FILE *null = fopen("/dev/null", "w");
	struct maker m;
	struct bytes file;
	struct arena a;
	uint32_t taken = 0;
	char *copy;

	(void)state;
	assert_non_null(null);
	arena_init(&a, "test");
	file = saved(&a, make_linked(&m));
	maker_done(&m);
	copy = arena_copy(&a, file.at, file.len);
	assert_true(image_use(&a, file, null));
	for (size_t i = 0; i < file.len - 8; i++) {
		char kept = copy[i];
		for (size_t k = 0; k < sizeof odd; k++) {
			struct arena once;
			copy[i] = (char)odd[k];
			image_seal(copy, file.len);
			arena_init(&once, "test");
			taken += image_use(&once, (struct bytes){ copy, file.len }, null);
			arena_release(&once);
		}
		copy[i] = kept;
	}
	assert_true(taken > 1);
	fclose(null);
	arena_release(&a);
}

/* ---- in the cache ---- */

struct cached {
	struct arena arena;
	struct link_unit unit[2];
	struct link_group group;
	char dir[40];
};

/* Two units whose names say which state of the program they are. */
static void save_state(struct cached *c, uint32_t number)
{
	struct trouble t;

	for (uint32_t i = 0; i < 2; i++) {
		struct program *p = make_unit(&c->arena, i ? "y.c" : "x.c");
		make_fn(p, LINK_EXTERN, i ? "y" : "main", number, i ? NULL : NAMES(make_declaration(p, "y")));
		make_done(p);
		c->unit[i] = (struct link_unit){ arena_format(&c->arena, "%s/%u-%u", c->dir, number, i), i ? "y.c" : "x.c", false,
						 false, true };
		assert_true(unit_save(p, c->unit[i].path, &t));
	}
}

static void cached_init(struct cached *c)
{
	*c = (struct cached){ .group.name = "x.c", .dir = "/tmp/snag-keep-XXXXXX" };
	arena_init(&c->arena, "test");
	assert_non_null(mkdtemp(c->dir));
	for (uint32_t i = 0; i < 2; i++)
		*vec_add(&c->arena, &c->group.unit) = i;
}

static void cached_done(struct cached *c)
{
	char *command = arena_format(&c->arena, "rm -r '%s'", c->dir);

	assert_int_equal(system(command), 0);
	arena_release(&c->arena);
}

/* How many units had to be read to get this state; that it is this state is checked. */
static uint64_t reads(struct cached *c, uint32_t number, bool found)
{
	struct link_input input = { c->unit, 2, NULL, 0, NULL, NULL };
	uint64_t before = stat_get(STAT_units_loaded), units = stat_get(STAT_units), functions = stat_get(STAT_functions);
	struct link_plan plan;
	struct linked *r;
	struct trouble t;

	save_state(c, number);
	c->unit[0].found = found;
	assert_true(keep_plan(&c->arena, c->dir, &input, &plan, &t));
	assert_int_equal(plan.group.n, 1);
	assert_string_equal(plan.group.at[0].name, "x.c");
	assert_string_equal(plan.group.at[0].start, "main");
	assert_int_equal(plan.group.at[0].unit.n, 2);
	r = keep_program(&c->arena, c->dir, c->unit, &plan.group.at[0], &t);
	assert_non_null(r);
	link_check(r);
	ir_check(r->program);
	assert_int_equal(number_of(r, the(r, "main")), number);
	assert_int_equal(stat_get(STAT_units) - units, 2); /* counted whether read or not */
	assert_int_equal(stat_get(STAT_functions) - functions, 2);
	unit_close(r->program);
	return stat_get(STAT_units_loaded) - before;
}

/* Calls `change` with each file of this kind below the cache; returns how many there are. */
static uint32_t each_file(struct cached *c, const char *kind, void (*change)(const char *path))
{
	char *command = arena_format(&c->arena, "find '%s' -name '*.%s'", c->dir, kind), line[200];
	FILE *f = popen(command, "r");
	uint32_t n = 0;

	assert_non_null(f);
	while (fgets(line, sizeof line, f)) {
		line[strcspn(line, "\n")] = 0;
		n++;
		if (change)
			change(line);
	}
	pclose(f);
	return n;
}

enum { BOTH = 6 }; /* two units, for the plan, for what main reaches of them, and for the program */

static void kept_and_read_back(void **state)
{
	struct cached c;

	(void)state;
	cached_init(&c);
	assert_int_equal(reads(&c, 1, true), BOTH);
	assert_int_equal(reads(&c, 1, true), 0);
	assert_int_equal(reads(&c, 1, false), BOTH); /* its name may not say what is in it */
	assert_int_equal(reads(&c, 1, true), 0);
	cached_done(&c);
}

static void as_many_files_as_slots(void **state)
{
	struct cached c;

	(void)state;
	cached_init(&c);
	assert_int_equal(reads(&c, 1, true), BOTH);
	assert_int_equal(reads(&c, 2, true), BOTH);
	assert_int_equal(reads(&c, 1, true), 0); /* back and forth */
	assert_int_equal(reads(&c, 2, true), 0);
	for (uint32_t i = 3; i < 8; i++) {
		usleep(20000); /* the clock of files is coarse */
		assert_int_equal(reads(&c, i, true), BOTH);
		assert_int_equal(each_file(&c, "linked", NULL), 2);
		assert_int_equal(each_file(&c, "plan", NULL), 2);
	}
	assert_int_equal(reads(&c, 7, true), 0);
	assert_int_equal(reads(&c, 6, true), 0);
	assert_int_equal(reads(&c, 5, true), BOTH); /* the oldest went */
	cached_done(&c);
}

static void cut_it(const char *path)
{
	assert_int_equal(truncate(path, 40), 0);
}

static void flip_it(const char *path)
{
	struct stat st;
	FILE *f = fopen(path, "r+b");
	int byte;

	assert_non_null(f);
	assert_int_equal(fstat(fileno(f), &st), 0);
	fseek(f, st.st_size - 20, SEEK_SET);
	byte = fgetc(f);
	fseek(f, st.st_size - 20, SEEK_SET);
	fputc(byte ^ 4, f);
	fclose(f);
}

static void empty_it(const char *path)
{
	assert_int_equal(truncate(path, 0), 0);
}

static void replace_it(const char *path)
{
	struct trouble t;

	assert_true(file_write(path, "nonsense", 8, &t));
}

static void make_it_a_directory(const char *path)
{
	unlink(path);
	assert_int_equal(mkdir(path, 0777), 0);
}

/* A damaged file is made anew in its own place. */
static void damage_is_repaired(void **state)
{
	static void (*const change[])(const char *) = { cut_it, flip_it, empty_it, replace_it };
	static const char *const kind[] = { "plan", "linked" };
	struct cached c;

	(void)state;
	cached_init(&c);
	assert_int_equal(reads(&c, 1, true), BOTH);
	for (size_t i = 0; i < 2; i++)
		for (size_t k = 0; k < sizeof change / sizeof *change; k++) {
			assert_int_equal(each_file(&c, kind[i], change[k]), 1);
			assert_int_equal(reads(&c, 1, true), i ? 2 : BOTH - 2);
			assert_int_equal(reads(&c, 1, true), 0);
			assert_int_equal(each_file(&c, kind[i], NULL), 1);
		}
	cached_done(&c);
}

/* Where nothing can be kept, the result is the same. */
static void what_cannot_be_written_is_not_missed(void **state)
{
	struct cached c;

	(void)state;
	cached_init(&c);
	assert_int_equal(reads(&c, 1, true), BOTH);
	each_file(&c, "plan", make_it_a_directory);
	each_file(&c, "linked", make_it_a_directory);
	assert_int_equal(reads(&c, 1, true), BOTH);
	cached_done(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(round_trip),
		cmocka_unit_test(smallest),
		cmocka_unit_test(refuses_any_truncation),
		cmocka_unit_test(refuses_any_flipped_bit),
		cmocka_unit_test(refuses_another_key),
		cmocka_unit_test(refuses_lies),
		cmocka_unit_test(refuses_a_lying_head),
		cmocka_unit_test(refuses_full_slots),
		cmocka_unit_test(survives_any_byte),
		cmocka_unit_test(kept_and_read_back),
		cmocka_unit_test(as_many_files_as_slots),
		cmocka_unit_test(damage_is_repaired),
		cmocka_unit_test(what_cannot_be_written_is_not_missed),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
