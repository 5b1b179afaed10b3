/* Lock errors that need more than one function (racerx, 6.1, 5.2, 8.6). What happens inside one function is told by locks, which
 * follows its paths more closely; here it is left out. */
#include "lockset/walk/engine.h"

#include "base/stat.h"
#include "base/store/groups.h"
#include <string.h>
#include <xxhash.h>

enum { MOST_NOTES = 4 };

/* One incident for each operation and lock: the one that is nearest to a root. */
void incident_add(struct engine *e, const struct incident *x)
{
	const struct outline_event *ev = x->event == UINT32_MAX ? NULL : &e->o.event.at[x->event];
	struct fn_id fn = e->out->context.at[x->context].fn;
	uint32_t key[5] = { x->rule, ev ? ev->fn.i : fn.i, ev ? ev->at : UINT32_MAX, ev ? ev->inst : 0,
			    name_ground(&e->out->names, x->name) };
	uint64_t hash;
	uint32_t *at;

	if (x->rule == RULE_LOCK_LEAK)
		key[3] = e->work.at[engine_top(e)->first + x->node].node.before;
	hash = XXH3_64bits(key, sizeof key);
	at = map_at(&e->scratch, &e->incident_of, hash);
	if (!*at) {
		*vec_add(&e->scratch, &e->incident) = *x;
		*at = e->incident.n;
	} else if (x->cost < e->incident.at[*at - 1].cost) {
		e->incident.at[*at - 1] = *x;
	}
}

struct teller {
	struct engine *e;
	struct lockset *l;
	struct arena *a;
	const struct incident *x;
	const struct outline_event *ev;
	struct fn_id fn;
	struct lock_taken taken;
	bool known; /* taken is */
	struct finding finding;
	struct finding_note note[MOST_NOTES];
};

static void add_note(struct teller *t, struct finding_place place, const char *text)
{
	if (t->finding.nnotes < MOST_NOTES)
		t->note[t->finding.nnotes++] = (struct finding_note){ place, text };
}

static void add_taken(struct teller *t, const char *text)
{
	if (t->known)
		add_note(t, lockset_place(t->a, t->l, t->taken.fn, t->taken.inst), text);
}

static void finish(struct teller *t)
{
	struct finding *x = &t->finding;
	struct finding_note *note = arena_array(t->a, MOST_NOTES, sizeof *note);
	const char *text;

	add_note(t, x->place, arena_format(t->a, "reached by %s%s", lockset_chain(t->a, t->l, t->x->context),
					   t->ev ? lockset_below(t->a, t->l, t->x->context, t->x->node) : ""));
	memcpy(note, t->note, sizeof t->note);
	x->note = note;
	text = arena_format(t->a, "%s|%s|%s|%s|lockset", rule_name(x->rule), path_base(x->place.file), x->function, x->lock);
	x->fingerprint = XXH3_64bits(text, strlen(text));
	*vec_add(t->a, &t->l->finding) = *x;
}

static uint8_t doubt_of(const struct teller *t)
{
	uint32_t loads = term_loads(&t->l->names.terms, t->x->name);
	uint32_t d = 2 * loads + (t->l->context.at[t->x->context].indirect ? 20 : 0);

	if (t->known) /* calls alone are no reason for doubt: what is handed on is the same; what is loaded may be another by then */
		d += (loads ? t->taken.calls : 0) + 8 * t->taken.guesses + 20 * t->taken.lasts +
		     (t->taken.conditions < 10 ? t->taken.conditions : 10);
	return d > 200 ? 200 : (uint8_t)d;
}

/* Conditions on the way that nobody compares: with some luck the path is none. */
static uint32_t guesses(const struct teller *t)
{
	const struct lockset_context *c = &t->l->context.at[t->x->context];
	const struct outline *f = &t->e->o.of[c->fn.i];
	uint32_t n = 0;

	/* each condition that is not followed is asked once only; of very large functions too little is known */
	if (f->nsubjects < OUTLINE_SUBJECTS / 2)
		return 0;
	for (uint32_t at = t->x->node + 1; at; at = chunks_at(&t->l->node, c->node + at - 1)->before) {
		uint32_t point = chunks_at(&t->l->node, c->node + at - 1)->point;
		const struct outline_block *b = outline_block(&t->e->o, f, outline_block_of(&t->e->o, f, point));
		n += point - b->point == b->nevents && b->nnext > 1 && b->matters && !b->tested;
	}
	return n;
}

