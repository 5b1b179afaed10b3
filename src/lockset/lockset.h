/* lockset: which locks are held where, top-down from every root of the program through all calls, and what that proves wrong
 * (racerx, sections 3, 5 and 6, Figure 1).
 *
 * A *context* is a function entered with a lock set and with what is known of its parameters. Inside it each point keeps the
 * states (lock set, facts about tested values) that reach it: the statement cache. When a context is done, its *exits* are its
 * summary: the lock sets it leaves with, told apart by the value returned; a call that comes with the same lock set takes them
 * from there.
 *
 *     connect: lock(a); open_conn();            open_conn: if (x) lock(b); else lock(c);
 *     summary of open_conn:  {a} => {a,b},{a,c}
 *
 * Locks are access paths in the words of the function (name.h). Whatever is said of locks that a function knows only through its
 * parameters is said again, in the words of the caller, when the call returns (`order` rows): so a lock taken by a helper has the
 * name it has where it is known. Straight helpers are unfolded into their callers (outline.h).
 *
 * Two beliefs decide branches and orders: a pointer that is set in several kinds of containers, and never in this one, is null
 * there (unset.h); and who has dropped the last reference to a thing is alone with its locks (last.c).
 *
 * Against mistakes (section 6), each with an option: lock-error paths are cut; downward only, or upward as well; of several exits
 * the majority, then the smallest; locks that reach no release are dropped (unlock sets, in two passes); a branch whose condition
 * was tested before goes the same way.
 *
 * needs   points, models      gives   struct lockset
 * misses  a function that is running, entered again and again with other locks held: in the end such a call changes nothing
 *         (counted: gap_cut); one that never comes back but by calling itself does not come back; a function entered with
 *         more lock sets than --entry-locksets keeps only the locks that it names itself (gap_entries); calls through pointers
 *         with very many targets (gap_targets); locks held through calls with, multiplied, more than a few (gap_doubt); calls on
 *         the way to abort() or panic() (gap_dying); contexts with too many states (gap_locksets); more than MOST_HELD locks at a
 *         time (gap_held); two locks taken in one order in more than a few ways (gap_orders); what sleeps only if a flag says so
 *         that is not known (gap_flags), or under more conditions than are kept (gap_ways); errors that hang on what a callee
 *         did, on a last reference, on a lock without a name, on conditions that had to be guessed, on loops, or on whether two
 *         things are one (gap_unsure); interrupts that come in functions which are only offered to others; errors below exported
 *         functions, where the caller may hold the lock; names longer than lockset-names; memory that other threads change
 *         between two tests of one condition is taken to be unchanged */
#ifndef LOCKSET_LOCKSET_H
#define LOCKSET_LOCKSET_H

#include "base/store/chunks.h"
#include "base/limit.h"
#include "ir/finding/finding.h"
#include "lockset/names/name.h"
#include "path/held.h"
#include "points/begins.h"

struct lockset_options {
	bool downward;    /* 6.2: exits of calls are not used */
	bool no_cut;      /* 6.1 */
	bool no_majority; /* 6.3 */
	bool maximum;     /* 6.3 for races: the largest, not the smallest, where the majority does not tell */
	bool no_unlocksets; /* 6.5 */
	bool follow_dying; /* ways on which the program gives up are followed, too */
	bool all_targets;  /* a lock stays known through calls with any number of possible targets */
	bool no_correlation; /* branches on one condition do not agree */
	uint32_t entries; /* lock sets a function is entered with */
	uint32_t semaphore_percent; /* 5.1: p */
};

/* Who runs a root, and how many of them at a time. */
struct lockset_root {
	uint8_t kind, model; /* enum root_kind, model_kind */
	struct fn_id fn;
	struct fn_id spawner; /* where it is started; none: outside */
	uint32_t inst;
	uint32_t context;
	bool many;            /* two of it may run at the same time */
	/* its callers are not here, and nobody says how it is called: they may hold locks, or have interrupts off */
	bool outside;
	bool called;          /* there are callers here as well */
};

struct lockset_exit {
	uint32_t lockset, fact; /* fact: of the value returned; 0: nothing known */
	uint32_t outs;          /* facts of what parameters point to, by number of the parameter; 0: nothing known */
	uint32_t count;         /* states that come to it */
	uint32_t node;
};

