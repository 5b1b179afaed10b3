#include "oracle.h"

#include <stdlib.h>
#include <string.h>

enum { NOBODY = 255, NONE = 255 };

struct event {
	uint8_t thread, op, loc, order; /* loc NONE: no memory */
	bool reads, writes;
	uint8_t rf; /* of reads */
	int16_t got, put;
	uint64_t behind; /* events that it waits for, apart from those of its own thread */
};

struct thread_state {
	uint16_t pc;
	bool started, ended;
	uint8_t phase; /* 1: it waits at a condition or a barrier; 2: it was signalled */
	uint8_t round; /* of the barrier */
	int16_t reg[REGISTERS];
};

/* One execution, as far as it has come. Events are numbered in the order in which they came; 0 .. LOCATIONS - 1 are the initial stores. */
struct graph {
	struct event event[MOST_EVENTS];
	uint8_t n;
	uint8_t mo[LOCATIONS][MOST_EVENTS], stores[LOCATIONS];
	struct thread_state thread[THREADS];
	uint8_t owner[MUTEXES], writer, readers[THREADS], running; /* NOBODY */
	bool done; /* once */
	int16_t units;
	uint8_t arrived, round;
	uint64_t unlocks[MUTEXES], write_unlocks, read_unlocks, posts, once_end, arrivals[MOST_EVENTS];
	uint64_t starts[THREADS], ends[THREADS];
};

struct oracle {
	const struct small_program *p;
	int how;
	struct answer *out;
	uint64_t most;
	uint64_t (*seen)[2];
	uint32_t nseen, cap;
	bool over;
};

typedef uint64_t relation[MOST_EVENTS]; /* by event: those that it is related to, bits */

/* ---- what happens before what ---- */

static bool acquires(uint8_t o)
{
	return o == ACQUIRE || o == ACQ_REL || o == SEQ_CST;
}

static bool releases(uint8_t o)
{
	return o == RELEASE || o == ACQ_REL || o == SEQ_CST;
}

static uint32_t place(const struct graph *g, uint32_t store)
{
	const uint8_t *mo = g->mo[g->event[store].loc];
	uint32_t i = 0;

	while (mo[i] != store)
		i++;
	return i;
}

/* The stores whose release sequences (C17, 5.1.2.4p10) `store` is in: it and those before it in modification order, as long as all
 * between the head and it are of the head's thread or read-modify-writes. */
static uint64_t heads(const struct graph *g, uint32_t store)
{
	const uint8_t *mo = g->mo[g->event[store].loc];
	uint32_t at = place(g, store);
	uint64_t out = 0;

	for (uint32_t h = 0; h <= at; h++) {
		bool all = true;
		for (uint32_t i = h + 1; i <= at; i++)
			all &= g->event[mo[i]].thread == g->event[mo[h]].thread || g->event[mo[i]].reads;
		if (all)
			out |= 1ull << mo[h];
	}
	return out;
}

/* What an atomic read by an acquire operation, or one followed by an acquire fence, is behind. */
static uint64_t released_to(const struct graph *g, uint32_t read)
{
	uint64_t of = heads(g, g->event[read].rf), out = 0;

	for (uint32_t h = LOCATIONS; h < g->n; h++) {
		const struct event *e = &g->event[h];
		if (!(of >> h & 1) || e->order == PLAIN)
			continue;
		if (releases(e->order))
			out |= 1ull << h;
		for (uint32_t f = LOCATIONS; f < h; f++)
			if (g->event[f].op == DO_FENCE && g->event[f].thread == e->thread && releases(g->event[f].order))
				out |= 1ull << f;
	}
	return out;
}

/* hb[e]: the events before e. */
static void happens_before(const struct graph *g, relation hb)
{
	for (uint32_t i = 0; i < LOCATIONS; i++)
		hb[i] = 0;
	for (uint32_t i = LOCATIONS; i < g->n; i++) {
		const struct event *e = &g->event[i];
		uint64_t direct = e->behind | ((1ull << LOCATIONS) - 1), all = 0;
		for (uint32_t k = LOCATIONS; k < i; k++)
			if (g->event[k].thread == e->thread) {
				direct |= 1ull << k;
				if (e->op == DO_FENCE && acquires(e->order) && g->event[k].reads && g->event[k].order != PLAIN)
					direct |= released_to(g, k);
			}
		if (e->reads && acquires(e->order))
			direct |= released_to(g, i);
		for (uint32_t k = 0; k < i; k++)
			if (direct >> k & 1)
				all |= hb[k] | 1ull << k;
		hb[i] = all;
	}
}

