/* Random programs for the oracle: main and one to three threads over four variables, two mutexes, a condition, a readers-writer
 * lock, a semaphore, a barrier, a once; atomic accesses of all orders, fences, setjmp and longjmp. Each statement is written twice, as C and as
 * operations. Half of what is made follows a discipline, with mistakes, so that both answers are frequent. */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

struct generator {
	FILE *f;
	struct small_program *p;
	struct thread_code *code;
	uint64_t state;
	int budget;
	uint32_t held;      /* mutexes: bits */
	bool rw;            /* the readers-writer lock is held */
	uint32_t registers; /* in use */
	uint32_t jumps;     /* setjmp's so far */
	uint32_t slips;     /* in a hundred: how often a discipline is not kept */
	bool atomics, syncs, jumping;
	bool strong;        /* all atomic accesses are seq_cst */
	bool is_main;
};

static uint32_t pick(struct generator *g, uint32_t n)
{
	g->state ^= g->state << 13;
	g->state ^= g->state >> 7;
	g->state ^= g->state << 17;
	return (uint32_t)(g->state >> 33) % n;
}

static bool slips(struct generator *g)
{
	return pick(g, 100) < g->slips;
}

static struct instruction *emit(struct generator *g, uint8_t op)
{
	struct instruction *in;

	if (g->code->n + 2 >= MOST_CODE) {
		g->p->full = true;
		g->code->n = 0;
	}
	in = &g->code->at[g->code->n++];
	*in = (struct instruction){ .op = op, .reg = REGISTERS };
	return in;
}

static const char *const names[LOCATIONS] = { "x", "y", "a", "b" };
static const char *const orders[] = { "?", "__ATOMIC_RELAXED", "__ATOMIC_ACQUIRE", "__ATOMIC_RELEASE", "__ATOMIC_ACQ_REL", "__ATOMIC_SEQ_CST" };

static uint8_t some_order(struct generator *g, const uint8_t *of, uint32_t n)
{
	uint8_t order = g->strong ? SEQ_CST : of[pick(g, n)];

	g->p->weak |= order != SEQ_CST;
	return order;
}

static uint8_t load_order(struct generator *g)
{
	static const uint8_t of[] = { RELAXED, ACQUIRE, ACQUIRE, SEQ_CST };

	return some_order(g, of, 4);
}

static uint8_t store_order(struct generator *g)
{
	static const uint8_t of[] = { RELAXED, RELEASE, RELEASE, SEQ_CST };

	return some_order(g, of, 4);
}

static uint8_t any_order(struct generator *g)
{
	static const uint8_t of[] = { RELAXED, RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };

	return some_order(g, of, 6);
}

static uint32_t new_register(struct generator *g)
{
	if (g->registers == REGISTERS) {
		g->p->full = true;
		g->registers = 0;
	}
	return g->registers++;
}

/* ---- accesses ---- */

static uint32_t atomic_location(struct generator *g)
{
	return pick(g, 40) ? 2 + pick(g, 2) : pick(g, 4);
}

static void plain(struct generator *g, uint32_t loc)
{
	struct instruction *in;
	uint32_t r;

	switch (pick(g, 4)) {
	case 0:
		in = emit(g, DO_STORE);
		in->loc = (uint8_t)loc;
		in->a = (int16_t)pick(g, 3);
		fprintf(g->f, "\t%s = %d;\n", names[loc], in->a);
		break;
	case 1:
		r = new_register(g);
		in = emit(g, DO_LOAD);
		in->loc = (uint8_t)loc;
		in->reg = (uint8_t)r;
		fprintf(g->f, "\tr%u = %s;\n", r, names[loc]);
		if (!pick(g, 3)) {
			in = emit(g, DO_ASSERT);
			in->reg = (uint8_t)r;
			in->a = (int16_t)pick(g, 3);
			fprintf(g->f, "\tassert(r%u != %d);\n", r, in->a);
		}
		break;
	default:
		r = new_register(g);
		in = emit(g, DO_LOAD);
		in->loc = (uint8_t)loc;
		in->reg = (uint8_t)r;
		in = emit(g, DO_STORE);
		in->loc = (uint8_t)loc;
		in->reg = (uint8_t)r;
		in->a = 1;
		fprintf(g->f, "\tr%u = %s;\n\t%s = r%u + 1;\n", r, names[loc], names[loc], r);
	}
}

