/* threads_make: small programs as text, with their contexts made by hand: one context a function.
 *
 *     fn main once
 *     0: @a; spawn w; @b; join w; @c; ret
 *     fn w
 *     0: @x; ret
 *
 * A line is a block; its steps are separated by ';'. The last one ends it: ret, stop, br N, br N M (nobody knows which), if pK N
 * M (the K-th parameter, from 1, is not 0), test G N M (an acquire load of variable G is not 0), plain G N M (a plain one), head
 * I LO HI PRE LATCH BODY EXIT (for I = LO; I < HI; with numbers, pK, $G, or =J for another loop's J), failed N M (the last
 * spawn's result is not 0), chosen N M (the last `one of` is not 0). Steps: @name (a place), call F, spawn F, join F [G..] (one
 * of these), spawnat F A I, joinat F A I, joinboth F G A I, next I, detach F, handler F KIND, task F KIND Q, flush Q, wait S,
 * post S, sem S N, barrier B, made B N, once O F, exit, leave (pthread_exit), set G N (release), put G N (plain), lock M, unlock
 * M, one of V B V B V B (a value for each block before). A function is "once" if it runs at most once, "quiet" if it does not
 * return. */
#ifndef TESTS_UNIT_THREADS_MAKE_H
#define TESTS_UNIT_THREADS_MAKE_H

#include "make.h"
#include "contexts/walk/explore.h"
#include "code/loop.h"
#include "threads/values/shape.h"
#include "threads/threads.h"

enum { MAX_ITEMS = 256, I32 = 1, I1 = 2, PTR = 3, I64 = 4 };

struct named {
	char name[32];
	uint32_t a, b;
};

struct made {
	struct arena arena;
	struct program *p;
	struct models *models;
	struct points points;
	struct contexts c;
	struct threads *t;
	struct named place[MAX_ITEMS], spawn[MAX_ITEMS]; /* fn, inst */
	uint32_t nplaces, nspawns;
	struct named var[MAX_ITEMS]; /* loop variables of the function: value of the phi, index of the operand to fill in */
	uint32_t nvars;
	struct body *b;
	struct fn_id fn;
	uint32_t last_spawn; /* instruction */
	uint32_t choice;     /* the last `one of` */
	uint32_t held;
	struct named pending[MAX_ITEMS]; /* a join's function; event */
	uint32_t npending;
};

static inline struct sym_id made_sym(struct made *m, const char *name, uint8_t kind)
{
	for (uint32_t i = 1; i < m->p->sym.n; i++)
		if (!strcmp(program_str(m->p, m->p->sym.at[i].name), name))
			return (struct sym_id){ i };
	return make_sym(m->p,
			(struct sym){ .kind = kind,
				      .linkage = LINK_EXTERN,
				      .line = 1,
				      .size = 64,
				      .type = { I32 },
				      .flags = kind == SYM_VARIABLE ? SYM_DEFINED : 0 },
			name);
}

static inline uint32_t made_inst(struct made *m, struct inst in, uint32_t nargs, const struct ref *arg, uint32_t nwords,
				 const uint32_t *word)
{
	struct body *b = m->b;

	in.arg = b->arg.n;
	in.nargs = nargs;
	in.word = b->word.n;
	in.nwords = nwords;
	for (uint32_t k = 0; k < nargs; k++)
		*vec_add(&m->arena, &b->arg) = arg[k];
	for (uint32_t k = 0; k < nwords; k++)
		*vec_add(&m->arena, &b->word) = word[k];
	*vec_add(&m->arena, &b->inst) = in;
	return b->inst.n - 1;
}

#define ARGS(...)                                                                                                                \
	(sizeof((struct ref[]){ __VA_ARGS__ }) / sizeof(struct ref)), (struct ref[])                                             \
	{                                                                                                                        \
		__VA_ARGS__                                                                                                      \
	}
