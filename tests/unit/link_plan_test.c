/* Unit tests of src/link/plan.c and closure.c: which units make which program.
 *
 * A unit is written as its source and words: f defines f, ~f defines it weakly, =f inline, -f needs it, ?f is a weak reference, a
 * first ! makes it a stub. What a unit defines and needs stands in a table of it that the linker collects, so that all of it is
 * reached (beside.c). The plan is written as "name: unit unit; name: unit", units without their directory. */
#include "make.h"

#include "ir/store/unit.h"

struct given {
	const char *source, *words;
};

static void make_table(struct program *p)
{
	uint32_t n = p->sym.n;
	char *data = memset(arena_array(p->arena, 8 * (size_t)n + 1, 1), 'x', 8 * (size_t)n);
	struct sym *s = &p->sym.at[make_variable(p, LINK_STATIC, "table", data).i];

	s->section = make_str(p, "collected");
	s->reloc = p->reloc.n;
	s->nrelocs = n - 1;
	for (uint32_t i = 1; i < n; i++)
		*vec_add(p->arena, &p->reloc) =
			(struct reloc){ .offset = 8 * (i - 1), .sym = { i }, .kind = RELOC_ADDRESS, .size = 8 };
}

static struct program *make_from_words(struct arena *a, const struct given *g)
{
	struct program *p = make_unit(a, g->source);
	char *rest = arena_string(a, g->words);

	for (char *word; (word = strsep(&rest, " "));)
		if (*word == '-')
			make_declaration(p, word + 1);
		else if (*word == '?')
			make_sym(p, (struct sym){ .kind = SYM_FUNCTION, .linkage = LINK_WEAK }, word + 1);
		else if (*word == '~')
			make_fn(p, LINK_WEAK, word + 1, 1, NULL);
		else if (*word == '=')
			make_fn(p, LINK_INLINE, word + 1, 1, NULL);
		else if (*word != '!')
			make_fn(p, LINK_EXTERN, word, 1, NULL);
	make_table(p);
	make_done(p);
	return p;
}

static bool plan_these(struct arena *a, const struct given *given, const char *const *mains, struct link_plan *plan,
		       struct trouble *t)
{
	VEC(struct link_unit) units = { 0 };
	char dir[] = "/tmp/snag-plan-XXXXXX";
	uint32_t nmains = 0;
	bool ok;

	assert_non_null(mkdtemp(dir));
	for (; given->source; given++) {
		struct link_unit u = { arena_format(a, "%s/%u", dir, units.n), given->source, *given->words == '!', false, false };
		assert_true(unit_save(make_from_words(a, given), u.path, t));
		*vec_add(a, &units) = u;
	}
	while (mains && mains[nmains])
		nmains++;
	ok = link_plan(a, &(struct link_input){ units.at, units.n, mains, nmains, NULL, NULL }, plan, t);
	for (uint32_t i = 0; i < units.n; i++)
		remove(units.at[i].path);
	remove(dir);
	return ok;
}

static char *plan_text(struct arena *a, const struct given *given, const char *const *mains)
{
	struct link_plan plan;
	struct trouble t;
	char *text = arena_string(a, "");

	if (!plan_these(a, given, mains, &plan, &t))
		fail_msg("%s", t.text);
	for (uint32_t i = 0; i < plan.group.n; i++) {
		const struct link_group *g = &plan.group.at[i];
		text = arena_format(a, "%s%s%s:", text, i ? "; " : "", g->name);
		for (uint32_t k = 0; k < g->unit.n; k++)
			text = arena_format(a, "%s %s", text, path_base(given[g->unit.at[k]].source));
	}
	return text;
}

#define UNITS(...) ((const struct given[]){ __VA_ARGS__, { 0 } })
#define MAINS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void one_main_or_none_is_one_program(void **state)
{
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	assert_string_equal(plan_text(&a, UNITS({ "/p/a.c", "f" }, { "/p/b.c", "g" }), NULL), "library: a.c b.c");
	assert_string_equal(plan_text(&a, UNITS({ "/p/a.c", "f" }, { "/p/m.c", "main" }, { "/p/z.c", "h" }), NULL),
			    "m.c: m.c a.c z.c");
	arena_release(&a);
}

static const struct given redis[] = {
	{ "/r/src/adlist.c", "listAdd -zmalloc" }, { "/r/src/server.c", "main serverLog -listAdd -call" },
	{ "/r/src/call.c", "call -serverLog" },	   { "/r/src/zmalloc.c", "zmalloc" },
	{ "/r/src/cli.c", "main -zmalloc -anet" }, { "/r/src/anet.c", "anet" },
	{ "/r/src/benchmark.c", "main -listAdd" }, { 0 },
};

static void several_mains_take_what_they_need(void **state)
{
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	assert_string_equal(plan_text(&a, redis, NULL), "server.c: server.c adlist.c call.c zmalloc.c; "
							"cli.c: cli.c zmalloc.c anet.c; "
							"benchmark.c: benchmark.c adlist.c zmalloc.c");
	arena_release(&a);
}