static uint32_t atomic_load(struct generator *g, uint32_t loc, uint8_t order)
{
	uint32_t r = new_register(g);
	struct instruction *in = emit(g, DO_LOAD);

	in->loc = (uint8_t)loc;
	in->order = order;
	in->reg = (uint8_t)r;
	fprintf(g->f, "\tr%u = __atomic_load_n(&%s, %s);\n", r, names[loc], orders[order]);
	return r;
}

static void atomic_store(struct generator *g, uint32_t loc, int value, uint8_t order)
{
	struct instruction *in = emit(g, DO_STORE);

	in->loc = (uint8_t)loc;
	in->order = order;
	in->a = (int16_t)value;
	fprintf(g->f, "\t__atomic_store_n(&%s, %d, %s);\n", names[loc], value, orders[order]);
}

static void fence(struct generator *g)
{
	static const uint8_t of[] = { ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };
	struct instruction *in = emit(g, DO_FENCE);

	in->order = some_order(g, of, 4);
	fprintf(g->f, "\t__atomic_thread_fence(%s);\n", orders[in->order]);
}

static void modify(struct generator *g, uint32_t loc)
{
	static const uint8_t failing[] = { RELAXED, RELAXED, ACQUIRE, SEQ_CST };
	uint32_t r = new_register(g), how = pick(g, 4);
	struct instruction *in = emit(g, how == 0 ? DO_ADD : how == 1 ? DO_EXCHANGE : DO_CAS);

	in->loc = (uint8_t)loc;
	in->reg = (uint8_t)r;
	in->order = any_order(g);
	in->a = (int16_t)pick(g, 3);
	if (how == 0) {
		in->a = 1;
		fprintf(g->f, "\tr%u = __atomic_fetch_add(&%s, 1, %s);\n", r, names[loc], orders[in->order]);
	} else if (how == 1) {
		fprintf(g->f, "\tr%u = __atomic_exchange_n(&%s, %d, %s);\n", r, names[loc], in->a, orders[in->order]);
	} else {
		in->b = (int16_t)(1 + pick(g, 2));
		in->weak = !pick(g, 4);
		in->order2 = some_order(g, failing, 4);
		fprintf(g->f, "\t{ int w = %d; r%u = __atomic_compare_exchange_n(&%s, &w, %d, %d, %s, %s); }\n", in->a, r,
			names[loc], in->b, in->weak, orders[in->order], orders[in->order2]);
	}
}

/* 0 or 1, from outside. */
static uint32_t choose(struct generator *g)
{
	static const char *const how[] = { "__VERIFIER_nondet_bool()", "__VERIFIER_nondet_bool()", "__VERIFIER_nondet_int() > 7", "rand() & 1",
					   "(unsigned)rand() % 2" };
	uint32_t r = new_register(g);

	emit(g, DO_CHOOSE)->reg = (uint8_t)r;
	fprintf(g->f, "\tr%u = %s;\n", r, how[pick(g, 5)]);
	return r;
}

static void statement(struct generator *g, int depth);

/* What may be done if a register has a value. */
static void guarded(struct generator *g, uint32_t r, int value, int loc, int depth)
{
	uint32_t test = g->code->n;
	struct instruction *in = emit(g, DO_UNLESS);

	in->reg = (uint8_t)r;
	in->a = (int16_t)value;
	fprintf(g->f, "\tif (r%u == %d) {\n", r, value);
	if (g->atomics && !pick(g, 5))
		fence(g);
	if (loc >= 0)
		plain(g, (uint32_t)loc);
	else
		statement(g, depth + 1);
	fputs("\t}\n", g->f);
	g->code->at[test].to = (uint16_t)g->code->n;
}

/* ---- what synchronises ---- */

static void call(struct generator *g, uint8_t op, uint32_t object, const char *text)
{
	emit(g, op)->object = (uint8_t)object;
	fprintf(g->f, "\t%s;\n", text);
}

static void wake(struct generator *g)
{
	bool one = pick(g, 2);

	call(g, one ? DO_SIGNAL : DO_BROADCAST, 0, one ? "pthread_cond_signal(&c)" : "pthread_cond_broadcast(&c)");
}