static bool races(const struct graph *g, const relation hb, char *text, size_t size)
{
	for (uint32_t i = LOCATIONS; i < g->n; i++)
		for (uint32_t k = LOCATIONS; k < i; k++) {
			const struct event *a = &g->event[i], *b = &g->event[k];
			if (a->loc == NONE || a->loc != b->loc || a->thread == b->thread || !(a->writes || b->writes) ||
			    (a->order != PLAIN && b->order != PLAIN) || hb[i] >> k & 1)
				continue;
			snprintf(text, size, "location %u, threads %u and %u", a->loc, b->thread, a->thread);
			return true;
		}
	return false;
}

/* ---- RC11 ---- */

static void close_relation(relation r, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t i = 0; i < n; i++)
			if (r[i] >> k & 1)
				r[i] |= r[k];
}

static uint64_t after(const relation r, uint64_t of, uint32_t n)
{
	uint64_t out = 0;

	for (uint32_t i = 0; i < n; i++)
		if (of >> i & 1)
			out |= r[i];
	return out;
}

static bool same_location(const struct graph *g, uint32_t a, uint32_t b)
{
	return g->event[a].loc != NONE && g->event[a].loc == g->event[b].loc;
}

/* Coherence, by pairs (CoWW, CoRW, CoWR, CoRR), and atomicity. `a` happens before `b`. */
static bool coherent(const struct graph *g, const relation hb)
{
	for (uint32_t b = LOCATIONS; b < g->n; b++) {
		const struct event *y = &g->event[b];
		if (y->loc == NONE)
			continue;
		if (y->reads && y->writes && place(g, b) != place(g, y->rf) + 1)
			return false;
		for (uint32_t a = 0; a < b; a++) {
			const struct event *x = &g->event[a];
			if (!same_location(g, a, b) || !(hb[b] >> a & 1))
				continue;
			if (x->writes && y->writes && place(g, a) > place(g, b))
				return false;
			if (x->reads && y->writes && place(g, x->rf) >= place(g, b))
				return false;
			if (x->writes && y->reads && place(g, y->rf) < place(g, a))
				return false;
			if (x->reads && y->reads && place(g, y->rf) < place(g, x->rf))
				return false;
		}
	}
	return true;
}

/* psc has no cycle. Relations here go from the earlier to the later. */
static bool in_one_order(const struct graph *g, const relation hb)
{
	relation po = { 0 }, other = { 0 }, later = { 0 }, mo = { 0 }, rb = { 0 }, eco = { 0 }, scb = { 0 }, psc = { 0 };
	uint64_t accesses = 0, fences = 0;
	uint32_t n = g->n;

	for (uint32_t b = LOCATIONS; b < n; b++) {
		const struct event *y = &g->event[b];
		if (y->order == SEQ_CST)
			*(y->op == DO_FENCE ? &fences : &accesses) |= 1ull << b;
		for (uint32_t a = 0; a < n; a++) {
			if (a < b && hb[b] >> a & 1)
				later[a] |= 1ull << b;
			if (a < b && g->event[a].thread == y->thread) {
				po[a] |= 1ull << b;
				if (!same_location(g, a, b))
					other[a] |= 1ull << b;
			}
			if (!same_location(g, a, b) || a == b)
				continue;
			if (g->event[a].writes && y->writes && place(g, a) < place(g, b))
				mo[a] |= 1ull << b;
			if (g->event[a].reads && y->writes && place(g, g->event[a].rf) < place(g, b))
				rb[a] |= 1ull << b;
		}
		if (y->reads)
			eco[y->rf] |= 1ull << b;
	}
	if (!accesses && !fences)
		return true;
	for (uint32_t a = 0; a < n; a++) {
		uint64_t local = 0;
		for (uint32_t b = 0; b < n; b++)
			if (later[a] >> b & 1 && same_location(g, a, b))
				local |= 1ull << b;
		eco[a] |= mo[a] | rb[a];
		scb[a] = po[a] | after(other, after(later, other[a], n), n) | local | mo[a] | rb[a];
	}
	close_relation(eco, n);
	for (uint32_t a = 0; a < n; a++) {
		uint64_t from = accesses >> a & 1 ? 1ull << a : fences >> a & 1 ? later[a] | 1ull << a : 0, to;
		if (!from)
			continue;
		to = after(scb, from, n);
		psc[a] = (to & (accesses | fences)) | (after(later, to, n) & fences);
		if (fences >> a & 1)
			psc[a] |= (later[a] | after(later, after(eco, later[a], n), n)) & fences;
	}
	close_relation(psc, n);
	for (uint32_t a = 0; a < n; a++)
		if (psc[a] >> a & 1)
			return false;
	return true;
}

