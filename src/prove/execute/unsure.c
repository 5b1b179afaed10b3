/* unsure: what a path looks at and the language leaves open, where the search goes on with one value: bytes between the members
 * of a record, or of a union behind the member that was stored last (C17, 6.2.6.1), and where objects lie and which number a
 * thread's id is. Each is a cut: whoever looks may see something else.
 *
 * misses  unions in memory from malloc, unless they are members of a record there: whoever allocates has met a cut already */
#include "prove/search/execute.h"

enum { MOST_NESTED = 64, NO_OBJECT = 4096 };

static void cut(struct execution *m, enum cut which)
{
	execute_cut(m, which, program_fn_name(m->seq->p, execute_fn(execute_frame(m))));
}

/* ---- padding ---- */

static uint64_t bytes_of(const struct program *p, struct type_id type)
{
	return program_type(p, type_strip(p, type))->size / 8;
}

/* A union that a byte is in. */
struct union_around {
	uint64_t offset; /* of the byte in it */
	uint64_t size, least, most; /* of it, its smallest member and its largest */
};

static struct union_around union_of(const struct program *p, const struct type *t, uint64_t offset)
{
	struct union_around u = { .offset = offset, .size = t->size / 8, .least = UINT64_MAX };

	for (uint32_t i = 0; i < t->nfields; i++) {
		uint64_t n = bytes_of(p, p->field.at[t->field + i].type);
		u.least = n < u.least ? n : u.least;
		u.most = n > u.most ? n : u.most;
	}
	return u;
}

/* No member has this byte; or, `u`, it is in this union. */
static bool is_padding(const struct program *p, struct type_id type, uint64_t offset, struct union_around *u)
{
	*u = (struct union_around){ 0 };
	for (uint32_t depth = 0; type.i && depth < MOST_NESTED; depth++) {
		const struct type *t = program_type(p, type_strip(p, type));
		uint64_t element = t->kind == TYPE_ARRAY ? bytes_of(p, t->base) : 0;
		uint32_t i = t->nfields;
		if (t->kind == TYPE_ARRAY && element) {
			offset %= element;
			type = t->base;
			continue;
		}
		if (t->kind == TYPE_UNION && t->nfields) {
			*u = union_of(p, t, offset);
			return offset >= u->most;
		}
		if (t->kind != TYPE_STRUCT || !t->nfields)
			return false;
		while (i && p->field.at[t->field + i - 1].offset / 8 > offset)
			i--;
		if (!i || p->field.at[t->field + i - 1].width)
			return false;
		type = p->field.at[t->field + i - 1].type;
		offset -= p->field.at[t->field + i - 1].offset / 8;
		if (offset >= bytes_of(p, type))
			return true;
	}
	return false;
}

/* Where a byte of an object is in its type: an element of it, if there are several. False: nobody knows. */
static bool place_in_type(const struct execution *m, const struct room *room, uint64_t at, uint64_t *offset)
{
	uint64_t size = room && room->type.i && !room->constant ? bytes_of(m->seq->p, room->type) : 0;

	if (!size)
		return false;
	*offset = space_offset(&m->space, at);
	if (*offset >= size && room->size % size)
		return false;
	*offset %= size;
	return true;
}

/* A store to a member of a union leaves the bytes of the others open. */
void execute_note_store(struct execution *m, uint64_t at, uint64_t bytes)
{
	struct room *room = space_any(&m->space, at);
	struct union_around u;
	uint64_t offset;

	if (!place_in_type(m, room, at, &offset) || room->narrowed || execute_frame(m)->fn->primitive)
		return;
	(void)is_padding(m->seq->p, room->type, offset, &u);
	if (u.least == u.size || u.offset + bytes >= u.size)
		return;
	region_save(&m->region, &room->narrowed, sizeof room->narrowed);
	room->narrowed = true;
}

void execute_note_copy(struct execution *m, uint64_t to, uint64_t from)
{
	struct room *a = space_any(&m->space, to);
	const struct room *b = space_any(&m->space, from);

	if (!a || !b || !b->narrowed || a->narrowed)
		return;
	region_save(&m->region, &a->narrowed, sizeof a->narrowed);
	a->narrowed = true;
}

