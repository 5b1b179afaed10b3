/* What the files of the machine share: machine.c (state), machine_step.c (instructions), machine_number.c (arithmetic),
 * machine_memory.c, machine_call.c (who is called), machine_sync.c (model rows that synchronise), machine_library.c (functions of
 * the C library). */
#ifndef PROVE_MACHINE_PARTS_H
#define PROVE_MACHINE_PARTS_H

#include "prove/machine/machine.h"

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;

#define ADDRESS_BIAS 0x10000000ull
#define ADDRESS_NAMED 0x80000000ull /* object numbers from here on: @names of the models, no memory */
#define ADDRESS_LABEL 0x20000000ull /* offsets from here on in a function: its blocks */
#define ADDRESS_PAGE 0x1000ull      /* where pointers have four bytes; labels are a page behind their function */
#define ADDRESS_FIRST 0x08000000ull

enum { MOST_FRAMES = 4096, MOST_BYTES = 256 << 20, MOST_OBJECTS = 1 << 22, MOST_ARGUMENTS = 256 };

enum number_kind { NUMBER_NONE, NUMBER_INT, NUMBER_FLOAT, NUMBER_OTHER };

/* What a type is for arithmetic. Pointers are integers. */
struct number_type {
	uint8_t kind;
	uint32_t bits;  /* of one element */
	uint32_t count; /* of a vector; else 1 */
};

struct machine_slot {
	uint32_t at, bytes;
	struct type_id type;
	struct number_type number;
};

struct machine_code {
	struct body body;
	struct machine_slot *slot; /* by value */
	bool *used;                /* by value: some instruction has it as an operand */
	uint32_t *block;           /* by instruction */
	uint32_t size;             /* of a frame's values */
};

struct library_function;

struct machine_meaning {
	bool known;
	const struct model_row *row;            /* what the models say */
	const struct library_function *library; /* what machine_library.c does */
	bool fails;                             /* an assertion that has failed */
};

struct machine_image {
	struct arena *arena;
	const struct program *p;
	const struct models *models;
	struct machine_code **code;      /* by fn */
	struct machine_meaning *meaning; /* by sym */
	struct type_id pointer;
	uint32_t word; /* bytes of a pointer: 4 or 8 */
	uint64_t mutex_kind; /* bytes from the start of a pthread_mutex_t to its type; 0: there is none */
	struct intern named; /* @names */
};

/* A call about to happen, or happening. */
struct machine_call {
	struct machine *m;
	uint32_t thread;
	const struct inst *in;
	const struct machine_code *code;
	struct sym_id callee;
	const struct machine_meaning *meaning;
	bool free; /* the input that was taken: schedule_input.free */
	uint64_t reach; /* schedule_input.reach */
	uint32_t nargs;
	uint64_t arg[MOST_ARGUMENTS]; /* the low 64 bits */
};

/* ---- machine.c ---- */
bool machine_stop(struct machine *, enum machine_state, const char *format, ...) PRINTF(3, 4); /* false */
struct machine_code *machine_code(struct machine_image *, struct fn_id);
const struct machine_meaning *machine_meaning(struct machine_image *, struct sym_id);
struct number_type machine_number_type(const struct program *, struct type_id);
uint64_t machine_type_bytes(const struct program *, struct type_id);
static inline struct machine_thread *machine_thread(struct machine *m, uint32_t t)
{
	return &m->thread.at[t];
}
static inline struct machine_frame *machine_top(struct machine *m, uint32_t t)
{
	return &m->thread.at[t].frame.at[m->thread.at[t].frame.n - 1];
}
/* A new thread that will run `fn`. UINT32_MAX: it stopped. */
uint32_t machine_new_thread(struct machine *, struct fn_id, const uint64_t *arg, uint32_t nargs);
/* A frame on top; the parameters are set by the caller. */
bool machine_push(struct machine *, uint32_t thread, struct fn_id);
void machine_pop(struct machine *, uint32_t thread);
void machine_end_thread(struct machine *, uint32_t thread, uint64_t result);

