/* Goals of findings, and the processes that look for them. */
#include "prove/confirm.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/store/hash.h"
#include "base/opt/opt.h"
#include "base/system/progress.h"
#include "base/stat.h"
#include "ir/finding/pack.h"
#include "prove/data/effort.h"
#include "prove/emit/emit.h"
#include "prove/replay/replay.h"
#include "prove/roots.h"

enum { MOST_PROOF = 64 << 20 }; /* bytes of a proof */
enum { MOST_SLOW = 300 }; /* seconds that one which is counted in steps may take */

/* Functions that begin as threads. */
struct roots_set {
	uint32_t n;
	struct fn_id root[PROVE_ROOTS];
};

/* What is looked for, and from which functions where it is not main: first one call of each that has to be, then, where threads
 * of several calls may be meant, one a thread; n 0: from main only. */
struct aim {
	struct goal goal;
	struct goal below; /* the pairs that these lead to; of a deadlock the same goal */
	struct roots_set first, second;
};

/* ---- goals ---- */

/* Where findings that name only lines stand in the code: calls, by file, line and column. */
struct wanted {
	const struct finding_place *place;
	const char *function;
	struct schedule_place *out;
};

struct prove_finder {
	struct arena scratch;
	const struct program *p;
	VEC(struct wanted) want;
};

static void find_in(struct prove_finder *f, const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct loc *l = &b->loc.at[b->inst.at[i].loc];
		if (b->inst.at[i].op != OP_call || !l->line)
			continue;
		for (uint32_t k = 0; k < f->want.n; k++) {
			struct wanted *w = &f->want.at[k];
			if (!w->out->fn.i && w->place->line == l->line && w->place->column == l->column &&
			    !strcmp(program_str(f->p, l->file), w->place->file))
				*w->out = (struct schedule_place){ 0, b->fn, i };
		}
	}
}

/* One walk over the code for all places; few functions are on the lines that are looked for, so each body is read only if its
 * name is wanted. */
static void find_places(struct prove_finder *f)
{
	for (uint32_t i = 1; i < f->p->fn.n && f->want.n; i++) {
		struct body b = { 0 };
		const char *name = program_fn_name(f->p, (struct fn_id){ i });
		bool here = false;
		for (uint32_t k = 0; k < f->want.n && !here; k++)
			here = !strcmp(name, f->want.at[k].function);
		if (!here)
			continue;
		body_get(&f->scratch, f->p, (struct fn_id){ i }, &b);
		find_in(f, &b);
	}
}

/* A load or a store of one cell, and nothing beside it. */
static bool is_narrow(struct arena *scratch, const struct program *p, const struct finding_access *x)
{
	struct body b = { 0 };

	if (!x->fn)
		return false;
	body_get(scratch, p, (struct fn_id){ x->fn }, &b);
	return b.inst.at[x->inst].op == OP_load || b.inst.at[x->inst].op == OP_store || b.inst.at[x->inst].op == OP_rmw ||
	       b.inst.at[x->inst].op == OP_cmpxchg;
}

struct prove_places {
	struct schedule_place at[FINDING_PAIRS];
	uint32_t n;
};

static void add_place(struct prove_places *to, const struct finding_access *x)
{
	for (uint32_t i = 0; i < to->n; i++)
		if (to->at[i].fn.i == x->fn && to->at[i].inst == x->inst)
			return;
	if (to->n < FINDING_PAIRS)
		to->at[to->n++] = (struct schedule_place){ 0, { x->fn }, x->inst };
}

/* The phase that found it looks for some partners of each access, not for all: where the location is one cell, any two that
 * access nothing else will do. Whether they conflict is seen when they stand there. */
static void add_crossed(struct arena *scratch, const struct program *p, const struct finding *x, struct goal *g,
			struct goal_pair *pair)
{
	struct prove_places places = { .n = 0 };

	if (!x->npairs || !is_narrow(scratch, p, &x->pair[0].a) || !is_narrow(scratch, p, &x->pair[0].b))
		return;
	for (uint32_t i = 0; i < x->npairs; i++)
		if (is_narrow(scratch, p, &x->pair[i].a) && is_narrow(scratch, p, &x->pair[i].b)) {
			add_place(&places, &x->pair[i].a);
			add_place(&places, &x->pair[i].b);
		}
	for (uint32_t i = 0; i < x->naccesses; i++)
		if (is_narrow(scratch, p, &x->access[i]))
			add_place(&places, &x->access[i]);
	for (uint32_t i = 0; i < places.n; i++)
		for (uint32_t k = i; k < places.n; k++)
			pair[g->npairs++] = (struct goal_pair){ places.at[i], places.at[k] };
}

