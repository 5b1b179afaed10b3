/* event: what a call does. The models say it, in rows; this folder reads the rows, and phases ask here.
 *
 *     pthread_mutex_trylock(&m)     an acquire of the object behind argument 0, where the result is == 0
 *     error(0, errno, "...")        an end that does not happen: its condition asks for another number
 *     q = malloc(n)                 makes an object, which is the result
 *
 * An event is a row at a call: the row is the handle that phases keep, compare and hand on, and what it means at this call (which
 * operand is meant, whether its condition holds) is asked for with the body and the instruction. Rows are not copied: there is
 * one for thousands of calls, and most questions are asked of few of them.
 *
 * needs   rows of models (points_rows), a body      gives   kinds, traits (event.def), operands, conditions
 * misses  what a row cannot say; conditions on arguments are decided only where those are constants */
#ifndef CODE_EVENT_H
#define CODE_EVENT_H

#include "ir/body.h"
#include "model/model.h"

enum event_kind {
	EVENT_NOTHING,
#define EVENT(id, traits) EVENT_##id = MODEL_##id,
#include "code/event.def"
#undef EVENT
};

enum event_trait_bit {
#define TRAIT(id) TRAIT_BIT_##id,
#include "code/event.def"
#undef TRAIT
};

/* Questions that are asked of many kinds: TRAIT_LOCKS and so on, see event.def. */
enum event_trait {
#define TRAIT(id) TRAIT_##id = 1 << TRAIT_BIT_##id,
#include "code/event.def"
#undef TRAIT
};

static inline enum event_kind event_kind(const struct model_row *r)
{
	return (enum event_kind)r->verb;
}

static inline bool event_is(const struct model_row *r, enum event_kind kind)
{
	return event_kind(r) == kind;
}

bool event_has(const struct model_row *, enum event_trait);

/* The rows that hold for a function of this name: those for functions outside do not where the program defines it itself. NULL:
 * none. Rows of the models, or copies in the arena. */
const struct model_row *events_of(struct arena *, const struct models *, const char *name, bool defined);
/* What is assumed of a function outside of which nothing is known: it may call argument `arg`, from 0. In the arena. */
struct model_row *event_make_calls(struct arena *, uint8_t arg);

/* Of all events of a call: does one have the trait; the first of a kind, or NULL. The rows may be NULL. */
bool events_have(const struct model_row *, enum event_trait);
const struct model_row *events_find(const struct model_row *, enum event_kind);

/* ---- operands ---- */

static inline bool event_says(const struct model_place *place)
{
	return place->base != MODEL_NOWHERE;
}

/* The argument that a place speaks of, whether itself or what it leads to; none: it speaks of none, or the call has too few. */
struct ref event_argument(const struct body *, const struct inst *call, const struct model_place *);
/* ... whose value is meant, and not what it leads to. */
struct ref event_value(const struct body *, const struct inst *call, const struct model_place *);
/* ... that points to what is meant, or to a variable that has its address or number: "*0", "**0". */
struct ref event_keeper(const struct body *, const struct inst *call, const struct model_place *);
/* ... that points to the object that is meant: "*0", and neither a member of it nor what it leads to further on. */
struct ref event_object(const struct body *, const struct inst *call, const struct model_place *);

/* The interned name of a thing that the library keeps to itself ("@rcu"); equal names, equal things; 0: it is something else. */
static inline uint32_t event_hidden(const struct model_place *place)
{
	return place->base == MODEL_NAMED ? place->name : 0;
}

static inline bool event_is_result(const struct model_place *place)
{
	return place->base == MODEL_RESULT;
}

/* Of a row on a field: is the object meant that holds the field? */
static inline bool event_is_holder(const struct model_place *place)
{
	return place->base == MODEL_THIS;
}

/* Its number, from 1: the operand of the call; 0: the place speaks of none. */
static inline uint32_t event_argument_number(const struct model_place *place)
{
	return place->base == MODEL_ARGUMENT ? place->arg + 1u : 0;
}

/* Of a fork: the child runs in the same memory. Of memory: other processes may have it as well. */
static inline bool event_shares(const struct model_row *r)
{
	return r->flags & MODEL_SHARED;
}

/* It may touch nothing at all: "most=r". */
static inline bool event_unsure(const struct model_row *r)
{
	return r->len.most && r->len.kind == MODEL_LEN_RESULT;
}

