#include "prove/data/space.h"

#include <string.h>

#include "ir/body.h"
#include "prove/replay/schedule.h"

static struct room *no_memory(struct space *s)
{
	s->why = "too little memory";
	s->trouble = SPACE_NO_MEMORY;
	return NULL;
}

/* ---- addresses ---- */

/* Bytes of addresses that are an object's own: of a function also those of its labels. */
static uint64_t span_of(const struct space *s, uint64_t size, const struct sym *sym)
{
	if (sym && sym->kind != SYM_VARIABLE)
		return SPACE_GAP + (sym->fn.i ? program_fn(s->p, sym->fn)->nblocks : 0);
	return size;
}

static uint64_t behind(uint64_t base, uint64_t span)
{
	return (base + span + 2 * SPACE_GAP - 1) / SPACE_GAP * SPACE_GAP;
}

static bool fits(uint64_t base, uint64_t span)
{
	return span <= UINT32_MAX && base + span + 2 * SPACE_GAP <= UINT32_MAX;
}

/* Where pointers have four bytes, all symbols have their place from the beginning, whether somebody will name them or not. */
static void place_symbols(struct space *s)
{
	uint64_t at = SPACE_FIRST;

	for (s->nplaced = 1; s->nplaced < s->p->sym.n; s->nplaced++) {
		const struct sym *sym = &s->p->sym.at[s->nplaced];
		uint64_t span = span_of(s, sym->size, sym);
		if (!fits(at, span))
			break;
		s->sym_base[s->nplaced] = (uint32_t)at;
		at = behind(at, span);
	}
	s->behind[0].at = at;
	s->behind[1].at = (at + (UINT32_MAX - at) / 4) / SPACE_GAP * SPACE_GAP;
}

static bool is_symbol(const struct space *s, const struct room *room)
{
	return room->sym.i && !(program_sym(s->p, room->sym)->flags & SYM_THREAD_LOCAL);
}

static uint32_t count_behind(const struct space *s, uint32_t of)
{
	return s->nrooms > 1 ? s->room[s->nrooms - 1]->behind[of] : 0;
}

static bool place_in_four_bytes(struct space *s, struct room *room)
{
	uint32_t of = room->kind != ROOM_INPUT, n = count_behind(s, of), *slot = s->behind[of].room + n;
	const struct room *last = n ? s->room[slot[-1]] : NULL;

	if (s->nplaced != s->p->sym.n)
		return false;
	room->behind[0] = count_behind(s, 0);
	room->behind[1] = count_behind(s, 1);
	if (is_symbol(s, room)) {
		room->base = s->sym_base[room->sym.i];
		return true;
	}
	room->base = last ? behind(last->base, last->size) : s->behind[of].at;
	room->behind[of]++;
	region_save(s->region, slot, sizeof *slot);
	*slot = room->number;
	return fits(room->base, room->size) && (of || behind(room->base, room->size) <= s->behind[1].at);
}

/* False: there is no address left. */
static bool place_room(struct space *s, struct room *room)
{
	if (s->pointer != 8)
		return place_in_four_bytes(s, room);
	room->base = is_symbol(s, room)	       ? (uint64_t)room->sym.i << 32
		     : room->kind == ROOM_INPUT ? (uint64_t)(s->p->sym.n + room->number) << 32
						: (uint64_t)(s->p->sym.n + SPACE_ROOMS + room->number) << 32;
	room->base |= SPACE_BIAS;
	return true;
}

static uint32_t number_in_four_bytes(const struct space *s, uint64_t address)
{
	bool symbol = address < s->behind[0].at;
	uint32_t of = address >= s->behind[1].at, low = 0, high = symbol ? s->nplaced : count_behind(s, of);
	const uint32_t *number = s->behind[of].room;

	if (address < SPACE_FIRST || address > UINT32_MAX || !high)
		return 0;
	while (low + 1 < high) {
		uint32_t middle = low + (high - low) / 2;
		if ((symbol ? s->sym_base[middle] : s->room[number[middle]]->base) <= address)
			low = middle;
		else
			high = middle;
	}
	return symbol ? s->by_sym[low] : number[low];
}