/* ---- graphs that were seen ---- */

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9e3779b97f4a7c15ull;
	return h ^ h >> 29;
}

/* The number of an event that does not depend on the order in which they came: thread and place in it. */
static uint32_t name(const struct graph *g, uint32_t event)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < event; i++)
		at += g->event[i].thread == g->event[event].thread;
	return (uint32_t)g->event[event].thread << 8 | at;
}

static uint64_t name_set(const struct graph *g, uint64_t of)
{
	uint64_t h = 0;

	for (uint32_t i = 0; i < g->n; i++)
		if (of >> i & 1)
			h += mix(0x1234567, name(g, i) + 1) * 0xff51afd7ed558ccdull;
	return h;
}

static uint64_t hash(const struct graph *g, uint64_t seed)
{
	uint64_t h = seed, events = 0;

	for (uint32_t i = LOCATIONS; i < g->n; i++) {
		const struct event *e = &g->event[i];
		uint64_t of = mix(mix(mix(seed, name(g, i)), (uint64_t)e->op << 32 | (uint64_t)e->loc << 16 | e->order), (uint16_t)e->got);
		of = mix(mix(of, (uint16_t)e->put), e->reads ? name(g, e->rf) : 0);
		events += mix(mix(of, name_set(g, e->behind)), e->writes);
	}
	h = mix(h, events);
	for (uint32_t l = 0; l < LOCATIONS; l++)
		for (uint32_t i = 0; i < g->stores[l]; i++)
			h = mix(h, name(g, g->mo[l][i]) + 1);
	for (uint32_t t = 0; t < THREADS; t++) {
		const struct thread_state *s = &g->thread[t];
		h = mix(h, (uint64_t)s->pc << 32 | (uint64_t)s->started << 20 | (uint64_t)s->ended << 21 | (uint64_t)s->phase << 8 | s->round);
		for (uint32_t r = 0; r < REGISTERS; r++)
			h = mix(h, (uint16_t)s->reg[r]);
		h = mix(h, g->readers[t]);
		h = mix(h, name_set(g, g->starts[t]));
		h = mix(h, name_set(g, g->ends[t]));
	}
	for (uint32_t m = 0; m < MUTEXES; m++)
		h = mix(mix(h, g->owner[m]), name_set(g, g->unlocks[m]));
	h = mix(mix(h, g->writer), (uint64_t)g->running << 8 | g->done);
	h = mix(mix(h, name_set(g, g->write_unlocks)), name_set(g, g->read_unlocks));
	h = mix(mix(h, name_set(g, g->posts)), name_set(g, g->once_end));
	h = mix(mix(h, (uint16_t)g->units), (uint64_t)g->arrived << 8 | g->round);
	for (uint32_t i = 0; i <= g->round; i++)
		h = mix(h, name_set(g, g->arrivals[i]));
	return h;
}

static bool is_new(struct oracle *o, const struct graph *g)
{
	uint64_t key[2] = { hash(g, 0x736e6167) | 1, hash(g, 0x6f7261636c65) };
	uint32_t k;

	if (o->nseen * 2 >= o->cap) {
		uint32_t cap = o->cap ? o->cap * 2 : 4096;
		uint64_t(*made)[2] = calloc(cap, sizeof *made);
		for (uint32_t i = 0; i < o->cap; i++)
			if (o->seen[i][0]) {
				for (k = (uint32_t)o->seen[i][0] & (cap - 1); made[k][0]; k = (k + 1) & (cap - 1))
					;
				memcpy(made[k], o->seen[i], sizeof *made);
			}
		free(o->seen);
		o->seen = made;
		o->cap = cap;
	}
	for (k = (uint32_t)key[0] & (o->cap - 1); o->seen[k][0]; k = (k + 1) & (o->cap - 1))
		if (o->seen[k][0] == key[0] && o->seen[k][1] == key[1])
			return false;
	memcpy(o->seen[k], key, sizeof key);
	o->nseen++;
	return true;
}

/* ---- steps ---- */

static void explore(struct oracle *, const struct graph *);

static const struct instruction *next_of(const struct oracle *o, const struct graph *g, uint32_t t)
{
	return &o->p->thread[t].at[g->thread[t].pc];
}

