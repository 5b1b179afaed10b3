/* explore: what the files of this phase share while contexts are being found. */
#ifndef CONTEXTS_EXPLORE_H
#define CONTEXTS_EXPLORE_H

#include "contexts/contexts.h"
#include "contexts/slice/slice.h"

/* Sizes of arrays: the most that limits.def allows. */
enum {
	FACTS_MOST = 4, /* at one place of one context */
	LOCKS_MOST = 32 /* in a lock set */
};

#define GROUP_ANY UINT32_MAX   /* a context that stands for too many: whoever runs it */
#define REG_RESULT UINT32_MAX  /* in the facts of an exit: what is returned */

struct pair {
	uint32_t key, set;
};
typedef VEC(struct pair) pairs; /* by key */

/* Facts, while they are being worked with. */
struct state {
	uint32_t held;    /* contexts.held */
	uint32_t dropped; /* locks released that were not held at entry, as a lock set */
	pairs cell, reg;  /* by term; by register */
};

/* A place where facts arrive: the beginning of a block, or behind a call. Those of a context lie together, blocks first, then
 * calls: place_of. */
struct contexts_anchor {
	uint32_t facts[FACTS_MOST]; /* that arrived; more of them: [0] is all of them joined, the others came lately */
	uint32_t n;                 /* how many different ones */
	uint32_t held, may;         /* locks that must be held, that may be; `held` counts if `seen` */
	bool seen;
};

struct waiter {
	uint32_t context, block, step; /* where to go on: behind the call */
	uint32_t call;                 /* slice.call */
	uint32_t operation;            /* slice.operation + 1 where a model row made the call; 0: a plain one */
	uint32_t facts;                /* of the caller, before the call */
};

struct contexts_item {
	uint32_t context, block, step, facts;
};

/* What is being known of a context besides contexts.context. */
struct live_context {
	VEC(struct waiter) waiter;
	VEC(uint32_t) exit; /* facts */
	uint32_t joined;    /* exits, joined */
	uint32_t late;      /* exits that came when there were too many: exit is one that stands for all */
};

/* A store to a tracked cell that another thread may read. */
struct logged {
	uint32_t cell; /* term, or TERM_CLASS */
	uint32_t root; /* GROUP_ANY: not known */
	uint32_t fn, inst, set;
};

struct log {
	struct keys key;          /* of logged without set; its id is the place in entry */
	VEC(struct logged) entry;
	struct map by_cell;       /* cell: first in entry, + 1 */
	VEC(uint32_t) next;       /* by entry: the next one of the same cell, + 1 */
	struct hashed classes;    /* of all cells in it */
};

/* Names of roots, the same in all rounds, so that a root keeps its number. */
struct root_names {
	struct intern full;      /* kind, model, function, parent, call, what it is given to run: the id is the root's */
	struct intern call;      /* the same without the parent */
	VEC(uint32_t) of_call;   /* by id of `call`: the first root whose parent is known; 0: none */
};

/* States that are used again and again, one for each function that needs one: facts come and go by the million. */
struct states {
	struct state join_a, join_b, join_out, leave, resume, enter, bare, again;
};

/* What is being run: an item, or a caller that goes on. */
struct doing {
	struct waiter at;      /* of an item: without call and operation */
	uint32_t callee, exit; /* of a caller: the context that came back, and how; callee 0: it is an item */
};

/* Somebody used a stack slot that is not published: it is run again if that changes (publish.c). */
struct early {
	uint32_t doing;  /* explorer.done */
	uint32_t asking; /* what it was told of the slot: explorer.asking, + 1; 0: it put a block there */
	uint32_t next;   /* of the same slot, in explorer.early; 0: the end */
};

struct span {
	uint32_t first, n;
};

/* A stack slot whose address is stored in another one. */
struct contexts_slot {
	uint32_t root, next; /* next: of the same one, in explorer.slot; 0: the end */
};

/* What others may have stored: at any time; and before, too. */
struct found {
	uint32_t now, ever;
};

/* Who asks: threads, and which others may run then (interference.during). */
struct asker {
	uint32_t group, during;
};

