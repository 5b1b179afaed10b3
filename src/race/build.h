/* build: the tables behind race, made in this order, one file a step:
 *
 *     uses.c      what each thread does to memory, from the summaries of its start functions; kinds.c: what several do is one
 *     bucket.c    which of these uses are compared with each other; alias.c, extent.c: the same location? common.c: a common
 *                 lock?
 *     walk.c      the places in the code behind a use
 *     quiet.c     code that is left out because somebody has said so
 *     object.c    locks and the like that are made or ended while they are used
 *     benign.c    memory of which somebody has said so
 *     prune.c     why a pair cannot happen; leak.c: unless it was handed over without order
 *     location.c  pairs by location
 *     finding.c   what is told; told.c: what else; name.c: in which words */
#ifndef RACE_BUILD_H
#define RACE_BUILD_H

#include "base/store/keys.h"
#include "base/store/map.h"
#include "base/stat.h"
#include "race/why/prune.h"
#include "race/race.h"

/* An access that is seen at the start of a thread: of all that are equal there. */
struct use {
	uint32_t thread;
	uint32_t kind; /* races.kind */
	uint32_t at;   /* term in races.terms: the address */
	uint32_t held; /* races.held: locks that the thread surely holds */
	uint32_t size; /* as in struct access, and the next ones */
	uint16_t bit, nbits;
	uint8_t flags; /* enum access_flag */
	bool own;      /* names a stack slot, or a thread-local variable, of the accessing thread itself */
	bool made;     /* names a block that the accessing thread itself has allocated */
	struct konst_id member, within;
	uint16_t calls, conditions;
	uint32_t cell, ncells; /* races.cell */
	uint32_t from;	       /* races.from: a list, of all kinds that are equal but for their threads */
	uint32_t first, nfrom; /* the same, the shortest trace first: first, first + 1, ... */
	uint32_t walk;	       /* races.walk; 0: not walked yet, or forgotten */
	uint32_t walked;       /* nodes of the walk that were looked at once, forgotten or not */
	bool cut;	       /* there are places that the walk did not look at */
};

/* Uses that differ in the thread only: of the same memory, under the same locks, at the same places of the code. What one thread
 * of a pool does all of them do: they are compared as one, and a use of a certain thread is made when somebody asks about that
 * thread (use_in). */
struct kind {
	struct use use;		   /* without a thread */
	uint32_t member, nmembers; /* races.member: threads, ascending; kinds of the same threads have one list */
	uint32_t next;		   /* another one of its location; 0: the last one */
	uint32_t slots;		   /* lists that it is in (bucket.c) */
	uint32_t asked;		   /* the use that was asked for last (use_in) */
	uint8_t idle;		   /* enum idle */
	uint8_t part;		   /* enum part */
};

/* Does somebody tell where it is done? It is in a race itself; or it was left to a twin (bucket.c). */
enum part { PART_NONE, PART_LEFT, PART_TOLD };

/* Is it ruled out whatever it meets? No call leads there, or all places are the thread's own in all threads: whatever others got
 * hold of; or, IDLE_FRESH, since nobody else has the memory yet, which is so unless somebody got at it by a race (leak.c). */
enum idle { IDLE_UNKNOWN, IDLE_NO, IDLE_FRESH, IDLE_YES };

/* One of the accesses that a use stands for; a list. */
struct from {
	uint32_t context, access; /* the start of the thread, or a context that it gets to; in the summary of its function */
	uint32_t thread;	  /* that starts there; 0: all that get there from elsewhere */
	uint32_t next;		  /* 0: the last one */
	uint32_t trace, calls;	  /* of the access: how long its shortest trace is, and how many calls are in it */
};

/* An access on the way down: of the summary of the context's function. */
struct visit {
	uint32_t context, access;
	uint32_t parent, inst; /* the node and call that led here; 0 at the start */
	/* where the thread is, as far as order between threads goes: races.spot; 0: in this context itself */
	uint32_t order;
	uint8_t whose;	       /* of the object, when it was passed (enum whose) */
	uint16_t depth;	       /* calls from where the walk began */
	uint32_t key;	       /* sharing_index_key of it */
	uint32_t next;	       /* the source of the access that is looked at next, from 0 */
};