static void race_goal(struct arena *a, struct prove_finder *f, const struct finding *x, struct goal *g)
{
	struct goal_pair *pair = arena_array(a, x->npairs + (size_t)FINDING_PAIRS * (FINDING_PAIRS + 1) / 2, sizeof *pair);

	*g = (struct goal){ .kind = GOAL_RACE, .pair = pair };
	for (uint32_t i = 0; i < x->npairs; i++)
		if (x->pair[i].a.fn && x->pair[i].b.fn) {
			pair[g->npairs].a = (struct schedule_place){ 0, { x->pair[i].a.fn }, x->pair[i].a.inst };
			pair[g->npairs++].b = (struct schedule_place){ 0, { x->pair[i].b.fn }, x->pair[i].b.inst };
		}
	add_crossed(&f->scratch, f->p, x, g, pair);
}

static void want(struct prove_finder *f, const struct finding_place *place, const char *function, struct schedule_place *out)
{
	*vec_add(&f->scratch, &f->want) = (struct wanted){ place, function, out };
}

/* One place a thread of the cycle; a lock that is taken twice is a cycle of one. */
static void deadlock_goal(struct arena *a, struct prove_finder *f, const struct finding *x, struct goal *g)
{
	struct schedule_place *place = arena_array(a, x->nedges + 1, sizeof *place);

	*g = (struct goal){ .kind = GOAL_DEADLOCK, .place = place, .nplaces = x->nedges ? x->nedges : 1,
			    .own = x->rule == RULE_SELF_DEADLOCK };
	for (uint32_t i = 0; i < x->nedges; i++) {
		const struct finding_access *w = &x->edge[i].wants;
		place[i] = (struct schedule_place){ 0, { w->fn }, w->inst };
		if (!w->fn)
			want(f, &w->place, w->function, &place[i]);
	}
	if (!x->nedges)
		want(f, &x->place, x->function, &place[0]);
}

static bool goal_is_complete(const struct goal *g)
{
	for (uint32_t i = 0; i < g->nplaces; i++)
		if (!g->place[i].fn.i)
			return false;
	return g->npairs || g->nplaces;
}

/* A side of a finding: what its thread begins with, and who has to begin for that. */
struct begun {
	struct fn_id start, root;
};

/* Whoever asks for roots gets the threads themselves. Else main's threads are main's to start, and those of a library are
 * started by what it offers. */
static struct begun begun_by(struct callers *c, uint8_t how, const struct finding_access *x)
{
	struct begun b = { .start = roots_of_access(c, x) };

	if (how == START_roots)
		b.root = b.start;
	else if (!c->points->main || !roots_main_leads(c, x))
		b.root = roots_outermost(c, b.start);
	return b;
}

/* A root that is there already starts the threads of others as well, if they are not itself; `each`: one call a side. */
static struct roots_set beginning_of(const struct begun *side, uint32_t n, bool each)
{
	struct roots_set b = { .n = 0 };

	for (uint32_t i = 0; i < n && b.n < PROVE_ROOTS; i++) {
		bool there = false;
		for (uint32_t k = 0; k < n && !each && side[i].start.i != side[i].root.i; k++)
			there |= side[k].root.i == side[i].root.i && (k < i || side[k].start.i == side[k].root.i);
		if (!there)
			b.root[b.n++] = side[i].root;
	}
	return b;
}

static bool may_begin(struct callers *c, const struct roots_set *b)
{
	for (uint32_t i = 0; i < b->n; i++)
		for (uint32_t k = 0; k < i; k++)
			if (!roots_may_overlap(c, b->root[i], b->root[k]) || roots_is_told_by(c, b->root[i], b->root[k]) ||
			    roots_is_told_by(c, b->root[k], b->root[i]))
				return false;
	return b->n;
}

/* One root a thread. Where one is not known, or main's, there is no harness. */
static bool set_roots(struct callers *c, const struct begun *side, uint32_t n, struct aim *aim)
{
	for (uint32_t i = 0; i < n; i++)
		if (!side[i].root.i)
			return false;
	aim->first = beginning_of(side, n, false);
	aim->second = beginning_of(side, n, true);
	if (aim->second.n == aim->first.n || !may_begin(c, &aim->second))
		aim->second.n = 0;
	if (!may_begin(c, &aim->first))
		aim->first.n = 0;
	return aim->first.n;
}