/* ---- end.c ---- */
bool machine_begin_whole(struct machine *); /* false: it stopped */
void machine_exit(struct machine *, uint32_t thread); /* the process */
void machine_step_end(struct machine *, uint32_t thread); /* of a frame of its own */

/* ---- machine_memory.c ---- */
static inline uint64_t machine_label(const struct machine *m)
{
	return m->image->word == 8 ? ADDRESS_LABEL : ADDRESS_PAGE;
}
uint64_t machine_address(const struct machine *, uint32_t object, uint64_t offset);
bool machine_place(struct machine *, uint32_t object); /* gives it an address; false: it stopped */
uint32_t machine_new_object(struct machine *, struct machine_object); /* bytes are made; 0: it stopped */
uint64_t machine_symbol(struct machine *, uint32_t thread, struct sym_id);
/* The bytes at an address, or NULL: undefined, and the machine has stopped (unless it only looks). */
uint8_t *machine_bytes(struct machine *, uint64_t at, uint64_t bytes, bool write);
uint8_t *machine_peek(struct machine *, uint64_t at, uint64_t bytes); /* NULL: not there; does not stop */
struct machine_object *machine_object_at(struct machine *, uint64_t at, uint64_t *offset); /* NULL: none */
bool machine_read_number(struct machine *, uint64_t at, uint32_t bytes, uint64_t *value);
bool machine_write_number(struct machine *, uint64_t at, uint32_t bytes, uint64_t value);
uint64_t machine_string(struct machine *, uint64_t at,
			uint64_t most); /* bytes before the 0 or `most`; UINT64_MAX: it runs out of its object */
void machine_free(struct machine *, uint64_t at, const char *what);
uint64_t machine_value(struct machine *, const struct schedule_value *, u128 *number);

/* ---- machine_number.c: on values of one number_type; false: undefined or not done, and the machine has stopped ---- */
bool machine_number_overflows(uint8_t sub, struct number_type, const uint8_t *a, const uint8_t *b); /* signed: add, sub, mul */
bool machine_number_binary(struct machine *, uint8_t sub, struct number_type, const uint8_t *a, const uint8_t *b, uint8_t *out);
bool machine_number_compare(struct machine *, uint8_t sub, struct number_type, const uint8_t *a, const uint8_t *b, uint8_t *out);
bool machine_number_cast(struct machine *, uint8_t sub, struct number_type from, struct number_type to, const uint8_t *a,
			 uint8_t *out);
bool machine_number_rmw(struct machine *, uint8_t sub, struct number_type, const uint8_t *old, const uint8_t *value,
			uint8_t *out);
u128 machine_number_get(const uint8_t *, uint32_t bits);
void machine_number_put(uint8_t *, uint32_t bits, u128);
long double machine_number_float(const uint8_t *, uint32_t bits);
void machine_number_put_float(uint8_t *, uint32_t bits, long double);
static inline uint32_t machine_number_bytes(uint32_t bits)
{
	return bits == 80 ? 16 : (bits + 7) / 8;
}

/* ---- machine_step.c ---- */
const uint8_t *machine_operand(struct machine *, uint32_t thread, struct ref, uint8_t scratch[16]); /* NULL: it stopped */
uint64_t machine_operand_number(struct machine *, uint32_t thread, struct ref);
struct number_type machine_ref_type(struct machine *, const struct machine_code *, struct ref, struct type_id *type);
/* Where a member of a value that is a whole struct or array stands. UINT32_MAX: nowhere. */
uint32_t machine_member_at(const struct program *, struct type_id, const uint32_t *index, uint32_t n, uint32_t *bytes);
void machine_next_inst(struct machine *, uint32_t thread);
void machine_result(struct machine *, uint32_t thread, uint64_t value); /* of the current call, which then is done */
void machine_return(struct machine *, uint32_t thread, const uint8_t *value, uint32_t bytes); /* from the top frame */

