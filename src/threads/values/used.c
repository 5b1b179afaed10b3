/* Pointers that are not null where they are stored, since they were used, or looked at, before:
 *
 *     t = malloc(sizeof *t);  fill(t);  store table = t          who has come out of fill() has been behind t
 *     if (!t) return NULL;    store table = t
 *
 * So is what is no null pointer by itself, the address of a variable, and what a function returns that returns nothing else:
 *
 *     p = malloc(n);  if (!p) abort();  return p;
 *
 * A function is *through* a parameter when it comes back if it reads or writes behind it in its first block, in those which must
 * follow, or in those that the numbers of a loop lead to the first time; or if it hands the parameter to such a function there. A
 * load or store may be to a member or an element. */
#include "threads/gates/flag.h"

enum { MOST_PHIS = 8 }; /* the most that limits.def allows */

/* The value that an address is inside of. */
static struct ref inside_of(const struct code *code, struct ref r)
{
	int64_t offset = 0;

	return value_inside(code, r, PEEL_FIELD | PEEL_INDEX, &offset);
}

static bool goes_through(const struct running *, struct fn_id, uint32_t param, int depth);

/* Does the instruction, when it is over, prove that the value was an address? */
static bool uses(const struct running *r, const struct code *code, const struct inst *in, struct ref value, int depth)
{
	struct fn_id fn;
	struct sym_id callee;

	if (in->op == OP_load || in->op == OP_store || in->op == OP_rmw || in->op == OP_cmpxchg)
		return inside_of(code, body_arg(&code->body, in, 0)).bits == value.bits;
	callee = in->op == OP_call ? body_callee(r->p, &code->body, in) : (struct sym_id){ 0 };
	fn = callee.i ? program_sym(r->p, callee)->fn : (struct fn_id){ 0 };
	for (uint32_t k = 0; fn.i && k + 1 < in->nargs; k++)
		if (inside_of(code, body_arg(&code->body, in, k + 1)).bits == value.bits &&
		    !limit_full(LIMIT_threads_calls, (uint64_t)depth) && goes_through(r, fn, k, depth + 1))
			return true;
	return false;
}

/* ---- the way that a function surely takes from its entry ---- */

/* Phis of the block that was just entered, as numbers. */
struct numbers {
	struct {
		uint32_t value;
		int64_t number;
	} at[MOST_PHIS];
	uint32_t n;
};

static bool number_of(const struct code *code, const struct numbers *known, struct ref r, int64_t *out)
{
	r = value_behind(code, r);
	if (program_constant(code->p, r, out))
		return true;
	for (uint32_t i = 0; ref_kind(r) == REF_VALUE && i < known->n; i++)
		if (known->at[i].value == ref_index(r)) {
			*out = known->at[i].number;
			return true;
		}
	return false;
}

static void enter_block(const struct code *code, uint32_t from, uint32_t to, struct numbers *known)
{
	const struct block *b = &code->body.block.at[to];
	struct numbers now = { .n = 0 };

	for (uint32_t i = b->inst; i < b->inst + b->ninsts && code->body.inst.at[i].op == OP_phi; i++)
		for (uint32_t j = 0; j < code->body.inst.at[i].nargs && !limit_full(LIMIT_threads_phis, now.n); j++) {
			const struct inst *phi = &code->body.inst.at[i];
			if (code->body.word.at[phi->word + j] != from ||
			    !number_of(code, known, body_arg(&code->body, phi, j), &now.at[now.n].number))
				continue;
			now.at[now.n++].value = body_value(&code->body, i);
		}
	*known = now;
}

/* Where the block surely goes; UINT32_MAX: it depends. */
static uint32_t next_block(const struct code *code, uint32_t block, const struct numbers *known)
{
	uint32_t n;
	const uint32_t *to = body_successors(&code->body, block, &n);
	struct fork f;
	int64_t number;

	if (n == 1)
		return to[0];
	return fork_of(code->p, &code->body, block, &f) && number_of(code, known, f.test.value, &number)
		       ? f.to[!test_holds(&f.test, number)]
		       : UINT32_MAX;
}