#define WORDS(...)                                                                                                               \
	(sizeof((uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t)), (uint32_t[])                                                   \
	{                                                                                                                        \
		__VA_ARGS__                                                                                                      \
	}

static inline struct ref made_value(struct made *m, uint32_t inst)
{
	return ref_make(REF_VALUE, body_value(m->b, inst));
}

static inline struct ref made_ref(struct made *m, const char *name, uint8_t kind)
{
	return ref_make(REF_SYM, made_sym(m, name, kind).i);
}

static inline uint32_t made_call(struct made *m, const char *callee, uint32_t nargs, const struct ref *arg)
{
	struct ref all[8];

	all[0] = made_ref(m, callee, SYM_FUNCTION);
	for (uint32_t i = 0; i < nargs; i++)
		all[i + 1] = arg[i];
	return made_inst(m, (struct inst){ .op = OP_call, .type = { I32 } }, nargs + 1, all, 0, NULL);
}

static inline const struct model_row *made_row(struct made *m, const char *name)
{
	const struct model_row *row = model_find(m->models, name);

	assert_non_null(row);
	return row;
}

static inline uint32_t made_object(struct made *m, const char *name)
{
	uint32_t term = term_make(&m->c.terms, &(struct term){ .kind = TERM_SYM, .a = made_sym(m, name, SYM_VARIABLE).i });

	return set_of(&m->c.terms, term);
}

static inline void made_event(struct made *m, uint32_t inst, const char *callee, uint32_t on)
{
	*vec_add(&m->arena, &m->c.event) =
	    (struct event){ .context = m->fn.i, .inst = inst, .row = made_row(m, callee), .on = on };
}

static inline void made_edge(struct made *m, uint32_t inst, struct edge e, const struct model_row *row)
{
	struct site s = { .caller = m->fn, .inst = inst, .kind = e.kind, .row = row };

	*vec_add(&m->arena, &m->points.site) = s;
	e.context = m->fn.i;
	e.inst = inst;
	e.site = m->points.site.n - 1;
	*vec_add(&m->arena, &m->c.edge) = e;
}

/* Functions are numbered in the order of the text; contexts and functions have the same numbers. `to` is filled in at the end. */
static inline void made_start(struct made *m, uint32_t inst, uint8_t kind, uint8_t root_kind, const char *fn,
			      const struct model_row *row, uint32_t queue)
{
	struct root r = { .kind = root_kind, .fn = made_sym(m, fn, SYM_FUNCTION), .model = row->kind };

	*vec_add(&m->arena, &m->c.root) = r;
	made_edge(m, inst, (struct edge){ .kind = kind, .root = m->c.root.n - 1, .queue = queue }, row);
	assert_true(m->nspawns < MAX_ITEMS);
	snprintf(m->spawn[m->nspawns].name, sizeof m->spawn[0].name, "%s", fn);
	m->spawn[m->nspawns].a = m->fn.i;
	m->spawn[m->nspawns++].b = inst;
	m->last_spawn = inst;
}

/* The event is about the threads of these functions; which ones, says made_handles when all spawns are known. */
static inline void made_event_on(struct made *m, uint32_t inst, const char *callee, char **names, uint32_t n)
{
	made_event(m, inst, callee, 0);
	for (uint32_t k = 0; k < n; k++) {
		snprintf(m->pending[m->npending].name, sizeof m->pending[0].name, "%s", names[k]);
		m->pending[m->npending++].a = m->c.event.n - 1;
	}
}

static inline void made_handles(struct made *m)
{
	struct terms *t = &m->c.terms;

	for (uint32_t k = 0; k < m->npending; k++) {
		uint32_t *on = &m->c.event.at[m->pending[k].a].on;
		for (uint32_t i = 0; i < m->nspawns; i++) {
			struct term thread = { .kind = TERM_THREAD, .a = m->spawn[i].a, .b = m->spawn[i].b };
			if (!strcmp(m->spawn[i].name, m->pending[k].name))
				*on = set_union(t, *on, set_of(t, term_make(t, &thread)));
		}
		assert_int_not_equal(*on, 0);
	}
}

static inline struct named *made_var(struct made *m, const char *name)
{
	for (uint32_t i = 0; i < m->nvars; i++)
		if (!strcmp(m->var[i].name, name))
			return &m->var[i];
	fail_msg("no loop variable %s", name);
	return NULL;
}

/* A number, pK, or $G, which is loaded here. */
static inline struct ref made_operand(struct made *m, const char *text)
{
	if (text[0] == 'p')
		return ref_make(REF_VALUE, (uint32_t)atoi(text + 1));
	if (text[0] == '=')
		return ref_make(REF_VALUE, made_var(m, text + 1)->a);
	if (text[0] == '$')
		return made_value(m, made_inst(m, (struct inst){ .op = OP_load, .type = { I32 } },
					       ARGS(made_ref(m, text + 1, SYM_VARIABLE)), 0, NULL));
	return make_number(m->p, atoi(text));
}

static inline struct ref made_element(struct made *m, const char *array, const char *variable)
{
	struct ref index = variable[0] >= '0' && variable[0] <= '9' ? make_number(m->p, atoi(variable))
								    : ref_make(REF_VALUE, made_var(m, variable)->a);
	struct ref base = array[0] == 'p' && array[1] < '9' ? made_operand(m, array) : made_ref(m, array, SYM_VARIABLE);

	if (ref_kind(index) == REF_KONST) {
		uint32_t offset = 8u * (uint32_t)atoi(variable);
		struct konst k = { .kind = KONST_MEMBER, .type = { PTR }, .lo = offset, .hi = 8 };
		*vec_add(&m->arena, &m->p->konst) = k;
		return made_value(m, made_inst(m, (struct inst){ .op = OP_field, .type = { PTR } }, ARGS(base),
					       WORDS(offset, 0, 8, m->p->konst.n - 1)));
	}
	return made_value(m, made_inst(m, (struct inst){ .op = OP_index, .type = { I64 } }, ARGS(base, index), WORDS(8, 0)));
}

static inline void made_branch(struct made *m, struct ref value, const char *yes, const char *no)
{
	uint32_t test = made_inst(m, (struct inst){ .op = OP_compare, .sub = COMPARE_ne, .type = { I1 } },
				  ARGS(value, make_number(m->p, 0)), 0, NULL);

	made_inst(m, (struct inst){ .op = OP_branch }, ARGS(made_value(m, test)), WORDS((uint32_t)atoi(yes), (uint32_t)atoi(no)));
}

static inline void made_head(struct made *m, char **w)
{
	struct named *v = &m->var[m->nvars++];
	struct ref hole = make_number(m->p, 0), first = made_operand(m, w[2]);
	uint32_t phi, test;

	phi = made_inst(m, (struct inst){ .op = OP_phi, .type = { I32 } }, ARGS(first, hole),
			WORDS((uint32_t)atoi(w[4]), (uint32_t)atoi(w[5])));
	snprintf(v->name, sizeof v->name, "%s", w[1]);
	v->a = body_value(m->b, phi);
	v->b = m->b->inst.at[phi].arg + 1;
	test = made_inst(m, (struct inst){ .op = OP_compare, .sub = COMPARE_slt, .type = { I1 } },
			 ARGS(made_value(m, phi), made_operand(m, w[3])), 0, NULL);
	made_inst(m, (struct inst){ .op = OP_branch }, ARGS(made_value(m, test)),
		  WORDS((uint32_t)atoi(w[6]), (uint32_t)atoi(w[7])));
}

static inline void made_memory(struct made *m, char **w)
{
	struct ref at = made_ref(m, w[1], SYM_VARIABLE);
	uint8_t order = !strcmp(w[0], "set") ? ORDER_RELEASE : !strcmp(w[0], "test") ? ORDER_ACQUIRE : ORDER_NONE;

	if (!strcmp(w[0], "set") || !strcmp(w[0], "put")) {
		made_inst(m, (struct inst){ .op = OP_store, .type = { I32 }, .order = order },
			  ARGS(at, make_number(m->p, atoi(w[2]))), 0, NULL);
		return;
	}
	made_branch(
	    m, made_value(m, made_inst(m, (struct inst){ .op = OP_load, .type = { I32 }, .order = order }, ARGS(at), 0, NULL)),
	    w[2], w[3]);
}

/* ---- steps ---- */

static inline bool made_end(struct made *m, char **w, uint32_t n)
{
	if (!strcmp(w[0], "ret"))
		made_inst(m, (struct inst){ .op = OP_ret }, 0, NULL, 0, NULL);
	else if (!strcmp(w[0], "stop"))
		made_inst(m, (struct inst){ .op = OP_unreachable }, 0, NULL, 0, NULL);
	else if (!strcmp(w[0], "br") && n == 2)
		made_inst(m, (struct inst){ .op = OP_br }, 0, NULL, WORDS((uint32_t)atoi(w[1])));
	else if (!strcmp(w[0], "br"))
		made_branch(m, made_value(m, made_call(m, "unknown", 0, NULL)), w[1], w[2]);
	else if (!strcmp(w[0], "if"))
		made_branch(m, made_operand(m, w[1]), w[2], w[3]);
	else if (!strcmp(w[0], "chosen"))
		made_branch(m, made_value(m, m->choice), w[1], w[2]);
	else if (!strcmp(w[0], "failed"))
		made_branch(m, made_value(m, m->last_spawn), w[1], w[2]);
	else if (!strcmp(w[0], "test") || !strcmp(w[0], "plain"))
		made_memory(m, w);
	else if (!strcmp(w[0], "head"))
		made_head(m, w);
	else
		return false;
	return true;
}

static inline void made_thread_step(struct made *m, char **w, uint32_t n)
{
	char handle[40];
	struct ref null = make_number(m->p, 0), fn = n > 1 ? made_ref(m, w[1], SYM_FUNCTION) : null;
	uint32_t at;

	snprintf(handle, sizeof handle, "h_%s", n > 1 ? w[1] : "");
	if (!strcmp(w[0], "spawn") || !strcmp(w[0], "spawnat")) {
		struct ref id = n > 3 ? made_element(m, w[2], w[3]) : made_ref(m, handle, SYM_VARIABLE);
		at = made_call(m, "pthread_create", ARGS(id, null, fn, null));
		made_start(m, at, SITE_SPAWN, ROOT_THREAD, w[1], made_row(m, "pthread_create"), 0);
	} else if (!strcmp(w[0], "join") || !strcmp(w[0], "joinat") || !strcmp(w[0], "joinboth")) {
		bool at_index = w[0][4];
		struct ref id = at_index ? made_element(m, w[n - 2], w[n - 1]) : made_ref(m, handle, SYM_VARIABLE);
		at = made_inst(m, (struct inst){ .op = OP_load, .type = { I64 } }, ARGS(id), 0, NULL);
		at = made_call(m, "pthread_join", ARGS(made_value(m, at), null));
		made_event_on(m, at, "pthread_join", w + 1, at_index ? n - 3 : n - 1);
	} else if (!strcmp(w[0], "detach")) {
		at = made_call(m, "pthread_detach", ARGS(null));
		made_event_on(m, at, "pthread_detach", w + 1, 1);
	} else if (!strcmp(w[0], "next")) {
		struct named *v = made_var(m, w[1]);
		at = made_inst(m, (struct inst){ .op = OP_binary, .sub = BINARY_add, .type = { I32 } },
			       ARGS(ref_make(REF_VALUE, v->a), make_number(m->p, 1)), 0, NULL);
		m->b->arg.at[v->b] = made_value(m, at);
	} else {
		fail_msg("what is %s?", w[0]);
	}
}

static inline void made_late_step(struct made *m, char **w)
{
	const char *api = "uv_async_send";
	struct ref null = make_number(m->p, 0);
	uint32_t at;

	if (!strcmp(w[0], "handler")) {
		api = !strcmp(w[2], "signal")	 ? "signal"
		      : !strcmp(w[2], "exit")	 ? "atexit"
		      : !strcmp(w[2], "tls")	 ? "pthread_key_create"
		      : !strcmp(w[2], "cleanup") ? "_pthread_cleanup_push"
						 : "timer_create";
		at = made_call(m, api, ARGS(null, made_ref(m, w[1], SYM_FUNCTION), null));
		made_start(m, at, SITE_HANDLER, ROOT_HANDLER, w[1], made_row(m, api), 0);
	} else if (!strcmp(w[0], "task")) {
		api = !strcmp(w[2], "loop") ? "g_main_context_invoke" : "async_schedule_node_domain";
		at = made_call(m, api, ARGS(null, made_ref(m, w[1], SYM_FUNCTION), null, null));
		made_start(m, at, SITE_TASK, ROOT_TASK, w[1], made_row(m, api), made_object(m, w[3]));
	} else {
		at = made_call(m, "async_synchronize_full_domain", ARGS(made_ref(m, w[1], SYM_VARIABLE)));
		made_event(m, at, "async_synchronize_full_domain", made_object(m, w[1]));
	}
}

/* Those that act on one object, and those without one. */
static inline bool made_object_step(struct made *m, char **w, uint32_t n)
{
	static const char *const api[][2] = {
		{ "wait", "sem_wait" },	    { "post", "sem_post" },	 { "barrier", "pthread_barrier_wait" },
		{ "once", "pthread_once" }, { "sem", "sem_init" },	 { "made", "pthread_barrier_init" },
		{ "exit", "exit" },	    { "leave", "pthread_exit" }, { "abort", "abort" }
	};
	struct ref null = make_number(m->p, 0);

	for (uint32_t i = 0; i < sizeof api / sizeof *api; i++) {
		uint32_t at;
		if (strcmp(w[0], api[i][0]))
			continue;
		at = made_call(m, api[i][1],
			       ARGS(n > 1 ? made_ref(m, w[1], SYM_VARIABLE) : null, null,
				    n > 2 && strcmp(w[0], "once") ? made_operand(m, w[2]) : null));
		made_event(m, at, api[i][1], n > 1 ? made_object(m, w[1]) : 0);
		if (!strcmp(w[0], "once"))
			made_edge(m, at, (struct edge){ .kind = SITE_INNER, .arg = made_sym(m, w[2], SYM_FUNCTION).i },
				  made_row(m, "pthread_once"));
		return true;
	}
	return false;
}

static inline void made_lock_step(struct made *m, char **w)
{
	uint32_t n, at = made_inst(m, (struct inst){ .op = OP_fence, .order = ORDER_SEQ_CST }, 0, NULL, 0, NULL);
	struct held lock = { .term = set_get(&m->c.terms, made_object(m, w[1]), &n)[0], .family = 1, .count = 1, .flags = HELD_CERTAIN };

	m->held = !strcmp(w[0], "lock") ? intern_bytes(&m->c.held, &lock, sizeof lock) : 0;
	*vec_add(&m->arena, &m->c.change) = (struct change){ 2 * at + 1, m->held, 0 };
}

static inline void made_step(struct made *m, char **w, uint32_t n)
{
	if (w[0][0] == '@') {
		struct named *at = &m->place[m->nplaces++];
		snprintf(at->name, sizeof at->name, "%s", w[0] + 1);
		at->a = m->fn.i;
		at->b = made_inst(m, (struct inst){ .op = OP_fence, .order = ORDER_SEQ_CST }, 0, NULL, 0, NULL);
	} else if (!strcmp(w[0], "call")) {
		struct ref arg[6];
		uint32_t at;
		for (uint32_t i = 2; i < n; i++)
			arg[i - 2] = w[i][0] >= 'A' && w[i][0] <= 'Z' ? made_ref(m, w[i], SYM_VARIABLE) : made_operand(m, w[i]);
		at = made_call(m, w[1], n - 2, arg);
		made_edge(m, at, (struct edge){ .kind = SITE_CALL, .arg = made_sym(m, w[1], SYM_FUNCTION).i }, NULL);
	} else if (!strcmp(w[0], "one")) {
		struct ref value[3] = { made_operand(m, w[2]), made_operand(m, w[4]), made_operand(m, w[6]) };
		uint32_t from[3] = { (uint32_t)atoi(w[3]), (uint32_t)atoi(w[5]), (uint32_t)atoi(w[7]) };
		m->choice = made_inst(m, (struct inst){ .op = OP_phi, .type = { I32 } }, 3, value, 3, from);
	} else if (!strcmp(w[0], "set") || !strcmp(w[0], "put")) {
		made_memory(m, w);
	} else if (!strcmp(w[0], "lock") || !strcmp(w[0], "unlock")) {
		made_lock_step(m, w);
	} else if (!strcmp(w[0], "handler") || !strcmp(w[0], "task") || !strcmp(w[0], "flush")) {
		made_late_step(m, w);
	} else if (!made_object_step(m, w, n)) {
		made_thread_step(m, w, n);
	}
}

static inline void made_block(struct made *m, char *line)
{
	uint32_t first = m->b->inst.n;
	bool ended = false;
	char *steps = strchr(line, ':') + 1, *save = NULL, *inner;

	for (char *step = strtok_r(steps, ";", &save); step; step = strtok_r(NULL, ";", &save)) {
		char *w[12];
		uint32_t n = 0;
		for (char *word = strtok_r(step, " ", &inner); word && n < 12; word = strtok_r(NULL, " ", &inner))
			w[n++] = word;
		if (!made_end(m, w, n))
			made_step(m, w, n);
		else
			ended = true;
	}
	assert_true(ended);
	*vec_add(&m->arena, &m->b->block) = (struct block){ first, m->b->inst.n - first };
}

/* ---- functions ---- */

static inline void made_pack(struct made *m, struct sym_id s)
{
	struct packer code = { .arena = &m->arena }, places = { .arena = &m->arena };
	struct fn f = { .sym = s, .unit = { 1 }, .nblocks = m->b->block.n, .ninsts = m->b->inst.n };
	struct trouble t;

	m->b->fn = m->fn;
	(void)vec_add(&m->arena, &m->b->loc);
	f.key = m->fn.i;
	body_write(&code, &places, m->p, m->b);
	f.code = extent_of(code.out.at, code.out.n);
	f.places = extent_of(places.out.at, places.out.n);
	m->p->sym.at[s.i].fn = m->fn;
	m->p->sym.at[s.i].flags |= SYM_DEFINED;
	*vec_add(&m->arena, &m->p->fn) = f;
	if (!body_valid(m->p, m->b, &t))
		fail_msg("%s", t.text);
}

static inline void made_function(struct made *m, char *head, char **line, uint32_t nlines)
{
	struct context *c;
	char *name = head + 3, *rest = strchr(name, ' ');
	struct body b = { 0 };
	struct sym_id s;
	uint32_t edge = m->c.edge.n, event = m->c.event.n, change = m->c.change.n;

	if (rest)
		*rest++ = 0;
	s = made_sym(m, name, SYM_FUNCTION);
	m->b = &b;
	m->fn.i = m->p->fn.n;
	m->nvars = 0;
	m->held = 0;
	for (int i = 0; i < 4; i++)
		*vec_add(&m->arena, &b.param) = (struct param){ .type = { I32 } };
	for (uint32_t i = 0; i < nlines; i++)
		made_block(m, line[i]);
	made_pack(m, s);
	*vec_add(&m->arena, &m->c.context) = (struct context){ .fn = m->fn,
							       .once = rest && strstr(rest, "once"),
							       .returns = !rest || !strstr(rest, "quiet"),
							       .edge = edge,
							       .event = event,
							       .change = change };
	c = &m->c.context.at[m->fn.i];
	c->nedges = m->c.edge.n - edge;
	c->nevents = m->c.event.n - event;
	c->nchanges = m->c.change.n - change;
}

/* contexts_held looks for blocks in slices: all are visited. */
static inline void made_slices(struct made *m, struct shapes *shapes)
{
	struct slices *s = arena_new(&m->arena, struct slices);

	s->fn = arena_array(&m->arena, m->p->fn.n, sizeof *s->fn);
	for (uint32_t f = 1; f < m->p->fn.n; f++) {
		const struct shape *shape = shape_get(shapes, (struct fn_id){ f });
		for (uint32_t b = 0; b < shape->nblocks; b++)
			*vec_add(&m->arena, &s->fn[f].block) = (struct slice_block){ .first_inst = shape->block[b].inst,
										     .ninsts = shape->block[b].ninsts,
										     .head = BLOCK_OWN };
	}
	m->c.explorer = arena_new(&m->arena, struct explorer);
	m->c.explorer->s = s;
}

static inline void made_link(struct made *m)
{
	struct shapes *shapes = shapes_make(&m->arena, m->p);

	made_slices(m, shapes);
	for (uint32_t i = 1; i < m->c.edge.n; i++) {
		struct edge *e = &m->c.edge.at[i];
		const struct code *code = code_get(shapes, (struct fn_id){ e->context });
		uint32_t block = code_block(code, e->inst);
		uint32_t sym = e->root ? m->c.root.at[e->root].fn.i : e->arg;
		e->to = m->p->sym.at[sym].fn.i;
		assert_int_not_equal(e->to, 0);
		e->arg = 0;
		e->loop = blocks_reach(&m->arena, &code->body, block, UINT32_MAX, NULL, NULL)[block];
		if (e->root) {
			m->c.root.at[e->root].context = e->to;
			m->c.root.at[e->root].edge = i;
		}
	}
	m->c.by_fn = arena_array(&m->arena, m->p->fn.n, sizeof *m->c.by_fn);
	m->c.first_by_fn = arena_array(&m->arena, m->p->fn.n + 1, sizeof *m->c.first_by_fn);
	for (uint32_t i = 1; i < m->p->fn.n; i++) {
		m->c.by_fn[i - 1] = i;
		m->c.first_by_fn[i] = i - 1;
	}
	m->c.first_by_fn[m->p->fn.n] = m->p->fn.n - 1;
}

static inline void made_init(struct made *m)
{
	*m = (struct made){ 0 };
	arena_init(&m->arena, "test");
	m->p = make_unit(&m->arena, "a.c");
	make_int(m->p);
	make_type(m->p, (struct type){ .kind = TYPE_INT, .size = 1 }, "");
	make_pointer(m->p, (struct type_id){ I32 });
	make_type(m->p, (struct type){ .kind = TYPE_INT, .size = 64 }, "");
	type_keys(m->p);
	m->models = models_read(&m->arena, &(struct models_options){ 0 });
	m->points = (struct points){ .arena = &m->arena, .p = m->p, .models = m->models, .main = "main" };
	(void)vec_add(&m->arena, &m->points.site);
	m->c = (struct contexts){ .arena = &m->arena, .points = &m->points };
	terms_init(&m->c.terms, &m->arena);
	intern_init(&m->c.held, &m->arena);
	(void)vec_add(&m->arena, &m->c.root);
	(void)vec_add(&m->arena, &m->c.context);
	(void)vec_add(&m->arena, &m->c.edge);
	(void)vec_add(&m->arena, &m->c.event);
}

/* Roots that nobody starts: main, if there is one, then "export F", "single F", "interrupt F" lines. */
static inline void made_root(struct made *m, uint8_t kind, const char *name)
{
	*vec_add(&m->arena, &m->c.root) = (struct root){ .kind = kind, .fn = made_sym(m, name, SYM_FUNCTION) };
}

static inline void made_lines(struct made *m, char **line, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t end = i + 1;
		if (!strncmp(line[i], "export ", 7))
			made_root(m, ROOT_EXPORT, line[i] + 7);
		if (!strncmp(line[i], "single ", 7))
			made_root(m, ROOT_SINGLE, line[i] + 7);
		if (!strncmp(line[i], "interrupt ", 10))
			made_root(m, ROOT_INTERRUPT, line[i] + 10);
		while (end < n && line[end][0] >= '0' && line[end][0] <= '9')
			end++;
		if (!strncmp(line[i], "fn ", 3)) {
			if (!strncmp(line[i] + 3, "main", 4))
				made_root(m, ROOT_MAIN, "main");
			made_function(m, line[i], line + i + 1, end - i - 1);
			i = end - 1;
		}
	}
}

