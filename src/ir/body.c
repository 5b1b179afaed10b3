/* Packing and unpacking the code of a function.
 *
 * Each operation has a shape: how many operands and words it has, or that a count stands in the code. An instruction is
 *
 *     byte    op, plus 0x80 if the location changes, plus 0x40 if an extension byte follows
 *     [byte   extension: which of flags, orders, name and optional words follow]
 *     [sub]   [type]   [count] operands   [count] words   [flags] [orders] [name]
 *
 * An operand that is a value is its distance back (most often one byte), a block is its distance too. Locations are differences
 * and stand in a stream of their own, which the unit file compresses with its tables. That makes about five bytes an
 * instruction, and unpacking is one pass without a lookup. */
#include "ir/body.h"

#include <string.h>
#include <xxhash.h>

#include "ir/reads.h"
#include "ir/store/key.h"
#include "ir/store/pack.h"

/* a count stands in the code; 0 or 2 words, as the extension says; as many as operands */
enum { COUNTED = 255, OPTIONAL = 254, PAIRED = 253 };
enum { LOC_CHANGES = 0x80, EXTENDED = 0x40, OP_MASK = 0x3f };
enum { EXT_FLAGS = 1, EXT_ORDER = 2, EXT_NAME = 4, EXT_WORDS = 8, EXT_TYPE = 16 };
enum { WORDS_PLAIN, WORDS_OFFSET, WORDS_MEMBER, WORDS_CALL, WORDS_ASM };
/* Whose type the result has, unless the extension says that a type follows: the operand's of this number, or always in the
 * code. */
enum { TYPE_NEVER, TYPE_CODED, TYPE_FIRST, TYPE_SECOND, TYPE_TRUTH };
enum { UNIT_TRUTH = 2 }; /* i1 in units that extract makes; in others only a guess that costs a byte where it is wrong */

static const struct ir_shape {
	uint8_t sub, type, args, words, meaning;
} shapes[OP_COUNT] = {
	[OP_alloca] = { 0, TYPE_CODED, COUNTED, 0, 0 },
	[OP_load] = { 0, TYPE_CODED, 1, OPTIONAL, 0 },
	[OP_store] = { 0, TYPE_SECOND, 2, OPTIONAL, 0 },
	[OP_field] = { 0, TYPE_NEVER, 1, 4, WORDS_MEMBER },
	[OP_index] = { 0, TYPE_CODED, 2, 2, WORDS_OFFSET },
	[OP_binary] = { 1, TYPE_FIRST, 2, 0, 0 },
	[OP_compare] = { 1, TYPE_TRUTH, 2, 0, 0 },
	[OP_cast] = { 1, TYPE_CODED, 1, 0, 0 },
	[OP_negate] = { 0, TYPE_FIRST, 1, 0, 0 },
	[OP_copy] = { 0, TYPE_FIRST, 1, 0, 0 },
	[OP_phi] = { 0, TYPE_CODED, COUNTED, PAIRED, 0 },
	[OP_select] = { 0, TYPE_SECOND, 3, 0, 0 },
	[OP_extract] = { 0, TYPE_CODED, 1, COUNTED, 0 },
	[OP_insert] = { 0, TYPE_CODED, 2, COUNTED, 0 },
	[OP_element] = { 0, TYPE_CODED, 2, 0, 0 },
	[OP_replace] = { 0, TYPE_CODED, 3, 0, 0 },
	[OP_shuffle] = { 0, TYPE_CODED, 2, COUNTED, 0 },
	[OP_call] = { 0, TYPE_CODED, COUNTED, OPTIONAL, WORDS_CALL },
	[OP_asm] = { 0, TYPE_CODED, COUNTED, 2, WORDS_ASM },
	[OP_rmw] = { 1, TYPE_CODED, 2, 0, 0 },
	[OP_cmpxchg] = { 0, TYPE_CODED, 3, 0, 0 },
	[OP_fence] = { 0, TYPE_NEVER, 0, 0, 0 },
	[OP_memcpy] = { 1, TYPE_NEVER, 3, 0, 0 },
	[OP_memset] = { 0, TYPE_NEVER, 3, 0, 0 },
	[OP_varargs] = { 1, TYPE_CODED, COUNTED, 0, 0 },
	[OP_landing] = { 0, TYPE_CODED, 0, 0, 0 },
	[OP_br] = { 0, TYPE_NEVER, 0, 1, 0 },
	[OP_branch] = { 0, TYPE_NEVER, 1, 2, 0 },
	[OP_switch] = { 0, TYPE_NEVER, COUNTED, PAIRED, 0 },
	[OP_goto] = { 0, TYPE_NEVER, 1, COUNTED, 0 },
	[OP_asm_goto] = { 0, TYPE_CODED, COUNTED, COUNTED, WORDS_ASM },
	[OP_unwind] = { 0, TYPE_NEVER, 0, 2, 0 },
	[OP_resume] = { 0, TYPE_NEVER, COUNTED, 0, 0 },
	[OP_ret] = { 0, TYPE_NEVER, COUNTED, 0, 0 },
	[OP_unreachable] = { 0, TYPE_NEVER, 0, 0, 0 },
};