/* Who asked what others may have stored where, and what the log said. */
struct asking {
	uint32_t asker, cell;
	struct found found;
	bool again, differs; /* asked when the slot was published; and told something else */
};

struct explorer {
	struct arena *scratch, *keep; /* for a round; for the facts that questions need, and the cells of terms */
	struct contexts *out;
	const struct slices *s;
	const struct points *points;
	struct terms *terms;
	const struct interference *interference;
	struct intern entry;      /* keys of contexts: the id is the context's */
	struct intern facts;
	struct map visited;       /* place and facts */
	struct keys calling_key;  /* calls that were made: place, operation, facts */
	struct keys waiter_key;   /* of calls that were made again: who waits for which context */
	struct map wider;         /* lock sets that were released to what lockset_widen makes of them */
	struct keys waiting_key;  /* who waits, whatever he knows, when there are too many contexts; in waiting: */
	VEC(uint32_t) waiting;    /* the place in live.waiter of the last one, + 1 */
	VEC(struct contexts_anchor) anchor; /* by place */
	VEC(uint32_t) place;      /* by context: its first place */
	VEC(struct live_context) live;
	VEC(struct contexts_item) work;
	uint32_t *count;          /* contexts by function */
	struct intern wide;       /* contexts that stand for others: parameters that are numbers, and the function */
	VEC(uint32_t) widened;    /* by these: the context, or 0 */
	uint8_t *variants;        /* by function: how many of these */
	uint8_t *shrunk;          /* by function: how often one of them had to do with fewer locks */
	struct keys edge_key, event_key; /* the id is the place in the table of contexts */
	struct root_names *names; /* of roots */
	struct log *before, *now; /* stores of the rounds before, of this one */
	struct map asker_at;      /* group and function: place in asker, + 1 */
	struct intern askers;     /* struct asker */
	struct map asked;         /* asker and cell: place in asking, + 1 */
	VEC(struct asking) asking;
	struct map collected_at;  /* asker and cell, or class: place in collected, + 1 */
	VEC(struct found) collected; /* what others may have stored under this very name, by the log as it is */
	struct map *published;    /* stack slots whose address is stored or handed to a thread, in any round */
	struct map holds;         /* a slot that is not published: in slot, what is stored in it (publish.c) */
	VEC(struct contexts_slot) slot;
	const struct map *results; /* by root: what its threads return, by the rounds before */
	struct map returned;      /* the same, of this round */
	struct map exits;         /* by context: what threads exit with there */
	struct doing doing;       /* now; context 0: nothing, a root is being entered */
	uint32_t doing_number;    /* of it in `done`; 0: it is not there */
	VEC(struct doing) done;   /* who used slots that were not published */
	struct map early_at;      /* a slot that is not published: in early, who used it */
	VEC(struct early) early;
	VEC(uint32_t) redo;       /* of done, to be run again */
	bool exploring;           /* a round, as against questions */
	bool late;                /* a slot was published behind something that depends on it and is not run again */
	struct map *many;         /* roots that may run more than once, by the rounds before */
	VEC(uint32_t) term_cell;  /* by term: its cells in points, place in spans + 1; 0: not found yet */
	VEC(struct span) spans;
	VEC(struct cell) cells;
	uint32_t joined;          /* contexts that stand for several */
	uint32_t exported;        /* the first root of kind ROOT_EXPORT: all of them are one group */
	bool threads;             /* more than one root */
	bool first;               /* round: what is shared is not known yet */
	struct rounds *rounds;    /* contexts.c */
	enum limit budget_is;     /* the limit that the budget is made of */
	struct states use;
	VEC(uint32_t) key, param; /* of a context that is being entered */
	VEC(uint32_t) word;       /* of facts that are being interned */
	VEC(struct pair) copied;  /* cells of a copy */
	uint64_t visits, visits_most;
	uint64_t budget;          /* contexts; the nearer, the fewer of each function (enter.c) */
	uint32_t most_facts;
	bool crowded;             /* the budget is spent: what comes now is joined at once */
};