static void locked(struct generator *g, int depth)
{
	static const char *const lock[] = { "pthread_mutex_lock(&m0)", "pthread_mutex_lock(&m1)" };
	static const char *const unlock[] = { "pthread_mutex_unlock(&m0)", "pthread_mutex_unlock(&m1)" };
	uint32_t which = slips(g) || g->held & 1;
	bool trying = !pick(g, 6);
	uint32_t test = 0, r;

	if (g->held >> which & 1)
		return;
	if (trying) {
		r = new_register(g);
		emit(g, DO_TRYLOCK)->object = (uint8_t)which;
		g->code->at[g->code->n - 1].reg = (uint8_t)r;
		test = g->code->n;
		emit(g, DO_UNLESS)->reg = (uint8_t)r;
		g->code->at[test].a = 1;
		fprintf(g->f, "\tr%u = pthread_mutex_trylock(&m%u) == 0;\n\tif (r%u == 1) {\n", r, which, r);
	} else {
		call(g, DO_LOCK, which, lock[which]);
	}
	g->held |= 1u << which;
	if (slips(g))
		statement(g, depth + 1);
	else
		plain(g, 0);
	if (!which && !pick(g, 5)) {
		r = new_register(g);
		emit(g, DO_LOAD)->reg = (uint8_t)r;
		fprintf(g->f, "\tr%u = x;\n", r);
		uint32_t skip = g->code->n;
		emit(g, DO_UNLESS)->reg = (uint8_t)r;
		fprintf(g->f, "\tif (r%u == 0)\n\t", r);
		call(g, DO_WAIT, 0, "pthread_cond_wait(&c, &m0)");
		g->code->at[skip].to = (uint16_t)g->code->n;
	}
	if (!pick(g, 4))
		statement(g, depth + 1);
	if (!pick(g, 4))
		wake(g);
	g->held &= ~(1u << which);
	call(g, DO_UNLOCK, which, unlock[which]);
	if (trying) {
		fputs("\t}\n", g->f);
		g->code->at[test].to = (uint16_t)g->code->n;
	}
}

static void read_write_locked(struct generator *g)
{
	bool shared = pick(g, 2);
	struct instruction *in;
	uint32_t r;

	if (g->rw)
		return;
	call(g, shared ? DO_RDLOCK : DO_WRLOCK, 0, shared ? "pthread_rwlock_rdlock(&w)" : "pthread_rwlock_wrlock(&w)");
	g->rw = true;
	if (shared && !slips(g)) {
		r = new_register(g);
		in = emit(g, DO_LOAD);
		in->reg = (uint8_t)r;
		in->loc = 1;
		fprintf(g->f, "\tr%u = y;\n", r);
	} else {
		plain(g, 1);
	}
	g->rw = false;
	call(g, DO_RWUNLOCK, 0, "pthread_rwlock_unlock(&w)");
}

static void once(struct generator *g)
{
	uint32_t at = g->code->n;
	struct instruction *in;

	emit(g, DO_ONCE);
	in = emit(g, DO_STORE);
	in->loc = 1;
	in->a = 2;
	emit(g, DO_ONCE_DONE);
	g->code->at[at].to = (uint16_t)g->code->n;
	fputs("\tpthread_once(&o, first);\n", g->f);
}

static void semaphore(struct generator *g)
{
	struct instruction *in;
	uint32_t r;

	switch (pick(g, 5)) {
	case 0:
	case 1:
		if (!slips(g))
			plain(g, 1);
		call(g, DO_POST, 0, "sem_post(&s)");
		break;
	case 2:
		r = new_register(g);
		in = emit(g, DO_TRYWAIT);
		in->reg = (uint8_t)r;
		fprintf(g->f, "\tr%u = sem_trywait(&s) == 0;\n", r);
		guarded(g, r, 1, 1, 3);
		break;
	default:
		call(g, DO_SEM_WAIT, 0, "sem_wait(&s)");
		plain(g, 1);
	}
}

/* setjmp, and a jump back out of what is guarded by it. */
static void jump(struct generator *g, int depth)
{
	uint32_t number = g->jumps++, r = choose(g), test;

	fprintf(g->f, "\tif (setjmp(j%u) == 0) {\n", number);
	statement(g, depth + 1);
	test = g->code->n;
	emit(g, DO_UNLESS)->reg = (uint8_t)r;
	g->code->at[test].a = 0;
	fprintf(g->f, pick(g, 2) ? "\tif (r%u != 0)\n\t\tlongjmp(j%u, 1);\n" : "\tif (r%u != 0)\n\t\tleap(j%u);\n", r, number);
	statement(g, depth + 1);
	fputs("\t}\n", g->f);
	g->code->at[test].to = (uint16_t)g->code->n;
}

