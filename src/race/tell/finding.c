/* What is told of a location: its best pair, the others, every further place that takes part, and what is usually held there. */
#include <stdlib.h>
#include <string.h>

#include "base/store/hash.h"
#include "ir/declared.h"
#include "race/build.h"

enum { NOTES_MOST = 16, CLASHES_TOLD = 256, LEAVES_TOLD = 64, PAIRS_FRAMED = 4 };

/* In calls. */
enum { DOUBT_STEP = 4, DOUBT_NAME = DOUBT_STEP, DOUBT_LEAKED = 4 * DOUBT_STEP, DOUBT_FAR = 64 };

struct race_writer {
	struct arena *out;
	struct arena scratch; /* of one location */
	struct races *r;
	struct intern place; /* file, line, column: places told */
	struct intern inst;  /* function, instruction: of those */
	struct arena names;
	struct intern thread_name, overlap; /* of threads; of two of them */
	VEC(const char *) overlap_text;     /* by number there */
	uint32_t *thread;    /* by thread: its name in thread_name, + 1 */
	uint32_t shown[FINDING_PAIRS], nshown; /* of one location: the clashes that are told as pairs */
};

/* ---- places ---- */

static struct finding_place place_of(struct race_writer *w, struct code_place at)
{
	return place_of_code(w->out, w->r, at.fn, at.inst);
}

/* leaf: + 1, as in struct clash. */
static struct code_place place_of_leaf(struct races *r, uint32_t use, uint32_t leaf)
{
	if (!leaf)
		return place_by_sources(r, first_from(r, &r->use.at[use], r->use.at[use].thread));
	return leaf_place(r, use, leaf - 1);
}

/* True the first time. */
static bool is_new(struct race_writer *w, const struct finding_place *p)
{
	const char *key = arena_format(&w->scratch, "%s:%u:%u", p->file, p->line, p->column);
	uint32_t known = w->place.entry.n;

	return intern_string(&w->place, key) >= known;
}

/* ---- pairs ---- */

static const char *kind_of(const struct use *u)
{
	if (access_is_object(u->flags) && u->flags & ACCESS_WRITE)
		return u->flags & ACCESS_LAST ? "destroy" : "initialisation";
	if (access_is_object(u->flags))
		return "use";
	if (u->flags & ACCESS_FREE)
		return "free";
	if (u->flags & ACCESS_ATOMIC)
		return u->flags & ACCESS_WRITE ? "atomic write" : "atomic read";
	return u->flags & ACCESS_WRITE ? "write" : "read";
}

/* The first call in `caller` that gets to `to`. */
static uint32_t call_between(const struct races *r, uint32_t caller, uint32_t to)
{
	const struct context *x = &r->contexts->context.at[caller];

	for (uint32_t i = x->edge; i < x->edge + x->nedges; i++)
		if (r->contexts->edge.at[i].to == to)
			return r->contexts->edge.at[i].inst;
	return UINT32_MAX;
}

/* The calls to a leaf, with their places. */
static void add_frames(struct race_writer *w, uint32_t use, uint32_t leaf, struct finding_access *a)
{
	struct races *r = w->r;
	uint32_t up[CHAIN_MOST], n = name_way(r, use, leaf, up);
	struct finding_frame *frame = arena_array(w->out, n + 1, sizeof *frame);

	a->frame = frame;
	a->nframes = n;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t here = up[n - 1 - i];
		struct fn_id fn = r->contexts->context.at[here].fn;
		frame[i] = (struct finding_frame){ arena_string(w->out, name_function(r, fn)), a->place };
		if (i + 1 < n)
			frame[i].place = place_of(w, (struct code_place){ fn, call_between(r, here, up[n - 2 - i]) });
	}
}

static uint8_t signal_of(const struct races *r, uint32_t thread)
{
	if (!threads_handles_signal(r->threads, thread))
		return SIGNAL_NOT;
	return threads_is_taken_by_several(r->threads, thread) ? SIGNAL_SEVERAL : SIGNAL_ONE;
}