static void note_padding(struct execution *m, const struct room *room, uint64_t at, uint64_t bytes)
{
	struct union_around u = { 0 };
	uint64_t offset;
	bool padding;

	if (!place_in_type(m, room, at, &offset))
		return;
	padding = is_padding(m->seq->p, room->type, offset, &u);
	if (u.size ? padding || (room->narrowed && u.offset + bytes > u.least) : padding && bytes == 1) /* wider ones are copies */
		cut(m, CUT_PADDING);
}

/* ---- numbers of objects and threads ---- */

static bool is_address(const struct execution *m, uint64_t number)
{
	const struct room *room = space_any(&m->space, number);

	return room && space_offset(&m->space, number) <= room->size;
}

static bool is_place(const struct execution *m, struct value v)
{
	if (!value_known(v) || v.bits < 32)
		return false;
	return schedule_thread(v.lo) != UINT32_MAX || (v.bits == m->space.pointer * 8 && space_any(&m->space, v.lo));
}

/* Part of an address, or of a thread's id, is read: a byte anywhere, what is wider where pointers lie. */
static void note_part(struct execution *m, uint64_t at, uint64_t bytes)
{
	uint64_t word = m->space.pointer, first = bytes == 1 ? at - (word - 1) : at - at % word, number;

	if (bytes >= word)
		return;
	for (uint64_t from = first; from <= at; from++)
		if (space_peek(&m->space, from, &number) && (is_address(m, number) || schedule_thread(number) != UINT32_MAX)) {
			cut(m, CUT_ADDRESSES);
			return;
		}
}

void execute_note_read(struct execution *m, uint64_t at, uint64_t bytes)
{
	const struct room *room = space_any(&m->space, at);

	if (!room || execute_frame(m)->fn->primitive)
		return;
	note_padding(m, room, at, bytes);
	note_part(m, at, bytes);
}

/* Null, and the numbers that nothing lies at: sentinels. */
static bool is_nowhere(const struct execution *m, struct value v)
{
	uint64_t all = m->space.pointer == 8 ? UINT64_MAX : UINT32_MAX;

	return value_known(v) && (v.lo < NO_OBJECT || (v.lo & all) > all - NO_OBJECT);
}

static bool has_ended(const struct execution *m, struct value v)
{
	uint32_t thread = schedule_thread(v.lo);
	const struct room *room = space_any(&m->space, v.lo);

	return thread != UINT32_MAX ? thread < m->core.nthreads && m->thread[thread].status == THREAD_FINISHED : room && room->dead;
}

/* The end of one object may be the beginning of another, two string literals may be one object, or one be two, and what is gone
 * may have lain where something else is now. */
static bool may_be_same(struct execution *m, struct value a, struct value b)
{
	const struct space *s = &m->space;
	const struct room *x = space_any(s, a.lo), *y = space_any(s, b.lo);
	bool text = x && y && x->sym.i && y->sym.i && *program_str(s->p, program_sym(s->p, x->sym)->name) == '.' &&
		    *program_str(s->p, program_sym(s->p, y->sym)->name) == '.';

	if (text || (a.lo != b.lo && (has_ended(m, a) || has_ended(m, b))))
		return true;
	return x && y && x != y && (space_offset(s, a.lo) == x->size || space_offset(s, b.lo) == y->size);
}

void execute_note_equal(struct execution *m, struct value a, struct value b)
{
	bool x = is_place(m, a), y = is_place(m, b);

	if (x && y ? may_be_same(m, a, b) : (x && value_known(b) && !is_nowhere(m, b)) || (y && value_known(a) && !is_nowhere(m, a)))
		cut(m, CUT_ADDRESSES);
}

/* To measure inside of an object does not depend on where it lies. */
void execute_note_measured(struct execution *m, struct value a, struct value b, bool compares)
{
	bool x = is_place(m, a), y = is_place(m, b);
	const struct room *room = x ? space_any(&m->space, a.lo) : NULL;

	if (x && y ? !room || room != space_any(&m->space, b.lo) :
	    compares ? (x && !is_nowhere(m, b)) || (y && !is_nowhere(m, a)) : y)
		cut(m, CUT_ADDRESSES);
}

void execute_note_number(struct execution *m, struct value v)
{
	if (is_place(m, v))
		cut(m, CUT_ADDRESSES);
}