/* What kind of number or pointer an instruction accesses, in prune.c; kind 0: not known. */
struct scalar_type {
	uint8_t kind;
	uint32_t bits;
};

/* A place in the code that does the access. What is known of it is asked for once: it is compared with many. */
struct leaf {
	uint32_t node, inst;
	uint32_t order, spot; /* as in struct visit, and of the place itself: leaf_order, leaf_spot; 0: nobody has asked */
	uint8_t whose; /* as the callers know; when asked, as the place itself does, too */
	bool asked, typed;
	uint8_t reached; /* contexts_reaches, + 1 */
	uint32_t key;          /* of what is indexed: which index; of what is shared: which structure */
	uint32_t names, held;  /* leaf_names and contexts_held, + 1 */
	struct scalar_type type; /* if typed */
};

/* A call out of a context, without starts of threads. */
struct callee {
	uint64_t at; /* instruction, function that is called */
	uint32_t edge;
};

/* What sharing says of an operand. */
struct race_answer {
	uint8_t whose;
	uint32_t key;
};

/* The walk behind a use, as far as somebody wanted to know: it goes on where it stopped. */
struct walk {
	uint32_t use;
	VEC(struct visit) node;
	VEC(struct leaf) leaf; /* fewest calls first */
	uint32_t *slot, nslots; /* nodes by what they are, without parent and inst; 0: there are few */
	uint32_t begun; /* so many of what the use stands for are nodes, or are not of its thread */
	/* nodes with sources not yet looked at: calls to the nearest place behind, node; a heap, the least first */
	VEC(uint64_t) queue;
};

/* The context that led to another one first, in a thread; and all of a thread, sorted. */
struct led_to {
	uint32_t context, from;
};
struct way_list {
	const struct led_to *at;
	uint32_t n;
};

/* A leaf that is not its thread's own. */
struct open_leaf {
	uint32_t leaf, order; /* leaf_order of it */
	struct scalar_type type;
};

/* Is the spot apart from the one whose row it is? */
struct in_row {
	uint32_t row; /* counts if it is races.row */
	bool apart;
};

enum leaked { LEAKED_TO_A = 1, LEAKED_TO_B = 2 };

/* Two uses of one location without a common lock. */
struct clash {
	uint32_t a, b; /* a is a write */
	uint8_t rule;  /* enum rule */
	uint8_t alias; /* ALIAS_MAY, ALIAS_MUST */
	struct verdict verdict;
	uint32_t leaf_a,
	    leaf_b;	   /* in the walks of a and b, + 1: that can really happen; of a pruned one: ruled out first; 0: none */
	uint32_t location; /* races.location */
	uint32_t place_a, place_b; /* of a race: the instructions there, races.place; 0: not known */
	uint8_t way_a, way_b;      /* and the functions on the way to them: from top, and in the end from the start of the thread */
	uint32_t top_a, top_b;     /* contexts: where the walks that lead there began */
	uint32_t more;		   /* pairs of other threads that are ruled out as this one is, and not kept */
	uint8_t inner;             /* so many of the two ways begin with an exported function that the program calls itself */
	uint8_t leaked;	   /* enum leaked: who got at the memory by a race */
	bool given_up;	   /* not all places were looked at: the verdict stands for those that were not */
};

/* Pairs of threads of two kinds that are ruled out since nobody else has the memory yet, of which race-fresh are clashes. They
 * are numbered: by the thread of the first kind, then by that of the second. */
struct fresh_pairs {
	uint32_t n, like; /* so far; the last clash of the two kinds */
	uint64_t at;	  /* the pair at hand */
	bool put_off;	  /* there are more than are kept */
};
/* The others, and some that were ruled out otherwise: judged again if somebody got at the memory by a race (leak.c). */
struct again {
	uint32_t like;
	uint64_t first, last;
};