/* Makes the program, runs threads on it and checks the result. */
static inline void made_run(struct made *m, const char *text)
{
	char *line[MAX_ITEMS], *save = NULL, *copy;
	uint32_t n = 0;

	made_init(m);
	copy = arena_string(&m->arena, text);
	for (char *at = strtok_r(copy, "\n", &save); at && n < MAX_ITEMS; at = strtok_r(NULL, "\n", &save))
		line[n++] = at + strspn(at, " \t");
	made_lines(m, line, n);
	made_handles(m);
	made_link(m);
	m->points.row = arena_array(&m->arena, m->p->sym.n, sizeof *m->points.row);
	m->points.assumed = arena_array(&m->arena, m->p->sym.n, sizeof *m->points.assumed);
	for (uint32_t i = 1; i < m->c.root.n; i++)
		if (!m->c.root.at[i].context)
			m->c.root.at[i].context = m->p->sym.at[m->c.root.at[i].fn.i].fn.i;
	m->t = threads_run(&m->arena, &m->c);
	threads_check(m->t);
}

static inline void made_done(struct made *m)
{
	arena_release(&m->arena);
}

/* ---- questions ---- */

static inline struct spot made_spot(struct made *m, const char *name, uint32_t which)
{
	for (uint32_t i = 0; i < m->nplaces; i++)
		if (!strcmp(m->place[i].name, name)) {
			uint32_t n;
			const uint32_t *thread = threads_of_context(m->t, m->place[i].a, &n);
			if (which >= n)
				fail_msg("%s: in %u threads", name, n);
			return (struct spot){ thread[which], m->place[i].a, m->place[i].b };
		}
	fail_msg("no place %s", name);
	return (struct spot){ 0 };
}