static bool goes_through(const struct running *r, struct fn_id fn, uint32_t param, int depth)
{
	const struct code *code = code_get(r->shapes, fn);
	struct ref value = ref_make(REF_VALUE, param + 1);
	struct numbers known = { .n = 0 };
	uint32_t block = 0;

	if (param >= code->body.param.n)
		return false;
	for (uint32_t hops = 0; !limit_full(LIMIT_threads_blocks, hops); hops++) {
		const struct block *b = &code->body.block.at[block];
		uint32_t to;
		for (uint32_t i = b->inst; i < b->inst + b->ninsts; i++)
			if (uses(r, code, &code->body.inst.at[i], value, depth))
				return true;
		to = next_block(code, block, &known);
		if (to == UINT32_MAX)
			return false;
		enter_block(code, block, to, &known);
		block = to;
	}
	return false;
}

bool function_goes_through(const struct running *r, struct fn_id fn, uint32_t param)
{
	return goes_through(r, fn, param, 0);
}

/* ---- at one place ---- */

/* Is the place behind a way on which the value was found not to be null? */
static bool was_looked_at(const struct code *code, uint32_t block, uint32_t at, struct ref value)
{
	struct fork f;
	uint32_t to;

	if (!fork_of(code->p, &code->body, block, &f) || fork_zero(&f) == UINT32_MAX ||
	    value_behind(code, f.test.value).bits != value.bits)
		return false;
	to = f.to[f.to[0] == fork_zero(&f)];
	return code->cfg.npreds[to] == 1 && cfg_dominates(&code->cfg, to, at);
}

static bool is_used_before(const struct running *, struct fn_id, uint32_t inst, struct ref value, uint32_t depth);

/* Is it an address of its own: of a variable that there is? */
static bool is_an_address(const struct running *r, struct ref value)
{
	struct sym_id sym = { ref_kind(value) == REF_SYM ? ref_index(value) : 0 };
	const struct konst *k = ref_kind(value) == REF_KONST ? program_konst(r->p, (struct konst_id){ ref_index(value) }) : NULL;

	if (k && k->kind == KONST_ADDR)
		sym = k->sym;
	return sym.i && program_sym(r->p, sym)->flags & SYM_DEFINED;
}

/* Does a call give an address whenever it comes back? */
static bool gives_an_address(const struct running *r, const struct code *caller, struct ref value, uint32_t depth)
{
	const struct inst *in = body_made_by(&caller->body, value);
	struct sym_id callee = in && in->op == OP_call ? body_callee(r->p, &caller->body, in) : (struct sym_id){ 0 };
	struct fn_id fn = callee.i ? program_sym(r->p, callee)->fn : (struct fn_id){ 0 };
	const struct code *code = fn.i && !limit_full(LIMIT_threads_calls, depth) ? code_get(r->shapes, fn) : NULL;
	bool any = false;

	for (uint32_t i = 0; code && i < code->body.inst.n; i++) {
		const struct inst *ret = &code->body.inst.at[i];
		if (ret->op != OP_ret || !code->cfg.position[code_block(code, i)])
			continue;
		if (!ret->nargs || !is_used_before(r, fn, i, body_arg(&code->body, ret, 0), depth + 1))
			return false;
		any = true;
	}
	return any;
}

static bool is_used_before(const struct running *r, struct fn_id fn, uint32_t inst, struct ref value, uint32_t depth)
{
	const struct code *code = code_get(r->shapes, fn);
	uint32_t at = code_block(code, inst);

	value = value_behind(code, value);
	if (!code->cfg.position[at])
		return false;
	if (is_an_address(r, value))
		return true;
	if (ref_kind(value) != REF_VALUE)
		return false;
	for (uint32_t b = 0; b < code->body.block.n; b++) {
		const struct block *block = &code->body.block.at[b];
		if (!code->cfg.position[b] || !cfg_dominates(&code->cfg, b, at))
			continue;
		if (was_looked_at(code, b, at, value))
			return true;
		for (uint32_t i = block->inst; i < block->inst + block->ninsts && (b != at || i < inst); i++)
			if (uses(r, code, &code->body.inst.at[i], value, 0))
				return true;
	}
	return gives_an_address(r, code, value, depth);
}

bool used_before(const struct running *r, struct fn_id fn, uint32_t inst, struct ref value)
{
	return is_used_before(r, fn, inst, value, 0);
}