struct lockset_context {
	struct fn_id fn;
	uint32_t lockset, facts;  /* it is entered with */
	uint32_t from, inst, depth; /* the caller with the fewest calls above it; 0: a root's own */
	uint32_t exit, nexits;    /* lockset.exit */
	uint32_t node, nnodes;    /* lockset.node */
	uint32_t order, norders;  /* lockset.open: orders that are still in words of its parameters */
	uint32_t root;            /* lockset.root; LOCKSET_ROOTS: several */
	bool indirect;            /* some call on that way goes through a pointer with several targets */
};
#define LOCKSET_ROOTS UINT32_MAX

/* A point of a context with one state: an entry of the statement cache. */
struct lockset_node {
	uint32_t point;         /* outline_point */
	uint32_t lockset, facts;
	uint32_t before;        /* the node that led here first; 0: the entry */
	uint32_t callee, exit;  /* a call led here: context and exit of it */
};

/* While `held` was held, `wanted` was waited for: a constraint held -> wanted (section 4.1). */
enum order_flag {
	ORDER_HELD_SHARED = 1,
	ORDER_WANTED_SHARED = 2,
	ORDER_UP = 4,        /* needs upward propagation */
	ORDER_REACQUIRE = 8, /* a wait takes its lock again */
	ORDER_WANTED_FAIR = 64, /* shared, and a writer that waits comes first */
	ORDER_SPIN = 16,     /* wanted spins: its holder does not sleep meanwhile */
	ORDER_SUBCLASS = 32,
	ORDER_DOWN = 128,    /* wanted is reached from what held is in, by the pointer `link`: parent before child */
	ORDER_LOOP = 512,    /* held was taken by an earlier round of the same loop */
	ORDER_CUT = 2048,    /* behind a lock error, where nothing is sure any more (6.1) */
	ORDER_IDENTITY = 4096, /* wanted is a variable, and it was asked before whether held is that one */
	ORDER_ONE = 8192,    /* both are reached from one thing: from the same parameter, by the same pointer */
	ORDER_BACK = 256     /* the other way round: held is reached from what wanted is in */
};

/* A counter of references is asked, and it may be that it has come to 0; or it has, and the thread has not made the thing
 * itself. */
enum lock_last { LAST_ASKED = 1, LAST_GONE = 3 };

struct lock_order {
	uint32_t held, wanted; /* ground names; in an open order, names of the context's function */
	uint32_t others;       /* lock set held besides, ground: gates */
	uint32_t context, node; /* where `wanted` is waited for, or the call that leads there */
	uint32_t inst;
	uint32_t below;        /* lockset.open + 1: the same in the callee; 0: here */
	uint32_t link;         /* class of the pointer between the two; 0: none */
	/* wanted was found by going along such a pointer from here on, a name of the context's function; 0: not known */
	uint32_t walked, begins;
	uint32_t sorted;       /* two of one kind, in the order of a key, and in which direction (sorted_by); 0: not known to be */
	uint32_t held_from, wanted_from; /* the holders that they were reached by (holder.c), in lockset.holders; 0: not known */
	uint32_t held_root, wanted_root; /* and the parameter, of the context's function, from which; 0: none */
	uint16_t flags;        /* enum order_flag */
	uint16_t calls, conditions; /* on the way from the acquisition */
	/* the degree of aliasing: in bits, how many functions the calls through pointers on that way could mean instead */
	uint16_t guesses;
	uint16_t lasts;        /* of last references on it: LAST_ASKED and LAST_GONE, added up */
	uint16_t ending;       /* the same, on the way to where held was taken: perhaps of what it is in */
};

/* A thing done with locks held that is no acquisition: for wait-holding and others. */
enum lockset_event_kind { LOCKSET_WAIT = 1, LOCKSET_JOIN, LOCKSET_SIGNAL, LOCKSET_BARRIER };

struct lockset_event {
	uint8_t kind;
	const struct model_row *row;
	uint32_t context, node;
	struct fn_id fn;       /* where people see it, */
	uint32_t inst;         /* and the instruction there */
	uint32_t on, with;     /* ground names; 0: none */
	uint32_t held;         /* lock set, ground */
};

