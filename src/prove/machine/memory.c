/* Objects and addresses. */
#include <string.h>

#include "prove/machine/parts.h"

uint64_t machine_address(const struct machine *m, uint32_t object, uint64_t offset)
{
	return m->object.at[object].base + offset;
}

/* ---- where objects lie ---- */

/* The other layouts (machine.moved): code lies below everything else, the stack above it and grows downwards, variables and what
 * is allocated lie the other way round, and nothing is at the beginning of a page, or aligned better than it must be. Of the
 * usual layout most low bits are 0; of the first one they differ from object to object, of the second they are 1. */
enum { MOVED_DATA = 1 << 23, MOVED_STACK = 1 << 25, MOVED_STRIDE = 0x440, MOVED_LOW = 0x240, ALIGNED = 16 };
#define MOVED_TOP 0xf0000000ull

/* What an object must be aligned to, as the ABI has it: its size is a multiple of that. */
static uint64_t alignment(const struct machine *m, const struct machine_object *o)
{
	const struct program *p = m->image->p;
	uint64_t size = o->kind == MACHINE_FUNCTION || o->kind == MACHINE_HEAP ? ALIGNED : o->size;

	for (struct type_id t = type_strip(p, o->type); size < ALIGNED && t.i && program_type(p, t)->kind == TYPE_ARRAY;) {
		t = type_strip(p, program_type(p, t)->base);
		size = program_type(p, t)->size / 8;
	}
	return size % ALIGNED ? size & (~size + 1) : ALIGNED;
}

/* The bits below `bit`, as the layout has them. */
static uint64_t moved_low(const struct machine *m, uint32_t object, uint64_t bit)
{
	const struct machine_object *o = &m->object.at[object];
	uint64_t align = alignment(m, o), low = MOVED_LOW + (bit > ADDRESS_PAGE ? object % 1021 * MOVED_STRIDE : 0) + align % ALIGNED;

	return m->moved > 1 ? (bit - 1) & (~align + 1) : low;
}

static uint64_t moved_number(const struct machine_object *o, uint32_t object)
{
	return o->kind == MACHINE_FUNCTION ? object : o->kind == MACHINE_STACK ? MOVED_STACK - object : MOVED_DATA - object;
}

/* The object whose moved_number this may be. */
static uint64_t moved_object(uint64_t number)
{
	return number < MOVED_DATA / 2 ? number : number <= MOVED_DATA ? MOVED_DATA - number : MOVED_STACK - number;
}

/* Where pointers have four bytes, code has 16 kilobytes for each function, below all other objects, which lie from above
 * downwards. */
static bool place_in_four_bytes(struct machine *m, uint32_t object)
{
	struct machine_object *o = &m->object.at[object];
	const struct machine_object *last = object > 1 ? &m->object.at[object - 1] : NULL;
	uint64_t end;

	if (m->moved) {
		while (last && last->kind == MACHINE_FUNCTION && o->kind != MACHINE_FUNCTION)
			last = last > m->object.at + 1 ? last - 1 : NULL;
		end = o->kind == MACHINE_FUNCTION ? ADDRESS_PAGE * 4 * (object + 2ull) : last ? last->base : MOVED_TOP;
		if (o->kind == MACHINE_FUNCTION ? end >= ADDRESS_FIRST : end < ADDRESS_FIRST + 4 * ADDRESS_PAGE + o->size)
			return machine_stop(m, MACHINE_UNKNOWN, "needs more memory than its pointers can name");
		o->base = o->kind == MACHINE_FUNCTION ? end - ADDRESS_PAGE * 4 :
							((end - o->size) / ADDRESS_PAGE - 2) * ADDRESS_PAGE +
								moved_low(m, object, ADDRESS_PAGE);
		return true;
	}
	end = last ? last->base + last->size : ADDRESS_FIRST;
	if (last && last->kind == MACHINE_FUNCTION && program_sym(m->image->p, last->sym)->fn.i)
		end += ADDRESS_PAGE + program_fn(m->image->p, program_sym(m->image->p, last->sym)->fn)->nblocks;
	o->base = (end / ADDRESS_PAGE + 2) * ADDRESS_PAGE;
	if (o->size > UINT32_MAX || o->base + o->size + 2 * ADDRESS_PAGE > UINT32_MAX)
		return machine_stop(m, MACHINE_UNKNOWN, "needs more memory than its pointers can name");
	return true;
}