/* Clashes about one thing. */
struct location {
	uint32_t clash, nclashes; /* races.order: the best first, pruned ones behind */
	uint32_t nraces;	  /* of them are not pruned */
	uint32_t use;		  /* the one that names it */
	uint32_t seen, nseen;	  /* races.seen: location_places; 0: not asked for yet */
	uint8_t rule;
	bool several; /* more than one variable: named by what they have in common */
};

/* A place where a location is used: of location_places. */
struct seen {
	uint32_t use, leaf;
	uint32_t context, inst;
	uint8_t whose; /* enum whose, of the memory there */
};

/* Of a class of points: what says that records from outside in it are meant to be shared. */
enum sign { SIGN_LOCK = 1, SIGN_GUARDED = 2, SIGN_ATOMIC = 4, SIGN_THREAD = 8, SIGN_REGISTRY = 16, SIGN_CODE = 32 };

/* Of records that belong to others (belongs.c). */
struct belonging {
	int64_t back;     /* the member that points back; -1: none, or several */
	bool put, broken; /* somebody puts one in; somebody puts one in elsewhere */
	bool moved;       /* somebody who stores that member looks at it as well */
};

struct races {
	struct arena *arena;
	const struct summaries *s;
	const struct points *points;
	const struct contexts *contexts;
	const struct threads *threads;
	const struct sharing *sharing;
	const struct program *p;
	struct race_filters filters;
	uint32_t word;		 /* bytes of a pointer; where units differ, of the shortest ones */
	bool benign;		 /* somebody has declared some memory so */
	bool frees_found;	 /* `freeing` is filled */
	VEC(uint32_t) freeing;	 /* kinds: what frees, ascending (object.c) */
	VEC(uint32_t) taking;	 /* kinds: what takes a lock, waits, or is done under a lock (object.c) */
	struct terms terms;
	const struct term *term; /* the same as a table, when all are made */
	struct intern held;	 /* lock sets */
	VEC(struct kind) kind;	 /* 0 is none, in all of these */
	VEC(uint32_t) member;	 /* lists of threads: far fewer than kinds */
	VEC(struct use) use;	 /* those that were asked for */
	struct map use_of;	 /* kind and which of its threads, from 0, to the use */
	VEC(struct from) from;
	VEC(struct cell) cell;
	struct arena walks;	 /* what walks need, until they are forgotten */
	VEC(struct walk) walk;
	VEC(struct clash) clash;
	VEC(struct again) again;
	VEC(struct location) location;
	VEC(struct seen) seen;		 /* places of locations that were asked for */
	uint32_t *order;		 /* clashes by location */
	uint32_t *first_kind;		 /* by location: a list of all kinds of uses of it, those without a clash included */
	struct map start;		 /* thread and context: it begins there */
	struct body **body;		 /* by fn: read when first asked for */
	struct keys spot;		 /* of struct place_key: places in threads, as far as their order goes */
	VEC(struct spot) spot_at;	 /* by number there: the first one */
	struct intern place;		 /* of struct code_place */
	struct map posted;		 /* semaphores that are given back too often (posted.c) */
	bool posted_all;		 /* .. and it is not known which */
	struct map orders_at;		 /* kind and thread: the first of its orders, + 1 */
	VEC(uint32_t) orders;		 /* spots of all places of a use, each once, 0 behind them; 0 alone: not known */
	struct map apart;		 /* two spots to what threads_apart says of them, + 1 */
	VEC(struct in_row) in_row;	 /* by spot: the same, of one spot */
	uint32_t row_of, row;		 /* which one, and which row that is */
	VEC(struct open_leaf) open;	 /* of one side of the clash that is looked at */
	struct keys asked;		 /* thread, context, inst, operand */
	VEC(struct race_answer) answer;	 /* by number in asked */
	struct map named;		 /* context and operand to a set of contexts.terms, + 1 */
	/* while such a clash is looked at: against whom not yet published is no reason; or NULL */
	const struct clash *leak;
	uint32_t *caller, *first_caller; /* by context: edges that are calls into it */
	struct callee *callee;		 /* calls out of a context, sorted */
	uint32_t *first_callee;		 /* by context: where its calls are in callee, up to those of the next one */
	struct map called_at;		 /* thread and context to races.called, + 1 */
	VEC(uint32_t) called;		 /* lists of calls that lead to quiet contexts (walk.c): numbers of spots */
	struct way_list *ways;		 /* by thread; not asked for yet, or forgotten (name.c) */
	struct arena way_arena;
	uint32_t *way_from;		 /* by context: 0 */
	VEC(uint32_t) way_todo;		 /* empty */
	bool *inner;			 /* by fn: called by another one of the program; NULL: not asked for yet */
	struct map given;		 /* class of points -> 1: functions outside without rows get an address in it */
	bool given_known;
	uint64_t candidates; /* pairs without a common lock, of all threads */
	VEC(uint32_t) told;		 /* by finding: its location */
	struct keys lock;		 /* struct lock_asked */
	VEC(const char *) lock_name;	 /* by number there */
	uint8_t *sign;			 /* by class of points: enum sign */
	struct map belongs_at;		 /* two types of records to races.belongs, + 1 (belongs.c) */
	VEC(struct belonging) belongs;
	bool belongs_found;		 /* both are filled */
	struct processes *processes;	 /* children of forks (threads/process.h); NULL: nobody forks */
	struct entries *entries;	 /* what rows say of calls from outside (entry.c); NULL: nothing */
	struct map kept_id;		 /* thread to 1: others store to where its id is, 2: nobody (waited.c) */
	struct map alone;		 /* exported function and parameter + 1 to 1: shared, 2: alone with it (outside.c) */
	/* by fn: 0 not asked yet, 1 no, else the first instruction with other threads in mind, + 2 */
	uint32_t *concurrent;
	/* by context: DECLARED_SINGLE, DECLARED_IGNORE: reached only through functions that are declared so; NULL: no such */
	uint8_t *quiet;
	struct map areas_at, own_at;	 /* around.c: context to areas, + 1; fn to own, + 1 */
	VEC(uint32_t *) areas;
	VEC(uint8_t *) own;
	uint64_t steps, new_steps;	 /* of all walks, so far; of these, without what had been forgotten */
	uint64_t compared;		 /* pairs of places, so far */
};