/* Where what orders locks is changed, so that it orders them no more: a pointer from one thing to the next is set to what may
 * come before it, a place in a table to what may be in another place. */
struct lockset_rewrite {
	uint32_t what;  /* lock_order.link, or the key of the table (sorted_is_slot), in that form */
	bool slot;
	struct fn_id fn; /* none: at any time */
	uint32_t inst;
};

/* Where a lock that has readers, too, is waited for exclusively. */
struct lockset_write {
	uint32_t name; /* ground */
	uint32_t context;
	struct fn_id fn; /* none: some other place */
	uint32_t inst;
	uint32_t held;   /* lock set, ground: whichever way it gets there */
};

struct lock_frame {
	struct fn_id fn;
	uint32_t inst;
};

/* A signal handler waits for a lock that the code it interrupts may hold there: an error if the two meet. Rows of one `lock` and
 * handler stand together; the first that holds is told. */
struct lockset_interrupt {
	struct finding finding;
	struct fn_id handler;
	struct lock_frame by, under;
	bool more; /* there are further places: not known whether they meet */
	bool masked; /* signals are blocked there, perhaps the handler's */
	uint32_t lock;
};

struct lockset {
	struct arena *arena;
	const struct points *points;
	struct lockset_options options;
	struct names names;
	struct intern sets;               /* lock sets; what interrupts, softirqs and preemption are turned off by is in them, too */
	struct intern holders;            /* arrays of holders, the innermost first */
	VEC(struct lockset_root) root;    /* 0 is none, in all of these */
	VEC(struct lockset_context) context; /* by function, then as entered: see first_context */
	CHUNKS(struct lockset_node) node;
	VEC(struct lockset_exit) exit;
	CHUNKS(struct lock_order) open;
	VEC(struct lock_order) order;     /* ground, each (held, wanted, modes, others) once: the shortest */
	VEC(struct lockset_event) event;
	VEC(struct lockset_write) write;  /* a few for each lock; this one begins at 0 */
	VEC(struct lockset_rewrite) rewrite; /* this one, too */
	VEC(struct lockset_interrupt) interrupt; /* this one, too */
	VEC(struct finding) finding;      /* lock errors: self-deadlock, unlock-unheld, lock-leak, assert-held, sleep-in-atomic */
	struct map root_of;               /* context -> root */
	struct engine *engine;            /* outlines, traces (engine.h) */
};

struct lockset *lockset_run(struct arena *, const struct points *, const struct lockset_options *);
void lockset_drop(struct lockset *);
void lockset_check(const struct lockset *);
/* --dump=lockset[:function]: "{a} => {a,b},{a,c}" a context, and the unlock set of each line. */
void lockset_dump(const struct lockset *, const char *function, FILE *);

const struct held *lockset_get(const struct lockset *, uint32_t set, uint32_t *n); /* 0: the empty set */
/* "pool.lock, c->lock (shared)". In the arena. */
const char *lockset_text(struct arena *, const struct lockset *, struct fn_id, uint32_t set);
/* " by struct slab.array of struct env.cache", or nothing: the holders that a lock was reached by. In the arena. */
const char *lockset_from(struct arena *, const struct lockset *, uint32_t holders);
/* How a thread gets to a context: "worker > conn_close", and who starts it: "main > pthread_create(worker)". */
const char *lockset_chain(struct arena *, const struct lockset *, uint32_t context);
/* From there to where the operation of a node stands, if that was unfolded from helpers: " > conn_put > log_line", or nothing. */
const char *lockset_below(struct arena *, const struct lockset *, uint32_t context, uint32_t node);
const char *lockset_thread(struct arena *, const struct lockset *, uint32_t context);
struct finding_place lockset_place(struct arena *, const struct lockset *, struct fn_id, uint32_t inst);

/* Names of the values of a body, in `scratch`, and how a lock that is named so may be taken again by who has it: MUTEX_DEEP,
 * MUTEX_CHECKED, or 0, also for a semaphore that is a lock (5.1). */