_Static_assert(OP_COUNT <= OP_MASK + 1, "an operation must fit six bits");

bool op_is_terminator(uint8_t op)
{
	return op >= OP_br;
}

uint32_t op_first_target(uint8_t op)
{
	switch (op) {
	case OP_br:
	case OP_branch:
	case OP_switch:
	case OP_goto:
	case OP_unwind:
		return 0;
	case OP_asm_goto:
		return 2;
	default:
		return UINT32_MAX;
	}
}

void body_clear(struct body *b)
{
	b->param.n = b->block.n = b->inst.n = b->arg.n = b->word.n = b->loc.n = 0;
}

/* ---- packing ---- */

struct writer {
	struct packer *code, *places;
	const struct program *program;
	const struct body *body;
};

static void write_ref(struct packer *p, struct ref r, uint32_t current)
{
	uint32_t i = ref_index(r);

	switch (ref_kind(r)) {
	case REF_NONE:
		pack_number(p, 0);
		break;
	case REF_VALUE:
		pack_number(p, i < current ? (uint64_t)(current - i) << 2 : (uint64_t)(i - current) << 2 | 1);
		break;
	case REF_SYM:
		pack_number(p, (uint64_t)i << 2 | 2);
		break;
	case REF_KONST:
		pack_number(p, (uint64_t)i << 2 | 3);
		break;
	}
}

static void write_loc(struct packer *p, const struct loc *l, const struct loc *before)
{
	bool other = l->file.i != before->file.i || l->inlined != before->inlined || l->fn.i != before->fn.i;
	int64_t step = (int64_t)l->line - before->line;

	pack_number(p, ((uint64_t)step << 1 ^ (uint64_t)(step >> 63)) << 1 | other);
	pack_signed(p, step ? (int64_t)l->column : (int64_t)l->column - before->column); /* a new line starts at the left */
	if (other) {
		pack_number(p, l->file.i);
		pack_number(p, l->inlined);
		pack_number(p, l->fn.i);
	}
}

/* Words that are blocks, of a terminator or a phi. */
static uint32_t first_block(const struct inst *in)
{
	return in->op == OP_phi ? 0 : op_first_target(in->op);
}

static void write_words(struct packer *p, const struct body *b, const struct inst *in, const struct ir_shape *s, uint32_t block)
{
	uint32_t blocks = first_block(in);

	if (s->words == COUNTED)
		pack_number(p, in->nwords);
	if (s->meaning == WORDS_OFFSET)
		pack_signed(p, body_offset(b, in));
	else if (s->meaning == WORDS_MEMBER)
		pack_number(p, b->word.at[in->word + 3]);
	else
		for (uint32_t i = 0; i < in->nwords; i++)
			if (i >= blocks)
				pack_signed(p, (int64_t)b->word.at[in->word + i] - block);
			else
				pack_number(p, b->word.at[in->word + i]);
}

/* The type that needs no saying; none if there is no such. Parameters have C types, which results do not share. */
static struct type_id implied_type(const struct program *p, const struct body *b, const struct inst *in, const struct ir_shape *s)
{
	struct ref r = body_arg(b, in, s->type == TYPE_SECOND);
	uint32_t i;

	switch (ref_kind(r)) {
	case REF_VALUE:
		i = body_inst(b, ref_index(r));
		return i < b->inst.n ? b->inst.at[i].type : (struct type_id){ 0 }; /* a later one is not known yet */
	case REF_KONST:
		return program_konst(p, (struct konst_id){ ref_index(r) })->type;
	default:
		return (struct type_id){ 0 };
	}
}

