/* build: what the parts of this phase share while the result is being made.
 *
 *     survey.c     each function looked at once: how many parameters, who calls whom, which are small, which allocate
 *     guard.c      variables that decide whether a lock is taken get a cell
 *     declared.c   what values point to, as C declares it
 *     replay.c     the instructions of one instance become unifications
 *     integer.c    integers that may be pointers
 *     call.c       calls: linking to functions, instances, and what model rows say
 *     flow.c       where function pointers come from, by members, variables and parameters; resolves calls through pointers
 *     element.c    elements of arrays of pointers that are named by constants
 *     equal.c      loads of pointers that were compared right before
 *     address.c    which members a pointer may be the address of
 *     origin.c     which tables of functions a call's pointer may lead to; calls that cannot reach anything
 *     known.c, rows.c, effective.c   what the code around a call says of its targets (narrow.h)
 *     annotate.c   what is declared of functions, and of others that are kept in the same place
 *     table.c      functions and arguments that stand beside each other in initialisers
 *     points.c     the rounds, and the result
 *
 * Value 0 of an instance is what its function returns. First instances stand in front, in the order of functions, so the number
 * of a value in points.value is also its number as a node of the flow. */
#ifndef POINTS_BUILD_H
#define POINTS_BUILD_H

#include "base/limit.h"
#include "points/solve/layout.h"
#include "points/solve/unify.h"

enum { SMALL = 48, MANY_ARGS = 64 }; /* MANY_ARGS: bits of a mask, the most that limits.def allows */

/* Values that no edge of the flow leads to, but that hold something: a pointer that may be anything; the address of data. */
enum opaque { OPAQUE_ANY = 1, OPAQUE_DATA = 2 };

/* What is known of a function before solving. */
struct fn_info {
	uint32_t nparams;
	uint32_t size;        /* with the small functions it instantiates; capped */
	bool variadic;
	bool small;           /* instantiated at each call */
	bool allocates;       /* each call gives a block of its own */
	bool handed;          /* to a function outside, which may call it */
	uint64_t given;       /* by bits: parameters that get what was handed over with it */
	bool called;          /* somebody in the program may call it */
	struct body *body;    /* kept for small functions */
	uint32_t callee, ncallees;   /* survey.callee: functions called by name, each call once */
	uint32_t source, nsources;   /* survey.source: functions whose results it returns; candidates of allocators only */
	uint8_t returns;      /* enum returns */
	uint64_t records;     /* by bits: parameters that C declares as pointers to records (layout_is_record) */
	bool returns_record;
};

enum returns { RETURNS_OTHER, RETURNS_BLOCK, RETURNS_SOURCES };

/* Of an instance, beside struct instance. */
struct extra {
	struct cell rest; /* the memory that its variadic arguments lie in; none until needed */
};

/* A call whose targets are not, or not only, named: linked as they become known. */
struct pending_call {
	uint32_t instance, inst;
	uint32_t site;
	uint32_t node;          /* flow: the function's value; 0: only its class is known */
	struct cell fn;
	struct cell at;         /* the memory that fn was loaded from; none: not from memory */
	struct cell result;
	uint32_t arg, nargs;    /* build.arg: cells; build.arg_node: flow */
	uint32_t result_node;   /* flow; 0: none */
	uint32_t base;          /* flow: the pointer to the record that fn was loaded from; 0: from elsewhere */
	uint32_t record;        /* flow_record: that record */
	int64_t slot;           /* and where in it */
	uint32_t slot_at;       /* flow: the member */
	/* build.beside + 1: of the function, then of each argument; 0: no argument is loaded from beside it */
	uint32_t beside;
	uint32_t by_value;      /* arguments that are addresses of copies, by bits */
	const struct model_row *row; /* NULL: a plain call */
	struct type_id type;    /* of the function called, as C says; or none */
	bool handed;            /* to a function outside without rows */
	bool points;            /* the result is a pointer */
	uint32_t result_kind;   /* layout_kind */
};

/* A field of which a row says that functions stored there are tasks. */
struct task_field {
	struct member member;
	uint32_t location;      /* flow */
	const struct model_row *row;
};

struct flow_edge {
	uint32_t from, to; /* from with FLOW_SYM: a function */
};
#define FLOW_SYM 0x80000000u

