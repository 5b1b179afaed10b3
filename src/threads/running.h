/* running: the tables behind threads: who starts whom, what happens on the way through each context, and from both, who may be
 * running at each place. Made in this order, one file a step:
 *
 *     classes.c   classes, their contexts, children; order-free ones
 *     effects.c   what the calls of each context do: spawns, joins (joins.c, alive.c, list.c), gates (gate.c, flag.c), barriers
 * (barrier.c) passage.c      vectors (vector.h): what each context does as a whole, and from its entry to each of its places
 *     running.c   the same from the start of each thread; the classes that run beside; which classes may overlap at all
 *     apart.c     the questions */
#ifndef THREADS_RUNNING_H
#define THREADS_RUNNING_H

#include "threads/values/bits.h"
#include "threads/values/shape.h"
#include "threads/threads.h"
#include "threads/vector.h"

/* What threads.thread says, and more. */
struct class
{
	uint8_t kind, model;	   /* of its first root */
	bool free;		   /* runs at any time: no order between it and any other one is known */
	bool startup;		   /* before main, and before exported functions are entered; all of these one after the other */
	bool exits;		   /* registered for the end of the process */
	int64_t signal;		   /* the only one that it handles; 0: several, not known, or none */
	uint64_t signals;	   /* all that it may handle, one bit each */
	uint64_t mask;		   /* signals, one bit each, that a handler keeps away while it runs, besides its own */
	bool again;		   /* a handler that its own signal may interrupt */
	bool stays;		   /* a handler that never comes back: stays.c */
	bool fault;		   /* a handler of faults (fault.c): runs where the fault was */
	uint32_t worker;	   /* classes of the same worker (not 0) never overlap */
	uint32_t sole;		   /* classes of the same number (not 0) are one thread: sole.c */
	uint32_t dispatch;	   /* running.dispatch: it runs inside of these loops; 0: nobody knows where */
	VEC(uint32_t) edge;	   /* that start it, ascending */
	VEC(uint32_t) start;	   /* contexts entered, ascending */
	VEC(uint32_t) rider;	   /* contexts that it enters at an unknown time: cleanup, destructors of thread-specific data */
	uint32_t child, nchildren; /* running.child */
	bool alone;		   /* it handles one interrupt: never beside itself */
	bool one_way;		   /* all edges are on one way */
	uint32_t creators;	   /* set of classes */
	uint32_t below;		   /* everything it may start, directly or not */
	uint32_t left;		   /* what of that may still run when it has ended */
	uint32_t par;		   /* may overlap wherever the two are */
	uint32_t inherit;	   /* vector: SLOT_MUSTs that hold since before it was started */
	uint32_t sites;		   /* different calls that start it */
	uint32_t any;		   /* vector: at any place of it */
	bool flows;		   /* running.entry tells about its contexts; otherwise nothing happens in any of them */
};

struct child {
	uint32_t thread, slot, child; /* slot 0: at the end of the process */
	uint32_t within;	      /* the slot of the start on the only way that starts this child; 0: slot tells as much */
};

/* A call that starts threads: of all contexts of its function. */
struct start {
	struct fn_id fn;
	uint32_t inst, slot;
	const struct model_row *row; /* what says so */
	uint32_t way;		     /* the only one it is on; UINT32_MAX: there are several */
	bool once;		     /* executed at most once in a run */
	bool item;		     /* in a loop over an array of handles: see alive.c */
};

/* In this context, behind instruction `at`, or on the way from block `at` to block `to`. slot 0: does not come back. */
struct effect {
	uint32_t context, at, to; /* to: UINT32_MAX behind an instruction */
	uint32_t slot, value;
};

/* In a context: from this instruction on to the next row. */
struct row {
	uint32_t inst, vector; /* from the context's entry */
};

struct passage {
	bool relevant; /* something happens here or in a callee */
	bool queued;
	uint32_t summary;
	uint32_t row, nrows;
	uint32_t effect, neffects;
};

/* A context as a thread enters it. */
struct entry {
	uint32_t thread, context, vector;
	uint32_t place; /* running.place: one a row of the context, or one */
};

struct place_facts {
	uint32_t vector;  /* from the thread's start; VECTOR_BOTTOM: never reached */
	uint32_t running; /* set of classes */
};