static bool says_type(const struct writer *w, const struct inst *in, const struct ir_shape *s, uint32_t i)
{
	struct body before = *w->body;

	if (s->type == TYPE_TRUTH)
		return in->type.i != UNIT_TRUTH;
	before.inst.n = i; /* what the reader will know */
	return (s->type == TYPE_FIRST || s->type == TYPE_SECOND) && implied_type(w->program, &before, in, s).i != in->type.i;
}

static void write_inst(const struct writer *w, uint32_t i, uint32_t block, const struct loc *before)
{
	struct packer *p = w->code;
	const struct body *b = w->body;
	const struct inst *in = &b->inst.at[i];
	const struct ir_shape *s = &shapes[in->op];
	const struct loc *l = &b->loc.at[in->loc];
	bool moved = memcmp(l, before, sizeof *l) != 0;
	uint8_t ext =
		(uint8_t)((in->flags ? EXT_FLAGS : 0) | (in->order || in->order2 ? EXT_ORDER : 0) | (in->name.i ? EXT_NAME : 0) |
			  (s->words == OPTIONAL && in->nwords ? EXT_WORDS : 0) | (says_type(w, in, s, i) ? EXT_TYPE : 0));
	uint8_t first = (uint8_t)(in->op | (moved ? LOC_CHANGES : 0) | (ext ? EXTENDED : 0));

	pack_bytes(p, &first, 1);
	if (ext)
		pack_bytes(p, &ext, 1);
	if (s->sub)
		pack_bytes(p, &in->sub, 1);
	if (s->type == TYPE_CODED || ext & EXT_TYPE)
		pack_number(p, in->type.i);
	if (s->args == COUNTED)
		pack_number(p, in->nargs);
	for (uint32_t k = 0; k < in->nargs; k++)
		write_ref(p, b->arg.at[in->arg + k], body_value(b, i));
	write_words(p, b, in, s, block);
	if (ext & EXT_FLAGS)
		pack_bytes(p, &in->flags, 1);
	if (ext & EXT_ORDER)
		pack_number(p, (uint64_t)in->order << 3 | in->order2);
	if (ext & EXT_NAME)
		pack_number(p, in->name.i);
	if (moved)
		write_loc(w->places, l, before);
}

/* Locations that others were inlined at come first, in order: an entry names only earlier ones. */
static uint32_t count_sites(const struct body *b)
{
	uint32_t sites = 0;

	for (uint32_t i = 0; i < b->loc.n; i++)
		if (b->loc.at[i].inlined > sites)
			sites = b->loc.at[i].inlined;
	return sites;
}

void body_write(struct packer *p, struct packer *places, const struct program *program, const struct body *b)
{
	struct writer w = { p, places, program, b };
	struct loc before = { 0 };
	uint32_t sites = count_sites(b), block = 0;

	pack_number(p, b->param.n);
	for (uint32_t i = 0; i < b->param.n; i++) {
		pack_number(p, b->param.at[i].type.i);
		pack_number(p, (uint64_t)b->param.at[i].name.i << 2 | (uint64_t)b->param.at[i].by_value << 1 |
				       b->param.at[i].result);
	}
	pack_number(p, sites);
	for (uint32_t i = 1; i <= sites; i++) {
		write_loc(places, &b->loc.at[i], &before);
		before = b->loc.at[i];
	}
	pack_number(p, b->inst.n);
	for (uint32_t i = 0; i < b->inst.n; i++) {
		write_inst(&w, i, block, &before);
		before = b->loc.at[b->inst.at[i].loc];
		block += op_is_terminator(b->inst.at[i].op);
	}
}

/* ---- unpacking ---- */

struct ir_reader {
	struct unpacker u, places;
	struct arena *arena;
	const struct unit *unit;
	const struct program *program;
	struct body *body;
};

static uint32_t mapped(struct unpacker *u, const uint32_t *map, uint32_t nmap, uint32_t nown)
{
	uint32_t i = unpack_below(u, map ? nmap : nown);

	return map ? map[i] : i;
}

static struct str_id read_str(struct ir_reader *r, struct unpacker *u)
{
	return (struct str_id){ mapped(u, r->unit->str, r->unit->nstrs, r->program->str.entry.n) };
}

static struct type_id read_type(struct ir_reader *r)
{
	return (struct type_id){ mapped(&r->u, r->unit->type, r->unit->ntypes, r->program->type.n) };
}