static bool in_one_function(const struct teller *t)
{
	return t->known && t->taken.context == t->x->context && !t->taken.calls && t->ev->fn.i == t->fn.i &&
	       t->taken.fn.i == t->fn.i;
}

/* Is the pointer that leads to the lock set anew where it is taken? `walk->lock = lock_of(page); spin_lock(walk->lock)`: then it
 * is another one. */
static bool is_set_anew(const struct teller *t, struct fn_id fn)
{
	struct names *n = &t->e->out->names;
	struct term x = term_get(&n->terms, t->x->name);
	struct body b = { 0 };
	struct name_values v = { .names = n, .b = &b, .returned = outlines_returned, .with = &t->e->o };
	struct arena scratch;
	bool found = false;

	if (x.kind == TERM_FIELD)
		x = term_get(&n->terms, x.base);
	if (x.kind != TERM_LOAD)
		return false;
	arena_init(&scratch, "anew");
	body_get(&scratch, t->l->points->p, fn, &b);
	v.of = arena_array(&scratch, b.param.n + b.inst.n + 2u, sizeof *v.of);
	for (uint32_t i = 0; i < b.inst.n && !found; i++) {
		uint32_t name = b.inst.at[i].op == OP_store ? name_of_ref(&v, body_arg(&b, &b.inst.at[i], 0)) : 0;
		found = name && (name == x.base || (name_class(n, x.base) && name_class(n, name) == name_class(n, x.base)));
	}
	arena_release(&scratch);
	return found;
}

/* A way that the program itself does not go: back into the function that has taken the lock, if a flag in memory says so, which
 * was set meanwhile for all we know; or with the last reference to the thing, whose lock is held by somebody with another one. */
static bool is_unlikely(const struct teller *t)
{
	if (t->taken.flagged && t->taken.fn.i == t->ev->fn.i && t->taken.inst == t->ev->at)
		return true;
	return t->taken.lasts && !name_is_global(&t->l->names, t->x->name);
}

static void tell_self(struct teller *t)
{
	uint32_t ground = name_ground(&t->e->out->names, t->x->name);

	if ((t->ev->flags & HELD_SEMAPHORE) && !semaphore_is_lock(t->e, t->x->name))
		return;
	if (!t->known || (t->x->reader ? !lockset_is_written(t->l, ground, t->x->context) : in_one_function(t)))
		return;
	if (is_unlikely(t) || is_set_anew(t, t->ev->fn) || is_set_anew(t, t->taken.fn) ||
	    term_loads(&t->l->names.terms, t->x->name) > 1 || t->e->o.of[t->fn.i].identity) {
		gap(unsure);
		return;
	}
	t->finding.message = arena_format(t->a, "'%s' is locked again %s", t->finding.lock,
					  t->x->reader ? "for reading: a writer that comes in between blocks the second time"
						       : "while it is held");
	add_taken(t, "first acquired here");
	t->finding.doubt = doubt_of(t);
	finish(t);
}

static const char *callee_text(struct teller *t, uint32_t fn, uint32_t inst)
{
	const struct program *p = t->l->points->p;
	struct sym_id callee;
	struct body b = { 0 };
	struct arena scratch;

	arena_init(&scratch, "sleeper");
	body_get(&scratch, p, (struct fn_id){ fn }, &b);
	callee = body_callee(p, &b, &b.inst.at[inst]);
	arena_release(&scratch);
	return callee.i ? program_str(p, program_sym(p, callee)->name) : "...";
}