static uint32_t add(struct graph *g, uint32_t thread, const struct instruction *in, uint64_t behind)
{
	g->event[g->n] = (struct event){ .thread = (uint8_t)thread, .op = in->op, .loc = NONE, .order = in->order, .rf = NONE, .behind = behind };
	return g->n++;
}

/* A graph with one more event. */
static void check(struct oracle *o, const struct graph *g)
{
	relation hb;

	happens_before(g, hb);
	if (!(o->how & INTERLEAVINGS) && (!coherent(g, hb) || !in_one_order(g, hb)))
		return;
	if (!o->out->race && races(g, hb, o->out->race_text, sizeof o->out->race_text))
		o->out->race = true;
	if (o->out->race && o->how & UNTIL_RACE) {
		o->over = true;
		return;
	}
	explore(o, g);
}

/* A memory access that reads `from` and, if it writes, goes to `at` in modification order. */
static void access_memory(struct oracle *o, const struct graph *g, uint32_t t, uint32_t from, uint32_t at, bool fails)
{
	const struct instruction *in = next_of(o, g, t);
	struct graph next = *g;
	uint32_t e = add(&next, t, in, 0);
	struct event *x = &next.event[e];
	struct thread_state *s = &next.thread[t];
	int16_t old = from == NONE ? 0 : g->event[from].put;

	x->loc = in->loc;
	x->reads = in->op != DO_STORE;
	x->writes = in->op != DO_LOAD && in->op != DO_SPIN && !fails;
	if (fails)
		x->order = in->order2;
	if (x->reads) {
		x->rf = (uint8_t)from;
		x->got = old;
		if (in->reg < REGISTERS)
			s->reg[in->reg] = in->op == DO_CAS ? (int16_t)!fails : old;
	}
	if (x->writes) {
		x->put = in->op == DO_ADD     ? (int16_t)(old + in->a) :
			 in->op == DO_CAS     ? in->b :
			 in->op == DO_STORE && in->reg < REGISTERS ? (int16_t)(s->reg[in->reg] + in->a) :
							in->a;
		memmove(&next.mo[in->loc][at + 1], &next.mo[in->loc][at], next.stores[in->loc] - at);
		next.mo[in->loc][at] = (uint8_t)e;
		next.stores[in->loc]++;
	}
	s->pc++;
	check(o, &next);
}

/* All stores that it may read, all places that it may take. A plain access is ordered with all that conflict, or there is a race. */
static void step_access(struct oracle *o, const struct graph *g, uint32_t t)
{
	const struct instruction *in = next_of(o, g, t);
	uint32_t n = g->stores[in->loc];
	bool newest = in->order == PLAIN || o->how & INTERLEAVINGS;

	if (in->op == DO_STORE) {
		for (uint32_t at = newest ? n : 1; at <= n; at++)
			access_memory(o, g, t, NONE, at, false);
		return;
	}
	for (uint32_t i = newest ? n - 1 : 0; i < n; i++) {
		uint32_t from = g->mo[in->loc][i];
		bool right = in->op != DO_CAS || g->event[from].put == in->a;
		if (in->op == DO_SPIN && !g->event[from].put)
			continue;
		if (right)
			access_memory(o, g, t, from, i + 1, false);
		if (in->op == DO_CAS && (!right || in->weak))
			access_memory(o, g, t, from, 0, true);
	}
}

static bool is_free(const struct graph *g)
{
	bool readers = false;

	for (uint32_t t = 0; t < THREADS; t++)
		readers |= g->readers[t] != 0;
	return g->writer == NOBODY && !readers;
}

/* False: it cannot go on. */
static bool enabled(const struct oracle *o, const struct graph *g, uint32_t t)
{
	const struct instruction *in = next_of(o, g, t);
	const struct thread_state *s = &g->thread[t];

	switch (in->op) {
	case DO_LOCK: return g->owner[in->object] == NOBODY;
	case DO_RDLOCK: return g->writer == NOBODY;
	case DO_WRLOCK: return is_free(g);
	case DO_WAIT: return !s->phase || (s->phase == 2 && g->owner[0] == NOBODY);
	case DO_SEM_WAIT: return g->units > 0;
	case DO_BARRIER: return !s->phase || s->round != g->round;
	case DO_ONCE: return g->running == NOBODY;
	case DO_JOIN: return g->thread[in->object].ended;
	default: return true;
	}
}