uint32_t machine_access_bytes(struct machine *, struct type_id); /* of a load or store of this type */

/* ---- machine_look.c ---- */
/* The accesses of an instruction that is no call. */
void machine_look_code(struct machine *, uint32_t thread, const struct machine_code *, const struct inst *,
		       struct machine_look *);

/* ---- machine_call.c ---- */
bool machine_is_used(const struct machine_call *); /* its result */
void machine_started_by(struct machine_call *, uint32_t id); /* who has started a thread, or installed it as a handler */
bool machine_call_prepare(struct machine *, uint32_t thread, struct machine_call *);
void machine_call_step(struct machine_call *);
void machine_call_look(struct machine_call *, struct machine_look *);
bool call_makes(const struct model_row *); /* an object of a size that is said, and returns it */
uint64_t call_place(struct machine_call *, const struct model_place *); /* an address, a number, or that of a name */
bool call_condition(const struct machine_call *,
		    const struct model_condition *); /* on arguments; a condition on the result holds */
uint64_t call_good_result(const struct machine_call *, const struct model_row *);
uint64_t call_bad_result(struct machine_call *, const struct model_row *, bool timed);
uint64_t call_wait_result(struct machine_call *, const struct model_row *, uint64_t number); /* ... of a wait, if it is that */
bool call_input(struct machine_call *, u128 *value); /* the next input, if it is meant for this call */

/* ---- machine_atomic.c ---- */
const struct model_row *machine_atomic_row(const struct machine_call *); /* NULL: none of its rows is `atomic` */
void machine_atomic_look(struct machine_call *, struct machine_look *);
void machine_atomic_step(struct machine_call *);

/* ---- machine_sync.c ---- */
bool sync_is(const struct model_row *); /* one of the rows synchronises */
void sync_look(struct machine_call *, struct machine_look *);
void sync_step(struct machine_call *);
void sync_once_done(struct machine *, uint32_t thread);

/* ---- machine_signal.c ---- */
bool machine_signal_installs(const struct model_row *);
uint64_t machine_signal_install(struct machine_call *, const struct model_row *); /* what the call returns */
enum machine_signal_change { SIGNALS_NONE, SIGNALS_ALL, SIGNALS_ADD, SIGNALS_REMOVE };
bool machine_signal_set(struct machine_call *, enum machine_signal_change); /* false: it stopped, as in the next */
bool machine_signal_mask(struct machine_call *);

/* ---- machine_outputs.c ---- */
/* A function outside has this result, which is from outside the program or is not: it writes. */
void machine_outputs(struct machine_call *, int64_t result, bool input);
/* Rows say all that it does that anybody here could tell: it reads and writes memory that it is given, and returns something. */
bool machine_outside_is_described(const struct machine_call *);
/* Do rows look at what argument k, from 0, points to, or at how much that is? Else it may be any value. */
bool machine_outside_looks_at(const struct machine_call *, uint32_t k);
bool machine_outside_surely_writes(struct machine_call *); /* all that rows say it writes */
/* What it reads, and what the models name that it writes. */
struct machine_outside_read {
	uint64_t at, bytes, rest; /* bytes: at most; rest: of the object */
	bool sure, string, write; /* sure: all of them; string: up to a 0 */
};
typedef void machine_outside_each(void *with, const struct machine_outside_read *);
void machine_outside_reads(struct machine_call *, machine_outside_each *, void *with);
/* The format of such a row can have this result, for some text; above 0 only if all that is stored is of known length. */
bool machine_can_convert(struct machine_call *, const struct model_row *, int64_t result);