/* How the thing that sleeps is reached from the event; the finding's place is where it is. */
static const char *sleeper_text(struct teller *t)
{
	const struct program *p = t->l->points->p;
	const char *text = "";

	if (t->ev->kind == OUTLINE_ACQUIRE)
		return arena_format(t->a, "waits for '%s'", name_text(t->a, &t->l->names, t->fn, t->ev->name));
	if (t->ev->kind != OUTLINE_SLEEPER)
		return model_string(t->l->points->models, t->ev->row->name);
	for (uint32_t i = 0, fn = t->ev->result, way = t->ev->way; i < 12; i++) {
		const struct sleep_way *w = &t->e->o.way.at[way];
		struct sleep_ways next = t->e->o.sleeps[w->next];
		text = arena_format(t->a, "%s%s > ", text, program_fn_name(p, (struct fn_id){ fn }));
		t->finding.place = lockset_place(t->a, t->l, (struct fn_id){ fn }, w->inst);
		t->finding.function = arena_string(t->a, program_fn_name(p, (struct fn_id){ fn }));
		if (!w->next || w->way >= next.n)
			return arena_format(t->a, "%s%s", text, w->next ? "..." : callee_text(t, fn, w->inst));
		fn = w->next;
		way = next.first + w->way;
	}
	return text;
}

static bool is_nameless(const struct teller *t)
{
	struct names *n = &t->e->out->names;

	return name_is_nameless(n, name_ground(n, t->x->name));
}

/* Reached only from where the program begins, by a name that says so: nobody else runs who could be switched to. */
static bool is_boot(const struct teller *t)
{
	uint32_t root = t->l->context.at[t->x->context].root;

	return root && root != LOCKSET_ROOTS && t->l->root.at[root].kind == ROOT_SINGLE &&
	       t->l->points->annotated[program_fn(t->l->points->p, t->l->root.at[root].fn)->sym.i].how == ANNOTATED_NAME;
}

static void tell_sleep(struct teller *t)
{
	struct term x = term_get(&t->l->names.terms, t->x->name);
	bool handler = x.kind == TERM_NAMED && !x.a && x.b >= RUNNING_HARD;

	if ((!t->known && !handler) || (x.kind == TERM_NAMED && !x.a && !handler && is_boot(t)))
		return;
	if ((t->known && t->taken.lasts) || (x.kind != TERM_NAMED && is_nameless(t)) ||
	    (handler && t->l->context.at[t->x->context].indirect)) {
		gap(unsure); /* with the last reference, or a lock whose release nobody would recognise */
		return;
	}
	if (handler)
		t->finding.message = arena_format(t->a, "sleeps %s: %s", t->finding.lock, sleeper_text(t));
	else if (x.kind == TERM_NAMED && !x.a)
		t->finding.message = arena_format(t->a, "sleeps with %s: %s", t->finding.lock, sleeper_text(t));
	else
		t->finding.message = arena_format(t->a, "sleeps while '%s' is held: %s", t->finding.lock, sleeper_text(t));
	add_taken(t, x.kind == TERM_NAMED && !x.a ? "since here" : "acquired here");
	if (t->ev->kind == OUTLINE_SLEEPER)
		add_note(t, lockset_place(t->a, t->l, t->ev->fn, t->ev->at), "called here");
	t->finding.doubt = doubt_of(t);
	finish(t);
}

/* Roots whose callers are all here: nobody can have taken a lock before. */
static bool is_closed(const struct teller *t)
{
	const struct lockset_root *root = lockset_root_above(t->l, t->x->context);

	return root && !root->outside;
}

/* Another context of the function comes to this very event with the lock in hand; where it was taken then, if that is asked. */
static bool others_hold(const struct teller *t, struct lock_taken *taken)
{
	const struct outline *f = &t->e->o.of[t->fn.i];

	for (uint32_t c = t->e->first_of[t->fn.i]; c < t->e->first_of[t->fn.i + 1]; c++) {
		const struct lockset_context *k = &t->l->context.at[t->e->context_of[c]];
		for (uint32_t i = 0; i < k->nnodes; i++) {
			const struct lockset_node *n = chunks_at(&t->l->node, k->node + i);
			struct now now;
			struct held *h;
			if (outline_inst(&t->e->o, f, n->point) != t->ev->inst)
				continue;
			now_load(t->e, &now, n->lockset, 0);
			h = now_find_like(t->e, &now, t->x->name);
			if (h)
				return !taken || lockset_taken(t->l, t->e->context_of[c], i, h->term, taken);
		}
	}
	return false;
}