/* ---- statements ---- */

static void message(struct generator *g, int depth)
{
	uint32_t flag = 2 + pick(g, 2), data = slips(g) ? pick(g, 2) : flag - 2, r;
	uint8_t order = slips(g) ? load_order(g) : g->strong ? SEQ_CST : ACQUIRE;

	g->p->weak |= order != SEQ_CST;
	if (pick(g, 2)) {
		if (!slips(g))
			plain(g, data);
		if (!pick(g, 5))
			fence(g);
		order = slips(g) ? store_order(g) : g->strong ? SEQ_CST : RELEASE;
		g->p->weak |= order != SEQ_CST;
		if (pick(g, 5))
			atomic_store(g, flag, 1 + (int)pick(g, 2), order);
		else
			modify(g, flag);
		if (!g->strong && !pick(g, 4)) /* the release sequence goes on */
			atomic_store(g, flag, 1 + (int)pick(g, 2), RELAXED);
	} else if (!pick(g, 6)) {
		struct instruction *in = emit(g, DO_SPIN);
		in->loc = (uint8_t)flag;
		in->order = order;
		g->p->spins = true;
		fprintf(g->f, "\twhile (__atomic_load_n(&%s, %s) == 0)\n\t\t;\n", names[flag], orders[order]);
		plain(g, data);
	} else {
		r = atomic_load(g, flag, order);
		guarded(g, r, 1 + (int)pick(g, 2), (int)data, depth);
	}
}

static void statement(struct generator *g, int depth)
{
	uint32_t r, how;

	if (g->budget <= 0 || depth > 3 || g->p->full)
		return;
	g->budget--;
	how = pick(g, 24);
	if (g->syncs && how < 7) {
		switch (how) {
		case 0: semaphore(g); break;
		case 1: read_write_locked(g); break;
		case 2: once(g); break;
		case 3: call(g, DO_BARRIER, 0, "pthread_barrier_wait(&k)"); break;
		default: locked(g, depth); break;
		}
	} else if (g->atomics && how < 18) {
		switch (how) {
		case 8:
		case 9: modify(g, atomic_location(g)); break;
		case 10: atomic_store(g, atomic_location(g), (int)pick(g, 3), store_order(g)); break;
		case 11: (void)atomic_load(g, atomic_location(g), load_order(g)); break;
		case 12: fence(g); break;
		default: message(g, depth); break;
		}
	} else if (g->jumping && (how == 18 || how > 20)) {
		jump(g, depth);
	} else if (how == 19 || how == 7) {
		r = choose(g);
		guarded(g, r, 1, -1, depth);
	} else if (how == 20 && !pick(g, 6)) {
		emit(g, DO_EXIT);
		fputs("\texit(0);\n", g->f);
	} else if (slips(g)) {
		plain(g, pick(g, 2));
	} else if (g->syncs) {
		locked(g, depth);
	}
}

/* The text is made first, since declarations depend on it. */
static void function(struct generator *g, uint32_t number, int budget, const char *nested)
{
	char *body = NULL;
	size_t n;
	FILE *out = g->f;
	uint32_t jumps;

	g->code = &g->p->thread[number];
	g->f = open_memstream(&body, &n);
	g->registers = g->jumps = 0;
	g->held = 0;
	g->budget = budget;
	if (nested) {
		emit(g, DO_CREATE)->object = (uint8_t)(number + 1);
		fprintf(g->f, "\tpthread_create(&t%u, 0, f%u, 0);\n", number + 1, number + 1);
	}
	while (g->budget > 0)
		statement(g, 0);
	if (nested && pick(g, 2)) {
		emit(g, DO_JOIN)->object = (uint8_t)(number + 1);
		fprintf(g->f, "\tpthread_join(t%u, 0);\n", number + 1);
	}
	emit(g, DO_END);
	fclose(g->f);
	g->f = out;
	jumps = g->jumps;
	fprintf(out, "static void *f%u(void *arg)\n{\n", number);
	for (uint32_t i = 0; i < g->registers; i++)
		fprintf(out, "\t%sint r%u = 0;\n", jumps ? "volatile " : "", i);
	for (uint32_t i = 0; i < jumps; i++)
		fprintf(out, "\tjmp_buf j%u;\n", i);
	fputs(body, out);
	fputs("\treturn arg;\n}\n\n", out);
	free(body);
}