struct gate {
	uint32_t term, family;
	uint32_t passed, posted; /* slots: SLOT_MUST, SLOT_MAY */
	uint32_t posters;	 /* set: the classes that open it, together one thread, unless `many`; 0: no gate */
	bool many;		 /* each of several threads opens it once: only `before` tells something */
	bool all;		 /* each of several threads opens it once, and all of them have to */
	/* opened.c: several threads open it, whenever they like, and the first time tells something, too: sets: who may be the one;
	 * and of the others those that are there before */
	bool first;
	uint32_t openers, makers;
	uint32_t owner, before;	 /* the only class that starts them; slot: one was started there that has not posted yet; or 0 */
};

/* claim.c: places at which the flag is not set, and cannot be until the lock is given back; whoever has `passed` comes later. */
struct claimed {
	uint32_t passed;    /* SLOT_MUST */
	const bool *inside; /* by instruction; NULL: the whole context */
};

struct barrier {
	uint32_t term, family, slot;
	uint32_t members; /* set of classes, all their threads counted by the barrier */
	bool good;
};

/* dispatch.c: loops of a family of callbacks. */
struct dispatch {
	uint32_t family;
	bool forbidden;	       /* they may be run elsewhere, too */
	VEC(struct spot) host; /* where they are run, outside of such callbacks */
};

struct once_flag {
	uint32_t term, family, passed; /* SLOT_MUST */
};

/* creation.c: a lock that is held at some start of the slot. */
struct creation {
	uint32_t slot, term, family;
	uint32_t life, since; /* SLOT_SPAWN: what is alive; what was ever started: 2: the lock may have been given back since */
	uint32_t taken;       /* SLOT_MUST: of whoever has taken it */
	bool owns_taken;      /* the first with this lock */
};

/* creation.c: `holder`, a class, holds the lock whenever a thread of this class that it has led to is there. */
struct kept_lock {
	uint32_t class, term, family, holder;
	bool alone; /* and has one such thread at a time */
};

struct joined {
	uint32_t slot, event;
	bool one; /* waits for one thread, where the event stands; otherwise for a loop's, or a queue's */
};

/* memory.c: a store to a member of a record. */
struct member_store {
	uint32_t member;
	struct fn_id fn;
	uint32_t inst;
};

/* Effects, and what follows from them. */
struct tables {
	VEC(struct effect) effect; /* by context, at */
	struct passage *passage;   /* by context */
	VEC(struct row) row;
	VEC(struct entry) entry;
	struct map entry_at; /* thread, context */
	uint32_t again;	     /* vector: what may have happened between the two returns of a setjmp */
};

struct running {
	struct arena *arena;
	const struct contexts *c;
	const struct program *p;
	struct threads *t;
	const struct running *before; /* what an earlier round has found of the same classes; NULL: this is the first one */
	struct shapes *shapes;
	struct masks *masks; /* masks.c; NULL: nobody blocks a signal */
	struct bits bits;
	struct vectors vectors;
	VEC(struct class) class;	   /* as threads.thread */
	uint32_t *thread_of_root;	   /* its first class; 0: it runs inside other threads */
	uint32_t *thread_of_edge;	   /* the class that is started; 0: none */
	uint32_t *by_root, *first_by_root; /* edges of a root */
	uint32_t *caller, *first_caller;   /* edges into a context that are calls */
	uint32_t *threads_of;		   /* by context: set of classes */
	uint32_t **members, *nmembers;	   /* by set that is some context's: its classes, ascending */
	VEC(struct child) child;	   /* by thread, slot, child */
	uint32_t nslots, *first_of_slot, *of_slot; /* slot_children */
	VEC(struct start) start;	   /* 0 is none */
	struct map start_at;		   /* fn, inst */
	struct map within_at;		   /* way, inst: slot of a start that is on several ways */
	struct map items;		   /* of these, those of loops over arrays of handles: see alive.c */
	struct intern steps;		   /* of ways */
	uint32_t *way;	/* by context: the calls that lead to it, from the start of its thread; equal ways, equal numbers */
	bool *is_start; /* by context: a thread begins there */
	VEC(struct member_store) member_store;
	bool members_known;
	struct variable **variable; /* by symbol: memory.c, when first asked for */
	struct cell_object **cell_object; /* by class of points: cells.c */
	VEC(uint32_t) ends;	    /* events that end a thread or the process */
	VEC(struct joined) joined;  /* joins that surely wait */
	uint32_t rounds;	    /* ends.c */
	struct map handed_on;	    /* ends.c: pairs of slots: whoever has passed the one has passed the other */
	bool ids_known;		    /* the edges say where handles are stored */
	bool anyone_dead;	    /* some join waits for the only instance there is */
	struct tables now;
	struct tables early; /* with starts only: for what may come after a start (memory.c); made when first asked for */
	VEC(struct place_facts) place;
	struct map run_of; /* thread, vector to a set + 1 */
	VEC(struct gate) gate;
	VEC(struct barrier) barrier;
	VEC(struct claimed) claimed; /* 0 is none */
	struct map claimed_at;	     /* by context */
	VEC(struct once_flag) once;
	VEC(struct creation) creation;
	VEC(struct kept_lock) kept_lock;
	VEC(struct dispatch) dispatch; /* 0 is none */
	uint32_t *inside;		  /* by context: the once_flag it runs under, + 1, wherever it is entered; 0: none */
	uint32_t ordered;		  /* set: the classes that are not free */
	uint32_t main;			  /* the class that starts the program; 0: a library */
	uint32_t *fn_threads, *fn_beside; /* by function: sets of classes */
	/* by entry: the classes that may run beside some place of it or of what it calls (interference.c) */
	uint32_t *during;
};