/* Said by an annotation of the function (models/annotations.model), which holds for whoever calls it. */
static bool is_required(const struct teller *t)
{
	return t->ev && t->ev->row && !strcmp(model_string(t->l->points->models, t->ev->row->family), "annotation");
}

static void tell_assert(struct teller *t)
{
	bool closed = is_closed(t);

	if (is_required(t) ? t->ev->fn.i == t->fn.i && !t->l->context.at[t->x->context].from
			   : !closed && (!t->l->context.at[t->x->context].from || !others_hold(t, NULL)))
		return;
	if ((!is_required(t) && !name_is_exact(&t->l->names, t->x->name)) || guesses(t) ||
	    term_get(&t->l->names.terms, t->x->name).kind == TERM_NAMED) {
		gap(unsure); /* what has a name only is asked for in conditions, beside other locks that would do */
		return;
	}
	t->finding.message = is_required(t) ? arena_format(t->a, "'%s' is called without '%s', which it requires by its annotation",
							   t->finding.function, t->finding.lock)
					    : arena_format(t->a, "'%s' is not held here, although the code says so", t->finding.lock);
	/* whether it is held hangs on conditions */
	t->finding.doubt = (uint8_t)(doubt_of(t) + (closed ? 0 : 20) + (others_hold(t, NULL) ? 15 : 0));
	finish(t);
}

/* In a loop that lets go and takes again the ways are too many to accuse one. */
static bool is_in_loop(const struct teller *t, const struct outline *f, uint32_t point)
{
	uint32_t at = outline_block(&t->e->o, f, outline_block_of(&t->e->o, f, point))->position;

	for (uint32_t b = 0; b < f->nblocks; b++) {
		const struct outline_block *k = outline_block(&t->e->o, f, b);
		for (uint32_t i = 0; k->position >= at && i < k->nnext; i++)
			if (outline_block(&t->e->o, f, t->e->o.next.at[k->next + i])->position <= at)
				return true;
	}
	return false;
}

/* Was the lock taken by a call that may have failed? */
static bool was_tried(const struct teller *t)
{
	const struct outlines *o = &t->e->o;
	const struct outline *f = &o->of[t->fn.i];

	for (uint32_t b = f->block; b < f->block + f->nblocks; b++)
		for (uint32_t i = o->block.at[b].event; i < o->block.at[b].event + o->block.at[b].nevents; i++)
			if (o->event.at[i].at == t->taken.inst && o->event.at[i].flags & HELD_TRIED)
				return true;
	return false;
}

static bool holds_like(const struct teller *t, uint32_t set)
{
	struct now now;

	now_load(t->e, &now, set, 0);
	return now_find_like(t->e, &now, t->x->name) != NULL;
}

/* Can one value be both? */
static bool facts_meet(const struct engine *e, uint32_t a, uint32_t b)
{
	struct fact x, y;

	if (!a || !b || a == b)
		return true;
	memcpy(&x, intern_get(&e->facts, a), sizeof x);
	memcpy(&y, intern_get(&e->facts, b), sizeof y);
	return fact_meets(&x, &y);
}

/* On the way here there is a call that comes back with the lock or without it, and neither the value that it returns nor what it
 * stores says which. */
static bool hangs_on_callee(const struct teller *t)
{
	const struct lockset *l = t->l;
	const struct lockset_context *c = &l->context.at[t->x->context];

	for (uint32_t at = t->x->node + 1; at;) {
		const struct lockset_node *n = chunks_at(&l->node, c->node + at - 1);
		struct lockset_exit x = l->exit.at[n->exit];
		for (uint32_t i = 0; n->callee && i < l->context.at[n->callee].nexits; i++) {
			const struct lockset_exit *y = &l->exit.at[l->context.at[n->callee].exit + i];
			if (holds_like(t, y->lockset) != holds_like(t, x.lockset) && (!x.outs || !y->outs || x.outs == y->outs) &&
			    facts_meet(t->e, x.fact, y->fact))
				return true;
		}
		at = n->before;
	}
	return false;
}