static void the_user_chooses_programs(void **state)
{
	static const char *const name[] = { "cli", "cli.c", "src/cli.c", "/r/src/cli.c", "src/cli" };
	struct link_plan plan;
	struct trouble t;
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	for (size_t i = 0; i < sizeof name / sizeof *name; i++)
		assert_string_equal(plan_text(&a, redis, MAINS(name[i])), "cli.c: cli.c zmalloc.c anet.c");
	/* in the order of the database, whatever the order of the options */
	assert_string_equal(plan_text(&a, redis, MAINS("benchmark", "cli")),
			    "cli.c: cli.c zmalloc.c anet.c; benchmark.c: benchmark.c adlist.c zmalloc.c");
	assert_string_equal(plan_text(&a, redis, MAINS("call")), "call: call.c adlist.c server.c zmalloc.c"); /* a function */
	assert_false(plan_these(&a, redis, MAINS("li"), &plan, &t)); /* the end of a name is not the end of a path */
	assert_non_null(strstr(t.text, "--main li: "));
	assert_non_null(strstr(t.text, "server.c, cli.c, benchmark.c"));
	assert_false(plan_these(&a, redis, MAINS("anet.c"), &plan, &t)); /* has no main */
	arena_release(&a);
}

static void a_function_can_be_the_start_of_a_library(void **state)
{
	struct link_plan plan;
	struct trouble t;
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	assert_true(plan_these(&a, UNITS({ "/p/a.c", "f" }, { "/p/b.c", "start_kernel" }), MAINS("start_kernel"), &plan, &t));
	assert_int_equal(plan.group.n, 1);
	assert_int_equal(plan.group.at[0].unit.n, 2);
	assert_string_equal(plan.group.at[0].start, "start_kernel");
	assert_true(plan_these(&a, UNITS({ "/p/a.c", "f" }), NULL, &plan, &t));
	assert_null(plan.group.at[0].start);
	arena_release(&a);
}

/* log is defined in both directories, and in a unit with a main, which comes first. */
static void several_definitions_are_told_apart(void **state)
{
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	assert_string_equal(plan_text(&a,
				      UNITS({ "/p/one/t.c", "main log" }, { "/p/one/log.c", "log" }, { "/p/two/log.c", "log" },
					    { "/p/two/m.c", "main -log" }, { "/p/one/m.c", "main -log" }),
				      NULL),
			    "t.c: t.c; /p/two/m.c: m.c log.c; /p/one/m.c: m.c log.c");
	/* a definition already in the program comes before a nearer one: log is asked for first, f brings other/log.c in */
	assert_string_equal(
	    plan_text(&a,
		      UNITS({ "/p/one/m.c", "main -log -f" }, { "/p/one/log.c", "log" }, { "/p/other/log.c", "log f" },
			    { "/p/two/m.c", "main" }, { "/p/one/n.c", "main -log" }),
		      NULL),
	    "/p/one/m.c: m.c log.c; /p/two/m.c: m.c; n.c: n.c log.c");
	arena_release(&a);
}

/* Which log.c it is, the text above cannot say. */
static void nearer_definitions_are_preferred(void **state)
{
	const struct given *g = UNITS({ "/p/one/log.c", "log" }, { "/p/two/log.c", "log" }, { "/p/two/m.c", "main -log" },
				      { "/p/one/m.c", "main -log" }, { "/p/one/k.c", "main -log -f" }, { "/p/x/log.c", "log f" });
	struct link_plan plan;
	struct trouble t;
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	assert_true(plan_these(&a, g, NULL, &plan, &t));
	assert_int_equal(plan.group.n, 3);
	assert_int_equal(plan.group.at[0].unit.at[1], 1);
	assert_int_equal(plan.group.at[1].unit.at[1], 0);
	assert_int_equal(plan.group.at[2].unit.at[1], 5);
	arena_release(&a);
}

/* items.c compiled twice, for the program and for its debug build: each takes its own. */
static void twins_go_with_their_own_start(void **state)
{
	const struct given *g =
	    UNITS({ "/p/m.c", "main -items" }, { "/p/items.c", "items" }, { "/p/m.c", "main -items" }, { "/p/items.c", "items" });
	struct link_plan plan;
	struct trouble t;
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	assert_true(plan_these(&a, g, NULL, &plan, &t));
	assert_int_equal(plan.group.n, 2);
	assert_int_equal(plan.group.at[0].unit.at[1], 1);
	assert_int_equal(plan.group.at[1].unit.at[1], 3);
	assert_string_equal(plan.group.at[0].name, "/p/m.c");
	assert_string_equal(plan.group.at[1].name, "/p/m.c (2)");
	arena_release(&a);
}

/* debug.c needs the server, so the client cannot have it; what only stands beside another main nobody else can have. */
static void what_needs_another_main_is_not_taken(void **state)
{
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	assert_string_equal(plan_text(&a,
				      UNITS({ "/p/debug.c", "assert -log" }, { "/p/log.c", "log -server" },
					    { "/p/server.c", "main server -assert -log" }, { "/p/assert.c", "assert" },
					    { "/p/cli.c", "main -assert -server" }, { "/p/nothing.c", "" }),
				      NULL),
			    "server.c: server.c debug.c log.c nothing.c; cli.c: cli.c assert.c");
	arena_release(&a);
}