uint32_t space_number(const struct space *s, uint64_t address)
{
	uint64_t n = address >> 32, first = s->p->sym.n;

	if (s->pointer != 8)
		return number_in_four_bytes(s, address);
	if (n < first)
		return s->by_sym[n];
	n -= n < first + SPACE_ROOMS ? first : first + SPACE_ROOMS;
	return n < s->nrooms && n && s->room[n]->base >> 32 == address >> 32 ? (uint32_t)n : 0;
}

void space_init(struct space *s, struct region *r, struct smt *smt, const struct program *p)
{
	*s = (struct space){ .region = r, .smt = smt, .p = p, .nrooms = 1, .pointer = p->unit.at[1].pointer_bytes };
	s->room = region_alloc(r, SPACE_ROOMS * sizeof *s->room);
	s->by_sym = region_alloc(r, p->sym.n * sizeof *s->by_sym);
	s->by_thread = region_alloc(r, SPACE_THREADS * sizeof *s->by_thread);
	s->named = region_alloc(r, SPACE_NAMES * sizeof *s->named);
	if (s->pointer == 8)
		return;
	s->sym_base = region_alloc(r, p->sym.n * sizeof *s->sym_base);
	for (uint32_t i = 0; i < 2; i++)
		s->behind[i].room = region_alloc(r, SPACE_ROOMS * sizeof *s->behind[i].room);
	if (s->sym_base && s->behind[0].room && s->behind[1].room)
		place_symbols(s);
}

uint64_t space_offset(const struct space *s, uint64_t address)
{
	uint32_t n = s->pointer == 8 ? 0 : space_number(s, address);

	return n ? address - s->room[n]->base : (uint32_t)(address - SPACE_BIAS);
}

static struct room *add_room(struct space *s, uint8_t kind, uint64_t size, struct sym_id sym)
{
	struct room *room;

	if (s->nrooms == SPACE_ROOMS || s->region->full) {
		s->why = "there are too many objects";
		s->trouble = s->region->full ? SPACE_NO_MEMORY : SPACE_NO_ROOMS;
		return NULL;
	}
	if (size >= SPACE_LARGEST) {
		s->why = "an object is too large";
		s->too_large = size;
		return NULL;
	}
	room = region_alloc(s->region, sizeof *room);
	room->kind = kind;
	room->thread = s->thread;
	room->size = size;
	room->number = s->nrooms;
	room->sym = sym;
	if (!place_room(s, room)) {
		s->why = "there are too many objects";
		s->trouble = SPACE_NO_ROOMS;
		return NULL;
	}
	region_save(s->region, &s->room[s->nrooms], sizeof *s->room);
	s->room[s->nrooms++] = room; /* nrooms itself is saved with the state */
	return room;
}

uint64_t space_new(struct space *s, uint8_t kind, uint64_t size)
{
	struct room *room = add_room(s, kind, size, (struct sym_id){ 0 });

	if (!room)
		return 0;
	room->data = region_alloc(s->region, size);
	room->filled = true;
	if (!room->data)
		no_memory(s);
	return room->data ? room->base : 0;
}

uint64_t space_new_unset(struct space *s, uint8_t kind, uint64_t size, struct schedule_place at)
{
	uint64_t address = space_new(s, kind, size);
	struct room *room = address ? space_any(s, address) : NULL;

	if (size > SPACE_UNSET_SIZE)
		s->zeros = true;
	if (!room || size > SPACE_UNSET_SIZE || !size)
		return address;
	room->fn = at.fn;
	room->inst = at.inst;
	room->set = region_alloc(s->region, size);
	if (!room->set)
		no_memory(s);
	return room->set ? address : 0;
}

static uint32_t *sym_slot(struct space *s, const struct sym *sym, struct sym_id id)
{
	if (!(sym->flags & SYM_THREAD_LOCAL))
		return &s->by_sym[id.i];
	if (!s->by_thread[s->thread]) {
		region_save(s->region, &s->by_thread[s->thread], sizeof *s->by_thread);
		s->by_thread[s->thread] = region_alloc(s->region, s->p->sym.n * sizeof(uint32_t));
	}
	return s->by_thread[s->thread] ? &s->by_thread[s->thread][id.i] : NULL;
}