/* uses.c */
void uses_make(struct races *);
/* kinds.c: of so many uses of all threads and what they stand for; 0 is none in both */
void kinds_make(struct races *, struct use *, uint32_t n, const struct from *, uint32_t nfrom);
uint32_t use_in(struct races *, uint32_t kind, uint32_t member); /* the use of its thread number `member`, from 0 */
const struct held *use_locks(const struct races *, const struct use *, uint32_t *n);

/* alias.c: an address as the thing it is in, and how far behind its start */
struct anchor {
	uint32_t term;	  /* no FIELD and no INDEX */
	int64_t offset;	  /* in element 0 of arrays on the way: as points counts */
	int64_t elements; /* bytes of constant indices on the way */
	bool indexed;	  /* some index is not constant */
};
struct anchor anchor_of(const struct term *, uint32_t term);
bool anchor_is_object(const struct term *); /* a variable, stack slot, heap block: not what some pointer holds */
/* Does the term name one thing, the same in all threads? Pointers loaded from memory that does not change while it is shared
 * included. */
bool term_names_one(const struct races *, uint32_t term);
/* Many objects at no offset to speak of. */
bool class_is_blob(const struct races *, uint32_t class);
/* Does nothing but a class of many objects at no offset to speak of say that they may be one? */
bool uses_are_unlikely(const struct races *, const struct use *, const struct use *);
/* Does the program call the two by one name? What has lost its name has none in common with anything. */
bool uses_have_one_name(const struct races *, const struct use *, const struct use *);
/* Is the member that is accessed where its record would have to begin before its object? Some pointer was made in a way that C
 * knows nothing of, like the record around the wrong member: what its type says is then no reason for anything. */
