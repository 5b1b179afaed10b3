/* space: the memory of the program that is being executed: rooms, each an object with a size and bytes that are known or
 * symbolic.
 *
 * Where pointers have eight bytes, an address has 32 bits for its object and 32 for the offset, which begins at SPACE_BIAS: who
 * runs out of an object at either end does not get into another one, and few numbers look like an address. Where they have four,
 * objects lie one behind the other with a gap between any two. Either way addresses grow in the order in which the replay lays
 * memory out, so that both say the same of which object comes first: variables and functions by their symbols, what the schedule
 * brings, and then the rest as it is made. Rooms of variables are made when they are first named, and filled when they are first
 * touched, so that a large program costs what a path uses of it. A room is never given away twice: its number tells use after
 * free and after return.
 *
 *     room 3  variable m      40 bytes   { 0 ... }
 *     room 7  heap, thread 0  24 bytes   { 03 00 .. | symbol 2 }      its address + 8: byte 8 of it
 *
 * A room that only its maker can reach (its address was never stored in memory and never given to a thread) is private: an
 * access to it cannot matter to anybody else.
 *
 * What a local variable or memory from malloc begins with is anything: its bytes become symbols when they are read, and what they
 * were is told with the schedule.
 *
 * misses  two addresses of one memory (mmap); variables larger than SPACE_LARGEST bytes (the search says so) */
#ifndef PROVE_SPACE_H
#define PROVE_SPACE_H

#include "ir/ir.h"
#include "prove/data/region.h"
#include "prove/replay/schedule.h"
#include "prove/data/value.h"

enum { SPACE_NAMES = 16 };
/* How many bytes that nobody has set are unknown in one access, and how large an object with such bytes is at most: beyond that
 * they are zeros (space.zeros). */
enum { SPACE_UNSET = 256, SPACE_UNSET_SIZE = 1 << 20 };
enum { SPACE_CHUNK = 64 }; /* bytes whose beginning is remembered together */

enum room_kind { ROOM_VARIABLE = 1, ROOM_FUNCTION, ROOM_STACK, ROOM_HEAP, ROOM_INPUT };

enum { SPACE_GAP = 4096, SPACE_FIRST = 0x40000000 }; /* bytes between rooms, and the first address, where pointers have four */
enum { SPACE_ROOMS = 1 << 20, SPACE_LARGEST = 1 << 28, SPACE_THREADS = 64 };
enum { SPACE_BIAS = 0x10000000 };
enum { SPACE_NAMED = 1 << 30 }; /* the upper half of an address from there on: what has a name only */

struct room {
	uint8_t kind;
	bool dead, escaped, constant, filled;
	bool narrowed;     /* a small member of a union in it was stored */
	bool lazy;         /* nobody has said yet what is in the bytes that are not in `initial`: a harness */
	uint8_t far;       /* lazy: how many pointers away from an argument or a variable */
	uint32_t thread;   /* who made it */
	uint32_t number;
	uint32_t next;     /* ROOM_STACK: the room that its frame made before */
	struct sym_id sym; /* variables and functions */
	struct type_id type;
	uint32_t behind[2]; /* where pointers have four bytes: how many rooms up to this one are in each of space.behind */
	uint64_t base;     /* its address */
	uint64_t size;
	uint8_t *data;
	/* By SPACE_CHUNK bytes, then by byte: what was there in the beginning: a byte, or a pointer; no bits, or NULL:
	 * zeros, or of a variable what the program says. */
	struct value **initial;
	uint8_t *set;    /* by byte: somebody has written it. NULL: all are as they should be */
	struct fn_id fn; /* `set`: where it was made */
	uint32_t inst;
	Z3_ast *ast; /* one a byte, 8 bits wide; NULL where the byte is known. The array itself NULL: all are */
};

/* Why an access or a new object was refused: the program is wrong, or this memory cannot do it. */
enum space_trouble { SPACE_WRONG, SPACE_NO_MEMORY, SPACE_NO_ROOMS, SPACE_TOO_WIDE };

struct prove_named {
	uint32_t name;
	uint64_t at;
};