static bool is_begun_so(const struct begun *x, const struct begun *y)
{
	return x->start.i == y->start.i && x->root.i == y->root.i;
}

/* Of the first pair that can begin; and what the race phase says of others of the same threads. It knows that those may overlap;
 * other accesses of the location may have their order from what happens before. */
static void race_roots(struct arena *a, struct callers *c, uint8_t how, const struct finding *x, struct aim *aim)
{
	struct begun (*side)[2] = arena_array(a, x->npairs + 1, sizeof *side);
	struct goal_pair *pair = arena_array(a, x->npairs + 1, sizeof *pair);
	uint32_t first = x->npairs;

	for (uint32_t i = 0; i < x->npairs; i++) {
		side[i][0] = begun_by(c, how, &x->pair[i].a);
		side[i][1] = begun_by(c, how, &x->pair[i].b);
		if (first == x->npairs && x->pair[i].a.fn && x->pair[i].b.fn && set_roots(c, side[i], 2, aim))
			first = i;
	}
	aim->below = (struct goal){ .kind = GOAL_RACE, .pair = pair };
	for (uint32_t i = first; i < x->npairs; i++) {
		const struct finding_access *p = &x->pair[i].a, *q = &x->pair[i].b;
		bool same = is_begun_so(&side[i][0], &side[first][0]) && is_begun_so(&side[i][1], &side[first][1]);
		bool crossed = is_begun_so(&side[i][0], &side[first][1]) && is_begun_so(&side[i][1], &side[first][0]);
		if (p->fn && q->fn && (same || crossed))
			pair[aim->below.npairs++] =
				(struct goal_pair){ { 0, { p->fn }, p->inst }, { 0, { q->fn }, q->inst } };
	}
}

static void deadlock_roots(struct callers *c, uint8_t how, const struct finding *x, struct aim *aim)
{
	struct begun side[PROVE_ROOTS];
	uint32_t n = aim->goal.nplaces;

	aim->below = aim->goal;
	for (uint32_t i = 0; i < n && n <= PROVE_ROOTS; i++) {
		struct finding_access at = x->nedges ? x->edge[i].wants : (struct finding_access){ 0 };
		at.fn = aim->goal.place[i].fn.i;
		side[i] = begun_by(c, how, &at);
	}
	if (n <= PROVE_ROOTS)
		(void)set_roots(c, side, n, aim);
}

static struct aim *make_aims(struct arena *a, const struct confirm *c, const struct finding *const *x, uint32_t n)
{
	struct aim *aim = arena_array(a, n + 1, sizeof *aim);
	struct prove_finder f = { .p = c->points->p };
	struct callers *callers;

	arena_init(&f.scratch, "places");
	for (uint32_t i = 0; i < n; i++) {
		if (x[i]->rule == RULE_RACE || x[i]->rule == RULE_RACE_BITFIELD)
			race_goal(a, &f, x[i], &aim[i].goal);
		else if (x[i]->rule == RULE_DEADLOCK || x[i]->rule == RULE_SELF_DEADLOCK ||
			 x[i]->rule == RULE_WAIT_HOLDING)
			deadlock_goal(a, &f, x[i], &aim[i].goal);
	}
	find_places(&f);
	callers = c->start == START_main || c->harness ? NULL : roots_callers(&f.scratch, c->points);
	for (uint32_t i = 0; callers && i < n; i++) {
		if (aim[i].goal.kind == GOAL_RACE)
			race_roots(a, callers, c->start, x[i], &aim[i]);
		else if (aim[i].goal.kind == GOAL_DEADLOCK)
			deadlock_roots(callers, c->start, x[i], &aim[i]);
	}
	arena_release(&f.scratch);
	return aim;
}

/* ---- one proof ---- */

static bool search(struct arena *a, const struct confirm *c, const struct goal *goal, const struct prove_options *o,
		   struct prove_result *r, struct finding_proof *proof)
{
	struct machine_image *image;
	struct schedule shorter;

	prove_search(a, c->points, c->primitives, goal, o, r);
	if (r->outcome != PROVE_FOUND) {
		proof->state = r->outcome == PROVE_CANNOT ? PROOF_CANNOT : PROOF_NOT_WITHIN;
		proof->text = r->text ? r->text : "";
		return false;
	}
	image = machine_image(a, c->points->p, c->points->models);
	shorter = replay_shortened(a, image, &r->schedule);
	replay_run(a, image, &shorter, proof);
	if (!proof->nends) /* a shorter one may be less plausible under a harness */
		replay_run(a, image, &r->schedule, proof);
	return proof->state != PROOF_CANNOT;
}

