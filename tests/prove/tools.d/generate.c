/* Random programs of two or three threads over three variables and two locks: plain and atomic accesses, locked regions,
 * tests, assertions, starts from main or from another thread, joins or none. Statements are few, so that all interleavings
 * can be looked at, and each program is free of loops. */
#include <stdlib.h>

#include "interleave.h"

struct generator {
	FILE *f;
	uint64_t state;
	uint32_t line, budget, locals;
	uint32_t held; /* locks held here: bits */
	bool starts_second; /* thread 1 starts thread 2 */
};

static uint32_t pick(struct generator *g, uint32_t n)
{
	g->state ^= g->state << 13;
	g->state ^= g->state >> 7;
	g->state ^= g->state << 17;
	return (uint32_t)(g->state >> 33) % n;
}

static const char *variable(struct generator *g)
{
	static const char *const name[] = { "x", "y", "z" };

	return name[pick(g, 3)];
}

static void statement(struct generator *g, uint32_t depth);

static void condition(struct generator *g)
{
	static const char *const how[] = { "==", "!=", "<", ">=" };

	fprintf(g->f, "%s %s ", variable(g), how[pick(g, 4)]);
	if (pick(g, 3))
		fprintf(g->f, "%u", pick(g, 3));
	else
		fputs(variable(g), g->f);
}

/* A lock that is not held, taken in either order: deadlocks are meant to be there, but nobody locks the same one twice. */
static void region(struct generator *g, uint32_t depth)
{
	uint32_t which = pick(g, 2);

	if (g->held >> which & 1)
		which = 1 - which;
	if (g->held >> which & 1)
		return;
	g->held |= 1u << which;
	fprintf(g->f, "\tpthread_mutex_lock(&m%u);\n", which);
	statement(g, depth + 1);
	if (pick(g, 2))
		statement(g, depth + 1);
	fprintf(g->f, "\tpthread_mutex_unlock(&m%u);\n", which);
	g->held &= ~(1u << which);
}

static void branch(struct generator *g, uint32_t depth)
{
	fputs("\tif (", g->f);
	condition(g);
	fputs(") {\n", g->f);
	statement(g, depth + 1);
	fputs("\t}\n", g->f);
}

static void try_lock(struct generator *g, uint32_t depth)
{
	uint32_t which = pick(g, 2);

	if (g->held >> which & 1)
		return;
	g->held |= 1u << which;
	fprintf(g->f, "\tif (pthread_mutex_trylock(&m%u) == 0) {\n", which);
	statement(g, depth + 1);
	fprintf(g->f, "\tpthread_mutex_unlock(&m%u);\n\t}\n", which);
	g->held &= ~(1u << which);
}

static void statement(struct generator *g, uint32_t depth)
{
	const char *a = variable(g), *b = variable(g);

	if (!g->budget || depth > 3)
		return;
	g->budget--;
	switch (pick(g, 12)) {
	case 0: fprintf(g->f, "\t%s = %u;\n", a, pick(g, 3)); break;
	case 1: fprintf(g->f, "\t%s = %s;\n", a, b); break;
	case 2: fprintf(g->f, "\t%s++;\n", a); break;
	case 3: fprintf(g->f, "\t{ int t%u = %s; %s = t%u + 1; }\n", g->locals, a, b, g->locals); g->locals++; break;
	case 4: fprintf(g->f, "\t__atomic_fetch_add(&%s, 1, 5);\n", a); break;
	case 5: fprintf(g->f, "\t__atomic_store_n(&%s, %u, 5);\n", a, pick(g, 3)); break;
	case 6:
	case 7: region(g, depth); break;
	case 8: branch(g, depth); break;
	case 9: try_lock(g, depth); break;
	default:
		fputs("\tassert(", g->f);
		condition(g);
		fputs(");\n", g->f);
	}
}

static void function(struct generator *g, uint32_t number, bool starts, uint32_t statements)
{
	fprintf(g->f, "static void *f%u(void *arg)\n{\n", number);
	if (starts)
		fprintf(g->f, "\tpthread_create(&t%u, 0, f%u, 0);\n", number + 1, number + 1);
	g->budget = statements + pick(g, 3);
	while (g->budget)
		statement(g, 0);
	fputs("\treturn arg;\n}\n", g->f);
}

static void main_function(struct generator *g, uint32_t threads, bool nested)
{
	bool joins = pick(g, 3) == 0;

	fputs("int main(void)\n{\n", g->f);
	fprintf(g->f, "\tx = %u;\n", pick(g, 3));
	for (uint32_t i = 1; i < threads; i++)
		if (i == 1 || !nested)
			fprintf(g->f, "\tpthread_create(&t%u, 0, f%u, 0);\n", i, i);
	g->budget = threads > 2 ? 2 : 4 + pick(g, 3);
	while (g->budget)
		statement(g, 0);
	if (joins) {
		fputs("\tpthread_join(t1, 0);\n\tassert(", g->f);
		condition(g);
		fputs(");\n", g->f);
	}
	fputs("\treturn 0;\n}\n", g->f);
}

const char *generate(struct arena *a, uint64_t seed)
{
	struct generator g = { .state = seed * 0x9e3779b97f4a7c15ull + 0x1234567 };
	char *text = NULL;
	size_t n;
	uint32_t threads;
	bool nested;
	const char *out;

	g.f = open_memstream(&text, &n);
	if (!g.f)
		die("no memory for a program");
	for (int i = 0; i < 8; i++)
		(void)pick(&g, 2);
	threads = pick(&g, 3) ? 2 : 3;
	nested = threads == 3 && pick(&g, 2);
	fputs("typedef unsigned long pthread_t;\ntypedef union { char size[40]; long align; } pthread_mutex_t;\n"
	      "int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\nint pthread_join(pthread_t, void **);\n"
	      "int pthread_mutex_lock(pthread_mutex_t *);\nint pthread_mutex_trylock(pthread_mutex_t *);\nint "
	      "pthread_mutex_unlock(pthread_mutex_t *);\n"
	      "_Noreturn void __assert_fail(const char *, const char *, unsigned, const char *);\n"
	      "#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))\n"
	      "int x, y, z;\npthread_mutex_t m0, m1;\npthread_t t1, t2;\n",
	      g.f);
	for (uint32_t i = threads - 1; i > 0; i--)
		function(&g, i, nested && i == 1, threads > 2 ? 2 : 4);
	main_function(&g, threads, nested);
	fclose(g.f);
	out = arena_copy(a, text, n);
	free(text);
	return out;
}
