/* The filter: each word is matched to its row, the row decides. Words for the preprocessor (-Wp, -Xpreprocessor) and for the
 * inner compiler (-Xclang) are gathered and read behind all others, where the compilers put them, by the same table: what a
 * row keeps is passed on as a plain flag, so that nothing reaches clang's inner parser unread. */
#include "flags.h"

#include <string.h>

enum match { EXACT, NO, JOIN, SEP, JOS, EQ, JAS, ANY };
enum capture_action { KEEP, PATH, PIC, TARGET, TEXT, DROP, LEAVE, REFUSE, OTHER, LANG, WP, XCPP, XCC1 };

struct capture_row {
	const char *name;
	enum match match;
	enum capture_action action;
	const char *to;
	const char *why;
};

static const struct capture_row rows[] = {
#define FLAG(name, match, action, to, why) { name, match, action, to, why },
#include "flags.def"
#undef FLAG
#define SWITCH(name) { "-m" name, NO, KEEP, "", "macros, types or calls" },
#define SINGLE(name) { "-m" name, EXACT, KEEP, "", "macros, types or calls" },
#define VALUE(name) { "-m" name, JOIN, KEEP, "-m" name, "macros, types or calls" },
#include "machine.def"
#undef SWITCH
#undef SINGLE
#undef VALUE
};

#define NROWS (sizeof rows / sizeof *rows)

static void add_name(struct flags *f, struct arena *a, const char *name, uint32_t row)
{
	uint32_t before = f->name.entry.n, id = intern_string(&f->name, name);

	CHECK(id == before, "flags.def: '%s' stands twice", name);
	vec_reserve(a, &f->row_of, 1);
	f->row_of.at[id] = row + 1;
	f->row_of.n = id + 1;
	if (strlen(name) > f->longest)
		f->longest = strlen(name);
}

void flags_init(struct flags *f, struct arena *a)
{
	*f = (struct flags){ 0 };
	intern_init(&f->name, a);
	*vec_add(a, &f->row_of) = 0;
	for (uint32_t i = 0; i < NROWS; i++) {
		add_name(f, a, rows[i].name, i);
		if (rows[i].match == NO)
			add_name(f, a, arena_format(a, "%.2sno-%s", rows[i].name, rows[i].name + 2), i);
	}
}

static bool accepts(const struct capture_row *r, const char *word, size_t n)
{
	switch (r->match) {
	case EXACT:
	case NO:
	case SEP:
		return !word[n];
	case JOIN:
	case JAS:
		return word[n] != 0;
	case EQ:
		return !word[n] || word[n] == '=';
	case JOS:
	case ANY:
		return true;
	}
	return false;
}

/* The row with the longest name that accepts the word; NULL: none. */
static const struct capture_row *find_row(const struct flags *f, const char *word, size_t *name_len)
{
	for (size_t n = strnlen(word, f->longest); n; n--) {
		uint32_t id = intern_find(&f->name, word, n);
		if (!id || !accepts(&rows[f->row_of.at[id] - 1], word, n))
			continue;
		*name_len = n;
		return &rows[f->row_of.at[id] - 1];
	}
	return NULL;
}

enum mode { DRIVER, CPP, CC1 };

struct capture_filter {
	const struct flags *flags;
	struct arena *a;
	struct capture_command *c;
	const char *lang;      /* of the last -x; NULL: by the name of the file */
	const char *file_lang; /* what it was at the file */
	bool seen;             /* the file */
	struct words cpp, cc1; /* gathered */
};

/* `flag` without its value: what the messages name. */
static const char *flag_name(struct capture_filter *f, const struct capture_row *r, const char *word)
{
	if (r && r->match != ANY && r->match != JAS)
		return r->name;
	return arena_copy(f->a, word, strcspn(word, "=,"));
}