/* Objects of one page or more, in the order of their numbers: code has a page, and then one byte a block. */
bool machine_place(struct machine *m, uint32_t object)
{
	struct machine_object *o = &m->object.at[object];

	o->base = (uint64_t)object << 32 | ADDRESS_BIAS;
	if (m->image->word != 8)
		return place_in_four_bytes(m, object);
	if (m->moved)
		o->base = moved_number(o, object) << 32 | ((m->moved > 1 ? 0 : ADDRESS_BIAS) + moved_low(m, object, ADDRESS_BIAS));
	return true;
}

static bool take_bytes(struct machine *m, uint64_t bytes)
{
	if (bytes > MOST_BYTES || m->taken + bytes > MOST_BYTES)
		return machine_stop(m, MACHINE_UNKNOWN, "needs more than %d MB of memory", MOST_BYTES >> 20);
	m->taken += bytes;
	return true;
}

/* What nobody will have set when it is read is what the schedule says. */
static void set_unset(struct machine *m, uint32_t object)
{
	const struct machine_object *o = &m->object.at[object];
	uint32_t turn = 0;

	for (uint32_t i = m->image->p->sym.n; i < object; i++) {
		const struct machine_object *x = &m->object.at[i];
		turn += x->kind == o->kind && x->thread == o->thread && x->fn.i == o->fn.i && x->inst == o->inst;
	}
	for (uint32_t i = 0; i < m->schedule->unset.n; i++) {
		const struct schedule_unset *x = &m->schedule->unset.at[i];
		if (x->thread == o->thread && x->fn.i == o->fn.i && x->inst == o->inst && x->turn == turn && x->at < o->size)
			o->bytes[x->at] = x->byte;
	}
}

uint32_t machine_new_object(struct machine *m, struct machine_object o)
{
	if (m->object.n >= MOST_OBJECTS) {
		(void)machine_stop(m, MACHINE_UNKNOWN, "makes more than %d objects", (int)MOST_OBJECTS);
		return 0;
	}
	if (!take_bytes(m, o.size + sizeof o))
		return 0;
	o.bytes = arena_alloc(&m->arena, o.size ? o.size : 1);
	*vec_add(&m->arena, &m->object) = o;
	if (m->schedule && m->schedule->unset.n && (o.kind == MACHINE_STACK || o.kind == MACHINE_HEAP))
		set_unset(m, m->object.n - 1);
	return machine_place(m, m->object.n - 1) ? m->object.n - 1 : 0;
}

/* ---- variables ---- */

static void put_relocs(struct machine *m, const struct sym *s, uint8_t *bytes, uint64_t size, uint32_t thread)
{
	const struct program *p = m->image->p;

	for (uint32_t i = 0; i < s->nrelocs; i++) {
		const struct reloc *r = &p->reloc.at[s->reloc + i];
		uint64_t to = machine_symbol(m, thread, r->sym);
		if (r->kind == RELOC_LABEL)
			to += machine_label(m);
		if (r->kind != RELOC_OTHER && r->size == m->image->word && r->offset <= size && size - r->offset >= r->size) {
			to += (uint64_t)r->addend;
			memcpy(bytes + r->offset, &to, r->size);
		}
	}
}

/* The bytes that a variable starts with. RELOC_OTHER stays zero and is told when somebody reads it: never, in C. */
static bool make_bytes(struct machine *m, uint32_t object, uint32_t thread)
{
	const struct machine_object *o = &m->object.at[object];
	const struct sym *s = program_sym(m->image->p, o->sym);
	struct bytes data = program_bytes(m->image->p, s->data);
	uint64_t size = o->size;
	uint8_t *bytes;

	if (!take_bytes(m, size))
		return false;
	m->object.at[object].bytes = bytes = arena_alloc(&m->arena, size ? size : 1);
	if (data.len && size)
		memcpy(bytes, data.at, data.len < size ? data.len : size);
	put_relocs(m, s, bytes, size, thread);
	machine_variable_outside(m, object);
	return true;
}

/* Each thread has its own copy, made at the first use. */
static uint32_t thread_local_object(struct machine *m, uint32_t thread, struct sym_id sym)
{
	uint32_t id;

	for (uint32_t i = m->image->p->sym.n; i < m->object.n; i++)
		if (m->object.at[i].kind == MACHINE_LOCAL && m->object.at[i].sym.i == sym.i && m->object.at[i].thread == thread)
			return i;
	id = machine_new_object(m, (struct machine_object){ .kind = MACHINE_LOCAL,
							    .sym = sym,
							    .thread = thread,
							    .size = m->object.at[sym.i].size,
							    .type = m->object.at[sym.i].type });
	return id && make_bytes(m, id, thread) ? id : 0;
}