static uint32_t map_index(struct ir_reader *r, uint64_t i, const uint32_t *map, uint32_t nmap, uint32_t nown)
{
	if (i >= (map ? nmap : nown)) {
		r->u.bad = true;
		return 0;
	}
	return map ? map[i] : (uint32_t)i;
}

static struct ref read_ref(struct ir_reader *r, uint32_t current)
{
	uint64_t v = unpack_number(&r->u), i = v >> 2;

	switch (v & 3) {
	case 0:
		if (i >= current)
			r->u.bad |= i > 0;
		return i && i < current ? ref_make(REF_VALUE, current - (uint32_t)i) : ref_make(REF_NONE, 0);
	case 1:
		r->u.bad |= i > REF_INDEX_MAX - current;
		return ref_make(REF_VALUE, (uint32_t)(current + i) & REF_INDEX_MAX);
	case 2:
		return ref_make(REF_SYM, map_index(r, i, r->unit->sym, r->unit->nsyms, r->program->sym.n));
	default:
		return ref_make(REF_KONST, map_index(r, i, r->unit->konst, r->unit->nkonsts, r->program->konst.n));
	}
}

static void read_loc(struct ir_reader *r, struct loc *l, uint32_t sites)
{
	uint64_t v = unpack_number(&r->places), step = v >> 1;

	l->line += (uint32_t)(int64_t)(step >> 1 ^ -(step & 1));
	l->column = (step ? 0 : l->column) + (uint32_t)unpack_signed(&r->places);
	if (v & 1) {
		l->file = read_str(r, &r->places);
		l->inlined = unpack_below(&r->places, (uint64_t)sites + 1);
		l->fn = read_str(r, &r->places);
	}
}

static void add_word(struct ir_reader *r, uint32_t word)
{
	*vec_add(r->arena, &r->body->word) = word;
}

static void read_member(struct ir_reader *r, struct inst *in)
{
	uint32_t id = map_index(r, unpack_number(&r->u), r->unit->konst, r->unit->nkonsts, r->program->konst.n);
	const struct konst *k = program_konst(r->program, (struct konst_id){ id });

	r->u.bad |= k->kind != KONST_MEMBER;
	in->type = k->type;
	add_word(r, (uint32_t)k->lo);
	add_word(r, (uint32_t)(k->lo >> 32));
	add_word(r, (uint32_t)k->hi);
	add_word(r, id);
}