/* Of its several threads no two are there at once. Only classes that start others are asked. */
static inline bool class_is_serial(const struct running *r, uint32_t class)
{
	const struct thread *t = &r->t->thread.at[class];

	return !r->class.at[class].free && !t->self && t->multiplicity == THREAD_MANY && r->class.at[class].nchildren;
}

/* One thread of the class at a time, if not in the whole run. */
static inline bool class_is_single(const struct running *r, uint32_t class)
{
	return r->t->thread.at[class].multiplicity == THREAD_ONE || (r->before && class_is_serial(r->before, class));
}

static inline const struct context *context_of(const struct running *r, uint32_t context)
{
	return &r->c->context.at[context];
}

/* classes.c */
void classes_make(struct running *);
/* What is started at a slot, there or on the only way there: places in running.child, in their order. */
const uint32_t *slot_children(const struct running *, uint32_t slot, uint32_t *n);
bool edge_is_call(const struct running *, const struct edge *);
bool edge_is_start(const struct running *, const struct edge *); /* starts a class of its own */

/* May the way end with these calls (TERM_SITE of term/term.h; 0: none)? *surely: it does. */
bool way_ends_with(const struct running *, uint32_t way, uint32_t sites, bool *surely);

/* objects.c: does a term name one object of the run, the same whoever says it? Only term of the set, and such; 0: no. */
bool term_is_one(const struct running *, uint32_t term);
uint32_t set_one_object(const struct running *, uint32_t set);
uint32_t only_term(const struct running *, uint32_t set);	  /* its only term; 0: none or several */
bool may_be(const struct running *, uint32_t set, uint32_t term); /* can the set hold the object that the (one) term names? */

/* effects.c */
void effects_make(struct running *);
void effects_sort(struct running *);  /* and forgets what followed from them */
void effects_early(struct running *); /* starts only */
void effect_add(struct running *, struct effect);
void unstarted_make(struct running *);
void unstarted_failed(struct running *, const struct edge *, uint32_t slot); /* ends the slot where the start has failed */
void joins_make(struct running *);
/* Where the event's row says that it has done its work: behind it, or where its result is tested. */
void effect_on_success(struct running *, const struct event *, uint32_t slot, uint32_t value);
/* Every class of this call is started by one thread only, of which there is one: whoever has the handle has that thread's. */
bool one_owner(const struct running *, const struct start *);
bool one_owner_at_once(const struct running *, const struct start *); /* the same, of one thread after the other */
bool one_executes(const struct running *, uint32_t context); /* at most one thread at a time runs this */
void arrays_make(struct running *);
bool joins_now(const struct running *, const struct event *); /* a join that waits, in a thread that has an order */
void lists_make(struct running *);
void soles_make(struct running *);
/* there is at most one thread of these classes in a run, and it has an order */
bool one_instance(const struct running *, uint32_t set);
void gates_make(struct running *);
void gate_watch(struct running *, struct gate *); /* fills in owner and before */
void gates_settle(struct running *);		  /* drops those of which the vectors say that a thread opens them twice */
/* opened.c: who may open a gate for the first time, and who is there before them; when it is known what holds everywhere */
void openers_find(struct running *);
bool gate_is_unopened(const struct running *, const struct gate *, uint32_t thread, uint32_t vector); /* at a place */
bool gate_is_wait(const struct event *);
bool gate_is_post(const struct event *);
/* At the beginning nobody passes, nor ever without a post: of the gate that the event waits at. */
bool gate_is_closed(const struct running *, const struct gate *, const struct event *);
void flags_make(struct running *);
void barriers_make(struct running *);
void selves_make(struct running *); /* self/self.c: threads.selves */
void selves_finish(struct running *);
bool classes_at_most(const struct running *, uint32_t set, int64_t number); /* threads of these classes in a run */
void once_make(struct running *);
/* creation.c, after all other effects; and when it is known who runs where */
void creations_make(struct running *);
void creations_settle(struct running *);
/* Is a inside a section of its creator, and b inside one of somebody else? `vector`: at b. */
bool creation_keeps_apart(const struct running *, struct spot a, struct spot b, uint32_t vector);
/* Has a's thread taken, before a, a lock that its creator has not given back yet at b? */
bool creation_comes_first(const struct running *, struct spot a, uint32_t vector_a, struct spot b, uint32_t vector_b);
bool creation_asks(const struct running *, struct spot); /* do the locks of a place matter? */