uint64_t space_symbol(struct space *s, struct sym_id id)
{
	const struct sym *sym;
	struct room *room;
	uint32_t *slot;
	int64_t addend = 0;

	for (sym = program_sym(s->p, id); sym->kind == SYM_ALIAS && sym->target.i; sym = program_sym(s->p, id)) {
		addend += sym->addend;
		id = sym->target;
	}
	if (sym->linkage == LINK_WEAK && !(sym->flags & SYM_DEFINED)) { /* nobody defines it: null, as far as one knows */
		s->foreign = id;
		return (uint64_t)addend;
	}
	slot = sym_slot(s, sym, id);
	if (!slot)
		return 0;
	if (!*slot) {
		room = add_room(s, sym->kind == SYM_VARIABLE ? ROOM_VARIABLE : ROOM_FUNCTION,
				sym->kind == SYM_VARIABLE ? sym->size : 1, id);
		if (!room)
			return 0;
		room->type = sym->type;
		room->escaped = !(sym->flags & SYM_THREAD_LOCAL);
		room->constant = sym->flags & SYM_CONSTANT;
		room->lazy = s->open && room->kind == ROOM_VARIABLE && !room->constant && room->escaped;
		region_save(s->region, slot, sizeof *slot);
		*slot = s->nrooms - 1;
	}
	return s->room[*slot]->base + (uint64_t)addend;
}

uint64_t space_of_name(struct space *s, uint32_t name)
{
	for (uint32_t i = 0; i < SPACE_NAMES; i++) {
		struct prove_named *x = &s->named[i];
		if (x->at && x->name != name)
			continue;
		if (!x->at) {
			region_save(s->region, x, sizeof *x);
			*x = (struct prove_named){ name, space_new(s, ROOM_HEAP, SPACE_CHUNK) };
			space_escape(s, x->at);
		}
		return x->at;
	}
	return 0;
}

/* What the linker would have put there. */
static void fill(struct space *s, struct room *room)
{
	const struct sym *sym = program_sym(s->p, room->sym);
	struct bytes from = program_bytes(s->p, sym->data);
	uint64_t stream = sym->flags & SYM_DEFINED ? 0 : schedule_stream(program_str(s->p, sym->name));

	if (!(sym->flags & SYM_DEFINED) && !stream)
		s->foreign = room->sym;
	region_save(s->region, room, sizeof *room);
	room->filled = true;
	room->data = region_alloc(s->region, room->size);
	if (!room->data)
		return;
	if (from.len)
		memcpy(room->data, from.at, from.len < room->size ? from.len : room->size);
	if (stream && room->size == s->pointer)
		memcpy(room->data, &stream, room->size);
	for (uint32_t i = 0; i < sym->nrelocs; i++) {
		const struct reloc *r = &s->p->reloc.at[sym->reloc + i];
		uint64_t address = r->kind == RELOC_ADDRESS ? space_symbol(s, r->sym) + (uint64_t)r->addend :
				   r->kind == RELOC_LABEL   ? space_label(s, space_symbol(s, r->sym), (uint64_t)r->addend) :
							      0;
		if (r->size <= 8 && r->offset + r->size <= room->size)
			memcpy(room->data + r->offset, &address, r->size);
	}
}

struct room *space_any(const struct space *s, uint64_t address)
{
	uint32_t n = space_number(s, address);

	return n && n < s->nrooms ? s->room[n] : NULL;
}

bool space_peek(const struct space *s, uint64_t address, uint64_t *number)
{
	const struct room *room = space_any(s, address);
	uint64_t at = space_offset(s, address);

	*number = 0;
	if (!room || !room->filled || !room->data || at > room->size || room->size - at < s->pointer)
		return false;
	for (uint64_t i = at; i < at + s->pointer; i++)
		if ((room->ast && room->ast[i]) || (room->set && !room->set[i]))
			return false;
	memcpy(number, room->data + at, s->pointer);
	return true;
}

static struct room *refuse(struct space *s, const char *why)
{
	s->why = why;
	s->trouble = SPACE_WRONG;
	return NULL;
}

struct room *space_room(struct space *s, uint64_t address, uint64_t len)
{
	struct room *room = space_any(s, address);

