/* What no ground may pass over: programs that the phases, or the executions, do not follow as C and POSIX say.
 *
 * The static ground is for programs that call only functions whose meaning for threads and memory the phases know exactly: a
 * short list. A function outside that is called through a pointer, or bytes of pointers that are moved one by one, the phases
 * may lose without a gap; what a callee writes to its copy of a struct they take for written to the original. Mutexes that check
 * for errors are neither taken twice nor given back by others, which the phases do not know. */
#include <string.h>

#include "base/limit.h"
#include "code/address.h"
#include "code/either.h"
#include "ir/body.h"
#include "verify/names.h"
#include "verify/verify.h"

static const char *const known[] = {
	"pthread_create", "pthread_join", "pthread_self", "pthread_equal", "pthread_mutex_lock", "pthread_mutex_trylock",
	"pthread_mutex_unlock", "pthread_mutex_init", "pthread_mutex_destroy", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock",
	"pthread_rwlock_unlock", "pthread_rwlock_init", "pthread_rwlock_destroy", "pthread_cond_wait", "pthread_cond_signal",
	"pthread_cond_broadcast", "pthread_cond_init", "pthread_cond_destroy", "pthread_spin_lock", "pthread_spin_trylock",
	"pthread_spin_unlock", "pthread_spin_init", "pthread_spin_destroy", "thrd_create", "thrd_join", "mtx_lock", "mtx_unlock",
	"malloc", "calloc", "free", "abort", "printf", "puts", "putchar", "sleep", "usleep", "nanosleep", "sched_yield",
	"memcpy", "memset", "memmove", "memcmp", "strlen", "strcmp", "__assert_fail", "reach_error",
};

/* Memory that the C library writes later. */
static const char *const refused[] = { "setvbuf", "setbuf", "setbuffer" };

static bool is_outside(const struct program *p, struct sym_id sym)
{
	const struct sym *s = sym.i ? program_sym(p, sym) : NULL;

	return s && s->kind == SYM_FUNCTION && !s->fn.i && strncmp(program_str(p, s->name), "llvm.", 5) != 0;
}

static bool is_exact(const char *name)
{
	return ONE_OF(name, known) || !strncmp(name, "__VERIFIER_", 11);
}

/* A value that was read in fewer bytes than a pointer has is stored as it is. */
static bool moves_bytes(const struct program *p, const struct body *b, const struct inst *in)
{
	struct peel x = { 0 };

	if (in->op != OP_store)
		return false;
	x = peel(b, body_arg(b, in, 1), PEEL_CASTS | PEEL_WIDEN);
	return x.in && x.in->op == OP_load && x.in->type.i && program_type(p, type_strip(p, x.in->type))->size < 32;
}

static const char *beyond_inst(const struct program *p, const struct body *b, const struct inst *in)
{
	if (in->order != ORDER_NONE)
		return "atomic accesses";
	if (in->op == OP_asm || in->op == OP_asm_goto)
		return "inline assembly";
	if (moves_bytes(p, b, in))
		return "bytes that are moved one by one";
	for (uint32_t k = in->op == OP_call ? 1 : 0; k < in->nargs; k++)
		if (is_outside(p, ref_symbol(p, body_arg(b, in, k), NULL)))
			return "the address of a function outside";
	return NULL;
}

/* ---- mutexes that check for errors ---- */

enum { CHECKS_ERRORS = 2, KIND_AT = 16 }; /* PTHREAD_MUTEX_ERRORCHECK of glibc and musl; where glibc has the kind */

/* Does the type have a mutex in it? By the name of the type; what is too deep counts as one. */
static bool has_mutex(const struct program *p, struct type_id t, uint32_t depth)
{
	const struct type *x = t.i ? program_type(p, t) : NULL;

	if (limit_full(LIMIT_verify_nested, depth))
		return true;
	for (; x && x->kind >= TYPE_TYPEDEF && x->kind <= TYPE_TAG; x = x->base.i ? program_type(p, x->base) : NULL)
		if (x->kind == TYPE_TYPEDEF && !strcmp(program_str(p, x->name), "pthread_mutex_t"))
			return true;
	if (x && x->kind == TYPE_ARRAY)
		return has_mutex(p, x->base, depth + 1);
	for (uint32_t i = 0; x && (x->kind == TYPE_STRUCT || x->kind == TYPE_UNION) && i < x->nfields; i++)
		if (has_mutex(p, p->field.at[x->field + i].type, depth + 1))
			return true;
	return false;
}