uint64_t machine_symbol(struct machine *m, uint32_t thread, struct sym_id sym)
{
	const struct program *p = m->image->p;
	uint64_t addend = 0;

	for (int hops = 0; hops < 16 && p->sym.at[sym.i].kind == SYM_ALIAS && p->sym.at[sym.i].target.i; hops++) {
		addend += (uint64_t)p->sym.at[sym.i].addend;
		sym = p->sym.at[sym.i].target;
	}
	if (p->sym.at[sym.i].kind == SYM_VARIABLE && p->sym.at[sym.i].flags & SYM_THREAD_LOCAL)
		sym.i = thread_local_object(m, thread, sym);
	else if (p->sym.at[sym.i].linkage == LINK_WEAK && !(p->sym.at[sym.i].flags & SYM_DEFINED))
		return addend; /* nobody defines it: its address is null */
	return machine_address(m, sym.i, addend);
}

/* ---- access ---- */

/* The object that begins there, or is the last one that begins before; 0: none. */
static uint64_t last_at_or_before(const struct machine *m, uint64_t at)
{
	uint32_t from = 1, n = m->object.n - 1;

	while (n) {
		uint32_t half = n / 2;
		if (m->object.at[from + half].base > at) {
			n = half;
		} else {
			from += half + 1;
			n -= half + 1;
		}
	}
	return at > UINT32_MAX ? 0 : from - 1;
}

/* The same where code lies below. */
static uint64_t moved_at_or_before(const struct machine *m, uint64_t at)
{
	bool code = at < ADDRESS_FIRST;
	uint64_t best = 0;

	for (uint32_t i = 1; i < m->object.n && at <= UINT32_MAX; i++)
		if ((m->object.at[i].kind == MACHINE_FUNCTION) == code && m->object.at[i].base <= at &&
		    (!best || m->object.at[i].base > m->object.at[best].base))
			best = i;
	return best;
}

struct machine_object *machine_object_at(struct machine *m, uint64_t at, uint64_t *offset)
{
	uint64_t id = at >> 32;

	if (m->image->word == 4)
		id = m->moved ? moved_at_or_before(m, at) : last_at_or_before(m, at);
	else if (m->moved)
		id = moved_object(id);
	if (!id || id >= m->object.n || (m->image->word == 8 && m->object.at[id].base >> 32 != at >> 32))
		return NULL;
	*offset = at - m->object.at[id].base;
	return &m->object.at[id];
}

uint8_t *machine_peek(struct machine *m, uint64_t at, uint64_t bytes)
{
	uint64_t offset;
	struct machine_object *o = machine_object_at(m, at, &offset);

	if (!o || o->dead || o->kind == MACHINE_FUNCTION || offset > o->size || o->size - offset < bytes)
		return NULL;
	if (!o->bytes && !make_bytes(m, (uint32_t)(o - m->object.at), 0))
		return NULL;
	return machine_object_at(m, at, &offset)->bytes + offset;
}

static const char *what_is_wrong(struct machine *m, uint64_t at)
{
	uint64_t offset;
	const struct machine_object *o = machine_object_at(m, at, &offset);

	if (at < 4096)
		return "through a null pointer";
	if (!o)
		return "through a pointer to nothing";
	if (o->dead)
		return o->kind == MACHINE_HEAP || o->kind == MACHINE_GIVEN ? "to memory that was freed" :
									     "to memory of a function or thread that has ended";
	return o->kind == MACHINE_FUNCTION ? "to code" : "out of bounds";
}

/* What a harness has given was freed by somebody, and somebody still wants it. */
static void note_misuse(struct machine *m, uint64_t at)
{
	uint64_t offset;
	const struct machine_object *o = machine_object_at(m, at, &offset);

	m->misused |= o && o->dead && o->kind == MACHINE_GIVEN;
}