	if (!room && schedule_may_be_stream(address))
		s->streams = true; /* it is there, and nobody knows what is in it */
	if (!room)
		return refuse(s, address >= SPACE_GAP ? "an address outside of all objects" : "a null pointer");
	if (room->dead)
		return refuse(s, room->kind == ROOM_STACK ? "memory of a function that has returned" : "memory that was freed");
	if (room->kind == ROOM_FUNCTION)
		return refuse(s, "a function as data");
	if (len > room->size || space_offset(s, address) > room->size - len) {
		if (room->kind == ROOM_VARIABLE && !(program_sym(s->p, room->sym)->flags & SYM_DEFINED))
			s->foreign = room->sym; /* who defines it knows how large it is */
		return refuse(s, "memory out of bounds");
	}
	if (!room->filled)
		fill(s, room);
	return room->data ? room : no_memory(s);
}

void space_escape(struct space *s, uint64_t address)
{
	struct room *room = space_any(s, address);

	if (room && !room->escaped) {
		region_save(s->region, &room->escaped, sizeof room->escaped);
		room->escaped = true;
	}
}

bool space_private(struct space *s, uint64_t address)
{
	const struct room *room = space_any(s, address);
	const struct sym *sym;

	if (!room)
		return !space_is_named(address); /* the access ends the path; or it is a thing with a name only */
	if (room->constant)
		return true;
	if (room->kind == ROOM_VARIABLE) {
		sym = program_sym(s->p, room->sym);
		return sym->flags & SYM_THREAD_LOCAL && room->thread == s->thread && !room->escaped;
	}
	return !room->escaped && room->thread == s->thread;
}

void space_kill(struct space *s, uint32_t room)
{
	region_save(s->region, &s->room[room]->dead, sizeof(bool));
	s->room[room]->dead = true;
}

/* ---- beginnings ---- */

struct value space_initial(const struct room *room, uint64_t at)
{
	const struct value *chunk = room->initial ? room->initial[at / SPACE_CHUNK] : NULL;

	return chunk ? chunk[at % SPACE_CHUNK] : (struct value){ 0 };
}

static struct value *initial_at(struct space *s, struct room *room, uint64_t at)
{
	struct value **chunk;

	if (!room->initial) {
		region_save(s->region, &room->initial, sizeof room->initial);
		room->initial = region_alloc(s->region, (room->size / SPACE_CHUNK + 1) * sizeof *room->initial);
		if (!room->initial)
			return NULL;
	}
	chunk = &room->initial[at / SPACE_CHUNK];
	if (!*chunk) {
		region_save(s->region, chunk, sizeof *chunk);
		*chunk = region_alloc(s->region, SPACE_CHUNK * sizeof **chunk);
	}
	return *chunk ? *chunk + at % SPACE_CHUNK : NULL;
}

/* One that is wider than a byte stands at its first byte; the others are not open any more. */
bool space_set_initial(struct space *s, struct room *room, uint64_t at, struct value v)
{
	for (uint32_t i = 0; i < (v.bits + 7) / 8; i++) {
		struct value *initial = initial_at(s, room, at + i);
		if (!initial)
			return false;
		region_save(s->region, initial, sizeof *initial);
		*initial = i ? value_of_number(8, 0) : v;
	}
	return true;
}

bool space_is_open(struct space *s, uint64_t address, uint64_t len)
{
	const struct room *room = space_room(s, address, len);

	for (uint64_t i = 0; room && room->lazy && i < len; i++)
		if (space_initial(room, space_offset(s, address) + i).bits)
			return false;
	return room && room->lazy;
}

/* What is written to is not open any more; what was there before does not matter. */
static bool close_bytes(struct space *s, struct room *room, uint64_t at, uint64_t len)
{
	for (uint64_t i = 0; i < len; i++)
		if (!space_initial(room, at + i).bits &&
		    !space_set_initial(s, room, at + i, value_of_number(8, room->data[at + i])))
			return false;
	return true;
}

static void mark_set(struct space *s, struct room *room, uint64_t at, uint64_t len)
{
	if (!memchr(room->set + at, 0, len))
		return;
	region_save(s->region, room->set + at, len);
	memset(room->set + at, 1, len);
}