bool use_is_misplaced(const struct races *, const struct use *);
/* extent.c: of two uses in the variable that is the root of both: never the same bytes, whatever the indices are? */
bool uses_touch_other_bytes(const struct races *, const struct use *, const struct use *, uint32_t root);
/* element.c: never the same element of one array, or of one block, at these places? */
/* An index, without what only makes it wider. */
const struct term *index_number(const struct races *, uint32_t index);
bool elements_differ(struct races *, struct place_of_use, struct place_of_use);
/* Is it the start of a block, whichever, since nothing else is ever stored where it was read? */
bool term_starts_block(const struct races *, uint32_t term);
/* sign.c: what says that records from outside are shared (enum sign). */
void signs_find(struct races *); /* after uses_make */
bool use_holds_its_lock(const struct races *, const struct use *); /* in the same record, or on the way from or to it */
/* Two calls from outside, of records from outside that are one only by their type? `sign`: what says that such are shared. */
bool uses_are_handed(const struct races *, const struct use *, const struct use *, uint8_t *sign);
bool uses_are_made_here(const struct races *, const struct use *, const struct use *); /* one has not been handed out yet */
/* outside.c: both by exported functions, of what callers outside have handed to one that has it for itself? */
bool uses_are_assumed_alone(struct races *, const struct use *, const struct use *);
/* waited.c: has one of the two threads waited for the other one, which belongs to the object that both are in? */
bool uses_are_waited(struct races *, const struct use *, const struct use *);
/* first.c: does one of two functions of a library make, or end, what the other one needs? */
struct verdict prune_first(struct races *, struct place_of_use a, struct place_of_use b);
void entries_find(struct races *); /* after calls_index */
/* process.c: is one surely in the child of a fork, and the other one never? */
bool places_are_in_processes(struct races *r, struct place_of_use a, struct place_of_use b);
/* belongs.c: of what hangs in a record and points back to it: do both hold the lock of that one? */
struct verdict prune_belongs(struct races *r, struct place_of_use a, struct place_of_use b);
/* entry.c: do rows of the models say that the two calls are never made at the same time? */
struct verdict prune_entry(struct races *r, struct place_of_use a, struct place_of_use b);
const char *first_words(struct arena *, const struct races *, const struct verdict *);
enum alias uses_alias(const struct races *, const struct use *, const struct use *);
/* What kind of race two uses of one location would be: a bit-field and its neighbour in the same bytes have a rule of their own.
 */
uint8_t uses_rule(const struct races *, const struct use *, const struct use *);

/* common.c */
/* How a location hangs on a base: `offset` bytes behind it, or in an array that begins there. */
struct hang {
	bool found;
	int64_t offset; /* without indices */
	bool indexed;	/* there is an array in between, */
	int64_t array;	/* which begins so far behind the base */
};
struct hang hang_of(const struct races *, uint32_t at, uint32_t base);
bool uses_share_lock(struct races *, const struct use *, const struct use *);
/* The member that holds the pointer to the location's block, as a location of its own; false: there is none, or others may
 * hold the block. */
bool use_kept_by(struct races *, const struct use *, struct use *out, struct cell *);

/* posted.c */
void posted_find(struct races *);
bool posted_too_often(const struct races *, const struct held *);

/* quiet.c */
void quiet_find(struct races *); /* races.quiet */

/* race.c */
void count_verdict(const struct verdict *);

/* bucket.c */
struct leaks;
void clashes_find(struct races *);
/* Those of memory that nobody else has yet, with who got at it by a race: kinds that are IDLE_FRESH are left out before. */
void clashes_find_leaked(struct races *, const struct leaks *);
/* untold.c: counts uses that were left to a twin and have places which nobody tells of (gap_twins). */
void untold_count(struct races *);
/* leak.c: did this use get at the memory by a race? */
bool leaks_lead_to(const struct races *, const struct leaks *, const struct use *);
bool leaks_lead_to_some(const struct races *, const struct leaks *, const struct kind *); /* in some thread of it */
void put_off(struct races *, struct fresh_pairs *);

