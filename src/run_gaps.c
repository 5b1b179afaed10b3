/* What is plain from the names of a program that no phase will follow: functions that nothing is known of, and threads that are
 * started in ways for which there is no model.
 * misses   system calls by numbers that are computed, or of other machines than x86; names of functions that are computed */
#include <string.h>

#include "base/stat.h"
#include "ir/body.h"
#include "run.h"

/* They run what they are given on threads of their own. Those that a model tells of are followed. */
static bool starts_threads(const char *name)
{
	static const char *const names[] = {
		"__kmpc_fork_teams", "GOMP_parallel", "GOMP_parallel_start", "GOMP_task", "GOMP_teams4", "clone3",
		"__clone2", "CreateThread", "_beginthread", "_beginthreadex", "QueueUserWorkItem", "dispatch_async",
		"dispatch_async_f", "dispatch_apply", "dispatch_apply_f", "dispatch_after", "dispatch_after_f",
		"dispatch_group_async", "dispatch_group_async_f", "SDL_CreateThread", "SDL_CreateThreadWithStackSize",
		"apr_thread_create", "apr_thread_pool_push", "PR_CreateThread", "Tcl_CreateThread", "thr_create", "tx_thread_create",
		"_tx_thread_create", "osThreadNew", "osThreadCreate", "k_thread_create", "rt_thread_create", "rt_thread_init",
		"taskSpawn", "OSTaskCreate", "OSTaskCreateExt", "cyg_thread_create", "chThdCreateStatic", "sys_thread_new",
		"rte_eal_remote_launch", "rte_eal_mp_remote_launch", "rte_thread_create", "rte_ctrl_thread_create", "qthread_fork",
		"ABT_thread_create", "CreateRemoteThread", "SubmitThreadpoolWork", "TrySubmitThreadpoolCallback",
		"PsCreateSystemThread", "dispatch_barrier_async", "dispatch_barrier_async_f", "__cilkrts_cilk_for_32",
		"__cilkrts_cilk_for_64", "__tgt_target_kernel",
		/* have models, which tell nothing of a pointer that a name was looked up for */
		"pthread_create", "thrd_create", "clone", "g_thread_new", "g_thread_create", "uv_thread_create",
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

/* The text that an operand is the address of, in the arena; "": not known. */
static const char *text_of(struct arena *a, const struct program *p, struct ref r)
{
	const struct sym *s = ref_kind(r) == REF_SYM ? program_sym(p, (struct sym_id){ ref_index(r) }) : NULL;
	struct bytes data;

	if (!s || s->kind != SYM_VARIABLE || !(s->flags & SYM_CONSTANT))
		return "";
	data = program_bytes(p, s->data);
	return arena_copy(a, data.at, data.len); /* zeros at its end may have been left out */
}

/* Linux's numbers of clone and clone3, on x86; the second one everywhere. */
static bool is_clone(const struct program *p, struct ref r)
{
	int64_t number;

	return program_number(p, r, &number) && (number == 435 || number == (program_pointer_bytes(p) == 4 ? 120 : 56));
}

/* A call that starts threads by a number, or asks for a function that does by its name. */
static bool starts_hidden(struct arena *a, const struct program *p, const struct body *b, const struct inst *in)
{
	struct sym_id callee = in->op == OP_call ? body_callee(p, b, in) : (struct sym_id){ 0 };
	const char *name = callee.i ? program_str(p, program_sym(p, callee)->name) : "";

	if (!strcmp(name, "syscall"))
		return is_clone(p, body_arg(b, in, 1));
	if (strcmp(name, "dlsym") != 0 && strcmp(name, "dlvsym") != 0)
		return false;
	return starts_threads(text_of(a, p, body_arg(b, in, 2)));
}

/* Bodies are read only where one of these functions is named at all. */
static void count_hidden(struct program *p)
{
	struct body body = { 0 };
	struct arena a;

	if (!mentions(p, "syscall") && !mentions(p, "dlsym") && !mentions(p, "dlvsym"))
		return;
	arena_init(&a, "gaps");
	for (uint32_t f = 1; f < p->fn.n; f++) {
		body_get(&a, p, (struct fn_id){ f }, &body);
		for (uint32_t i = 0; i < body.inst.n; i++)
			if (starts_hidden(&a, p, &body, &body.inst.at[i]))
				gap(starts);
	}
	arena_release(&a);
}

/* A function without a body counts once, in however many programs it is. */
void count_unfollowed(struct run *r, struct program *p)
{
	count_hidden(p);
	for (uint32_t i = 1; i < p->sym.n; i++)
		if (p->sym.at[i].kind == SYM_FUNCTION)
			count_function(r, p, &p->sym.at[i]);
}