void space_settle(struct space *s, uint64_t address, uint64_t len)
{
	struct room *room = space_any(s, address);
	uint64_t at = space_offset(s, address);

	if (!room || (!room->lazy && !room->set) || at >= room->size)
		return;
	len = len > room->size - at ? room->size - at : len;
	if (room->set)
		mark_set(s, room, at, len);
	else if (space_room(s, address, len))
		(void)close_bytes(s, room, at, len); /* where it does not fit, the region says so */
}

static bool need_ast(struct space *s, struct room *room);

/* Bytes that are read and have no beginning may be anything. */
static bool open_bytes(struct space *s, struct room *room, uint64_t at, uint64_t len)
{
	for (uint64_t i = 0; i < len; i++) {
		struct value v;
		if (space_initial(room, at + i).bits)
			continue;
		v = value_symbol(s->smt, 8);
		if (!need_ast(s, room) || !space_set_initial(s, room, at + i, v))
			return false;
		region_save(s->region, room->ast + at + i, sizeof *room->ast);
		room->ast[at + i] = v.ast;
	}
	return true;
}

/* Bytes that are read and that nobody has set may be anything, from the beginning. */
static bool open_unset(struct space *s, struct room *room, uint64_t at, uint64_t len)
{
	uint32_t n = 0;

	if (!memchr(room->set + at, 0, len))
		return true;
	for (uint64_t i = 0; i < len; i++) {
		struct value v;
		if (room->set[at + i])
			continue;
		if (n++ == SPACE_UNSET) {
			s->zeros = true;
			break;
		}
		v = value_symbol(s->smt, 8);
		if (!need_ast(s, room) || !space_set_initial(s, room, at + i, v))
			return false;
		region_save(s->region, room->ast + at + i, sizeof *room->ast);
		room->ast[at + i] = v.ast;
	}
	mark_set(s, room, at, len);
	return true;
}

/* ---- bytes ---- */

static struct value byte_at(const struct room *room, uint64_t at)
{
	if (room->ast && room->ast[at])
		return (struct value){ 8, room->ast[at], 0, 0 };
	return value_of_number(8, room->data[at]);
}

static bool symbolic(const struct room *room, uint64_t at, uint64_t len)
{
	for (uint64_t i = 0; room->ast && i < len; i++)
		if (room->ast[at + i])
			return true;
	return false;
}

bool space_read(struct space *s, uint64_t address, uint32_t bits, struct value *out)
{
	uint32_t len = (bits + 7) / 8;
	struct room *room = space_room(s, address, len);
	uint64_t at = space_offset(s, address);
	value_wide n = 0;
	Z3_ast a;

	if (!room)
		return false;
	if (len > VALUE_MOST / 8 || !len) {
		s->why = "a value wider than 128 bits";
		s->trouble = SPACE_TOO_WIDE;
		return false;
	}
	if ((room->lazy && !open_bytes(s, room, at, len)) || (room->set && !open_unset(s, room, at, len)))
		return no_memory(s);
	if (!symbolic(room, at, len)) {
		memcpy(&n, room->data + at, len);
		*out = value_number_wide(bits, n);
		return true;
	}
	a = value_ast(s->smt, byte_at(room, at));
	for (uint32_t i = 1; i < len; i++)
		a = Z3_mk_concat(s->smt->z3, value_ast(s->smt, byte_at(room, at + i)), a);
	*out = value_of_ast(s->smt, len * 8, a);
	if (bits % 8)
		*out = value_extract(s->smt, *out, 0, bits);
	return true;
}

static struct room *for_writing(struct space *s, uint64_t address, uint64_t len)
{
	struct room *room = space_room(s, address, len);

	if (room && room->constant)
		return refuse(s, "a write to constant memory");
	if (room && room->lazy && !close_bytes(s, room, space_offset(s, address), len))
		return no_memory(s);
	if (room && room->set && len)
		mark_set(s, room, space_offset(s, address), len);
	return room;
}

static bool need_ast(struct space *s, struct room *room)
{
	if (room->ast)
		return true;
	region_save(s->region, room, sizeof *room);
	room->ast = region_alloc(s->region, room->size * sizeof *room->ast);
	return room->ast || no_memory(s);
}

/* The part of a byte in the hash of the state. */
static uint64_t part_of_state(const struct room *room, uint64_t at, uint8_t byte)
{
	return space_mix(((uint64_t)room->number << 32 | at) * 257 + byte);
}