static void leave_out(struct capture_filter *f, const struct capture_row *r, const char *word, enum mode mode)
{
	bool refused = (r && r->action == REFUSE) || mode == CC1;
	const char *name = flag_name(f, r, word), *why = r ? r->why : "not a flag that we know";

	if (mode == CC1) {
		name = arena_format(f->a, "-Xclang %s", name);
		why = r && r->action == REFUSE ? r->why : "not on the list of what may reach the inner compiler";
	}
	f->c->left_out(f->c->data, name, why, refused);
}

static void emit(struct capture_filter *f, const char *word)
{
	*vec_add(f->a, &f->c->args) = word;
}

static void emit_key(struct capture_filter *f, const char *word)
{
	*vec_add(f->a, &f->c->key) = word;
}

static bool is_switch(const struct capture_row *r)
{
	return r->match == EXACT || r->match == NO || r->match == ANY;
}

/* clang expands a word that begins with '@' wherever it stands, so no word of ours may. NULL: it cannot be said otherwise. */
static const char *shield(struct capture_filter *f, const struct capture_row *r, const char *value)
{
	if (value[0] != '@')
		return value;
	return r->action == PATH || r->action == TEXT ? arena_format(f->a, "./%s", value) : NULL;
}

/* A kept flag that has a value. */
static void keep_value(struct capture_filter *f, const struct capture_row *r, const char *value)
{
	const char *to = r->to[0] ? r->to : r->name;
	size_t n = strlen(to);
	bool joined = to[n - 1] == '=' || to[n - 1] == '-';

	if (!value[0])
		return;
	if (!joined && !shield(f, r, value)) {
		f->c->left_out(f->c->data, arena_format(f->a, "%s @", r->name), "the value would be read as a response file",
		               true);
		return;
	}
	if (joined) {
		emit(f, arena_format(f->a, "%s%s", to, value));
	} else if (r->action == TEXT) {
		emit(f, "-Xclang");
		emit(f, "-include");
		emit(f, "-Xclang");
		emit(f, shield(f, r, value));
	} else {
		emit(f, to);
		emit(f, shield(f, r, value));
	}
	if (!strcmp(r->name, "-D") && !strcmp(value, "PIC"))
		return;
	emit_key(f, to);
	emit_key(f, r->action == PATH || r->action == TEXT ? path_join(f->a, f->c->dir, value) : value);
}

static void keep_switch(struct capture_filter *f, const struct capture_row *r, const char *word)
{
	const char *to = r->to[0] ? r->to : word;

	emit(f, to);
	if (r->action != PIC)
		emit_key(f, to);
}

static enum capture_kind kind_by_name(const char *name)
{
	static const char *const names[] = {
#define K(name, text) #name,
		CAPTURE_KINDS(K)
#undef K
	};

	for (int i = 0; i < KIND_COUNT; i++)
		if (!strcmp(names[i], name))
			return (enum capture_kind)i;
	BUG("flags.def: there is no kind '%s'", name);
}

/* "-Wp,-DX,-MD,file": the words between the commas. */
static void split_commas(struct capture_filter *f, const char *text)
{
	while (*text) {
		size_t n = strcspn(text, ",");
		*vec_add(f->a, &f->cpp) = arena_copy(f->a, text, n);
		text += n + (text[n] == ',');
	}
}

static void gather(struct capture_filter *f, const struct capture_row *r, const char *value)
{
	if (r->action == WP)
		split_commas(f, value);
	else if (r->action == XCPP)
		*vec_add(f->a, &f->cpp) = value;
	else
		*vec_add(f->a, &f->cc1) = value;
}

