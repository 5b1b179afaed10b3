/* engine: the traversal of racerx Figure 1, without recursion in C.
 *
 * A *frame* is a context that is being walked; the stack of frames is the call chain. Nodes of a frame are walked in the order in
 * which they were made, so that the first node with a state is one with the fewest steps before it: `before` links are shortest
 * traces. When a node comes to a call of a context that is not done, that one is pushed, and the node is walked again afterwards;
 * then the exits are there. */
#ifndef LOCKSET_ENGINE_H
#define LOCKSET_ENGINE_H

#include "lockset/outline/outline.h"

enum { MOST_HELD = 24 }; /* the most that limits.def allows */

struct work_node {
	struct lockset_node node;
	uint32_t next;   /* another one at its point, + 1 */
	uint32_t count;  /* how often it was reached */
};

struct lockset_frame {
	uint32_t context;
	uint32_t first;  /* engine.work */
	uint32_t done;   /* nodes walked */
	uint32_t heads;  /* engine.head: one a point */
	uint32_t exit;   /* engine.frame_exit */
	uint32_t open;   /* engine.frame_open */
	uint32_t pending, rounds; /* engine.pending: what was found out since it was pushed; recursion.c */
	uint32_t again;  /* a node that is walked once more, + 1 */
	bool full, reopened;
};

/* A call of a function that is running, or that depends on one: it has got what was known then (recursion.c). */
struct open_call {
	uint32_t caller, node; /* context, and the number of the node in it */
	uint32_t callee, version;
};

/* A thing that is wrong, before it is told. */
struct incident {
	uint8_t rule;
	uint32_t context, node; /* node: number in the context */
	uint32_t event;         /* outlines.event; UINT32_MAX: a return */
	uint32_t name;          /* the lock, in words of the function */
	uint32_t cost;
	bool reader;            /* self-deadlock: both times shared, so only with a writer in between */
};

struct call_edge {
	uint32_t from, to;
};

/* Calls between contexts, sorted by one end: of context c, `other` from first[c] to first[c + 1]. */
struct call_index {
	uint32_t *first, *other;
};

/* How often a semaphore is used how (5.1). */
struct usage {
	uint32_t acquired, released, errors;
};

/* The orders that are kept of two locks. */
struct order_pair {
	uint32_t first;             /* lockset.order */
	uint16_t variants, holders; /* how many; by how many holders */
};

struct engine {
	struct lockset *out;
	struct outlines o;
	struct arena scratch;
	struct intern entry;   /* function, lock set, facts: the number is the context's */
	struct intern facts;   /* arrays of struct fact, by subject */
	uint32_t *entries;     /* by function: contexts */
	uint32_t *running;     /* by function */
	uint32_t root;         /* that is being walked from */
	VEC(struct lockset_frame) frame;
	VEC(struct work_node) work;
	VEC(uint32_t) head;
	VEC(struct lockset_exit) frame_exit;
	VEC(struct lock_order) frame_open;
	VEC(struct open_call) pending;
	struct map pending_of; /* caller, node, callee -> engine.pending + 1 */
	struct map versions;   /* context that is running, or depends on one -> how often its exits have changed, + 1 */
	VEC(struct incident) incident;
	VEC(struct call_edge) edge;
	struct call_index down, up; /* by caller, by callee; after the walk */
	uint32_t *first_of, *context_of; /* by function: its contexts; after the walk */
	struct map order_of;   /* hash of an order -> index */
	VEC(struct order_pair) pair; /* orders of two locks */
	struct map pair_of;    /* hash of the two -> index + 1 */
	struct map incident_of, edge_of, event_of;
	/* ground names and classes of locks that may be taken twice; UINT32_MAX: of some that have no name */
	struct map recursive;
	struct map odd_element, odd_place; /* variable -> the same of some element in it, and of a constant place */
	struct map plain;      /* ... that are initialised as plain ones */
	struct map fair;       /* ground names and classes of locks made to be fair to writers */
	struct map ones, others; /* ... of semaphores that are initialised with one, and otherwise */
	struct map tokens;       /* ... with how many, + 2; 1: not known */
	struct map written;    /* ground name -> how many places are in lockset.write */
	struct map write_of;   /* hash of name and place -> lockset.write + 1 */
	struct map used;       /* event << 2 | what happened, for usage */
	VEC(struct usage) usage; /* by ground name: usage_of */
	struct map usage_of;
	struct map unsure;     /* ground name -> releases that are only reached behind a lock error: it may have been taken before */
	VEC(struct interrupts) interrupts;
	struct map interrupts_of; /* ground name -> index + 1 */
	VEC(struct interrupted) interrupted;
	bool handlers; /* some root is a signal handler */
	struct map signals;    /* ground names of semaphores that are no locks */
	struct map holders_of; /* name -> lockset.holders + 1 */
	struct map owner_of;   /* name of a value -> name of what it is a part of, + 1 */
	struct map derived;    /* function -> the parameter that its result is a part of (holder.c) */
	struct instances *instances; /* instance.c; made when somebody asks */
	struct fact fact[OUTLINE_SUBJECTS]; /* scratch */
};