/* Do callers enter the function with such a lock, some of the time? */
static bool is_entered_with(const struct teller *t)
{
	for (uint32_t c = t->e->first_of[t->fn.i]; c < t->e->first_of[t->fn.i + 1]; c++)
		if (holds_like(t, t->l->context.at[t->e->context_of[c]].lockset))
			return true;
	return false;
}

static bool may_tell(const struct outline_event *ev)
{
	return ev->subject && (ev->kind == OUTLINE_CALL || (ev->kind == OUTLINE_SET && ev->looked));
}

/* Is the subject, or what it is made of where ways meet (`x = NULL; if (c) x = lookup();`), one of these? */
static bool is_made_of(const struct teller *t, const struct outline *f, uint32_t subject, uint64_t these)
{
	const struct outline_subject *s = &t->e->o.subject.at[f->subject];
	struct body b = { 0 };
	struct arena scratch;
	uint32_t at;
	bool found = these >> subject & 1;

	if (found || !these || !s[subject].value)
		return found;
	arena_init(&scratch, "phi");
	body_get(&scratch, t->l->points->p, f->fn, &b);
	at = body_inst(&b, s[subject].value);
	for (uint32_t k = 0; at != UINT32_MAX && b.inst.at[at].op == OP_phi && k < b.inst.at[at].nargs; k++)
		for (uint32_t i = 0; i < f->nsubjects && ref_kind(body_arg(&b, &b.inst.at[at], k)) == REF_VALUE; i++)
			found |= (these >> i & 1) && s[i].value == ref_index(body_arg(&b, &b.inst.at[at], k));
	arena_release(&scratch);
	return found;
}

/* On the way here a branch asks for the result of a call that may come back with locks, or for a variable whose address that call
 * got, and what is known of it does not answer: perhaps this is the way on which the call has not locked. */
static bool asks_in_vain(const struct teller *t)
{
	const struct lockset_context *c = &t->l->context.at[t->x->context];
	const struct outline *f = &t->e->o.of[c->fn.i];
	uint64_t results = 0; /* subjects of such calls; they come before their tests, so this is known only on a second walk */

	for (uint32_t round = 0; round < 2; round++)
		for (uint32_t at = t->x->node + 1; at;) {
			const struct lockset_node *n = chunks_at(&t->l->node, c->node + at - 1);
			const struct outline_block *b = outline_block(&t->e->o, f, outline_block_of(&t->e->o, f, n->point));
			uint32_t k = n->point - b->point;
			struct now now;
			if (k < b->nevents && may_tell(&t->e->o.event.at[b->event + k]))
				results |= 1ull << (t->e->o.event.at[b->event + k].subject - 1);
			now_load(t->e, &now, n->lockset, n->facts);
			if (round && k == b->nevents && b->tested && b->end == OUTLINE_BRANCH &&
			    now_truth(&now, b->subject, b->test, b->k) < 0 && is_made_of(t, f, b->subject, results))
				return true;
			at = n->before;
		}
	return false;
}

/* Did the function have the lock at any time on this way? If not, whoever calls it was to take it. */
static bool had_it(const struct teller *t)
{
	const struct lockset_context *c = &t->l->context.at[t->x->context];

	for (uint32_t at = t->x->node + 1; at; at = chunks_at(&t->l->node, c->node + at - 1)->before)
		if (holds_like(t, chunks_at(&t->l->node, c->node + at - 1)->lockset))
			return true;
	return !c->from || name_is_global(&t->l->names, t->x->name);
}