struct name_values lockset_values(struct lockset *, struct arena *scratch, const struct body *);
uint32_t lockset_is_recursive(struct lockset *, uint32_t name, bool semaphore);
/* Does whoever takes this semaphore give it back, as far as is seen, and does it not begin with another number than one? */
bool lockset_is_paired(struct lockset *, uint32_t name);

/* Does who is called only look at memory? Asked again it answers the same, unless somebody writes. */
bool lockset_only_reads(struct lockset *, struct sym_id callee);
/* Does nobody come back from this call? */
bool lockset_is_last(const struct lockset *, const struct body *, const struct inst *call);

/* Where a lock that is held at a node was taken: the function and instruction, behind calls that returned, too (spliced in). */
struct lock_taken {
	struct fn_id fn;
	uint32_t inst;
	uint32_t context, node;
	uint32_t calls, conditions, guesses; /* between there and the node */
	uint32_t lasts;             /* of last references between them: LAST_ASKED and LAST_GONE, added up */
	uint32_t flagged;           /* calls among them that are made only if a flag says so, which is kept in memory */
};
bool lockset_taken(const struct lockset *, uint32_t context, uint32_t node, uint32_t name, struct lock_taken *);

bool sorted_is_slot(uint32_t sorted); /* lock_order.sorted: by the place in a table */
/* Are two locks, reached by these holders, surely in two things? (instance.c) */
bool lockset_apart(const struct lockset *, uint32_t a, uint32_t b);
/* Is this node behind a lock error (6.1)? */
bool lockset_is_cut(const struct lockset *, uint32_t context, uint32_t node);
/* The root that a context was first reached from; NULL: none. */
const struct lockset_root *lockset_root_above(const struct lockset *, uint32_t context);
/* May somebody wait for this ground name exclusively while a thread is in this context? Here, or outside of a library. */
bool lockset_is_written(const struct lockset *, uint32_t name, uint32_t context);
/* Is this semaphore used to signal, not as a lock? (5.1) */
bool lockset_is_signal(const struct lockset *, uint32_t name);
/* Does it begin with another number than one, or with one that is not known? */
bool lockset_is_counting(const struct lockset *, uint32_t name);
/* With how many tokens a semaphore begins, where that is known. */
bool lockset_tokens(const struct lockset *, uint32_t name, int64_t *);
/* Does nobody give a token who has not taken one? */
bool lockset_is_given_back(const struct lockset *, uint32_t name);
/* The context, function and instruction where the order's second lock is really waited for: at the end of its calls. */
struct lock_taken lockset_wanted(const struct lockset *, const struct lock_order *);
/* Where its first lock was taken. False: not known. */
bool lockset_order_taken(const struct lockset *, const struct lock_order *, struct lock_taken *);
/* Where a thread is that has taken the order's first lock, a variable, and waits for the second one: in each function that takes
 * it, the wait or the call that leads there. How many; 0: not known, or more than `most`. */
uint32_t lockset_order_frames(const struct lockset *, const struct lock_order *, struct lock_frame *out, enum limit most);
/* From the function of an event's context down to where it stands, through helpers that were unfolded. How many frames; 0: not
 * known, or more than `most`. */
uint32_t lockset_event_way(const struct lockset *, const struct lockset_event *, struct lock_frame *out, enum limit most);
/* As lockset_order_frames, of an event and a lock that is held there, of any name. */
uint32_t lockset_event_frames(const struct lockset *, const struct lockset_event *, uint32_t lock, struct lock_frame *out,
			      enum limit most);
struct lock_way {
	uint32_t context, node, since;
	bool shared; /* who reads under it is no obstacle to who reads, if no writer stands between them */
};
/* Is such a lock waited for on the way from the root to this node, or from where `since` was taken last (0: from the root)? Gives
 * where. */
bool lockset_passed(const struct lockset *, const struct lock_way *, uint32_t lock, struct lock_taken *);
/* Does this root, in what it calls, wait for such a lock, at a place that fits? Gives the first. */
struct lock_wish {
	uint32_t lock;
	bool shared; /* somebody reads under it */
	bool (*fits)(void *with, const struct lock_taken *);
	void *with;
};
bool lockset_root_wants(const struct lockset *, uint32_t root, const struct lock_wish *, struct lock_taken *);

#endif