/* What its thread begins with. Whatever a library exports is one class of threads: the outermost call of the way. */
static uint32_t start_of(struct races *r, uint32_t use, uint32_t leaf)
{
	const struct root *root = &r->contexts->root.at[r->threads->thread.at[r->use.at[use].thread].root];
	uint32_t up[CHAIN_MOST], n;

	if (root->kind != ROOT_EXPORT && root->kind != ROOT_SINGLE && root->kind != ROOT_ENTERED)
		return program_sym(r->p, root->fn)->fn.i;
	n = leaf ? name_way(r, use, leaf - 1, up) : 0;
	return n && n < CHAIN_MOST ? r->contexts->context.at[up[n - 1]].fn.i : 0;
}

static struct finding_access access_of(struct race_writer *w, uint32_t use, uint32_t leaf, bool framed)
{
	struct races *r = w->r;
	const struct use *u = &r->use.at[use];
	struct code_place at = place_of_leaf(r, use, leaf);
	const char *function = arena_string(w->out, name_function(r, at.fn));
	struct finding_access x = { .place = place_of(w, at),
				    .function = function,
				    .kind = kind_of(u),
				    .thread = name_thread(w->out, r, u->thread),
				    .chain = leaf ? name_chain(w->out, r, use, leaf - 1) : function,
				    .locks = name_locks(w->out, r, u),
				    .signal = signal_of(r, u->thread),
				    .fn = at.fn.i,
				    .inst = at.inst,
				    .start = start_of(r, use, leaf) };

	if (leaf && framed)
		add_frames(w, use, leaf - 1, &x);
	return x;
}

/* The write first; of two writes the one with fewer locks. */
static bool is_swapped(const struct races *r, const struct clash *c)
{
	uint32_t n, m;

	(void)use_locks(r, &r->use.at[c->a], &n);
	(void)use_locks(r, &r->use.at[c->b], &m);
	return r->use.at[c->b].flags & ACCESS_WRITE && m < n;
}

/* Remembered: many pairs are of the same two threads. */
static const char *overlap_of(struct race_writer *w, const struct clash *c)
{
	uint32_t key[2] = { w->r->use.at[c->a].thread, w->r->use.at[c->b].thread }, id;

	id = intern_bytes(&w->overlap, key, sizeof key);
	while (w->overlap_text.n <= id)
		*vec_add(&w->names, &w->overlap_text) = NULL;
	if (!w->overlap_text.at[id])
		w->overlap_text.at[id] = told_overlap(w->out, w->r, key[0], key[1]);
	return w->overlap_text.at[id];
}

static struct finding_pair pair_of(struct race_writer *w, const struct clash *c, bool framed)
{
	struct finding_access a = access_of(w, c->a, c->leaf_a, framed), b = access_of(w, c->b, c->leaf_b, framed);
	const char *overlap = overlap_of(w, c);

	return is_swapped(w->r, c) ? (struct finding_pair){ b, a, overlap } : (struct finding_pair){ a, b, overlap };
}

/* What a reader can tell apart of one side, in numbers. */
struct side {
	uint32_t file, line, column, how, thread;
};

static struct side side_of(struct race_writer *w, uint32_t use, struct code_place at)
{
	struct races *r = w->r;
	const struct body *b = code_of(r, at.fn);
	const struct loc *l = &b->loc.at[at.inst < b->inst.n ? b->inst.at[at.inst].loc : 0];
	const struct use *u = &r->use.at[use];

	if (!w->thread[u->thread])
		w->thread[u->thread] = intern_string(&w->thread_name, name_thread(&w->names, r, u->thread)) + 1;
	return (struct side){ l->file.i, l->line, l->column, u->flags & (ACCESS_FREE | ACCESS_ATOMIC | ACCESS_WRITE),
			      w->thread[u->thread] };
}

/* As it was noted when the clash was judged: the walk may be forgotten. */
static struct code_place place_noted(struct races *r, uint32_t use, uint32_t leaf, uint32_t noted)
{
	struct code_place at;

	if (!noted)
		return place_of_leaf(r, use, leaf);
	memcpy(&at, intern_get(&r->place, noted), sizeof at);
	return at;
}

