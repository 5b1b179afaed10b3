/* sequential: the concurrent program as a sequential one (kiss, Figures 4 and 5), function by function, as flat lists of
 * operations.
 *
 *     DO i         the instruction i itself
 *     SCHEDULE i   schedule(); choice { skip [] RAISE }        before instruction i
 *     CHECK i      choice { skip [] check_r/check_w(...); RAISE }, for the accesses of instruction i
 *
 *     store @g, 1      ->      SCHEDULE 4; CHECK 4; DO 4
 *     %7 = add %6, 1   ->      DO 5
 *
 * The paper puts the scheduling code in front of every statement. Here it stands only where it can matter: in front of accesses
 * to memory that several threads may touch, one of them writing, and of synchronisation. Nothing is lost: let a schedule run
 * other threads, or end this one, in front of a statement that touches neither. The statement commutes with all that the others
 * do, so the others may as well run in front of the next statement that is visible, or at the thread's end; states at visible
 * statements are the same, and what is looked for (two accesses, a blocked thread, a failing assert) is itself visible.
 *
 * The paper's distinguished variable r is the memory of the goal's two accesses: check_r and check_w stand only at these
 * instructions, since points has found that no other pair is asked for; the address is compared when they run. An access by the
 * thread itself cannot meet its own, because a thread that has been checked is ended.
 *
 * Calls of functions that the models give a meaning become what they mean (enum seq_meaning): spawn is `async`; locks and the
 * rest are the bodies in src/model/bodies, atomic because no operation in them is SCHEDULE. Behind every other call stands `if
 * (raise) return`; an executor that has a stack for each thread drops it instead.
 *
 * Functions are translated when they are first asked for: a large program costs what is used of it. */
#ifndef PROVE_SEQUENTIAL_H
#define PROVE_SEQUENTIAL_H

#include "prove/replay/schedule.h"
#include "points/points.h"

enum seq_kind { SEQ_DO, SEQ_SCHEDULE, SEQ_CHECK };

struct seq_op {
	uint8_t kind;
	uint32_t inst;
};

struct seq_fn {
	struct body body;
	const struct program *p;
	bool primitive; /* of src/model/bodies: atomic, not counted */
	struct seq_op *op;
	uint32_t nops;
	uint32_t *first; /* by instruction: its first operation */
	uint32_t *block; /* by instruction: the block it is in */
	uint8_t *used;   /* by value: 0, or how it is read: enum seq_use */
	uint32_t *distance; /* by block: how far a goal is; UINT32_MAX: none can be reached */
};

/* What a call of a function means. */
enum seq_meaning {
	SEQ_OUTSIDE = 1, /* nothing is known: its result is an input */
	SEQ_BODY,        /* a function of the program */
	SEQ_ROWS,        /* what its model rows say: synchronisation */
	SEQ_ATOMIC,      /* an atomic operation, as its model row says (atomic.h) */
	SEQ_LIBRARY,     /* a function of the library table, or an intrinsic of the compiler */
	SEQ_FAIL,        /* __assert_fail, reach_error, ...: the failure that a proof of an assertion looks for */
	SEQ_ASSUME,      /* __VERIFIER_assume */
	SEQ_ENDS,        /* exit, abort: the program ends */
};

/* What functions of a family do. */
/* How a value is read: nobody asks for more than whether it is less than, equal to or more than zero; or somebody does. */
enum seq_use { USED_SIGN = 1, USED };

enum seq_family { FAMILY_KINDS = 1, FAMILY_WAITS_WITH_LOCK = 2, FAMILY_BARRIER = 4, FAMILY_ACQUIRES = 8, FAMILY_SHARES = 16 };

struct seq_program {
	struct arena *arena;
	const struct points *points;
	const struct program *p;
	const struct program *primitives;
	const struct goal *goal;
	struct seq_fn **fn, **primitive; /* by function; NULL: not asked for yet */
	uint8_t *meaning;    /* by symbol; 0: not asked for yet */
	uint32_t *library;   /* by symbol: its row of the library table */
	struct map family; /* by family: enum seq_family */
	struct seq_visible *visible;
	uint32_t *fn_distance; /* by function: calls to the nearest goal; UINT32_MAX: none */
};

struct seq_program *seq_begin(struct arena *, const struct points *, const struct program *primitives, const struct goal *);
struct seq_fn *seq_function(struct seq_program *, struct fn_id);
struct seq_fn *seq_primitive(struct seq_program *, const char *name); /* dies: a bug of ours */
enum seq_meaning seq_meaning(struct seq_program *, struct sym_id);
void seq_check(const struct seq_program *);

bool seq_is_goal(const struct seq_program *, struct fn_id, uint32_t inst); /* one of the goal's instructions */
uint32_t seq_side(const struct seq_program *, struct fn_id, uint32_t inst); /* of pairs: 1 on side a of one, 2 on side b */
const struct model_row *seq_row(const struct seq_program *, struct sym_id); /* SEQ_ROWS: the row that says what it does */

/* visible.c: which memory several threads may touch, one of them writing. */
struct seq_visible *seq_find_visible(struct arena *, const struct points *);
bool seq_may_matter(const struct seq_visible *, const struct points *, const struct body *, uint32_t inst);
uint32_t *seq_distances(struct arena *, const struct points *, const struct goal *); /* by function */

#endif