/* The thread that alone can let it go on; NOBODY: there is none. */
static uint32_t waits_for(const struct oracle *o, const struct graph *g, uint32_t t)
{
	const struct instruction *in = next_of(o, g, t);

	if (g->thread[t].ended || enabled(o, g, t))
		return NOBODY;
	switch (in->op) {
	case DO_LOCK: return g->owner[in->object];
	case DO_RDLOCK:
	case DO_WRLOCK: return g->writer;
	case DO_WAIT: return g->thread[t].phase == 2 ? g->owner[0] : (uint8_t)NOBODY;
	case DO_JOIN: return in->object;
	default: return NOBODY;
	}
}

static bool has_circle(const struct oracle *o, const struct graph *g)
{
	for (uint32_t t = 0; t < o->p->threads; t++) {
		uint32_t at = t;
		for (uint32_t i = 0; i < THREADS && at != NOBODY && g->thread[at].started; i++) {
			at = waits_for(o, g, at);
			if (at == t)
				return true;
		}
	}
	return false;
}

static void wake(struct oracle *o, const struct graph *g, uint32_t t, bool all)
{
	struct graph next;
	bool any = false;

	for (uint32_t w = 0; w <= o->p->threads; w++) {
		bool last = w == o->p->threads;
		if (!last && (g->thread[w].phase != 1 || g->thread[w].ended || next_of(o, g, w)->op != DO_WAIT))
			continue;
		if (last && any && !all)
			continue;
		if (!last && all)
			continue;
		any = true;
		next = *g;
		(void)add(&next, t, next_of(o, g, t), 0);
		for (uint32_t i = 0; i < o->p->threads; i++)
			if (next.thread[i].phase == 1 && next_of(o, g, i)->op == DO_WAIT && (all || i == w))
				next.thread[i].phase = 2;
		next.thread[t].pc++;
		check(o, &next);
	}
}

/* A step that has one outcome. */
static void step_sync(struct oracle *o, const struct graph *g, uint32_t t)
{
	const struct instruction *in = next_of(o, g, t);
	struct graph next = *g;
	struct thread_state *s = &next.thread[t];
	uint32_t m = in->object, e = add(&next, t, in, 0);
	uint64_t bit = 1ull << e;

	s->pc++;
	switch (in->op) {
	case DO_LOCK:
		next.owner[m] = (uint8_t)t;
		next.event[e].behind = g->unlocks[m];
		break;
	case DO_TRYLOCK:
		s->reg[in->reg] = g->owner[m] == NOBODY;
		if (g->owner[m] == NOBODY) {
			next.owner[m] = (uint8_t)t;
			next.event[e].behind = g->unlocks[m];
		}
		break;
	case DO_UNLOCK:
		next.owner[m] = NOBODY;
		next.unlocks[m] |= bit;
		break;
	case DO_RDLOCK:
		next.readers[t]++;
		next.event[e].behind = g->write_unlocks;
		break;
	case DO_WRLOCK:
		next.writer = (uint8_t)t;
		next.event[e].behind = g->write_unlocks | g->read_unlocks;
		break;
	case DO_RWUNLOCK:
		if (g->writer == t) {
			next.writer = NOBODY;
			next.write_unlocks |= bit;
		} else {
			next.readers[t]--;
			next.read_unlocks |= bit;
		}
		break;
	case DO_WAIT:
		if (g->thread[t].phase) {
			s->phase = 0;
			next.owner[0] = (uint8_t)t;
			next.event[e].behind = g->unlocks[0];
		} else {
			s->phase = 1;
			s->pc--;
			next.owner[0] = NOBODY;
			next.unlocks[0] |= bit;
		}
		break;
	case DO_POST:
		next.units++;
		next.posts |= bit;
		break;
	case DO_SEM_WAIT:
	case DO_TRYWAIT:
		if (in->op == DO_TRYWAIT)
			s->reg[in->reg] = g->units > 0;
		if (g->units > 0) {
			next.units--;
			next.event[e].behind = g->posts;
		}
		break;
	case DO_BARRIER:
		if (g->thread[t].phase) {
			s->phase = 0;
			next.event[e].behind = g->arrivals[g->thread[t].round];
			break;
		}
		s->phase = 1;
		s->round = g->round;
		s->pc--;
		next.arrivals[g->round] |= bit;
		if (++next.arrived == o->p->barrier) {
			next.arrived = 0;
			next.round++;
		}
		break;
	case DO_ONCE:
		if (g->done) {
			next.event[e].behind = g->once_end;
			s->pc = in->to;
		} else {
			next.running = (uint8_t)t;
		}
		break;
	case DO_ONCE_DONE:
		next.running = NOBODY;
		next.done = true;
		next.once_end = bit;
		break;
	case DO_CREATE:
		next.starts[m] = bit;
		next.thread[m].started = true;
		break;
	case DO_JOIN: next.event[e].behind = g->ends[m]; break;
	default: break; /* a fence */
	}
	check(o, &next);
}