static void read_words(struct ir_reader *r, struct inst *in, const struct ir_shape *s, uint8_t ext)
{
	uint32_t n = s->words, blocks = first_block(in);

	if (s->words == OPTIONAL)
		n = ext & EXT_WORDS ? 2 : 0;
	else if (s->words == COUNTED)
		n = unpack_count(&r->u);
	else if (s->words == PAIRED)
		n = in->nargs;
	in->word = r->body->word.n;
	in->nwords = n;
	if (s->meaning == WORDS_OFFSET) {
		uint64_t v = (uint64_t)unpack_signed(&r->u);
		add_word(r, (uint32_t)v);
		add_word(r, (uint32_t)(v >> 32));
		return;
	}
	if (s->meaning == WORDS_MEMBER) {
		read_member(r, in);
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		if (i >= blocks)
			add_word(r, (uint32_t)(r->body->block.n + (uint64_t)unpack_signed(&r->u)));
		else if (s->meaning == WORDS_CALL && i == 0)
			add_word(r, read_type(r).i);
		else if (s->meaning == WORDS_ASM && i < 2)
			add_word(r, read_str(r, &r->u).i);
		else
			add_word(r, unpack_word(&r->u));
}

static uint8_t read_byte(struct ir_reader *r)
{
	const uint8_t *p = unpack_bytes(&r->u, 1);

	return p ? *p : 0;
}

static void read_inst(struct ir_reader *r, struct inst *in, struct loc *l, uint32_t sites)
{
	uint8_t first = read_byte(r), ext = first & EXTENDED ? read_byte(r) : 0;
	uint32_t current = body_value(r->body, r->body->inst.n);
	const struct ir_shape *s;

	in->op = first & OP_MASK;
	if (in->op == OP_none || in->op >= OP_COUNT) {
		r->u.bad = true;
		return;
	}
	s = &shapes[in->op];
	in->sub = s->sub ? read_byte(r) : 0;
	if (s->type == TYPE_CODED || ext & EXT_TYPE)
		in->type = read_type(r);
	else if (s->type == TYPE_TRUTH)
		in->type.i = map_index(r, UNIT_TRUTH, r->unit->type, r->unit->ntypes, r->program->type.n);
	in->nargs = s->args == COUNTED ? unpack_count(&r->u) : s->args;
	in->arg = r->body->arg.n;
	for (uint32_t i = 0; i < in->nargs; i++)
		*vec_add(r->arena, &r->body->arg) = read_ref(r, current);
	if ((s->type == TYPE_FIRST || s->type == TYPE_SECOND) && !(ext & EXT_TYPE))
		in->type = implied_type(r->program, r->body, in, s);
	read_words(r, in, s, ext);
	if (ext & EXT_FLAGS)
		in->flags = read_byte(r);
	if (ext & EXT_ORDER) {
		uint32_t v = unpack_below(&r->u, 64);
		in->order = (uint8_t)(v >> 3);
		in->order2 = v & 7;
	}
	if (ext & EXT_NAME)
		in->name = read_str(r, &r->u);
	if (first & LOC_CHANGES) {
		read_loc(r, l, sites);
		*vec_add(r->arena, &r->body->loc) = *l;
	}
	in->loc = r->body->loc.n - 1;
}

static void read_params(struct ir_reader *r)
{
	uint32_t n = unpack_count(&r->u);

	for (uint32_t i = 0; i < n && !r->u.bad; i++) {
		struct param *q = vec_add(r->arena, &r->body->param);
		uint64_t v;
		*q = (struct param){ .type = read_type(r) };
		v = unpack_number(&r->u);
		q->name.i = map_index(r, v >> 2, r->unit->str, r->unit->nstrs, r->program->str.entry.n);
		q->by_value = v & 2;
		q->result = v & 1;
	}
}

static void read_insts(struct ir_reader *r, uint32_t sites, struct loc l)
{
	uint32_t n = unpack_count(&r->u), first = 0;
	struct body *b = r->body;

	for (uint32_t i = 0; i < n && !r->u.bad && !r->places.bad; i++) {
		struct inst in = { 0 };
		read_inst(r, &in, &l, sites);
		*vec_add(r->arena, &b->inst) = in;
		if (op_is_terminator(in.op)) {
			*vec_add(r->arena, &b->block) = (struct block){ first, i + 1 - first };
			first = i + 1;
		}
	}
	if (first != n || !n)
		r->u.bad = true;
}

static struct unpacker unpack_all(struct bytes b)
{
	const uint8_t *at = (const uint8_t *)b.at;

	return (struct unpacker){ .at = at, .end = b.len ? at + b.len : at }; /* none may be NULL */
}

bool body_read(struct arena *a, const struct program *p, struct fn_id f, struct body *b, struct trouble *t)
{
	const struct fn *fn = program_fn(p, f);
	struct ir_reader r = {
		unpack_all(program_bytes(p, fn->code)), unpack_all(program_bytes(p, fn->places)), a, &p->unit.at[fn->unit.i], p, b
	};
	struct loc l = { 0 };
	uint32_t sites;

	body_clear(b);
	b->fn = f;
	vec_reserve(a, &b->inst, fn->ninsts < fn->code.len ? fn->ninsts : (uint32_t)fn->code.len); /* a byte each, at least */
	read_params(&r);
	sites = unpack_below(&r.u, fn->places.len + 1);
	*vec_add(a, &b->loc) = l;
	for (uint32_t i = 1; i <= sites && !r.places.bad; i++) {
		read_loc(&r, &l, i - 1);
		*vec_add(a, &b->loc) = l;
	}
	read_insts(&r, sites, l);
	if (r.u.bad || r.places.bad || r.u.at != r.u.end || r.places.at != r.places.end || b->inst.n != fn->ninsts ||
	    b->block.n != fn->nblocks)
		return trouble(t, "the code of '%s' is damaged", program_str(p, program_sym(p, fn->sym)->name));
	return true;
}

void body_unpack(struct arena *a, const struct program *p, struct fn_id f, struct body *b)
{
	struct trouble t;

	if (reads_noted)
		reads_note(p, f, __builtin_return_address(0));
	if (!body_read(a, p, f, b, &t) || !body_valid(p, b, &t))
		die("%s (remove the cache directory and run again)", t.text);
}

/* ---- the key ---- */

struct keyer {
	XXH3_state_t *state;
	struct program *program;
	struct fn *fn;
};

static void key_number(struct keyer *k, uint64_t v)
{
	XXH3_64bits_update(k->state, &v, sizeof v);
}

static void key_str(struct keyer *k, struct str_id s)
{
	uint32_t n = intern_length(&k->program->str, s.i);

	key_number(k, n);
	XXH3_64bits_update(k->state, program_str(k->program, s), n);
}

static void key_loc(struct keyer *k, const struct loc *l)
{
	key_str(k, l->file);
	key_number(k, map_pair(l->line, l->column));
	key_number(k, l->inlined);
}

/* A symbol in words that hold in every unit. A static variable that can be written is another one in each unit, so that two
 * functions naming it are never one; a static function is named here and compared by link. */
static void key_sym(struct keyer *k, struct sym_id id)
{
	const struct program *p = k->program;
	const struct sym *s = program_sym(p, id);

	key_number(k, s->kind);
	if (s->linkage != LINK_STATIC) {
		key_str(k, s->name);
		return;
	}
	if (!(s->flags & SYM_UNNAMED))
		key_str(k, s->name);
	if (s->kind == SYM_FUNCTION) {
		*vec_add(p->arena, &k->program->callee) = id;
		k->fn->ncallees++;
		return;
	}
	if (!(s->flags & SYM_CONSTANT) || s->kind != SYM_VARIABLE || s->nrelocs)
		key_str(k, p->unit.at[1].file);
	XXH3_64bits_update(k->state, program_bytes(p, s->data).at, s->data.len);
	key_number(k, s->size);
}

static void key_ref(struct keyer *k, struct ref r)
{
	const struct konst *c;

	key_number(k, ref_kind(r));
	if (ref_kind(r) == REF_SYM) {
		key_sym(k, (struct sym_id){ ref_index(r) });
		return;
	}
	if (ref_kind(r) != REF_KONST) {
		key_number(k, ref_index(r));
		return;
	}
	c = program_konst(k->program, (struct konst_id){ ref_index(r) });
	key_number(k, c->kind);
	key_number(k, type_word(k->program, c->type));
	if (c->sym.i)
		key_sym(k, c->sym);
	key_number(k, c->lo);
	key_number(k, c->hi);
	XXH3_64bits_update(k->state, program_bytes(k->program, c->data).at, c->data.len);
}

static void key_inst(struct keyer *k, const struct body *b, const struct inst *in)
{
	const struct ir_shape *s = &shapes[in->op];

	key_number(k, in->op | (uint64_t)in->sub << 8 | (uint64_t)in->flags << 16 | (uint64_t)in->order << 24 |
			      (uint64_t)in->order2 << 32);
	key_number(k, type_word(k->program, in->type));
	key_loc(k, &b->loc.at[in->loc]);
	for (uint32_t i = 0; i < in->nargs; i++)
		key_ref(k, b->arg.at[in->arg + i]);
	key_number(k, in->nwords);
	for (uint32_t i = 0; i < in->nwords; i++) {
		uint32_t w = b->word.at[in->word + i];
		if (s->meaning == WORDS_CALL && i == 0)
			key_number(k, type_word(k->program, (struct type_id){ w }));
		else if (s->meaning == WORDS_ASM && i < 2)
			key_str(k, (struct str_id){ w });
		else if (s->meaning == WORDS_MEMBER && i == 3)
			continue; /* an id, which says what the other words say */
		else
			key_number(k, w);
	}
}

uint64_t body_key(struct program *p, const struct body *b, struct fn *fn)
{
	XXH3_state_t *state = XXH3_createState();
	struct keyer k = { state, p, fn };
	const struct sym *s = program_sym(p, fn->sym);
	uint64_t h;

	if (!state)
		die("out of memory");
	XXH3_64bits_reset(state);
	fn->callee = p->callee.n;
	fn->ncallees = 0;
	key_str(&k, s->name);
	key_str(&k, s->file);
	key_number(&k, s->line);
	key_number(&k, type_word(p, s->type));
	for (uint32_t i = 0; i < b->param.n; i++)
		key_number(&k, type_word(p, b->param.at[i].type));
	for (uint32_t i = 0; i < b->inst.n; i++)
		key_inst(&k, b, &b->inst.at[i]);
	h = XXH3_64bits_digest(state);
	XXH3_freeState(state);
	return h;
}