/* walk.c: leaf k of a use, from 0, is there? The walk goes on until it is. Walks that take too much room are forgotten, between
 * two questions only (walks_trim): what was there is found again, in the same order, when somebody asks for it. Leaves and nodes
 * that one got are good until then. */
void walks_init(struct races *);
void walks_trim(struct races *);
void calls_index(struct races *); /* races.caller, races.callee */
bool from_is_of(const struct races *, const struct from *, uint32_t thread); /* does the thread do it? */
bool walk_reaches(struct races *, uint32_t use, uint32_t k);
bool walk_is_cut(const struct races *, uint32_t use);
struct leaf *leaf_get(struct races *, uint32_t use, uint32_t k);
/* numbers in races.spot: of the place, and of where the thread is then */
uint32_t leaf_spot(struct races *, uint32_t use, struct leaf *);
uint32_t leaf_order(struct races *, uint32_t use, struct leaf *);
uint32_t leaf_context(struct races *, uint32_t use, uint32_t k);
const struct visit *leaf_node(const struct races *, uint32_t use, uint32_t node); /* of a leaf that one has */
struct code_place { /* an instruction of the program */
	struct fn_id fn;
	uint32_t inst;
};
struct code_place leaf_place(struct races *, uint32_t use, uint32_t k);
/* Where one of the accesses that a use stands for is, without a walk: along the shortest sources. races.from. */
struct code_place place_by_sources(const struct races *, uint32_t from);
uint32_t first_from(const struct races *, const struct use *, uint32_t thread); /* the first of them that the thread does */
/* Fills in whose the memory is, if that is not known yet. */
void leaf_ask_owner(struct races *, uint32_t use, uint32_t k);
/* The objects that the address may be in, as the contexts know: a set of contexts.terms; 0: not known. */
uint32_t leaf_names(struct races *, uint32_t use, uint32_t k);
const struct body *code_of(struct races *, struct fn_id);

/* The side of the best pair that a person would look at: the one with the fewest locks. */
struct accused {
	uint32_t use, leaf; /* leaf: + 1, as in struct clash */
	uint32_t locks;     /* so many are held */
	struct fn_id fn;
	uint32_t inst;
};

/* around.c: the section without locks that a place is in: two of one section are equal. Is no lock held there either, if calls
 * give nothing back and nothing away: by downward-only propagation? */
uint64_t around_section(struct races *, uint32_t use, uint32_t leaf);
bool around_is_free(struct races *, uint32_t use, uint32_t leaf);

/* evidence.c: facts for rank */
struct accused accused_of(struct races *, uint32_t location);
bool code_has_threads_in_mind(struct races *, struct fn_id); /* does it have such an operation? */
/* What says that a function believes in other threads: "mutex_lock in f at 12", in the arena; NULL: nothing (8.3). */
const char *evidence_of_threads(struct arena *, struct races *, struct fn_id);
bool race_in_signal(const struct races *, struct fn_id); /* does a signal handler call the function, or is it one? */
void race_evidence(struct arena *, struct races *, uint32_t location, struct finding *);
/* Of all findings together: how many variables are used without a lock where one is. */
void race_evidence_beside(struct arena *, struct races *, struct finding *);

/* harm.c: in the order of how much */
enum harm { HARM_DULL = 1, HARM_VALUE, HARM_GRAVE };
/* What the evidence says of all accesses of the location. */
struct harm_seen {
	bool signal; /* volatile, and shared with a signal handler */
	bool flag;   /* nothing but 0 and 1 is stored */
	bool unread; /* written in more places than anybody reads it */
};
void race_harm(struct arena *, struct races *, uint32_t location, const struct harm_seen *, struct finding *);