/* A step of which nobody else can tell. */
static void step_silent(struct oracle *o, const struct graph *g, uint32_t t)
{
	const struct instruction *in = next_of(o, g, t);
	struct graph next = *g;
	struct thread_state *s = &next.thread[t];

	switch (in->op) {
	case DO_CHOOSE:
		s->pc++;
		for (int16_t v = 0; v < 2; v++) {
			s->reg[in->reg] = v;
			explore(o, &next);
		}
		return;
	case DO_UNLESS: s->pc = s->reg[in->reg] == in->a ? s->pc + 1 : in->to; break;
	case DO_JUMP: s->pc = in->to; break;
	case DO_ASSERT:
		if (s->reg[in->reg] == in->a) {
			o->out->assertion = true;
			return;
		}
		s->pc++;
		break;
	case DO_END:
		if (!t && !in->a)
			return; /* the process ends */
		s->ended = true;
		for (uint32_t i = LOCATIONS; i < g->n; i++)
			if (g->event[i].thread == t)
				next.ends[t] |= 1ull << i;
		if (!next.ends[t])
			next.ends[t] = next.starts[t];
		break;
	default: /* DO_EXIT */ return;
	}
	explore(o, &next);
}

static void step(struct oracle *o, const struct graph *g, uint32_t t)
{
	switch (next_of(o, g, t)->op) {
	case DO_LOAD:
	case DO_STORE:
	case DO_ADD:
	case DO_EXCHANGE:
	case DO_CAS:
	case DO_SPIN: step_access(o, g, t); break;
	case DO_SIGNAL: wake(o, g, t, false); break;
	case DO_BROADCAST: wake(o, g, t, true); break;
	case DO_CHOOSE:
	case DO_UNLESS:
	case DO_JUMP:
	case DO_ASSERT:
	case DO_EXIT:
	case DO_END: step_silent(o, g, t); break;
	default: step_sync(o, g, t); break;
	}
}

/* The first event of a thread is behind its start: an event of its own. */
static void begin(struct oracle *o, const struct graph *g, uint32_t t)
{
	struct graph next = *g;
	struct instruction in = { .op = DO_JUMP };

	(void)add(&next, t, &in, g->starts[t]);
	next.starts[t] = 0;
	explore(o, &next);
}

static void explore(struct oracle *o, const struct graph *g)
{
	bool going = false, alive = false;

	if (o->over)
		return;
	if (g->n + 1 >= MOST_EVENTS || o->out->graphs >= o->most) {
		o->out->too_many = true;
		o->over = true;
		return;
	}
	if (!is_new(o, g))
		return;
	o->out->graphs++;
	for (uint32_t t = 0; t < o->p->threads && !o->over; t++) {
		const struct thread_state *s = &g->thread[t];
		if (!s->started || s->ended)
			continue;
		alive = true;
		if (g->starts[t]) {
			going = true;
			begin(o, g, t);
			continue;
		}
		if (enabled(o, g, t)) {
			going = true;
			step(o, g, t);
		} else if (next_of(o, g, t)->op == DO_WAIT && s->phase == 1 && g->owner[0] == NOBODY) {
			step_sync(o, g, t); /* it wakes for no reason */
		}
	}
	if ((alive && !going) || has_circle(o, g))
		o->out->deadlock = true;
}

void ask_oracle(const struct small_program *p, int how, uint64_t most, struct answer *out)
{
	struct oracle o = { .p = p, .how = how, .out = out, .most = most };
	struct graph g;

	memset(&g, 0, sizeof g);
	memset(out, 0, sizeof *out);
	for (uint32_t i = 0; i < LOCATIONS; i++) {
		g.event[i] = (struct event){ .thread = NOBODY, .op = DO_STORE, .loc = (uint8_t)i, .writes = true, .rf = NONE };
		g.mo[i][0] = (uint8_t)i;
		g.stores[i] = 1;
	}
	g.n = LOCATIONS;
	g.owner[0] = g.owner[1] = g.writer = g.running = NOBODY;
	g.units = (int16_t)p->semaphore;
	g.thread[0].started = true;
	explore(&o, &g);
	free(o.seen);
}