uint8_t *machine_bytes(struct machine *m, uint64_t at, uint64_t bytes, bool write)
{
	static uint8_t nothing[16];
	uint8_t *b;
	uint64_t offset;

	if (m->state != MACHINE_RUNS)
		return NULL;
	if (!bytes)
		return nothing;
	if (m->tell && !m->touched)
		m->tell(m, &(struct machine_news){ .kind = write ? TOLD_WRITE : TOLD_READ, .at = at, .bytes = bytes });
	b = machine_peek(m, at, bytes);
	if (!b && !m->touched)
		note_misuse(m, at);
	if (!b && m->state == MACHINE_RUNS)
		(void)machine_stop(m, MACHINE_UNDEFINED, "%s %s", write ? "a write" : "a read", what_is_wrong(m, at));
	if (b && write && machine_object_at(m, at, &offset)->kind == MACHINE_VARIABLE &&
	    program_sym(m->image->p, machine_object_at(m, at, &offset)->sym)->flags & SYM_CONSTANT) {
		(void)machine_stop(m, MACHINE_UNDEFINED, "a write to a constant");
		return NULL;
	}
	if (b && m->touched)
		machine_touch(m, at, b, bytes, write);
	else if (b && m->foreign.n)
		(write ? machine_foreign_write : machine_foreign_read)(m, at, bytes);
	return b;
}

bool machine_read_number(struct machine *m, uint64_t at, uint32_t bytes, uint64_t *value)
{
	const uint8_t *b = machine_bytes(m, at, bytes, false);

	*value = 0;
	if (b)
		memcpy(value, b, bytes);
	return b != NULL;
}

bool machine_write_number(struct machine *m, uint64_t at, uint32_t bytes, uint64_t value)
{
	uint8_t *b = machine_bytes(m, at, bytes, true);

	if (b)
		memcpy(b, &value, bytes);
	return b != NULL;
}

uint64_t machine_string(struct machine *m, uint64_t at, uint64_t most)
{
	uint64_t offset, room, read;
	const struct machine_object *o = machine_object_at(m, at, &offset);
	uint8_t *b, *zero;

	if (!most)
		return 0;
	if (!o || offset >= o->size || !(b = machine_peek(m, at, 1)))
		return UINT64_MAX;
	room = o->size - offset;
	zero = memchr(b, 0, room < most ? room : most);
	read = zero ? (uint64_t)(zero - b) + 1 : room < most ? room : most;
	if (m->touched)
		machine_touch(m, at, b, read, false);
	else if (m->tell)
		m->tell(m, &(struct machine_news){ .kind = TOLD_READ, .at = at, .bytes = read });
	if (!m->touched && m->foreign.n)
		machine_foreign_read(m, at, read);
	return zero ? (uint64_t)(zero - b) : room >= most ? most : UINT64_MAX;
}

void machine_free(struct machine *m, uint64_t at, const char *what)
{
	uint64_t offset;
	struct machine_object *o = machine_object_at(m, at, &offset);

	if (!at || schedule_is_stream(at)) /* fclose(stdin) */
		return;
	if (!o || (o->kind != MACHINE_HEAP && o->kind != MACHINE_GIVEN) || offset)
		(void)machine_stop(m, MACHINE_UNDEFINED, "%s of what was not allocated", what);
	else if (o->dead) {
		note_misuse(m, at);
		(void)machine_stop(m, MACHINE_UNDEFINED, "%s of memory that was freed", what);
	}
	else
		o->dead = true;
}

/* ---- what a schedule brings ---- */

uint64_t machine_value(struct machine *m, const struct schedule_value *v, u128 *number)
{
	uint64_t at = 0;

	switch (v->kind) {
	case VALUE_NUMBER:
		at = v->lo;
		break;
	case VALUE_OBJECT:
		if (v->object < m->given.n)
			at = machine_address(m, m->given.at[v->object], (uint64_t)v->offset);
		else
			(void)machine_stop(m, MACHINE_UNKNOWN, "the schedule names an object that it does not give");
		break;
	case VALUE_SYMBOL:
		if (v->sym.i && v->sym.i < m->image->p->sym.n)
			at = machine_symbol(m, 0, v->sym) + (uint64_t)v->offset;
		else
			(void)machine_stop(m, MACHINE_UNKNOWN, "the schedule names a symbol that is not there");
		break;
	default:
		(void)machine_stop(m, MACHINE_UNKNOWN, "the schedule holds a value of no kind");
	}
	if (number)
		*number = v->kind == VALUE_NUMBER ? (u128)v->hi << 64 | v->lo : at;
	return at;
}