/* Names that are no locks but a way of running, in lock sets: TERM_NAMED with this in b, behind the flags of the models. */
enum lockset_running {
	RUNNING_HARD = MODEL_FLAG_BITS + 1,
	RUNNING_SOFT,
	RUNNING_SIGNAL,
	RUNNING_CUT,
	RUNNING_GUESSED,
	RUNNING_FORGOT,
	RUNNING_END
};

/* Where a lock is taken by what interrupts, and by what can be interrupted there: contexts and events + 1. */
struct interrupts {
	struct {
		uint32_t context, node, event;
	} by[3], under[2]; /* hard, soft, signal */
	uint32_t held, nheld; /* engine.interrupted + 1, the last one: where a signal may come */
	uint32_t handler;     /* the root that by[2] is below */
	bool more;            /* further places, or handlers */
};

/* An event at which a lock is taken, or is held, and signals may come. */
struct interrupted {
	uint32_t context, node, event, before; /* before: engine.interrupted + 1 */
	bool taken, masked; /* some signals are blocked */
};

/* A state on its way through an event. */
struct now {
	struct held held[MOST_HELD];
	uint32_t n;
	struct fact fact[OUTLINE_SUBJECTS];
	uint32_t nfacts;
};

/* engine.c */
void engine_run(struct engine *);
uint32_t engine_enter(struct engine *, struct fn_id, uint32_t lockset, uint32_t facts); /* the context; made if there is none */
void engine_reach(struct engine *, uint32_t point, const struct now *, const struct lockset_node *from);
const struct outline *engine_outline(const struct engine *);
struct lockset_frame *engine_top(struct engine *);
bool engine_is_done(const struct engine *, uint32_t context);
void engine_push(struct engine *, uint32_t context);
void engine_publish(struct engine *, const struct lockset_frame *); /* its exits, as far as they are known */
void engine_reopen(struct engine *, uint32_t context); /* a frame that was popped, to walk some of its nodes again */

/* recursion.c */
bool recursion_runs(const struct engine *, uint32_t context); /* on the stack */
/* A context that runs, or hangs on one that does, has been asked for what it comes back with. */
void recursion_note(struct engine *, uint32_t caller, uint32_t node, uint32_t callee);
bool recursion_hangs(const struct engine *, uint32_t context);
void recursion_changed(struct engine *, uint32_t context);
/* The top frame has been walked to its end. True: there is more to walk, in it or in another one that was opened again. */
bool recursion_goes_on(struct engine *);

/* state.c */
void now_load(const struct engine *, struct now *, uint32_t lockset, uint32_t facts);
uint32_t now_lockset(struct engine *, const struct now *);
uint32_t now_facts(struct engine *, const struct now *, uint64_t live);
struct held *now_find(struct now *, uint32_t name);
struct held *now_find_like(struct engine *, struct now *, uint32_t name); /* also by class */
bool now_add(struct now *, struct held);
void now_remove(struct now *, struct held *);
void now_forget(struct now *, uint32_t subject);
struct fact *now_fact(struct now *, uint32_t subject);
void now_set(struct now *, struct fact);
bool now_assume(struct now *, uint32_t subject, uint8_t test, int64_t k); /* false: impossible */
int now_truth(const struct now *, uint32_t subject, uint8_t test, int64_t k); /* 1 true, 0 false, -1 unknown */
/* Does the call lead to this function? By the pointer it goes through, if that is followed. */
int now_calls(const struct engine *, const struct now *, const struct outline_event *, struct fn_id);
/* How many functions it could lead to instead, that one among them: the degree of aliasing, everywhere. */
uint32_t now_choices(const struct engine *, const struct now *, const struct outline_event *, struct fn_id);

/* trace.c */
/* Of the call of a function at this node, in bits. */
uint32_t lockset_guesses(const struct lockset *, uint32_t context, uint32_t node, struct fn_id callee);

/* Adds up the conditions on the way from the entry of a context to a node, and what is said of last references there. */
void lockset_way(const struct lockset *, uint32_t context, uint32_t node, uint32_t *conditions, uint32_t *lasts);

/* The last references on the way from the root to a node. */
uint32_t lockset_lasts_above(const struct lockset *, uint32_t context, uint32_t node);