/* Does the callee itself release what its caller calls by this name? Then it is meant. */
static bool callee_releases(const struct teller *t, const struct outline_event *call, struct fn_id callee, uint32_t name)
{
	const struct outlines *o = &t->e->o;
	const struct outline *f = &o->of[callee.i];
	struct name_arg arg[OUTLINE_WORDS];
	struct name_call words = outline_words(o, call, callee, arg);

	words.returned = f->returned;
	words.result = call->result;
	for (uint32_t b = f->block; b < f->block + f->nblocks; b++)
		for (uint32_t i = o->block.at[b].event; i < o->block.at[b].event + o->block.at[b].nevents; i++)
			if (o->event.at[i].kind == OUTLINE_RELEASE &&
			    name_leave((struct names *)(uintptr_t)&t->l->names, o->event.at[i].name, &words) == name)
				return true;
	return false;
}

/* On this way the lock was held, and was gone after a call that does not itself release it: somewhere below one of its class was
 * released, which may be another. */
static bool lost_below(const struct teller *t)
{
	const struct lockset_context *c = &t->l->context.at[t->x->context];
	const struct outline *f = &t->e->o.of[c->fn.i];

	for (uint32_t at = t->x->node + 1; at;) {
		const struct lockset_node *n = chunks_at(&t->l->node, c->node + at - 1), *before;
		const struct outline_block *b;
		struct now now;
		struct held *h;
		if (!n->before)
			return false;
		before = chunks_at(&t->l->node, c->node + n->before - 1);
		now_load(t->e, &now, before->lockset, 0);
		h = now_find_like(t->e, &now, t->x->name);
		b = outline_block(&t->e->o, f, outline_block_of(&t->e->o, f, before->point));
		if (h)
			return n->callee && !callee_releases(t, &t->e->o.event.at[b->event + before->point - b->point],
							     t->l->context.at[n->callee].fn, h->term);
		at = n->before;
	}
	return false;
}

/* Does no way through the function pass by this block? */
static bool is_passed(const struct teller *t, const struct outline *f, uint32_t block)
{
	const struct outlines *o = &t->e->o;
	struct arena scratch;
	uint32_t *todo, n = 0;
	uint8_t *seen;
	bool passed = true;

	arena_init(&scratch, "passed");
	todo = arena_array(&scratch, f->nblocks + 1u, sizeof *todo);
	seen = arena_array(&scratch, f->nblocks + 1u, 1);
	seen[block] = 1;
	if (!seen[0])
		seen[0] = 1, todo[n++] = 0;
	while (n && passed) {
		const struct outline_block *b = outline_block(o, f, todo[--n]);
		passed = b->end != OUTLINE_RETURN;
		for (uint32_t i = b->next; i < b->next + b->nnext; i++)
			if (!seen[o->next.at[i]])
				seen[o->next.at[i]] = 1, todo[n++] = o->next.at[i];
	}
	arena_release(&scratch);
	return passed;
}

/* Does a way of this context come to the instruction with such a lock? */
static bool some_way_holds(const struct teller *t, uint32_t context, uint32_t inst)
{
	const struct lockset_context *c = &t->l->context.at[context];
	const struct outline *f = &t->e->o.of[c->fn.i];

	for (uint32_t i = 0; i < c->nnodes; i++) {
		const struct lockset_node *n = chunks_at(&t->l->node, c->node + i);
		if (outline_inst(&t->e->o, f, n->point) == inst && holds_like(t, n->lockset))
			return true;
	}
	return false;
}

/* Other callers come to this event with the lock. These do not, whichever way they and their callers go, and there is no way
 * past the event. */
static bool is_never_held(const struct teller *t, uint32_t block)
{
	const struct lockset *l = t->l;
	uint32_t inst = t->ev->inst;

	if (!name_is_global(&l->names, t->x->name) || !name_is_exact(&l->names, t->x->name) ||
	    !is_passed(t, &t->e->o.of[t->fn.i], block))
		return false;
	for (uint32_t c = t->x->context; c; inst = l->context.at[c].inst, c = l->context.at[c].from)
		if (some_way_holds(t, c, inst))
			return false;
	return true;
}