/* A program and a library that share files, as mosquitto: handle.c is there twice, and api.c stands beside the library's. */
static void files_that_clash_are_not_one_program(void **state)
{
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	assert_string_equal(
	    plan_text(&a,
		      UNITS({ "/p/src/broker.c", "main -handle -packet" }, { "/p/src/handle.c", "handle -packet" },
			    { "/p/lib/packet.c", "packet" }, { "/p/lib/handle.c", "handle -packet" },
			    { "/p/lib/api.c", "api -handle -packet" }, { "/p/src/plugin.c", "-handle" }),
		      NULL),
	    "broker.c: broker.c handle.c packet.c plugin.c; library: packet.c handle.c api.c");
	/* a boot loader beside a kernel: what the loader happens to have does not make the kernel part of it */
	assert_string_equal(
	    plan_text(&a,
		      UNITS({ "/k/boot/main.c", "main -memcpy -memset" }, { "/k/boot/string.c", "memcpy memset" },
			    { "/k/lib/string.c", "memcpy memset" }, { "/k/init/main.c", "start -kmalloc -printk -memcpy" },
			    { "/k/mm/slab.c", "kmalloc -printk -memcpy -memset" }, { "/k/printk.c", "printk -memcpy" },
			    { "/k/boot/more.c", "-memset" }),
		      NULL),
	    "main.c: main.c string.c more.c; library: string.c main.c slab.c printk.c");
	arena_release(&a);
}

static void weak_symbols_pull_as_from_an_archive(void **state)
{
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	/* a plain definition is preferred to a weak one; a weak reference pulls nothing */
	assert_string_equal(plan_text(&a,
				      UNITS({ "/p/m.c", "main -hook ?extra" }, { "/p/weak.c", "~hook" },
					    { "/p/strong.c", "hook" }, { "/p/extra.c", "extra" }, { "/p/n.c", "main" }),
				      NULL),
			    "m.c: m.c strong.c; n.c: n.c; library: weak.c extra.c");
	arena_release(&a);
}

static void an_inline_body_needs_the_real_one(void **state)
{
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	assert_string_equal(plan_text(&a, UNITS({ "/p/m.c", "main =f =g" }, { "/p/f.c", "f" }, { "/p/n.c", "main" }), NULL),
			    "m.c: m.c f.c; n.c: n.c");
	arena_release(&a);
}

static void what_nobody_needs_goes_where_its_needs_are(void **state)
{
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	assert_string_equal(
	    plan_text(&a,
		      UNITS({ "/p/server.c", "main api -util" }, { "/p/cli.c", "main -util" }, { "/p/util.c", "util" },
			    { "/p/late.c", "-inner" },			/* needs a plugin that comes later */
			    { "/p/plugin.c", "inner -api -util -own" }, /* api is the server's alone */
			    { "/p/own.c", "own" },			/* comes with the plugin */
			    { "/p/both.c", "-util" },			/* could be either's */
			    { "/p/none.c", "lonely" }),
		      NULL),
	    "server.c: server.c util.c late.c plugin.c own.c; cli.c: cli.c util.c; library: util.c both.c none.c");
	arena_release(&a);
}

static void stubs_are_in_every_program(void **state)
{
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	/* the stub gives f: real.c is not needed */
	assert_string_equal(
	    plan_text(&a, UNITS({ "/p/m.c", "main -f" }, { "/p/n.c", "main" }, { "/p/real.c", "f" }, { "/p/stub.c", "! f main" }),
		      MAINS("m", "n")),
	    "m.c: m.c stub.c; n.c: n.c stub.c");
	arena_release(&a);
}

static void damaged_units_are_told(void **state)
{
	struct link_unit u = { "/nowhere/at/all", "a.c", false, false, false };
	struct link_plan plan;
	struct trouble t;
	struct arena a;

	(void)state;
	arena_init(&a, "test");
	assert_false(link_plan(&a, &(struct link_input){ .unit = &u, .n = 1 }, &plan, &t));
	assert_non_null(strstr(t.text, "a.c: "));
	assert_false(link_plan(&a, &(struct link_input){ .n = 0 }, &plan, &t));
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_main_or_none_is_one_program),
		cmocka_unit_test(several_mains_take_what_they_need),
		cmocka_unit_test(the_user_chooses_programs),
		cmocka_unit_test(a_function_can_be_the_start_of_a_library),
		cmocka_unit_test(several_definitions_are_told_apart),
		cmocka_unit_test(nearer_definitions_are_preferred),
		cmocka_unit_test(twins_go_with_their_own_start),
		cmocka_unit_test(weak_symbols_pull_as_from_an_archive),
		cmocka_unit_test(what_nobody_needs_goes_where_its_needs_are),
		cmocka_unit_test(stubs_are_in_every_program),
		cmocka_unit_test(files_that_clash_are_not_one_program),
		cmocka_unit_test(what_needs_another_main_is_not_taken),
		cmocka_unit_test(an_inline_body_needs_the_real_one),
		cmocka_unit_test(damaged_units_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