/* passage.c: rows of running.now */
void passages_run(struct running *);
/* The number of the row that tells about a place, 0: the context has no rows and nothing happens in it. */
uint32_t passage_row(const struct tables *, uint32_t context, uint32_t inst);
uint32_t passage_before(const struct tables *, uint32_t context, uint32_t inst); /* vector from the context's entry */
/* What the calls at an instruction do, if something happens in one of them at all. *entered: just before a callee begins. */
uint32_t passage_callees(struct running *, const struct edge *, uint32_t n, uint32_t *entered);

/* entries.c: entries of running.now, for the ordered classes */
void entries_make(struct running *);
uint32_t entry_vector(const struct tables *, const struct class *, uint32_t thread,
		      uint32_t context); /* VECTOR_BOTTOM: never entered */

/* ends.c: what holds when a thread has ended holds behind a join of it. True: effects were added. */
bool ends_make(struct running *);

/* running.c */
void running_make(struct running *);
bool running_has_cancel(const struct running *); /* threads may end anywhere */
/* Are all threads of the class over, by joins that the vector tells of? */
bool running_is_over(const struct running *, uint32_t vector, uint32_t class);
uint32_t running_set(struct running *, uint32_t thread, uint32_t vector);
/* Neither of them above the other, and never there together. */
bool running_never_meet(const struct running *, uint32_t class, uint32_t other);
/* interference.c: may a thread of this class find what is stored at the spot? */
enum finds running_finds(const struct running *, uint32_t reader, struct spot);
/* NULL: the thread does nothing of interest, or is not in this context. */
const struct place_facts *running_at(const struct running *, struct spot);

/* dispatch.c */
void dispatch_make(struct running *);

/* fault.c */
void faults_find(struct running *);
/* of a thread beside which only these run: nobody else can make one */
bool fault_is_own(const struct running *, uint32_t beside);

/* stays.c */
void stays_find(struct running *);

/* signal.c */
bool class_handles_signal(const struct class *);
void masks_find(struct running *); /* masks.c; after signals_find */
/* Are the handler's signals blocked at this place; or ignored in the whole process, as far as this thread is concerned? */
bool masks_block(const struct running *, uint32_t handler, struct spot);
bool masks_ignore(const struct running *, uint32_t handler, struct spot);
/* Are some signals blocked there, but not all of the handler's? False where some set in the program is not known. */
bool masks_block_others(const struct running *, uint32_t handler, struct spot);
/* Can a thread of this class take one of the handler's signals, somewhere on its way? */
bool masks_let_in(const struct running *, uint32_t handler, uint32_t class);
/* The same, of a class that may run at this place: while it is there? */
bool masks_let_in_beside(const struct running *, uint32_t handler, uint32_t class, struct spot);
bool masks_matter(const struct running *, uint32_t context); /* is some signal blocked in it that a handler is for? */
void signals_find(struct running *);
int64_t signal_number(const struct running *, const struct edge *); /* that it installs a handler for; 0: not known */
/* Are these handlers of one signal, which is blocked in the only thread that there is while one of them runs? */
bool signals_block(const struct running *, uint32_t class, uint32_t other);
/* Is the handler's signal blocked, or ignored, at this place, in the only thread that could take it meanwhile? */
bool signal_is_kept_away(const struct running *, uint32_t handler, struct spot);
bool signal_has_several(const struct running *, uint32_t class); /* threads that may run it at the same time */

/* first/first.c: threads.firsts */
void firsts_make(struct running *);
void firsts_dump(const struct threads *, FILE *);
/* used.c: does a call of the function surely read or write behind its parameter, from 0? */
bool function_goes_through(const struct running *, struct fn_id, uint32_t param);

/* apart.c */
void apart_functions(struct running *);
uint32_t apart_fellows(struct running *,
		       uint32_t class); /* set: the classes of its worker, with itself; 0: it has none of its own */

#endif