/* state.c */
uint32_t facts_intern(struct explorer *, const struct state *);
void facts_load(struct explorer *, uint32_t facts, struct state *);
uint32_t facts_join(struct explorer *, uint32_t a, uint32_t b);
uint32_t facts_forget(struct explorer *, uint32_t facts);
void pairs_set(struct arena *, pairs *, uint32_t key, uint32_t set);
uint32_t pairs_get(const pairs *, uint32_t key); /* 0: not there */
uint32_t pairs_find(const pairs *, uint32_t key); /* the first with a key not less */
struct state *state_empty(struct state *); /* the same memory again */
void facts_copy(struct arena *, struct state *to, const struct state *from);

/* lockset.c */
uint32_t lockset_acquire(struct explorer *, uint32_t held, const struct held *);
/* What is released: one of `set`, and `returned`: if it is one of several, the one that was taken under this name. */
struct lock_release {
	uint32_t set, family;
	bool returned;
};
uint32_t lockset_release(struct explorer *, struct state *, const struct lock_release *);
uint32_t lockset_meet(struct explorer *, uint32_t a, uint32_t b);
uint32_t lockset_join(struct explorer *, uint32_t a, uint32_t b);
uint32_t lockset_relative(struct explorer *, uint32_t caller, uint32_t entry, uint32_t exit, uint32_t dropped);
uint32_t lockset_map(struct explorer *, uint32_t held, uint32_t (*term)(void *, uint32_t), void *);
uint32_t lockset_widen(struct explorer *, uint32_t released);
uint32_t lockset_make(struct explorer *, struct held *, uint32_t n);

/* memory.c: who runs is in `where`. */
struct where {
	struct explorer *e;
	const struct slice *slice;
	uint32_t context, group, inst;
	struct state *st;
	bool quiet; /* a question: nothing is noted */
	const struct cell *cell; /* where the store of this step may go, by points */
	uint32_t ncells;
};
void reg_set(struct where *, uint32_t reg, uint32_t set);
/* The cells that a term is in points, in explorer.cells; none: any. */
struct span term_cells(struct explorer *, uint32_t term);
bool term_in(struct explorer *, uint32_t term, const struct hashed *); /* may one of them be in the set? */
bool term_in_either(struct explorer *, uint32_t term, const struct hashed *, const struct hashed *);
bool terms_may_meet(struct explorer *, uint32_t a, uint32_t b);
uint32_t memory_read(struct where *, uint32_t address_set);
uint32_t memory_read_term(struct where *, uint32_t term);
uint32_t memory_absent(struct where *, uint32_t term); /* what a cell that is not listed holds */
uint32_t memory_initial(struct explorer *, uint32_t sym, int64_t offset); /* when the program starts; 0: not known */
void memory_sweep(struct where *);
bool root_is_local(struct explorer *, const struct term *root); /* thread-local storage */
void memory_store(struct where *, uint32_t address_set, uint32_t value, bool weak);
void memory_store_term(struct where *, uint32_t term, uint32_t value, bool weak);
bool memory_is_cell(struct explorer *, uint32_t term);
bool memory_step_meets(struct where *, uint32_t cell); /* may the store of this step go to that cell, by points? */
uint32_t memory_class_term(struct explorer *, struct cell);
bool kind_is_object(uint8_t kind); /* of a root: different names, different memory */
/* copy.c */
void memory_copy(struct where *, uint32_t to_set, uint32_t from_set, uint64_t bytes);
void memory_fresh(struct where *, uint32_t term); /* a heap block of this name is made */
uint32_t node_value(struct where *, uint32_t node);
uint32_t operand_value(struct where *, struct operand);   /* the value, or the address of the object */
uint32_t operand_loaded(struct where *, struct operand);  /* the value, or what the object holds: functions and their arguments */
bool memory_is_many(struct where *, uint32_t term);       /* the block's name stands for several */
uint32_t param_value(struct explorer *, const struct context *, uint32_t k);

/* publish.c */
bool heap_is_own(const struct terms *, uint32_t root, uint32_t fn);
uint32_t published_mark(struct explorer *, uint32_t root);
void memory_publish(struct where *, uint32_t set); /* others may find these objects from here on, and whatever they lead to */
void memory_publish_in(struct where *, uint32_t root, uint32_t set); /* ... if they find the object they are stored in */
bool slot_is_published(const struct explorer *, uint32_t root);
void slot_used(struct explorer *, uint32_t root, uint32_t asking); /* by what is being run; asking: as in struct early */
/* No other thread has it: thread-local, or a block that was not published yet. Slots are another matter: publish.c. */
bool memory_is_private(struct where *, uint32_t term);