static inline uint32_t made_threads(struct made *m, const char *place)
{
	uint32_t n;

	threads_of_context(m->t, made_spot(m, place, 0).context, &n);
	return n;
}

/* In all threads that run them: they overlap if they do in some; otherwise the first reason that is not "same". */
static inline enum apart made_apart(struct made *m, const char *a, const char *b)
{
	enum apart reason = APART_SAME;

	for (uint32_t i = 0; i < made_threads(m, a); i++)
		for (uint32_t k = 0; k < made_threads(m, b); k++) {
			enum apart one = threads_apart(m->t, made_spot(m, a, i), made_spot(m, b, k));
			if (one == APART_NOT)
				return one;
			if (reason == APART_SAME)
				reason = one;
		}
	return reason;
}

/* "a b=overlap a c=joined": every pair of places with its answer. */
static inline void made_expect(const char *text, const char *answers)
{
	struct made m;
	char copy[512], *save = NULL;

	made_run(&m, text);
	snprintf(copy, sizeof copy, "%s", answers);
	for (char *a = strtok_r(copy, " ", &save); a; a = strtok_r(NULL, " ", &save)) {
		char *b = strtok_r(NULL, " =", &save), *word = strtok_r(NULL, " ", &save);
		const char *is = apart_word(made_apart(&m, a, b));
		if (strcmp(is, word))
			fail_msg("%s and %s: %s, expected %s, in\n%s", a, b, is, word, text);
	}
	made_done(&m);
}

/* The thread class that runs a place. */
static inline const struct thread *made_thread(struct made *m, const char *place)
{
	return &m->t->thread.at[made_spot(m, place, 0).thread];
}

#endif