/* An access to memory that may hold function pointers. A plain one names no member or variable; READ_WORD is one that only copies
 * memory. */
enum access_kind { READ_PLAIN, READ_WORD, WRITE_PLAIN, READ_TYPED, WRITE_TYPED };

struct flow_access {
	uint8_t kind;
	uint32_t node;    /* of the value read or written; WRITE_TYPED: of the location */
	uint32_t location; /* READ_TYPED */
	struct cell cell; /* where */
	uint32_t by;      /* READ_PLAIN: of the pointer; 0: not known */
};

/* Memory that is copied to where functions stand by name. */
struct address_copy {
	uint32_t to;      /* location */
	uint32_t from;    /* location; 0: not named here */
	uint32_t by;      /* node of the pointer it is copied from */
	struct cell at;   /* that memory */
};

/* A function in an initialiser. Rows are records in variables; `next`: another row with this function at this location, + 1. */
struct table_entry {
	uint32_t row, next;
};

struct table_row {
	struct sym_id variable;
	int64_t offset; /* of the record in it */
};

/* An instruction that stores a function, or null, or whatever, into a member declared as a pointer to a function. */
struct fn_store {
	uint32_t location; /* flow */
	struct fn_id fn;
	uint32_t inst;
	uint32_t next;     /* of this location, + 1 */
};

/* Where a function that is called, or an argument that is loaded from the same record, was loaded from. */
struct beside {
	uint32_t location; /* flow; 0: not from there */
	struct cell at;
	bool written;      /* not only by initialisers, as far as is known in this round */
};

struct table_link {
	uint32_t call;
	struct sym_id sym;
};

/* What a thread returns or exits with. */
struct result {
	struct cell cell;
	uint32_t node; /* flow */
};

struct site_target {
	uint32_t site;
	struct sym_id sym;
};

struct build {
	struct points *r;
	struct arena *arena;  /* the result's */
	struct arena *scratch;
	const struct program *p;
	struct solver *s;
	bool strict;          /* no unit is compiled so that objects may be accessed as any type */
	struct fn_info *info; /* by fn */
	uint64_t *callback;   /* by sym: arguments that a function outside may call, by bits */
	VEC(struct fn_id) callee;
	VEC(struct fn_id) source;
	struct cell *sym;     /* by sym: the object; none until needed */
	uint32_t *sym_object;
	VEC(struct task_field) task;
	struct map task_at;   /* location -> task + 1 */
	VEC(struct result) result;  /* of threads */
	uint32_t nresults;    /* of these already linked */
	struct cell specific; /* the memory that values of thread-specific keys lie in; none: nobody sets one, or wants one */
	struct cell results;  /* the memory that they lie in until somebody joins; none: nobody does, or wants no result */
	struct map named;     /* model names -> object */
	VEC(struct extra) extra;
	VEC(uint32_t) queue;  /* instances still to be replayed */
	uint32_t nfirst;      /* values of first instances */
	VEC(struct pending_call) call;
	VEC(struct cell) arg;
	VEC(uint32_t) arg_node;
	VEC(uint32_t) arg_kind; /* layout_kind of each */
	VEC(struct flow_edge) edge;
	VEC(struct flow_access) access;
	VEC(struct cell_pair) move; /* one pointer of a struct that is copied through registers: to, from */
	VEC(uint8_t) opaque;  /* by first value: enum opaque */
	uint32_t unknown;     /* flow: stands for memory that has no node */
	struct map variable;  /* variable -> flow node of its address */
	struct map variable_of; /* and back */
	VEC(struct cell) given; /* memory whose address functions outside got: they may have stored something there */
	struct map copied;    /* flow_record: such records are copied as a whole */
	struct map parted;    /* flow_record: such records are stored from registers as a whole */
	uint64_t parted_size; /* bits; the largest that are stored so, nobody knows where */
	struct elements *elements; /* element.c */
	struct map open;      /* locations whose address is handed on */
	/* value -> the location that it is the address of; the pointer that it is an index from (address.c) */
	struct map address_of, address_base;
	VEC(struct address_copy) address_copy;
	VEC(uint32_t) record_pointer; /* locations, and loads, declared as pointers to records: functions do not get there */
	struct intern records; /* what makes two types one record */
	struct map record;    /* type -> its number there */
	VEC(struct type_id) record_type; /* by that number: the first type */
	struct map location;  /* member or variable -> flow node */
	uint32_t nlocations;
	VEC(uint64_t) location_key; /* by node, from nfirst: its key in location; 0: a node of another kind */
	struct map stored;    /* locations that instructions store to */
	VEC(struct table_entry) table;
	/* (variable, offset) -> row; (location, row) -> function; (location, function) -> table + 1 */
	struct map table_row, table_at, table_first;
	VEC(struct table_row) row_at; /* by row, from 1: where it is */
	VEC(struct fn_store) fn_store;
	struct map fn_store_of; /* location -> its first, + 1 */
	uint8_t *unsteady;    /* by konst of `field`, or of an address: how it is used other than for reading (rows.c) */
	struct map unsteady_at; /* (record, offset): the same, where the constant does not tell */
	struct map smeared;   /* flow_record: written by parts of copies */
	VEC(struct type_id) used; /* by value of the function used_in: the record that a `field` counts in from there */
	struct fn_id used_in;
	VEC(struct beside) beside;
	VEC(struct table_link) table_link;
	VEC(struct flow_edge) table_edge;
	struct layout *member; /* by konst of `field`; leaf.i UINT32_MAX: not asked yet */
	VEC(struct site_target) target;
	struct map linked;    /* (call, sym) */
	struct map targeted;  /* (site, sym) */
	uint64_t replayed;    /* instructions */
	VEC(uint8_t) marked, handed; /* rooms of the instance being replayed */
	VEC(uint32_t) at;
	VEC(struct type_id) pointee;
};