static bool starts_so(const struct program *p, const struct sym *s)
{
	const uint8_t *data = s->data.len ? (const uint8_t *)program_bytes(p, s->data).at : NULL;

	if (s->kind != SYM_VARIABLE || !data)
		return false;
	if (!s->type.i) /* what a local variable starts with */
		return s->data.len > KIND_AT && data[KIND_AT] == CHECKS_ERRORS;
	return has_mutex(p, s->type, 0) && memchr(data, CHECKS_ERRORS, s->data.len);
}

static bool sets_so(const struct program *p, const struct body *b, const struct inst *in)
{
	struct sym_id callee = in->op == OP_call ? body_callee(p, b, in) : (struct sym_id){ 0 };
	struct ref kind;

	if (!callee.i || strcmp(program_str(p, program_sym(p, callee)->name), "pthread_mutexattr_settype") != 0 || in->nargs < 3)
		return false;
	kind = body_arg(b, in, 2);
	return ref_kind(kind) != REF_KONST || program_konst(p, (struct konst_id){ ref_index(kind) })->lo == CHECKS_ERRORS;
}

const char *verify_checks_errors(const struct program *p)
{
	struct arena a;
	const char *found = NULL;
	bool sets = false;

	for (uint32_t i = 1; i < p->sym.n && !found; i++) {
		const char *name = program_str(p, p->sym.at[i].name);
		if (starts_so(p, &p->sym.at[i]))
			found = "a mutex that checks for errors";
		sets |= !strcmp(name, "pthread_mutexattr_settype");
	}
	arena_init(&a, "verify");
	for (uint32_t i = 1; i < p->fn.n && sets && !found; i++) {
		struct body b = { 0 };
		body_get(&a, p, (struct fn_id){ i }, &b);
		for (uint32_t k = 0; k < b.inst.n && !found; k++)
			if (sets_so(p, &b, &b.inst.at[k]))
				found = "a mutex that checks for errors";
	}
	arena_release(&a);
	return found;
}

/* ---- the program ---- */

const char *verify_refused(const struct program *p)
{
	for (uint32_t i = 1; i < p->sym.n; i++)
		if (is_outside(p, (struct sym_id){ i }) && ONE_OF(program_str(p, p->sym.at[i].name), refused))
			return program_str(p, p->sym.at[i].name);
	return NULL;
}

const char *verify_beyond_phases(const struct program *p, const struct models *models)
{
	struct either_effects either;
	struct arena a;
	const char *found = verify_refused(p);

	found = found ? found : verify_checks_errors(p);

	for (uint32_t i = 1; i < p->sym.n && !found; i++) {
		const struct sym *s = &p->sym.at[i];
		if (is_outside(p, (struct sym_id){ i }) && !is_exact(program_str(p, s->name)))
			found = program_str(p, s->name);
		for (uint32_t k = 0; s->kind == SYM_VARIABLE && k < s->nrelocs && !found; k++)
			if (is_outside(p, sym_behind_alias(p, p->reloc.at[s->reloc + k].sym)))
				found = "the address of a function outside";
	}
	arena_init(&a, "verify");
	either_init(&either, p, models);
	for (uint32_t i = 1; i < p->fn.n && !found; i++) {
		struct body b = { 0 };
		body_get(&a, p, (struct fn_id){ i }, &b);
		for (uint32_t k = 0; k < b.param.n && !found; k++)
			found = b.param.at[k].by_value ? "a struct that is passed by value" : NULL;
		for (uint32_t k = 0; k < b.inst.n && !found; k++)
			found = either_matters(&either, &b, &b.inst.at[k]) ? "operands that C lets be evaluated in another order"
									   : beyond_inst(p, &b, &b.inst.at[k]);
	}
	either_release(&either);
	arena_release(&a);
	return found;
}