/* True the first time. */
static bool is_new_pair(struct race_writer *w, struct intern *told, const struct clash *c)
{
	struct side a = side_of(w, c->a, place_noted(w->r, c->a, c->leaf_a, c->place_a));
	struct side b = side_of(w, c->b, place_noted(w->r, c->b, c->leaf_b, c->place_b)), key[2] = { a, b };
	uint32_t known = told->entry.n;

	if (is_swapped(w->r, c)) {
		key[0] = b;
		key[1] = a;
	}
	return intern_bytes(told, key, sizeof key) >= known;
}

static void add_pairs(struct race_writer *w, const struct location *l, struct finding *x)
{
	const struct races *r = w->r;
	VEC(struct finding_pair) pair = { 0 };
	uint32_t n = l->nraces ? l->nraces : l->nclashes;
	struct intern told;

	w->nshown = 0;
	intern_init(&told, &w->scratch);
	for (uint32_t i = l->clash; i < l->clash + n && i < l->clash + CLASHES_TOLD; i++) {
		const struct clash *c = &r->clash.at[r->order[i]];
		if (!is_new_pair(w, &told, c))
			continue;
		x->pairs++;
		if (pair.n < FINDING_PAIRS) {
			struct finding_pair p = pair_of(w, c, pair.n < PAIRS_FRAMED);
			*vec_add(w->out, &pair) = p;
			w->shown[w->nshown++] = r->order[i];
		}
	}
	x->pairs += n > CLASHES_TOLD ? n - CLASHES_TOLD : 0;
	x->pair = pair.at;
	x->npairs = pair.n;
}

/* ---- other places that take part ---- */

static struct code_place is_told_of(struct race_writer *w, uint32_t use, uint32_t leaf, bool *told)
{
	struct code_place at = place_of_leaf(w->r, use, leaf + 1);

	*told = intern_find(&w->inst, &at, sizeof at);
	return at;
}

static void note_leaf(struct race_writer *w, uint32_t use, struct code_place at, struct finding *x)
{
	const struct use *u = &w->r->use.at[use];
	struct finding_place p = place_of(w, at);
	const char *locks;

	(void)intern_bytes(&w->inst, &at, sizeof at);
	if (x->nnotes >= NOTES_MOST || !is_new(w, &p))
		return;
	locks = name_locks(w->out, w->r, u);
	((struct finding_note *)(uintptr_t)x->note)[x->nnotes++] =
	    (struct finding_note){ p, arena_format(w->out, "also %s here%s%s",
						   u->flags & ACCESS_FREE	  ? "freed"
						   : access_is_object(u->flags) ? "used"
						   : u->flags & ACCESS_WRITE	  ? "written"
										  : "read",
						   locks[0] ? ", holding " : "", locks) };
}

/* The leaves of one use that can conflict with some leaf of the other one. */
static void note_side(struct race_writer *w, const struct clash *c, bool second, struct finding *x)
{
	struct races *r = w->r;
	uint32_t use = second ? c->b : c->a, other = second ? c->a : c->b;

	r->leak = c;
	for (uint32_t i = 0; i < LEAVES_TOLD && x->nnotes < NOTES_MOST && walk_reaches(r, use, i); i++) {
		bool told;
		struct code_place at = is_told_of(w, use, i, &told);
		for (uint32_t k = 0; !told && k < LEAVES_TOLD && walk_reaches(r, other, k); k++) {
			struct verdict v = prune_places(r, (struct place_of_use){ use, i }, (struct place_of_use){ other, k });
			if (v.prune != PRUNE_NOT)
				continue;
			note_leaf(w, use, at, x);
			break;
		}
	}
	r->leak = NULL;
}

static void add_notes(struct race_writer *w, const struct location *l, struct finding *x)
{
	const struct races *r = w->r;

	x->note = arena_array(w->out, NOTES_MOST, sizeof *x->note);
	(void)is_new(w, &x->pair[0].a.place);
	(void)is_new(w, &x->pair[0].b.place);
	for (uint32_t i = l->clash; i < l->clash + l->nraces && i < l->clash + CLASHES_TOLD && x->nnotes < NOTES_MOST; i++) {
		note_side(w, &r->clash.at[r->order[i]], false, x);
		note_side(w, &r->clash.at[r->order[i]], true, x);
	}
}