/* Known bytes over whatever is there. */
static void put_known(struct space *s, struct room *room, uint64_t at, const void *bytes, uint64_t len)
{
	bool was = symbolic(room, at, len);

	if (!len || (!was && !memcmp(room->data + at, bytes, len)))
		return;
	region_save(s->region, room->data + at, len);
	for (uint64_t i = 0; i < len; i++)
		s->state ^= part_of_state(room, at + i, room->data[at + i]) ^
			    part_of_state(room, at + i, ((const uint8_t *)bytes)[i]);
	memmove(room->data + at, bytes, len);
	if (was) {
		region_save(s->region, room->ast + at, len * sizeof *room->ast);
		memset(room->ast + at, 0, len * sizeof *room->ast);
		s->state = space_mix(s->state + 1);
	}
}

bool space_write(struct space *s, uint64_t address, struct value v)
{
	uint32_t len = (v.bits + 7) / 8;
	struct room *room = for_writing(s, address, len);
	uint64_t at = space_offset(s, address);
	value_wide n;

	if (!room)
		return false;
	if (!v.ast && v.bits <= VALUE_MOST) {
		n = value_get(v);
		put_known(s, room, at, &n, len);
		for (uint32_t i = 0; i + s->pointer <= len; i += s->pointer)
			space_escape(s, (uint64_t)(n >> i * 8) & (s->pointer == 8 ? UINT64_MAX : UINT32_MAX));
		return true;
	}
	if (v.bits % 8)
		v = value_cast(s->smt, CAST_zext, v, len * 8);
	if (!need_ast(s, room))
		return false;
	region_save(s->region, room->ast + at, len * sizeof *room->ast);
	region_save(s->region, room->data + at, len);
	for (uint32_t i = 0; i < len; i++) {
		struct value byte = value_extract(s->smt, v, i * 8, 8);
		room->ast[at + i] = byte.ast;
		room->data[at + i] = (uint8_t)byte.lo;
	}
	s->state = space_mix(s->state + 1);
	return true;
}

bool space_copy(struct space *s, uint64_t to, uint64_t from, uint64_t len)
{
	struct room *a, *b;
	uint64_t at = space_offset(s, to), by = space_offset(s, from);

	if (!len)
		return true;
	b = space_room(s, from, len);
	if (!b)
		return false;
	if ((b->lazy && !open_bytes(s, b, by, len)) || (b->set && !open_unset(s, b, by, len)))
		return no_memory(s);
	a = for_writing(s, to, len);
	if (!a)
		return false;
	if (!symbolic(b, by, len)) {
		put_known(s, a, at, b->data + by, len);
		return true;
	}
	if (!need_ast(s, a))
		return false;
	region_save(s->region, a->data + at, len);
	region_save(s->region, a->ast + at, len * sizeof *a->ast);
	memmove(a->data + at, b->data + by, len);
	memmove(a->ast + at, b->ast + by, len * sizeof *a->ast);
	s->state = space_mix(s->state + 1);
	return true;
}

bool space_fill(struct space *s, uint64_t to, struct value byte, uint64_t len)
{
	struct room *room;
	uint64_t at = space_offset(s, to);
	bool same = true;

	if (!len)
		return true;
	room = for_writing(s, to, len);
	if (!room)
		return false;
	if (byte.ast) {
		for (uint64_t i = 0; i < len; i++)
			if (!space_write(s, to + i, byte))
				return false;
		return true;
	}
	for (uint64_t i = 0; same && i < len; i++)
		same = room->data[at + i] == (uint8_t)byte.lo;
	if (same && !symbolic(room, at, len))
		return true;
	region_save(s->region, room->data + at, len);
	for (uint64_t i = 0; i < len; i++)
		s->state ^= part_of_state(room, at + i, room->data[at + i]) ^ part_of_state(room, at + i, (uint8_t)byte.lo);
	memset(room->data + at, (int)(uint8_t)byte.lo, len);
	if (symbolic(room, at, len)) {
		region_save(s->region, room->ast + at, len * sizeof *room->ast);
		memset(room->ast + at, 0, len * sizeof *room->ast);
		s->state = space_mix(s->state + 1);
	}
	return true;
}