/* The value of instruction inst is that of `is`: both were compared. */
struct equal {
	uint32_t inst;
	struct ref is;
};

/* One instance being replayed. */
struct replay {
	struct build *b;
	const struct body *body;
	uint32_t instance, value; /* points.value of its value 0 */
	bool first;               /* also makes flow edges and sites */
	uint8_t *marked;          /* by value: connected to a ptrtoint or inttoptr */
	uint8_t *handed;          /* by value: goes on to others than stores */
	uint32_t *location;       /* by value: flow node of the member or variable it is the address of; 0: none */
	struct type_id *pointee;  /* by value: what it points to, as declared; none: not known */
	VEC(struct equal) equal;  /* loads of pointers that were compared right before, by inst */
	struct layout named;      /* of a member whose record is known by declared.c only */
};

void survey_run(struct build *);
void outside_join(struct build *); /* outside.c: records that callers of a library may hand over are one by their types */
void annotate_run(struct build *);

/* declared.c */
struct type_id declared_pointee(const struct replay *, struct ref);
/* that the member is in; else the instruction's own */
struct type_id declared_record(const struct replay *, const struct inst *field);
/* replay.pointee; member: of a `field` */
struct type_id declared_result(const struct replay *, uint32_t inst, const struct layout *member);
void declared_shut(struct replay *, uint32_t load); /* of a pointer to a record: build.record_pointer */
void declared_copied(struct replay *, struct ref to); /* a record is written as a whole there: build.copied */
void declared_parted(struct replay *, const struct inst *store, struct ref to); /* from registers: build.parted */

/* integer.c */
void integers_mark(struct replay *);           /* fills replay.marked and replay.handed */
bool integer_is_copied(const struct replay *, uint32_t load); /* a word of memory that is only copied */
bool integers_combine(const struct inst *);    /* arithmetic whose result may be the pointer that an operand was */

/* guard.c */
void guards_survey(struct build *, const struct body *);

void replay_instance(struct build *, uint32_t instance, const struct body *);
struct cell replay_get(struct replay *, struct ref);     /* the cell of a reference; made if it is a value without one */
void replay_define(struct replay *, uint32_t inst, struct cell);
bool replay_carries(const struct replay *, struct ref);  /* may it be a pointer? */
uint32_t replay_node(struct replay *, struct ref);       /* flow: value or FLOW_SYM; 0: none */
uint32_t replay_from(struct replay *, struct ref);       /* the same; of the address of a variable its node */
struct cell points_make_sym(struct build *, struct sym_id);
struct cell points_make_address(struct build *, struct sym_id, int64_t offset);
uint32_t points_make_object(struct build *, struct object);
struct cell points_make_thing(struct build *, struct object); /* the same, and its first byte */
struct cell points_make_ret(struct build *, uint32_t instance);
struct cell points_make_param(struct build *, uint32_t instance, uint32_t param);
uint32_t points_make_instance(struct build *, struct fn_id, uint32_t caller, uint32_t inst);
struct cell points_make_rest(struct build *, uint32_t instance);