/* ---- what is usually held ---- */

struct usual {
	/* An access is a place and what is held there: one that is reached with a lock and without it is two, or a count would say of
	 * all what is true of some. */
	struct intern place, name, locks;
	VEC(uint32_t) count; /* by name */
	VEC(uint32_t) last;  /* by name: the number of the access that was counted last */
	uint32_t all;
	struct finding_access access[FINDING_ACCESSES];
};

/* Without the way to it. */
static struct finding_access plain_access(struct race_writer *w, uint32_t use, struct code_place at)
{
	const struct use *u = &w->r->use.at[use];
	const char *function = arena_string(w->out, name_function(w->r, at.fn));

	return (struct finding_access){ .place = place_of(w, at),
					.function = function,
					.kind = kind_of(u),
					.thread = name_thread(w->out, w->r, u->thread),
					.chain = function,
					.locks = name_locks(w->out, w->r, u),
					.signal = signal_of(w->r, u->thread),
					.fn = at.fn.i,
					.inst = at.inst };
}

/* Accesses are counted, not locks: "m[...]" is the name of two locks that one access may hold. */
static void count_lock(struct race_writer *w, struct usual *x, uint32_t name)
{
	while (x->count.n <= name) {
		*vec_add(&w->scratch, &x->count) = 0;
		*vec_add(&w->scratch, &x->last) = 0;
	}
	x->count.at[name] += x->last.at[name] != x->all;
	x->last.at[name] = x->all;
}

static void count_place(struct race_writer *w, struct usual *x, const struct seen *s)
{
	struct races *r = w->r;
	const struct use *u = &r->use.at[s->use];
	struct code_place at = { r->contexts->context.at[s->context].fn, s->inst };
	uint32_t key[4] = { at.fn.i, at.inst, u->flags & ACCESS_WRITE, intern_string(&x->locks, name_locks(&w->scratch, r, u)) };
	uint32_t known = x->place.entry.n, n;
	const struct held *g = use_locks(r, u, &n);

	if (intern_bytes(&x->place, key, sizeof key) < known)
		return;
	if (x->all < FINDING_ACCESSES)
		x->access[x->all] = plain_access(w, s->use, at);
	x->all++;
	for (uint32_t i = 0; i < n; i++)
		count_lock(w, x, intern_string(&x->name, name_lock(&w->scratch, w->r, u, g[i].term)));
}

/* What is shown is counted, also where there are too many places to look at all. */
static void count_pairs(struct race_writer *w, struct usual *x)
{
	for (uint32_t i = 0; i < w->nshown; i++) {
		const struct clash *c = &w->r->clash.at[w->shown[i]];
		for (int side = 0; side < 2; side++) {
			struct seen s = { .use = side ? c->b : c->a };
			uint32_t leaf = side ? c->leaf_b : c->leaf_a;
			if (!leaf)
				continue;
			s.context = leaf_context(w->r, s.use, leaf - 1);
			s.inst = leaf_get(w->r, s.use, leaf - 1)->inst;
			count_place(w, x, &s);
		}
	}
}

static int by_place(const void *a, const void *b)
{
	const struct finding_access *x = a, *y = b;
	int d = strcmp(x->place.file, y->place.file);

	d = d ? d : (x->place.line > y->place.line) - (x->place.line < y->place.line);
	d = d ? d : (x->place.column > y->place.column) - (x->place.column < y->place.column);
	d = d ? d : strcmp(x->kind, y->kind);
	return d ? d : strcmp(x->thread, y->thread);
}

static void keep_accesses(struct race_writer *w, const struct usual *u, struct finding *x)
{
	uint32_t n = u->all < FINDING_ACCESSES ? u->all : FINDING_ACCESSES;
	struct finding_access *kept = arena_array(w->out, n + 1, sizeof *kept);

	if (n) {
		memcpy(kept, u->access, n * sizeof *kept);
		qsort(kept, n, sizeof *kept, by_place);
	}
	x->access = kept;
	x->naccesses = n;
	x->accesses = u->all;
}