/* First with variables as they are initialised: that state is one that a program can be in. */
static bool search_beginning(struct arena *a, const struct confirm *c, const struct aim *aim, const struct roots_set *b,
			     double end, struct finding_proof *proof)
{
	struct prove_options o = c->search;
	struct prove_result r;

	o.nroots = b->n;
	o.apart = c->points->main && c->start == START_auto;
	memcpy(o.root, b->root, sizeof o.root);
	o.seconds = (end - effort_now()) * 0.5;
	if (search(a, c, &aim->below, &o, &r, proof))
		return true;
	o.open = true;
	o.seconds = end - effort_now();
	return search(a, c, &aim->below, &o, &r, proof);
}

static bool search_roots(struct arena *a, const struct confirm *c, const struct aim *aim, double end, struct finding_proof *proof)
{
	double now = effort_now();

	if (!aim->second.n)
		return search_beginning(a, c, aim, &aim->first, end, proof);
	return search_beginning(a, c, aim, &aim->first, now + (end - now) * 0.5, proof) ||
	       search_beginning(a, c, aim, &aim->second, end, proof);
}

/* What somebody has written to start the program is not its main. */
static void tell_harness(struct arena *a, const struct confirm *c, struct finding_proof *proof)
{
	if (!c->harness || (proof->state != PROOF_CONFIRMED && proof->state != PROOF_ASSUMING))
		return;
	proof->state = PROOF_HARNESS;
	proof->text = arena_format(a, "%s; assumed: the program begins with snag_harness of %s", proof->text, c->harness);
}

static void attempt(struct arena *a, const struct confirm *c, const struct aim *aim, struct finding_proof *proof)
{
	bool can = c->points->main, roots = aim->first.n && aim->below.kind && c->start != START_main && !c->harness;
	double end = effort_now() + c->search.seconds;
	struct prove_options o = c->search;
	struct finding_proof other = { 0 };
	struct prove_result r = { 0 };

	*proof = (struct finding_proof){ .state = PROOF_CANNOT, .text = aim->goal.kind ? "its place in the code is not "
	                                                                                 "known" :
								       "findings of this rule are not proved by an execution" };
	if (!goal_is_complete(&aim->goal) && aim->goal.kind != GOAL_ASSERT)
		return;
	proof->text = can ? "no roots of its threads are known" :
			    "there is no main to start from, and no roots of its threads are known";
	if (roots && c->start != START_roots)
		o.seconds *= 0.7;
	if (can && (c->start != START_roots || c->harness) && search(a, c, &aim->goal, &o, &r, proof)) {
		tell_harness(a, c, proof);
		return;
	}
	if (!roots || (c->start == START_auto && (r.all || r.reached)))
		return;
	if (search_roots(a, c, aim, end, &other) || !r.outcome)
		*proof = other;
	else if (other.text)
		proof->text = arena_format(a, "%s; under a harness: %s", proof->text, other.text);
}

static void write_all(int fd, const uint8_t *at, size_t n)
{
	while (n) {
		ssize_t k = write(fd, at, n);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			_exit(1);
		at += k;
		n -= (size_t)k;
	}
}

static _Noreturn void child(const struct confirm *c, const struct aim *aim, int fd)
{
	struct finding_proof proof;
	struct arena a;
	struct packer p = { .arena = &a };

	arena_init(&a, "proof");
	attempt(&a, c, aim, &proof);
	finding_pack_proof(&p, &proof);
	write_all(fd, p.out.at, p.out.n);
	_exit(0);
}

/* ---- workers ---- */

struct worker {
	pid_t pid; /* 0: free */
	int fd;
	uint32_t finding;
	double deadline;
	VEC(uint8_t) got;
};

struct prove_crew {
	struct arena *out;
	struct arena scratch;
	const struct confirm *c;
	const struct aim *aim;
	const struct finding_proof **proof;
	struct worker *worker;
	uint32_t nworkers, next, n, done;
};

static const struct finding_proof *impossible(struct arena *a, const char *why)
{
	struct finding_proof *p = arena_new(a, struct finding_proof);

	*p = (struct finding_proof){ .state = PROOF_CANNOT, .text = why };
	return p;
}