/* A word that needs no value, or has it: `value` is NULL for a switch. */
static void act(struct capture_filter *f, const struct capture_row *r, const char *word, const char *value, enum mode mode)
{
	switch (r->action) {
	case TARGET:
	case KEEP:
	case PATH:
	case PIC:
	case TEXT:
		f->c->target |= r->action == TARGET;
		if (is_switch(r))
			keep_switch(f, r, word);
		else
			keep_value(f, r, value);
		return;
	case DROP:
		if (mode == CC1 && r->match == ANY) /* a general rule knows the driver's flags, not the inner compiler's */
			leave_out(f, r, word, mode);
		return;
	case LEAVE:
	case REFUSE:
		leave_out(f, r, word, mode);
		return;
	case OTHER:
		if (mode == DRIVER)
			f->c->kind = kind_by_name(r->to);
		return;
	case LANG:
		if (mode == DRIVER)
			f->lang = !strcmp(value, "none") ? NULL : value;
		return;
	case WP:
	case XCPP:
	case XCC1:
		/* Nested ones mean nothing to the inner programs. */
		if (mode == DRIVER)
			gather(f, r, value);
		else
			leave_out(f, r, word, mode);
		return;
	}
}

/* A word that is no flag: the source, another source, an object. Only the place of ours matters. */
static void positional(struct capture_filter *f, const char *word)
{
	if (f->seen || !f->c->file)
		return;
	if (strcmp(path_base(word), path_base(f->c->file)) || strcmp(path_join(f->a, f->c->dir, word), f->c->file))
		return;
	f->seen = true;
	f->file_lang = f->lang;
}

/* The value of the flag, from its own word or the next one; NULL: it has none, or the command ends before it. */
static const char *value_of(const struct capture_row *r, const char *word, size_t n, const struct words *in, uint32_t *i)
{
	bool next = r->match == SEP || r->match == JAS || ((r->match == JOS || r->match == EQ) && !word[n]);

	if (next)
		return *i < in->n ? in->at[(*i)++] : NULL;
	if (r->match == EQ)
		return word + n + 1;
	return r->match == JOIN || r->match == JOS || r->action == WP ? word + n : NULL;
}

static void run(struct capture_filter *f, const struct words *in, enum mode mode)
{
	for (uint32_t i = 0; i < in->n;) {
		const char *word = in->at[i++], *value;
		const struct capture_row *r;
		size_t n = 0;
		if (word[0] != '-' || !word[1]) {
			if (mode == DRIVER)
				positional(f, word);
			continue;
		}
		if (mode == DRIVER && !strcmp(word, "--")) {
			while (i < in->n)
				positional(f, in->at[i++]);
			return;
		}
		r = find_row(f->flags, word, &n);
		if (!r) {
			leave_out(f, NULL, word, mode);
			continue;
		}
		value = value_of(r, word, n, in, &i);
		/* The preprocessor's own -MD has a file name behind it, the driver's has not. */
		if (mode != DRIVER && (!strcmp(r->name, "-MD") || !strcmp(r->name, "-MMD")))
			i += i < in->n;
		if (value || is_switch(r) || r->action == REFUSE)
			act(f, r, word, value, mode); /* else the command ends before the value */
	}
}

struct extension {
	const char *name;
	enum capture_kind kind;
};

static const struct extension extensions[] = {
	{ "c", KIND_c }, { "i", KIND_c },
	{ "C", KIND_cxx }, { "cc", KIND_cxx }, { "cp", KIND_cxx }, { "cpp", KIND_cxx }, { "CPP", KIND_cxx },
	{ "cxx", KIND_cxx }, { "c++", KIND_cxx }, { "ii", KIND_cxx }, { "cppm", KIND_cxx }, { "ixx", KIND_cxx },
	{ "s", KIND_assembly }, { "S", KIND_assembly }, { "sx", KIND_assembly }, { "asm", KIND_assembly },
	{ "nasm", KIND_assembly },
	{ "m", KIND_objc }, { "mi", KIND_objc }, { "M", KIND_objc }, { "mm", KIND_objc }, { "mii", KIND_objc },
	{ "f", KIND_fortran }, { "F", KIND_fortran }, { "for", KIND_fortran }, { "FOR", KIND_fortran },
	{ "f90", KIND_fortran }, { "F90", KIND_fortran }, { "f95", KIND_fortran }, { "F95", KIND_fortran },
	{ "f03", KIND_fortran }, { "f08", KIND_fortran },
	{ "cu", KIND_cuda }, { "hip", KIND_cuda }, { "cl", KIND_cuda },
	{ "rs", KIND_rust },
	{ "h", KIND_header }, { "hh", KIND_header }, { "hpp", KIND_header }, { "H", KIND_header },
};