/* Over all places that access the location while others may. */
static void usual_lock(struct race_writer *w, uint32_t location, struct finding *f)
{
	struct races *r = w->r;
	struct usual x = { 0 };
	uint32_t best = 0, n;
	const struct seen *s = location_places(r, location, &n);

	intern_init(&x.place, &w->scratch);
	intern_init(&x.name, &w->scratch);
	intern_init(&x.locks, &w->scratch);
	*vec_add(&w->scratch, &x.count) = 0;
	*vec_add(&w->scratch, &x.last) = 0;
	for (uint32_t i = 0; i < n; i++)
		if (seen_is_contested(&s[i]))
			count_place(w, &x, &s[i]);
	count_pairs(w, &x);
	for (uint32_t i = 1; i < x.count.n; i++)
		if (x.count.at[i] > x.count.at[best])
			best = i;
	keep_accesses(w, &x, f);
	if (x.count.at[best] < 2 || x.count.at[best] * 2 <= x.all)
		return;
	f->usual = arena_string(w->out, intern_get(&x.name, best));
	f->guard = arena_format(w->out, "%u of %u accesses hold %s", x.count.at[best], x.all, f->usual);
}

/* ---- findings ---- */

static uint64_t fingerprint(struct race_writer *w, const struct finding *x)
{
	const char *a = x->pair[0].a.function, *b = x->pair[0].b.function, *text;

	if (strcmp(a, b) > 0) {
		a = b;
		b = x->pair[0].a.function;
	}
	text = arena_format(&w->scratch, "%s|%s|%s|%s", rule_name(x->rule), x->object, a, b);
	return hash_much(text, strlen(text), 0);
}

/* Least doubt about a variable that is called by its name, and about a block that is made once and that both sides have; more
 * about a member of some record behind a pointer, where the class of points has to tell that two pointers may be one; most where
 * another race is the only reason to think that both have the memory. And every call on the way to the two places is one more
 * that may not be possible, or not there (RacerX, section 4.2): four of them are a step of doubt. */
static uint32_t doubt_of_pair(struct races *r, const struct location *l, const struct clash *c)
{
	const struct use *a = &r->use.at[c->a], *b = &r->use.at[c->b];
	bool block = r->term[anchor_of(r->term, a->at).term].kind == TERM_HEAP;
	bool variable = ((use_variable(r, a).i && use_variable(r, b).i) || (block && c->alias == ALIAS_MUST)) && !l->several;
	uint8_t sign;
	bool handed = uses_are_handed(r, a, b, &sign) && sign & (SIGN_LOCK | SIGN_GUARDED);
	uint32_t doubt = variable && c->alias == ALIAS_MUST		? 0
			 : handed					? 1
			 : variable					? 1
			 : use_variable(r, a).i || use_variable(r, b).i ? 2
									: 3;

	doubt = doubt * DOUBT_NAME + (c->leaked ? DOUBT_LEAKED : 0);
	return doubt + (c->place_a ? c->way_a : DOUBT_FAR) + (c->place_b ? c->way_b : DOUBT_FAR);
}

static uint8_t doubt_of(struct races *r, const struct location *l)
{
	uint32_t least = UINT8_MAX, n = l->nraces ? l->nraces : l->nclashes;

	for (uint32_t i = l->clash; i < l->clash + n && i < l->clash + CLASHES_TOLD; i++) {
		uint32_t doubt = doubt_of_pair(r, l, &r->clash.at[r->order[i]]);
		least = doubt < least ? doubt : least;
	}
	return (uint8_t)(least / DOUBT_STEP);
}

/* Of the pointer that it is reached by. */
static const char *guard_of_pointee(struct races *r, const struct use *u)
{
	struct pointer_holder at;

	if (!u->nfrom || !use_holder(r, u, &at))
		return NULL;
	return at.record.i ? declared_of_member(r->p, at.record, (uint64_t)at.offset, "pt_guarded_by ") :
			     declared_of_variable(r->p, at.variable, at.offset, "pt_guarded_by ");
}

bool race_is_unchecked(const struct races *r, struct fn_id fn)
{
	return fn.i && program_sym(r->p, program_fn(r->p, fn)->sym)->unchecked;
}