/* ---- machine_look.c ---- */
struct machine_kept {
	uint8_t *at, *old;
	uint64_t bytes;
};
struct machine_touched {
	bool ignore; /* what it need not touch */
	uint32_t n;
	struct machine_access access[MACHINE_ACCESSES];
	VEC(struct machine_kept) kept;
};
void machine_touch(struct machine *, uint64_t at, uint8_t *bytes, uint64_t n, bool write); /* machine.touched hears of it */
/* An exact library function, or its like. */
void machine_touches(struct machine_call *, bool (*run)(struct machine_call *, uint64_t *), struct machine_look *);
bool machine_format_reads(struct machine_call *, uint64_t *ignored); /* format.c */

/* ---- machine_assume.c ---- */
void machine_assume_result(struct machine_call *, u128 value, uint32_t bytes, bool free);
void machine_assume_written(struct machine_call *, uint64_t at, uint64_t bytes, bool free);
void machine_assume_startup(struct machine *); /* main begins, and nothing has run before it */
void machine_assume_destroyed(struct machine *, uint32_t thread); /* it ends */
void machine_assume_places(struct machine *); /* that objects lie where they do */
void machine_assume_return(struct machine_call *); /* it does, though it may wait for ever */
void machine_assume_rest(struct machine_call *); /* all that it may do beside its result and what its rows say */
/* It has not written there, though it may have; 0 bytes: up to the end of the object. */
void machine_unwritten(struct machine_call *, uint64_t at, uint64_t bytes);
void machine_unwritten_rows(struct machine_call *); /* ... wherever rows say that it does */
void machine_variable_outside(struct machine *, uint32_t object); /* it begins to exist, with zeros */
void machine_foreign_read(struct machine *, uint64_t at, uint64_t bytes);
void machine_foreign_write(struct machine *, uint64_t at, uint64_t bytes);
void machine_assume_access(struct machine *, const struct machine_access *); /* the call does that, and does not fail */
void machine_feed(struct machine_call *);
/* May the call access so many bytes, as this row says: in some run of the program (CALL_DOES), only if it does not fail, which
 * nobody knows (CALL_MAY), or in none. */
enum machine_call_does { CALL_DOES, CALL_MAY, CALL_NEVER };
enum machine_call_does machine_call_does(struct machine_call *, const struct model_row *, uint64_t bytes);
bool machine_is_input(struct machine_call *, u128 value, uint32_t bytes); /* rows say that it may come from outside the program */

/* ---- machine_order.c ---- */
/* An atomic operation. What reads and writes is a read-modify-write. */
struct machine_atomic_step {
	uint8_t order; /* enum order; of a compare and exchange that fails, the one for that */
	bool reads, writes;
	uint64_t at, bytes;
};
void machine_order_start(struct machine *, uint32_t parent, uint32_t child);
void machine_order_join(struct machine *, uint32_t thread, uint32_t joined);
void machine_order_outside(struct machine *, uint32_t thread);
void machine_order_once(struct machine *, uint32_t thread, uint64_t at, bool done);
void machine_order_row(struct machine_call *, const struct model_row *, bool begun);
void machine_order_fence(struct machine *, uint32_t thread, uint8_t order);
void machine_order_atomic(struct machine *, uint32_t thread, const struct machine_atomic_step *); /* before it is done */

/* ---- machine_library.c ---- */
struct library_function {
	const char *name;
	bool (*run)(struct machine_call *,
		    uint64_t *result); /* false: it stopped, or has set the thread's next instruction itself */
	bool outside; /* what it returns is the outside's to say: the input of the schedule, if there is one */
	bool made_up; /* ... and nobody here knows what it does */
	bool exact;   /* it touches memory through machine_bytes alone, those bytes that it must, and changes nothing else */
};
const struct library_function *machine_library_find(const char *name);
bool machine_library_is_silent(const struct library_function *); /* it returns 0, and what its rows say it writes is left out */
uint64_t machine_errno(struct machine *, uint32_t thread); /* its address; 0: it stopped */
void machine_jump(struct machine *, uint32_t thread, uint64_t env, uint64_t value); /* to where setjmp has noted */

#endif