/* The function releases what it has not taken on this way, and has on another; or what some of its callers never have. */
static void tell_unheld(struct teller *t)
{
	const struct lockset_context *c = &t->l->context.at[t->x->context];
	const struct outline *f = &t->e->o.of[c->fn.i];
	uint32_t point = chunks_at(&t->l->node, c->node + t->x->node)->point, name = 0, node = 0;

	for (uint32_t i = 0; i < c->nnodes && !name; i++) {
		const struct lockset_node *n = chunks_at(&t->l->node, c->node + i);
		struct now now;
		struct held *h;
		if (n->point != point)
			continue;
		now_load(t->e, &now, n->lockset, 0);
		h = now_find_like(t->e, &now, t->x->name);
		if (h && !(h->flags & HELD_ENTERED))
			name = h->term, node = i;
	}
	if (!is_closed(t))
		return;
	if (!name && !(is_never_held(t, outline_block_of(&t->e->o, f, point)) && others_hold(t, &t->taken)))
		return;
	if (guesses(t) || f->twice || f->identity || is_in_loop(t, f, point) || hangs_on_callee(t) || asks_in_vain(t) ||
	    lost_below(t) || !had_it(t) || (!name_is_global(&t->l->names, t->x->name) && is_entered_with(t))) {
		gap(unsure);
		return;
	}
	t->known = !name || lockset_taken(t->l, t->x->context, node, name, &t->taken);
	if (name && in_one_function(t) && was_tried(t))
		return; /* whether it was taken hangs on values that src/locks follows, and has not seen to contradict */
	t->finding.message = arena_format(t->a, "'%s' is unlocked although it is not held", t->finding.lock);
	add_taken(t, "acquired here on another path");
	t->finding.doubt = (uint8_t)(doubt_of(t) + 10);
	finish(t);
}

static bool calls(const struct outlines *o, const struct outline_event *ev, struct fn_id fn)
{
	for (uint32_t i = 0; ev->kind == OUTLINE_CALL && i < ev->ntargets; i++)
		if (o->target.at[ev->target + i].i == fn.i)
			return true;
	return false;
}

/* Does the function, or what it calls besides `fn`, release such a lock? */
static bool gives_back(const struct outlines *o, const struct names *n, const struct outline *f, struct fn_id fn, uint32_t name)
{
	for (uint32_t b = f->block; b < f->block + f->nblocks; b++)
		for (uint32_t i = o->block.at[b].event; i < o->block.at[b].event + o->block.at[b].nevents; i++) {
			const struct outline_event *ev = &o->event.at[i];
			if (ev->kind == OUTLINE_RELEASE && name_is_like(n, ev->name, name))
				return true;
			for (uint32_t t = 0; ev->kind == OUTLINE_CALL && t < ev->ntargets; t++) {
				const struct outline *g = &o->of[o->target.at[ev->target + t].i];
				for (uint32_t k = 0; g->fn.i != fn.i && k < g->nreleases; k++)
					if (name_is_like(n, o->release.at[g->release + k], name))
						return true;
			}
		}
	return false;
}

/* Can this function still release such a lock when it comes back from a call of `fn`? */
static bool releases_after(const struct outlines *o, const struct names *n, const struct outline *f, struct fn_id fn,
			   uint32_t name)
{
	uint64_t bits = 0;

	if (!gives_back(o, n, f, fn, name))
		return f->releases_more;
	for (uint32_t k = 0; k < f->nreleases; k++)
		if (name_is_like(n, o->release.at[f->release + k], name))
			bits |= 1ull << k;
	for (uint32_t b = f->block; bits && b < f->block + f->nblocks; b++)
		for (uint32_t i = 0; i < o->block.at[b].nevents; i++)
			if (calls(o, &o->event.at[o->block.at[b].event + i], fn) &&
			    (bits & o->unlocks.at[o->unlock_at[f->fn.i] + o->block.at[b].point + i + 1]))
				return true;
	return f->releases_more;
}

/* Does some caller release such a lock behind its call of the function? */
static bool is_handed_over(const struct teller *t, uint32_t context, uint32_t depth)
{
	const struct lockset *l = t->l;

	for (uint32_t i = t->e->up.first[context]; i < t->e->up.first[context + 1]; i++) {
		const struct outline *f = &t->e->o.of[l->context.at[t->e->up.other[i]].fn.i];
		if (releases_after(&t->e->o, &l->names, f, l->context.at[context].fn, t->x->name))
			return true;
		if (depth && is_handed_over(t, t->e->up.other[i], depth - 1))
			return true; /* who does nothing about it hands it on */
	}
	return false;
}

