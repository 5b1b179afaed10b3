/* Which group this is: a hash of all that decides what a unit becomes, apart from the unit itself. */
#include "group.h"

#include "extract/cache.h"
#include "extract/compiler.h"

bool group_find(struct arena *a, const char *cache, struct queue_group *g, struct trouble *t)
{
	const char *habits, *text;
	struct key k;

	if (!compiler_find(a, cache, &g->clang, &g->identity, t))
		return false;
	habits = compiler_habits(a, g->clang);
	if (!habits)
		return trouble(t, "%s does not say what it would run", g->clang);
	text = arena_format(a, "queue 1 %s %s", g->identity, habits);
	k = cache_hash(text, __builtin_strlen(text));
	g->tasks = arena_format(a, "snag:%.16s:tasks", k.hex);
	return true;
}

void group_make(struct redis *w, const struct queue_group *g)
{
	freeReplyObject(redis_ask_accepting(
	    w, 0, "BUSYGROUP", (const char *const[]){ "XGROUP", "CREATE", g->tasks, GROUP_NAME, "0", "MKSTREAM", NULL }));
}