static void finish(struct prove_crew *w, struct worker *k, const char *trouble)
{
	struct unpacker u = { .at = k->got.at, .end = k->got.at ? k->got.at + k->got.n : NULL };
	const struct finding_proof *p = trouble || !k->got.n ? NULL : finding_unpack_proof(w->out, &u);
	int status;

	if (trouble)
		kill(k->pid, SIGKILL);
	close(k->fd);
	while (waitpid(k->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	w->proof[k->finding] = p ? p : impossible(w->out, trouble ? trouble : "the process that searched for it died");
	k->pid = 0;
	k->got.n = 0;
	progress_step(++w->done, "");
}

static void begin(struct prove_crew *w, struct worker *k)
{
	int fd[2];
	pid_t pid;

	k->finding = w->next++;
	if (pipe(fd) != 0 || (fflush(NULL), pid = fork()) < 0)
		die("cannot start a process to prove a finding: %s", strerror(errno));
	if (!pid) {
		close(fd[0]);
		child(w->c, &w->aim[k->finding], fd[1]);
	}
	close(fd[1]);
	k->pid = pid;
	k->fd = fd[0];
	k->deadline = stat_now() + w->c->search.seconds + (w->c->search.seconds > 5 ? w->c->search.seconds * 0.09 : 0.5);
	if (effort_in_steps()) /* which end it, on a machine of any speed */
		k->deadline += MOST_SLOW * (1 + w->c->search.seconds);
}

static void take(struct prove_crew *w, struct worker *k)
{
	uint8_t bytes[65536];
	ssize_t n = read(k->fd, bytes, sizeof bytes);

	if (n < 0 && errno == EINTR)
		return;
	for (ssize_t i = 0; i < n; i++)
		*vec_add(&w->scratch, &k->got) = bytes[i];
	if (n <= 0 || k->got.n > MOST_PROOF)
		finish(w, k, n > 0 ? "its proof is too long" : NULL);
}

static void wait_for_some(struct prove_crew *w)
{
	struct pollfd fd[64];
	struct worker *of[64];
	nfds_t n = 0;

	for (uint32_t i = 0; i < w->nworkers && n < 64; i++)
		if (w->worker[i].pid) {
			fd[n] = (struct pollfd){ .fd = w->worker[i].fd, .events = POLLIN };
			of[n++] = &w->worker[i];
		}
	if (poll(fd, n, 200) < 0 && errno != EINTR)
		die("cannot wait for the processes that prove findings: %s", strerror(errno));
	for (nfds_t i = 0; i < n; i++) {
		if (fd[i].revents)
			take(w, of[i]);
		else if (stat_now() > of[i]->deadline)
			finish(w, of[i], "its search did not end in time");
	}
}

static void run_crew(struct prove_crew *w)
{
	w->nworkers = w->c->workers < 1 ? 1 : w->c->workers > 64 ? 64 : w->c->workers;
	w->worker = arena_array(&w->scratch, w->nworkers, sizeof *w->worker);
	progress_start("prove", w->n);
	while (w->done < w->n) {
		for (uint32_t i = 0; i < w->nworkers && w->next < w->n; i++)
			if (!w->worker[i].pid)
				begin(w, &w->worker[i]);
		wait_for_some(w);
	}
	progress_end();
}

void confirm_run(struct arena *out, const struct confirm *c, const struct finding *const *x, uint32_t n,
		 const struct finding_proof **proof)
{
	struct prove_crew w = { .out = out, .c = c, .proof = proof, .n = n };

	arena_init(&w.scratch, "confirm");
	w.aim = make_aims(&w.scratch, c, x, n);
	run_crew(&w);
	for (uint32_t i = 0; i < n; i++) {
		stat_add(STAT_proofs, 1);
		stat_add(STAT_confirmed, proof[i]->state == PROOF_CONFIRMED);
		stat_add(STAT_confirmed_assuming, proof[i]->state == PROOF_ASSUMING);
		stat_add(STAT_confirmed_harness, proof[i]->state == PROOF_HARNESS);
		stat_add(STAT_refuted, proof[i]->state == PROOF_REFUTED);
	}
	arena_release(&w.scratch);
}

/* ---- as C ---- */

/* Where there is no main, from the roots of its threads, or from what the library offers. */
static void emit_aim(struct arena *a, const struct confirm *c, const struct aim *aim, FILE *f)
{
	struct prove_options o = c->search;

	if (!c->points->main) {
		memcpy(o.root, aim->first.root, sizeof o.root);
		o.nroots = aim->first.n ? aim->first.n : roots_some(roots_callers(a, c->points), o.root, PROVE_ROOTS);
	}
	emit_c(c->points, c->primitives, &aim->goal, &o, f);
}

bool confirm_emit(const struct confirm *c, const struct finding *x, const char *path, struct trouble *t)
{
	struct aim any = { .goal = { .kind = GOAL_ASSERT } };
	struct arena a;
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	const struct aim *aim = &any;
	bool ok;

	if (!f)
		return trouble(t, "%s: no memory for a program", path);
	arena_init(&a, "emit");
	if (x)
		aim = make_aims(&a, c, &x, 1);
	if (program_pointer_bytes(c->points->p) != 8) {
		fclose(f);
		ok = trouble(t, "%s: not written: it would be for a machine whose pointers have eight bytes", path);
	} else if (x && !goal_is_complete(&aim->goal)) {
		fclose(f);
		ok = trouble(t, "%s: not written: the finding's place in the code is not known", path);
	} else {
		emit_aim(&a, c, aim, f);
		ok = fclose(f) == 0 ? file_put(path, text, n, t) : trouble(t, "%s: no memory for a program", path);
	}
	free(text);
	arena_release(&a);
	return ok;
}

/* ---- assertions ---- */

struct assertion {
	struct schedule_place place;
	struct finding_place where;
	const char *text;
};

struct assertions {
	VEC(struct assertion) at;
};

/* "n > 0": the first argument of the call is the condition as it was written. */
static const char *assertion_text(struct arena *a, const struct program *p, const struct body *b, const struct inst *in)
{
	struct ref r = body_arg(b, in, 1);
	struct bytes s;

	if (ref_kind(r) != REF_SYM)
		return "";
	s = program_bytes(p, program_sym(p, (struct sym_id){ ref_index(r) })->data);
	return s.len ? arena_copy(a, s.at, s.len) : ""; /* zeros at the end are not kept */
}

static struct finding assert_finding(struct arena *a, const struct program *p, const struct assertion *x,
				     const struct finding_proof *proof)
{
	const char *function = program_fn_name(p, x->place.fn);
	struct finding f = { .rule = RULE_ASSERT_FAIL,
			     .place = x->where,
			     .function = arena_string(a, function),
			     .lock = "",
			     .object = "",
			     .guard = "",
			     .proof = proof };
	char *key;

	f.message = !proof_is_shown(proof) ? arena_format(a, "no failure of the assertion '%s' was found", x->text) :
		    x->text[0]			    ? arena_format(a, "the assertion '%s' fails", x->text) :
						      "an assertion fails";
	key = arena_format(a, "assert-fail|%s|%s", function, x->text);
	f.fingerprint = hash_much(key, strlen(key), 0);
	return f;
}

static void find_asserts(struct arena *a, const struct program *p, struct assertions *found)
{
	for (uint32_t i = 1; i < p->fn.n; i++) {
		struct body b = { 0 };
		body_get(a, p, (struct fn_id){ i }, &b);
		for (uint32_t k = 0; k < b.inst.n; k++) {
			const struct inst *in = &b.inst.at[k];
			struct sym_id callee = in->op == OP_call ? body_callee(p, &b, in) : (struct sym_id){ 0 };
			const struct loc *l = &b.loc.at[in->loc];
			if (!callee.i || !machine_fails(program_str(p, program_sym(p, callee)->name)))
				continue;
			*vec_add(a, &found->at) =
				(struct assertion){ { 0, b.fn, k },
						    { arena_string(a, program_str(p, l->file)), l->line, l->column },
						    assertion_text(a, p, &b, in) };
		}
	}
}

struct confirmed confirm_asserts(struct arena *out, const struct confirm *c)
{
	struct assertions found = { 0 };
	struct prove_crew w = { .out = out, .c = c };
	struct confirmed r = { 0 };
	struct aim *aim;

	arena_init(&w.scratch, "confirm");
	find_asserts(out, c->points->p, &found);
	w.n = r.tried = found.at.n;
	w.aim = aim = arena_array(&w.scratch, found.at.n + 1, sizeof *aim);
	w.proof = arena_array(&w.scratch, found.at.n + 1, sizeof *w.proof);
	for (uint32_t i = 0; i < found.at.n; i++)
		aim[i].goal = (struct goal){ .kind = GOAL_ASSERT, .place = &found.at.at[i].place, .nplaces = 1 };
	run_crew(&w);
	for (uint32_t i = 0; i < found.at.n; i++)
		*vec_add(out, &r.finding) = assert_finding(out, c->points->p, &found.at.at[i], w.proof[i]);
	arena_release(&w.scratch);
	return r;
}