/* A semaphore may be given back by somebody else, unless it is used as a lock. */
static bool is_semaphore(const struct teller *t)
{
	struct now now;
	const struct held *h;

	now_load(t->e, &now, chunks_at(&t->l->node, t->l->context.at[t->x->context].node + t->x->node)->lockset, 0);
	h = now_find(&now, t->x->name);
	return h && (h->flags & HELD_SEMAPHORE) && !semaphore_is_lock(t->e, t->x->name);
}

static void tell_leak(struct teller *t)
{
	const struct lockset_context *c = &t->l->context.at[t->x->context];
	const struct outline *f = &t->e->o.of[c->fn.i];
	uint32_t before = chunks_at(&t->l->node, c->node + t->x->node)->before;
	bool released = false;

	for (uint32_t i = c->exit; i < c->exit + c->nexits; i++) {
		struct now now;
		now_load(t->e, &now, t->l->exit.at[i].lockset, 0);
		released |= !now_find_like(t->e, &now, t->x->name);
	}
	if (is_semaphore(t) || !t->known || !before || !released || !is_closed(t) || is_handed_over(t, t->x->context, 2))
		return;
	if (is_nameless(t) || guesses(t) || f->twice || f->identity || asks_in_vain(t) || hangs_on_callee(t) ||
	    is_entered_with(t)) {
		gap(unsure);
		return;
	}
	t->finding.place =
		lockset_place(t->a, t->l, t->fn, outline_inst(&t->e->o, f, chunks_at(&t->l->node, c->node + before - 1)->point));
	t->finding.message =
		arena_format(t->a, "'%s' is still held when '%s' returns here", t->finding.lock, t->finding.function);
	add_taken(t, "acquired here");
	t->finding.doubt = (uint8_t)(doubt_of(t) + 10);
	finish(t);
}

static void tell(struct engine *e, const struct incident *x)
{
	struct lockset *l = e->out;
	struct teller t = { .e = e, .l = l, .a = l->arena, .x = x, .fn = l->context.at[x->context].fn };
	const struct lockset_root *root;

	t.ev = x->event == UINT32_MAX ? NULL : &e->o.event.at[x->event];
	t.known = lockset_taken(l, x->context, x->node, x->name, &t.taken);
	t.finding = (struct finding){ .rule = x->rule, .object = "", .guard = "" };
	if (t.ev)
		t.finding.place = lockset_place(l->arena, l, t.ev->fn, t.ev->at);
	t.finding.function = arena_string(l->arena, program_fn_name(l->points->p, t.ev ? t.ev->fn : t.fn));
	t.finding.lock = name_text(l->arena, &l->names, t.fn, x->name);
	root = lockset_root_above(l, x->context);
	if (root && root->kind == ROOT_HANDLER && root->model == MODEL_KIND_SIGNAL)
		finding_fact(l->arena, &t.finding, FACT_signal, 1, NULL);
	switch (x->rule) {
	case RULE_SELF_DEADLOCK:
		tell_self(&t);
		break;
	case RULE_SLEEP_IN_ATOMIC:
		tell_sleep(&t);
		break;
	case RULE_ASSERT_HELD:
		tell_assert(&t);
		break;
	case RULE_UNLOCK_UNHELD:
		tell_unheld(&t);
		break;
	default:
		tell_leak(&t);
		break;
	}
}

/* Contexts by function. */
static void sort_contexts(struct engine *e)
{
	struct groups g;

	groups_begin(&g, e->out->points->p->fn.n);
	for (uint32_t i = 1; i < e->out->context.n; i++)
		groups_add(&g, e->out->context.at[i].fn.i, i);
	groups_end(&g, &e->scratch, &e->first_of, &e->context_of);
}

void errors_tell(struct engine *e)
{
	sort_contexts(e);
	for (uint32_t i = 0; i < e->incident.n; i++)
		tell(e, &e->incident.at[i]);
}
