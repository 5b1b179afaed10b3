/* What is plain from the names of a program that no phase will follow: functions that nothing is known of, and threads that are
 * started in ways for which there is no model. */
#include <string.h>

#include "base/stat.h"
#include "run.h"

/* They run what they are given on threads of their own. Those that a model tells of are followed. */
static bool starts_threads(const char *name)
{
	static const char *const names[] = {
		"__kmpc_fork_teams", "GOMP_parallel", "GOMP_parallel_start", "GOMP_task", "GOMP_teams4", "clone3",
		"__clone2", "CreateThread", "_beginthread", "_beginthreadex", "QueueUserWorkItem", "dispatch_async",
		"dispatch_async_f", "dispatch_apply", "dispatch_apply_f", "dispatch_after", "dispatch_after_f",
		"dispatch_group_async", "dispatch_group_async_f", "SDL_CreateThread", "apr_thread_create",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* clang makes a function of each region and each task, and with debug information a second one of most. */
static bool is_region(const char *name)
{
	return strstr(name, ".omp_outlined") && !strstr(name, "_debug__");
}

static void count_function(struct run *r, const struct program *p, const struct sym *s)
{
	const char *name = program_str(p, s->name);
	uint32_t known = r->unresolved.entry.n;

	if (s->flags & SYM_DEFINED) {
		if (is_region(name))
			gap(openmp);
		return;
	}
	if (!strncmp(name, "llvm.", 5) || model_find(r->models, name) || intern_string(&r->unresolved, name) != known)
		return;
	gap(unresolved);
	if (starts_threads(name))
		gap(starts);
}

/* A function without a body counts once, in however many programs it is. */
void count_unfollowed(struct run *r, const struct program *p)
{
	for (uint32_t i = 1; i < p->sym.n; i++)
		if (p->sym.at[i].kind == SYM_FUNCTION)
			count_function(r, p, &p->sym.at[i]);
}