static const char *extension_of(const char *file)
{
	const char *dot = strrchr(path_base(file), '.');

	return dot ? dot + 1 : "";
}

static enum capture_kind kind_of_file(const char *file)
{
	for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
		if (!strcmp(extensions[i].name, extension_of(file)))
			return extensions[i].kind;
	return KIND_unknown;
}

static enum capture_kind kind_of_language(const char *lang)
{
	static const struct extension by_prefix[] = {
		{ "c++", KIND_cxx },       { "objective-c", KIND_objc }, { "assembler", KIND_assembly }, { "f77", KIND_fortran },
		{ "f95", KIND_fortran },   { "cuda", KIND_cuda },        { "hip", KIND_cuda },           { "cl", KIND_cuda },
		{ "c-header", KIND_header }, { "rust", KIND_rust },
	};

	if (!strcmp(lang, "c") || !strcmp(lang, "cpp-output"))
		return KIND_c;
	for (size_t i = 0; i < sizeof by_prefix / sizeof *by_prefix; i++)
		if (!strncmp(by_prefix[i].name, lang, strlen(by_prefix[i].name)))
			return by_prefix[i].kind;
	return KIND_unknown;
}

/* Says the language where the name of the file does not. */
static void settle_kind(struct capture_filter *f)
{
	const char *lang = f->seen ? f->file_lang : f->lang;
	const char *natural = !strcmp(extension_of(f->c->file), "c") ? "c" : "cpp-output";
	enum capture_kind kind = lang ? kind_of_language(lang) : kind_of_file(f->c->file);

	if (!lang && kind == KIND_c && f->c->cxx_driver)
		kind = KIND_cxx;
	if (f->c->kind == KIND_c)
		f->c->kind = kind;
	if (!lang || kind != KIND_c || (!strcmp(lang, natural) && kind_of_file(f->c->file) == KIND_c))
		return;
	emit(f, "-x");
	emit(f, lang);
	emit_key(f, "-x");
	emit_key(f, lang);
}

void flags_filter(const struct flags *flags, struct arena *a, const struct words *in, struct capture_command *c)
{
	struct capture_filter f = { .flags = flags, .a = a, .c = c };

	c->kind = KIND_c;
	run(&f, in, DRIVER);
	run(&f, &f.cpp, CPP);
	run(&f, &f.cc1, CC1);
	settle_kind(&f);
}

void flags_add_target(struct arena *a, struct capture_command *c, const char *triple)
{
	const char *flag = arena_format(a, "--target=%s", triple);

	*vec_add(a, &c->args) = flag;
	*vec_add(a, &c->key) = flag;
	c->target = true;
}

void flags_samples(struct arena *a, void (*each)(void *data, const char *flag, enum flags_value), void *data)
{
	for (size_t i = 0; i < NROWS; i++) {
		const struct capture_row *r = &rows[i];
		if (r->action > TEXT)
			continue;
		if (is_switch(r))
			each(data, r->name, FLAGS_NO_VALUE);
		if (r->match == NO)
			each(data, arena_format(a, "%.2sno-%s", r->name, r->name + 2), FLAGS_NO_VALUE);
		if (r->match == EQ)
			each(data, arena_format(a, "%s=", r->name), FLAGS_JOINED);
		if (r->match == JOIN || r->match == JOS)
			each(data, r->name, FLAGS_JOINED);
		if (r->match == SEP || r->match == JOS || r->match == EQ)
			each(data, r->name, FLAGS_NEXT_WORD);
	}
}