struct space {
	struct region *region;
	struct smt *smt;
	const struct program *p;
	uint32_t pointer;  /* bytes of one: 4 or 8 */
	struct room **room;
	uint32_t nrooms;   /* 0 is none. This and `state` are put back by the one who goes back */
	uint32_t *by_sym;  /* by symbol: its room, or 0 */
	uint32_t **by_thread; /* by thread, the same of thread-local variables; made when needed */
	/* Where pointers have four bytes: by symbol its address, of how many; behind them rooms of the schedule, then others. */
	uint32_t *sym_base, nplaced;
	struct {
		uint32_t *room;
		uint64_t at; /* where the first one lies */
	} behind[2];
	uint64_t state;    /* a hash of all bytes that were written: equal again when all are */
	uint32_t thread;   /* who runs: set by the executor */
	bool open;         /* variables are lazy */
	struct prove_named *named; /* what stands for @names of the models that are locks: SPACE_NAMES of them */
	const char *why;   /* why the last access was refused; static */
	bool zeros;        /* bytes that nobody has set were taken for zeros */
	struct sym_id foreign; /* a variable without a definition that was looked at */
	bool streams;      /* what stdin, stdout or stderr point to was touched */
	uint8_t trouble;   /* enum space_trouble: whose fault that was */
	uint64_t too_large; /* bytes of a variable that was refused */
};

static inline uint64_t space_mix(uint64_t x)
{
	x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
	x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
	return x ^ x >> 32;
}

void space_init(struct space *, struct region *, struct smt *, const struct program *);

uint64_t space_new(struct space *, uint8_t kind, uint64_t size); /* its address; 0: there is no room for it (space.why) */
/* The same with bytes that nobody has set, made by this instruction. */
uint64_t space_new_unset(struct space *, uint8_t kind, uint64_t size, struct schedule_place);
uint64_t space_symbol(struct space *, struct sym_id);            /* the address of a variable or function */
uint32_t space_number(const struct space *, uint64_t address); /* the room that it is in, or behind; 0: none */
uint64_t space_offset(const struct space *, uint64_t address);
static inline struct value space_pointer(const struct space *s, uint64_t address)
{
	return value_of_number(s->pointer * 8, address);
}
/* An address that stands for what the models call @name: compared, never read. */
static inline uint64_t space_named(uint32_t name)
{
	return (uint64_t)(SPACE_NAMED + name) << 32;
}
static inline bool space_is_named(uint64_t address)
{
	return address >> 32 >= SPACE_NAMED;
}
/* &&label: block of a function. Compared and jumped to, never read. */
static inline uint64_t space_label(const struct space *s, uint64_t function, uint64_t block)
{
	return function + (s->pointer == 8 ? 1u << 30 : SPACE_GAP) + block;
}
/* Memory for what the models call @name, where its state is needed; 0: too many. */
uint64_t space_of_name(struct space *, uint32_t name);
/* The room of `len` bytes at an address; NULL: there is none (null, dead, out of bounds): space.why. */
struct room *space_room(struct space *, uint64_t address, uint64_t len);
struct room *space_any(const struct space *, uint64_t address); /* whatever its state; NULL: no such room */
/* The number there, of as many bytes as a pointer has, if all of it is known; nothing becomes known, nor set, by it. */
bool space_peek(const struct space *, uint64_t address, uint64_t *number);
void space_escape(struct space *, uint64_t address);
bool space_private(struct space *, uint64_t address); /* only the running thread can get there */
void space_kill(struct space *, uint32_t room);

/* What was at a byte in the beginning, so far nothing (bits 0), and now this. */
struct value space_initial(const struct room *, uint64_t at);
CHECKED bool space_set_initial(struct space *, struct room *, uint64_t at, struct value);
/* Whether so many bytes are still without a beginning; and they get one: zeros, or what the program initialises them with. Bytes
 * that nobody has set become zeros, too. */
bool space_is_open(struct space *, uint64_t address, uint64_t len);
void space_settle(struct space *, uint64_t address, uint64_t len);

CHECKED bool space_read(struct space *, uint64_t address, uint32_t bits, struct value *);
CHECKED bool space_write(struct space *, uint64_t address, struct value);
CHECKED bool space_copy(struct space *, uint64_t to, uint64_t from, uint64_t len);
CHECKED bool space_fill(struct space *, uint64_t to, struct value byte, uint64_t len);

#endif