/* holder.c */
uint32_t holders_of(struct engine *, uint32_t name); /* by which holders a lock is reached, as far as its name tells */
uint32_t holders_append(struct engine *, uint32_t inner, uint32_t outer);
/* the parameter or variable from which it is reached, also through what calls return; 0: none */
uint32_t holders_root(struct engine *, uint32_t name);
/* are both, in words of one function, in what is reached from one thing? */
bool holders_are_one(const struct engine *, const struct lock_order *);

/* counter.c */
/* Has this thread made the thing itself that the counter is in, so that there is no other reference? By the nearest callers of
 * the context. */
bool counter_is_made(const struct engine *, uint32_t context, uint32_t name);

/* step.c */
bool step_event(struct engine *, uint32_t node, const struct outline_event *); /* false: a frame was pushed, come again */
void step_end(struct engine *, uint32_t node, const struct outline_block *);
/* Who has locked a member of a thing has the thing: a pointer to it is not null. So a function that looks one up tells its two
 * ways to end apart. */
void step_is_there(const struct engine *, const struct outline *, struct now *, uint32_t lock);
/* May the condition hold, by what the caller of this context has said of the parameter? Flags must be known to. */
bool step_may_hold(const struct engine *, uint32_t context, const struct lockset_guard *);
bool step_is_trusted(const struct engine *, const struct outline *, const struct held *, uint32_t point);

/* call.c */
bool call_event(struct engine *, uint32_t node, const struct outline_event *);

/* order.c */
void order_add(struct engine *, const struct lock_order *); /* in words of its context */
/* two of one class, in words of one function: is one reached from the other by a pointer? */
/* A loop that goes along a list, from the one that is held, or was locked by an earlier round (loop), to the one that is wanted;
 * or from one that only the caller knows. */
void order_walk(const struct names *, struct lock_order *, bool loop);
void order_begins(const struct names *, struct lock_order *);
bool order_of_loop(struct engine *, const struct outline *, const struct held *, const struct outline_event *);
uint32_t order_by_loop(struct engine *, const struct outline_event *); /* lock_order.sorted */
void order_link(const struct names *, struct lock_order *);
void order_close(struct engine *, uint32_t context);        /* what is still open at a root */
uint32_t set_ground(struct engine *, uint32_t set, uint32_t without);
void event_add(struct engine *, const struct lockset_event *, uint32_t set);

/* interrupt.c */
uint32_t running_name(struct engine *, enum lockset_running);
bool running_is(const struct names *, uint32_t name); /* not a lock, and nothing that was turned off: how a root runs */
uint32_t running_lockset(struct engine *, const struct lockset_root *); /* that a root begins with */
bool now_runs(const struct engine *, const struct now *, enum lockset_running);
void interrupts_begin(struct engine *); /* once roots are known */
void interrupt_note(struct engine *, const struct now *, const struct outline_event *, const struct incident *at);
/* What is held at this event, where a signal may come. */
void interrupt_note_held(struct engine *, const struct now *, const struct incident *at);
void interrupts_tell(struct engine *);

/* errors.c */
void incident_add(struct engine *, const struct incident *);
void errors_tell(struct engine *);

/* roots.c */
void roots_find(struct engine *);
void roots_spread(struct engine *);

/* kinds.c: locks that one thread may take twice, by how they are initialised */
void kinds_find(struct engine *);
uint32_t kinds_is_recursive(const struct engine *, uint32_t ground); /* MUTEX_DEEP, MUTEX_CHECKED; 0: it is not */
void kept_find(struct engine *); /* lockset.rewrite (kept.c) */
uint32_t kinds_may_be(struct engine *, uint32_t name); /* the same of any name, and of its class */
/* A semaphore that, as far as is seen, is always initialised with one? */
bool kinds_is_one(const struct engine *, uint32_t ground);
bool kinds_is_fair(const struct engine *, uint32_t ground); /* made so that readers wait for waiting writers */

/* keys.c: of orders by a member that is no order takes `sorted` away */
void keys_find(struct engine *);

/* writers.c */
void write_note(struct engine *, const struct outline_event *, uint32_t context, const struct now *);

/* semaphore.c */
enum { USED_UNSURE, USED_ACQUIRED, USED_RELEASED, USED_ERROR };
void usage_note(struct engine *, const struct outline_event *, uint32_t name, uint32_t what);
/* Does the function itself take it somewhere? */
bool semaphore_is_taken_in(const struct engine *, const struct outline *, uint32_t name);
/* The probability that something used as `s` belongs to locks used as `locks` (5.1, steps 2 and 3). */
double semaphore_likelihood(struct usage s, struct usage locks);
void semaphores_classify(struct engine *);
/* A semaphore that begins with one, and that nobody gives who has not taken it, is a lock. */
bool semaphore_is_lock(struct engine *, uint32_t name);

#endif