/* call.c */
bool lock_is_certain(const struct explorer *, uint32_t term); /* does the term name one lock, the same in every thread? */
/* true: the path goes on at once, with the state as it is now */
bool call_run(struct where *, const struct contexts_item *, uint32_t call);
void call_result(struct where *, const struct call *); /* of a function outside: a new block, or something unknown */
void call_exit(struct explorer *, uint32_t context, uint32_t facts);
void call_resume(struct explorer *, const struct waiter *, uint32_t context, uint32_t exit); /* a caller goes on */
bool is_dependent(const struct explorer *, uint32_t fn); /* on which thread runs it */

/* enter.c: into a function, and back with its result. */
struct entering {
	struct fn_id fn;
	uint32_t group;     /* of the caller, or the root that is started */
	uint32_t arg[64];   /* set for each parameter; 0: not known here */
	bool thread;        /* a new thread begins: no locks, no thread-local cells */
	uint32_t runs;      /* set: the functions that it is given to run (root.runs) */
};
/* the context; made and queued if new */
uint32_t context_enter(struct explorer *, const struct where *from, const struct entering *);
uint32_t context_make(struct explorer *, struct fn_id, uint32_t group, const uint32_t *param, const struct state *);
void context_leave(struct where *caller, const struct call *, const struct operation *, uint32_t context, uint32_t exit);

/* start.c */
void start_thread(struct where *, const struct call *, const struct operation *);
void start_store_id(struct where *, const struct call *, const struct operation *); /* of a thread: where the handle goes */
void edge_add(struct where *, const struct call *, uint32_t to, uint32_t site, uint8_t method, const struct operation *,
	      uint32_t root);
uint32_t root_make(struct explorer *, const struct root *, uint32_t site_fn, uint32_t inst);
/* The functions that a set of terms names; false: something in it is not known. */
bool term_is_in_record(const struct terms *, uint32_t cell, uint32_t record); /* a member of it, or its first word */
bool functions_of(struct explorer *, uint32_t set, struct sym_id out[SET_MOST], uint32_t *n);

/* walk.c */
void explore_push(struct explorer *, uint32_t context, uint32_t block, uint32_t step, const struct state *);
void explore_run(struct explorer *);
uint32_t anchor_facts(struct explorer *, uint32_t place); /* all that arrived, joined; 0: nothing did */
void note_held(struct explorer *, uint32_t place, uint32_t held);
uint32_t place_of(const struct explorer *, uint32_t context, uint32_t block, uint32_t step);
void places_make(struct explorer *, uint32_t context); /* for a new context */
/* Runs the steps of a block from `step` to before instruction `inst`, calls left out. */
void walk_quietly(struct where *, uint32_t block, uint32_t step, uint32_t inst);
bool when_holds(const struct model_row *, uint8_t compare, int64_t value); /* a result that compares so meets the condition */

/* result.c */
void result_join(struct where *, const struct operation *); /* what arrives where the join wants it */
void result_exit(struct where *, uint32_t set);             /* a thread ends here with this value */
/* behind a round: adds to `known`; true: there was something to add */
bool results_settle(struct explorer *, struct map *known, bool widen);

/* log.c */
void log_init(struct log *, struct arena *);
void log_store(struct where *, uint32_t cell, uint32_t set);
uint32_t log_asker(struct explorer *, uint32_t group, struct fn_id); /* a thread of the group, in this function */
struct found log_read(struct explorer *, uint32_t asker, uint32_t cell);
bool log_ask_again(struct explorer *, uint32_t asking); /* the slot was published: is something else told now? */
void log_add(struct explorer *, struct log *to, const struct log *from, bool widen);
bool log_differs(struct explorer *); /* from what it said in this round, for somebody who asked */

/* contexts.c */
void explorer_rest(struct explorer *); /* what was in the scratch arena is gone; questions bring their own (query.c) */

/* finish.c */
void contexts_finish(struct explorer *);

#endif