/* setup.c: written only the first time that a function runs, which is called before any thread is started? */
bool location_is_set_up(struct races *, uint32_t location);

/* told.c: in the arena given. Why two threads can overlap; which pairs of a location were ruled out, into finding.ruled. */
struct finding_place place_of_code(struct arena *, struct races *, struct fn_id, uint32_t inst);
bool race_is_unchecked(const struct races *, struct fn_id); /* annotated as no_thread_safety_analysis */
const char *told_overlap(struct arena *, struct races *, uint32_t first, uint32_t second);
void told_ruled(struct arena *, struct races *, const struct location *, struct finding *);

/* location.c */
void locations_make(struct races *);
/* The places of the uses of the location, those without a clash included; of each kind that of its first thread. Of very many
 * kinds only every second, third, ..., and of many uses fewer places each: enough to tell what is usual. Looked for once: walks
 * that were forgotten since are not made again. Good until the next call. */
const struct seen *location_places(struct races *, uint32_t location, uint32_t *n);
bool seen_is_contested(const struct seen *); /* not a thread's own there */

/* name.c: strings in the arena given */
const char *name_location(struct arena *, struct races *, const struct location *);
/* of the library's own state: a function that uses it; else NULL */
const char *name_library(struct races *, const struct location *);
const char *name_thread(struct arena *, const struct races *, uint32_t thread);
/* The contexts from the start of the thread to the access, innermost first; gives how many. CHAIN_MOST: there may be more. */
enum { CHAIN_MOST = 64 };
uint32_t name_way(struct races *, uint32_t use, uint32_t leaf, uint32_t up[CHAIN_MOST]);
void clash_note_places(struct races *, struct clash *); /* fills in where its two leaves are */
void clashes_note_ways(struct races *);		 /* and, when there are all of them, from where: way_a, way_b, inner */
const char *name_chain(struct arena *, struct races *, uint32_t use, uint32_t leaf);
const char *name_lock(struct arena *, struct races *, const struct use *, uint32_t term);
/* Is the lock at an offset of the record that the use names a member of, and in the same instance? */
bool lock_is_beside(const struct races *, const struct use *, uint32_t lock, struct type_id *record, int64_t *offset);
const char *name_locks(struct arena *, struct races *, const struct use *);
/* Of contexts.terms: exact, so that equal texts are one lock; otherwise contexts_lock_text. */
const char *name_context_lock(struct arena *, const struct races *, uint32_t term);
const char *name_function(const struct races *, struct fn_id);
const char *name_record(const struct program *, struct type_id record); /* its tag, or the typedef of one without; "": none */
/* "struct_tag.field", by the record that the access names; NULL: it has no such name. */
const char *name_field(struct arena *, const struct races *, const struct use *);
const char *name_variable(struct arena *, const struct races *, const struct use *); /* "conn.state" of a variable conn */
/* Is one of the two in a signal handler, and are both accesses volatile and made at once, as those of sig_atomic_t? */
bool uses_are_signalled(const struct races *, const struct use *a, const struct use *b);
struct sym_id use_variable(const struct races *, const struct use *); /* none: not a variable of the program */
/* What holds the pointer that the first access of a use goes through: a member of a record, or a variable. */
struct pointer_holder {
	struct type_id record; /* none: a variable */
	int64_t offset;
	struct sym_id variable;
};
bool use_holder(struct races *, const struct use *, struct pointer_holder *);
void objects_find(struct races *); /* object.c: after uses_make */
/* Does one disturb the other, if nothing orders them? */
bool uses_conflict(const struct use *, const struct use *);
/* Of a pair with an object of a library: is it assumed that it cannot be? Uses of kinds have no thread. */
bool object_is_trusted(struct races *, const struct clash *, const struct use *, const struct use *);
/* Does the thread that ends an object free it as well, which is a race with the same use? */
bool object_is_freed(struct races *, uint32_t ends, uint32_t uses);
/* benign.c: declared so, by the variable or by a member that it is part of? */
bool use_is_benign(struct races *, const struct use *);

#endif