static void main_function(struct generator *g, bool nested)
{
	char *body = NULL;
	size_t n;
	FILE *out = g->f;
	bool joined = pick(g, 4) != 0, leaves = !pick(g, 12);

	g->code = &g->p->thread[0];
	g->f = open_memstream(&body, &n);
	g->registers = g->jumps = 0;
	g->held = 0;
	g->is_main = true;
	fprintf(g->f, "\tsem_init(&s, 0, %d);\n\tpthread_barrier_init(&k, 0, %d);\n", g->p->semaphore, g->p->barrier);
	if (pick(g, 2))
		plain(g, pick(g, 4));
	for (uint32_t i = 1; i < g->p->threads; i++)
		if (i == 1 || !nested) {
			emit(g, DO_CREATE)->object = (uint8_t)i;
			fprintf(g->f, "\tpthread_create(&t%u, 0, f%u, 0);\n", i, i);
		}
	g->budget = g->p->threads > 2 ? (int)pick(g, 2) : (int)pick(g, 3);
	while (g->budget > 0)
		statement(g, 0);
	for (uint32_t i = 1; joined && i < g->p->threads; i++)
		if (i == 1 || !nested) {
			emit(g, DO_JOIN)->object = (uint8_t)i;
			fprintf(g->f, "\tpthread_join(t%u, 0);\n", i);
		}
	if (joined && pick(g, 2))
		plain(g, pick(g, 4));
	if (leaves)
		fputs("\tpthread_exit(0);\n", g->f);
	emit(g, DO_END)->a = leaves;
	fclose(g->f);
	g->f = out;
	fputs("int main(void)\n{\n", out);
	for (uint32_t i = 0; i < g->registers; i++)
		fprintf(out, "\t%sint r%u = 0;\n", g->jumps ? "volatile " : "", i);
	for (uint32_t i = 0; i < g->jumps; i++)
		fprintf(out, "\tjmp_buf j%u;\n", i);
	fputs(body, out);
	fputs("\treturn 0;\n}\n", out);
	free(body);
}

void generate(struct small_program *p, uint64_t seed)
{
	struct generator g = { .p = p, .state = seed * 0x9e3779b97f4a7c15ull + 0x51ed2701 };
	size_t n;
	bool nested;

	memset(p, 0, sizeof *p);
	g.f = open_memstream(&p->text, &n);
	for (int i = 0; i < 8; i++)
		(void)pick(&g, 2);
	p->threads = 2 + pick(&g, 2);
	if (!pick(&g, 12))
		p->threads = 4;
	nested = p->threads == 3 && !pick(&g, 3);
	p->semaphore = (int)pick(&g, 2);
	p->barrier = (int)(p->threads > 2 && pick(&g, 2) ? 3 : 2);
	g.slips = (uint32_t[]){ 0, 10, 25, 60 }[pick(&g, 4)];
	g.atomics = pick(&g, 3) != 0;
	g.syncs = !g.atomics || pick(&g, 2);
	g.strong = !pick(&g, 3);
	g.jumping = !pick(&g, 6);
	fputs("#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <setjmp.h>\n#include <stdlib.h>\n\n"
	      "_Bool __VERIFIER_nondet_bool(void);\nint __VERIFIER_nondet_int(void);\n\nint x, y, a, b;\npthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = "
	      "PTHREAD_MUTEX_INITIALIZER;\n"
	      "pthread_cond_t c = PTHREAD_COND_INITIALIZER;\npthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;\n"
	      "pthread_once_t o = PTHREAD_ONCE_INIT;\nsem_t s;\npthread_barrier_t k;\npthread_t t1, t2, t3;\n\n"
	      "static void first(void)\n{\n\ty = 2;\n}\n\n",
	      g.f);
	if (g.jumping)
		fputs("static void leap(jmp_buf to)\n{\n\tlongjmp(to, 1);\n}\n\n", g.f);
	for (uint32_t i = p->threads - 1; i > 0; i--)
		function(&g, i, (p->threads > 2 ? 2 : 3) + (int)pick(&g, 2), nested && i == 1 ? "" : NULL);
	main_function(&g, nested);
	fclose(g.f);
}