/* Is one of the two in a function that is annotated as not to be checked? */
static bool is_unchecked(const struct races *r, const struct finding_pair *p)
{
	return race_is_unchecked(r, (struct fn_id){ p->a.fn }) || race_is_unchecked(r, (struct fn_id){ p->b.fn });
}

static const char *declared_guard(struct races *r, const struct location *l)
{
	const struct use *u = &r->use.at[l->use];
	const struct konst *member = u->member.i ? program_konst(r->p, u->member) : NULL;
	const struct term *k = &r->term[u->at];
	const char *guard = member ? declared_of_member(r->p, member->type, member->lo, "guarded_by ") : NULL;
	int64_t offset = 0;

	for (; k->kind == TERM_FIELD; k = &r->term[k->base])
		offset += k->offset;
	if (!guard && k->kind == TERM_SYM)
		guard = declared_of_variable(r->p, (struct sym_id){ k->a }, offset, "guarded_by ");
	return guard ? guard : guard_of_pointee(r, u);
}

static void tell_declared(struct race_writer *w, const char *guard, struct finding *x)
{
	size_t word = strcspn(guard, " ");
	const char *text = arena_format(w->out, "%.*s(%s)", (int)word, guard, guard + word + 1);

	x->message = arena_format(w->out, *guard == 'p' ? "%s, behind a pointer that is declared %s" : "%s, which is declared %s",
				  x->message, text);
	finding_fact(w->out, x, FACT_declared, 1, text);
}

static struct finding finding_of(struct race_writer *w, uint32_t location)
{
	struct races *r = w->r;
	const struct location *l = &r->location.at[location];
	const struct clash *best = &r->clash.at[r->order[l->clash]];
	struct finding x = { .rule = l->rule, .lock = "", .guard = "" };

	walks_trim(r);
	intern_init(&w->place, &w->scratch);
	intern_init(&w->inst, &w->scratch);
	x.object = name_location(w->out, r, l);
	add_pairs(w, l, &x);
	x.place = x.pair[0].a.place;
	x.function = x.pair[0].a.function;
	x.message = arena_format(
	    w->out, l->rule == RULE_RACE_BITFIELD ? "data race on bit-fields that share bytes with '%s'" : "data race on '%s'",
	    x.object);
	if (name_library(r, l))
		x.message =
			arena_format(w->out, "data race on '%s', which the library keeps for '%s'", x.object, name_library(r, l));
	if (l->nraces) {
		add_notes(w, l, &x);
		usual_lock(w, location, &x);
		x.overlap = x.pair[0].overlap;
		told_ruled(w->out, r, l, &x);
	} else {
		x.pruned = arena_string(w->out, verdict_words(&w->scratch, r, &best->verdict));
		told_ruled(w->out, r, l, &x);
	}
	x.doubt = doubt_of(r, l);
	x.fingerprint = fingerprint(w, &x);
	if (!x.pruned)
		race_evidence(w->out, r, location, &x);
	if (!x.pruned && declared_guard(r, l) && !is_unchecked(r, &x.pair[0]))
		tell_declared(w, declared_guard(r, l), &x);
	return x;
}

void race_findings(struct arena *a, struct races *r, bool pruned, struct finding **out, uint32_t *n)
{
	struct race_writer w = { .out = a, .r = r };
	VEC(struct finding) finding = { 0 };

	arena_init(&w.names, "race names");
	intern_init(&w.thread_name, &w.names);
	intern_init(&w.overlap, &w.names);
	w.thread = arena_array(&w.names, r->threads->thread.n, sizeof *w.thread);
	for (uint32_t i = 1; i < r->location.n; i++) {
		if (!r->location.at[i].nraces && !pruned)
			continue;
		arena_init(&w.scratch, "race finding");
		*vec_add(a, &finding) = finding_of(&w, i);
		*vec_add(r->arena, &r->told) = i;
		arena_release(&w.scratch);
	}
	race_evidence_beside(a, r, finding.at);
	arena_release(&w.names);
	*out = finding.at;
	*n = finding.n;
}