/* How many bytes a row speaks of, whatever the arguments are; 0: that depends on them. */
static inline uint32_t event_fixed_bytes(const struct model_row *r)
{
	return r->len.kind == MODEL_LEN_CONSTANT ? r->len.value : 0;
}
/* ... at this call; 0: that is not known before it runs. */
uint64_t event_bytes(const struct program *, const struct body *, const struct inst *call, const struct model_row *);

/* ---- conditions ---- */

/* What must be true of the result, or of an argument, for the event to happen: (x & mask) compared with the number. */
struct event_test {
	uint8_t compare; /* enum compare, signed; COMPARE_none: always, or no comparison says it (a pointer that is an error) */
	int64_t number;  /* null is 0 */
	int64_t mask;    /* -1 unless bits are asked for; then the comparison is with 0 */
	int8_t error;    /* 1: it must be a pointer that is a negative errno, -1: it must not; else 0 */
};

enum event_verdict { EVENT_NO, EVENT_YES, EVENT_MAYBE };

uint8_t event_compare(uint8_t test); /* of a row: enum compare; COMPARE_none: it is none, or asks for bits */
struct event_test event_test(const struct model_condition *);
/* Does it happen whenever the call is made and comes back? */
static inline bool event_is_sure(const struct model_row *r)
{
	return r->when.test == MODEL_ALWAYS;
}
/* Does it happen for some results only? */
static inline bool event_asks_result(const struct model_row *r)
{
	return r->when.test != MODEL_ALWAYS && r->when.base == MODEL_RESULT;
}
static inline bool event_asks_argument(const struct model_row *r)
{
	return r->when.test != MODEL_ALWAYS && r->when.base == MODEL_ARGUMENT;
}
/* Does it happen where the result is 0, and only there? */
bool event_is_told_by_zero(const struct model_row *);
/* The argument that a condition asks for; none: it asks for the result, or the call has too few. */
struct ref event_asked(const struct body *, const struct inst *call, const struct model_condition *);
/* A condition on an argument at this call, by the constant that is passed; one on the result, or on a pointer that may be an
 * error: maybe. */
enum event_verdict event_condition(const struct program *, const struct body *, const struct inst *call,
				   const struct model_condition *);

/* ---- questions of several phases ---- */

/* Is what the call returns an object that it makes? A block that grows is one. */
bool event_makes_result(const struct model_row *);
bool events_make_result(const struct model_row *); /* by one of the rows, which may be NULL */
bool events_make_new(const struct model_row *);    /* ... an object that holds nothing of an older one */
/* Does it work on the block that the call makes, by one of its rows, the first of which is given? Nobody else has that yet. */
bool event_fills_made(const struct model_row *, const struct model_row *first);
/* Is the address of an object that it makes stored through an argument? */
bool event_stores_made(const struct model_row *);
/* Does it read or write what its arguments lead to? The rows may be NULL. */
bool event_accesses(const struct model_row *);
bool events_access(const struct model_row *);
/* Is the result the address of something that each thread has its own of, as errno? */
bool event_gives_own(const struct model_row *);
/* Are others given what the object holds, and not its address? */
bool event_publishes_contents(const struct model_row *);
/* Of what starts a thread: is the handle stored through a pointer, so that the result may say whether there is one? */
static inline bool event_stores_handle(const struct model_row *r)
{
	return event_argument_number(&r->id) && r->id.deref == 1;
}
/* The argument that the call returns as it is; none: it returns something else. */
struct ref event_returned(const struct body *, const struct inst *call, const struct model_row *);
uint32_t event_returned_number(const struct model_row *); /* its number, from 1; 0: none */
/* Does no way lead on behind this call, by its rows? */
bool event_ends(const struct program *, const struct body *, const struct inst *call, const struct model_row *);
/* Is there a way to say that locks survive the thread that holds them? Then a lock is held although taking it has failed. */
bool events_set_robust(const struct program *, const struct model_row *const *row);

/* ---- what is declared of functions and variables ---- */

/* How a function runs, as the project declares it. */
enum declared {
	DECLARED_MULTITHREADED = MODEL_MULTITHREADED,
	DECLARED_SINGLE = MODEL_SINGLE,
	DECLARED_INTERRUPT = MODEL_INTERRUPT,
	DECLARED_ENTERED = MODEL_ENTERED,
	DECLARED_IGNORE = MODEL_IGNORE
};
/* Are there variables or fields whose races do no harm? */
bool events_declare_benign(const struct models *);

#endif