/* Records of fields named by `task` rows; where such a record lies in another, by value; -1: it does not. */
void task_find(struct build *);
int64_t task_offset(struct build *, struct type_id record, const struct task_field *);

void points_make_target(struct build *, uint32_t site, struct sym_id);
void call_replay(struct replay *, uint32_t inst);
void call_link_results(struct build *); /* from threads to joins */
void call_link(struct build *, uint32_t call, struct sym_id); /* a target that has become known */

void table_start(struct build *, struct sym_id variable, int64_t offset, struct sym_id target); /* an initialiser */
bool table_is_same(const struct body *, struct ref, struct ref);       /* surely one address */
uint32_t table_beside(struct replay *, const struct pending_call *); /* pending_call.beside */
void table_edges(struct build *);                                     /* build.table_edge */

/* element.c */
void elements_survey(struct build *, const struct body *);
bool element_is_getter(const struct build *, struct fn_id);
/* A call by name: what it stores in an element, and the node of the element that it returns; 0: none, or not known. */
uint32_t element_call(struct replay *, uint32_t inst, struct fn_id);
void element_start(struct build *, struct sym_id variable, int64_t offset, uint32_t node); /* an initialiser */
void element_leak(struct build *, struct sym_id variable); /* its address is in an initialiser */
void element_scatter(struct build *, struct fn_id); /* it is called by others, too */
void elements_replay(struct replay *, uint32_t inst); /* a store, by a constant or otherwise */

/* origin.c */
void origin_mark(struct build *, uint32_t node, uint8_t opaque);
void origin_replay(struct build *, const struct inst *, uint32_t node); /* marks what comes from nowhere the flow knows of */
void origin_foreign(struct build *, struct arena *, struct map *); /* flow_record of what functions outside know */
void origin_narrow(struct build *); /* once all calls are linked */

/* rows.c */
void rows_replay(struct replay *, uint32_t inst); /* of a first instance */

/* address.c: of a first instance */
void address_replay(struct replay *, struct ref, uint32_t location); /* it is the address of a location, and handed on */
void address_index(struct replay *, uint32_t inst);
void address_copy(struct replay *, struct address_copy, struct ref to);

/* equal.c */
void equals_find(struct replay *); /* replay.equal */

uint32_t flow_variable(struct build *, struct sym_id, int64_t offset);
/* flow_record of what it is a member of; FLOW_SYM: of a variable that is not defined here; or 0 */
uint32_t flow_holder(const struct build *, uint32_t location);
uint32_t flow_record(struct build *, struct type_id record);
bool flow_is_parted(const struct build *, uint32_t location); /* may it be written in a struct that was kept in registers? */
void flow_edge(struct build *, uint32_t from, uint32_t to);
uint32_t flow_location(struct build *, struct type_id type, struct sym_id variable, int64_t offset);
uint32_t flow_member(struct build *, const struct layout *);
void flow_access(struct build *, enum access_kind, uint32_t node, struct cell);
void flow_read(struct build *, uint32_t location, uint32_t node, struct cell); /* READ_TYPED; READ_PLAIN without a location */
void flow_read_by(struct build *, uint32_t pointer, uint32_t node, struct cell); /* READ_PLAIN through a pointer, its node */
void flow_move(struct build *, struct cell to, struct cell from);
void flow_open(struct build *, uint32_t location); /* its address is handed on */
uint32_t flow_node(struct build *); /* a node of its own */
/* Links what is new to calls through pointers; false: nothing was. `all`: where nothing flows to a call, its whole class. */
bool flow_resolve(struct build *, bool all);
void task_store(struct build *, uint32_t location, struct cell address, uint32_t instance, uint32_t inst);

#endif
